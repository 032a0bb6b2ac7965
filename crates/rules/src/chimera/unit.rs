//! Units, figures, weapons and guns as the data describes them, names resolved into numbers.

use super::catalogue::Catalogue;
pub use super::catalogue::Kind;
use super::numbers::Numbers;
pub use super::weapon::Weapon;
use crate::contents::UnitOfData;
use crate::grammar::counted;
use crate::pack::Reader;
use crate::ruleset::{Refusal, SourceFacts};
use crate::table::{Cover, quarters};

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Name of its type; empty for raw numbers.
    pub type_name: String,
    /// What it is.
    pub kind: Kind,
    /// Melee points.
    pub melee_points: u32,
    /// Needed to save.
    pub save: i32,
    /// Needed to save in melee, used as it stands, where it has one of its own.
    pub melee_save: Option<i32>,
    /// Gets the bonus of the mounted in melee.
    pub mounted: bool,
    /// Wounds it can take, where the rulings let it.
    pub wounds: u32,
    /// Weapons.
    pub weapons: Vec<Weapon>,
}

impl Figure {
    fn firepower(&self) -> u32 {
        self.weapons.iter().map(|weapon| weapon.fp_milli).sum()
    }
}

/// A gun: a weapon of the unit, not a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Gun {
    /// What it fires.
    pub weapon: Weapon,
    /// Figures that must be left to fire it.
    pub crew_needed: u32,
}

/// A unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitSpec {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Move in quarter inches.
    pub speed: i32,
    /// Figures in removal order, the first to fall first.
    pub figures: Vec<Figure>,
    /// Guns.
    pub guns: Vec<Gun>,
    /// Cover of its start.
    pub cover: Cover,
    /// Area of all bases, square inches.
    pub base_area: f64,
    /// Where it comes from.
    pub source: Option<SourceFacts>,
}

/// What a `[[unit]]` says of all its figures.
struct Common {
    speed: Option<i32>,
    save: Option<i32>,
    melee_save: Option<i32>,
    mounted: Option<bool>,
    /// It says a save, a sound one or not.
    has_save: bool,
}

/// A troop type's part in a figure entry.
struct FigureEntry {
    figure: Figure,
    speed: Option<i32>,
    base_area: f64,
    count: usize,
}

/// The most figures that a unit may have: a sane bound for a table-top.
const MOST_FIGURES: i64 = 1000;

impl UnitOfData for UnitSpec {
    fn id(&self) -> &str {
        &self.id
    }

    fn renamed(&self, id: String) -> UnitSpec {
        UnitSpec { id, ..self.clone() }
    }

    fn figures(&self) -> u32 {
        u32::try_from(self.figures.len()).unwrap_or(u32::MAX)
    }
}

impl UnitSpec {
    /// Reads one `[[unit]]`; `None` after complaints.
    pub fn read(reader: Reader<'_>, numbers: &Numbers, catalogue: &Catalogue) -> Option<UnitSpec> {
        let source = SourceFacts::of(&reader, "figures");
        let id = reader.text("id");
        let name = reader.optional_name().or_else(|| id.clone());
        let common = Common {
            speed: if reader.has("move") { quarters(&reader, "move", 0.0..=1000.0) } else { None },
            save: reader.optional_whole("save", -20..=20).and_then(|n| i32::try_from(n).ok()),
            melee_save: reader.optional_whole("melee_save", -20..=20).and_then(|n| i32::try_from(n).ok()),
            mounted: flag(&reader, "mounted"),
            has_save: reader.has("save"),
        };
        let cover = read_cover(&reader);
        let entries = reader.optional_list("figures");
        if reader.node("figures").is_none_or(|node| node.as_array().is_some_and(<[_]>::is_empty)) {
            reader.complain(
                "figures",
                "no figures",
                "a list of figures",
                "write figures = [{ count = 10, type = \"light-infantry\" }]",
            );
        }
        let written = entries.len();
        let entries: Vec<FigureEntry> =
            entries.into_iter().filter_map(|entry| read_entry(entry, &common, numbers, catalogue)).collect();
        let sound = entries.len() == written;
        let guns = read_guns(&reader, numbers, catalogue);
        let speed = common.speed.or_else(|| entries.iter().filter_map(|entry| entry.speed).min());
        if speed.is_none() && sound && written > 0 && !reader.has("move") {
            reader.complain("move", "nothing", "inches a turn", "write move = 9, or give the figures a type");
        }
        reader.finish();
        let gun_area = numbers.base_area.get("gun").copied().unwrap_or(0.0) * guns.len() as f64;
        let base_area =
            entries.iter().map(|entry| entry.base_area * entry.count as f64).sum::<f64>() + gun_area;
        let mut figures: Vec<Figure> =
            entries.iter().flat_map(|entry| std::iter::repeat_n(entry.figure.clone(), entry.count)).collect();
        // Removal order: worst save first, then lowest firepower, then lowest melee points, then file order (stable).
        figures
            .sort_by_key(|figure| (std::cmp::Reverse(figure.save), figure.firepower(), figure.melee_points));
        if figures.is_empty() {
            return None;
        }
        Some(UnitSpec { id: id?, name: name?, speed: speed?, figures, guns, cover, base_area, source })
    }

    /// All figures are alike and serve no guns.
    pub fn is_alike(&self) -> bool {
        self.guns.is_empty() && self.figures.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// The same unit with another number of figures, its bases with it.
    ///
    /// # Errors
    /// When the figures are not alike, or their number is not from 1 to 1000.
    pub fn resized(&self, figures: u32) -> Result<UnitSpec, Refusal> {
        let Some(figure) = self.figures.first().filter(|_| self.is_alike()) else {
            return Err(Refusal {
                what: format!("\"{}\" with {}", self.id, counted(figures, "figure", "figures")),
                advice: "its figures differ or serve guns, so it can only be played as the data has it"
                    .to_owned(),
            });
        };
        if !(1..=MOST_FIGURES).contains(&i64::from(figures)) {
            return Err(Refusal {
                what: format!("\"{}\" with {}", self.id, counted(figures, "figure", "figures")),
                advice: format!("give 1 to {MOST_FIGURES}"),
            });
        }
        let base_area = self.base_area / self.figures.len() as f64 * f64::from(figures);
        Ok(UnitSpec { figures: vec![figure.clone(); figures as usize], base_area, ..self.clone() })
    }

    /// The same unit with fewer figures: those that it would lose first are left out. Guns stay.
    ///
    /// # Errors
    /// When it has not that many figures, or none are asked for.
    pub fn reduced(&self, figures: u32) -> Result<UnitSpec, Refusal> {
        let (have, want) = (self.figures.len(), figures as usize);
        if !(1..=have).contains(&want) {
            return Err(Refusal {
                what: format!("\"{}\" with {}", self.id, counted(figures, "figure", "figures")),
                advice: format!(
                    "its figures differ or serve guns, so it has {have} at most: give 1 to {have}"
                ),
            });
        }
        let base_area = self.base_area / have as f64 * f64::from(figures);
        Ok(UnitSpec { figures: self.figures[have - want..].to_vec(), base_area, ..self.clone() })
    }

    /// Melee points of all figures.
    pub fn melee_points(&self) -> u32 {
        self.figures.iter().map(|figure| figure.melee_points).sum()
    }

    /// Firepower of all figures and guns, thousandths.
    pub fn fp_milli(&self) -> u32 {
        let guns: u32 = self.guns.iter().map(|gun| gun.weapon.fp_milli).sum();
        self.figures.iter().map(Figure::firepower).sum::<u32>() + guns
    }
}

fn flag(reader: &Reader<'_>, key: &str) -> Option<bool> {
    if reader.has(key) { reader.flag(key) } else { None }
}

fn read_cover(reader: &Reader<'_>) -> Cover {
    if !reader.has("cover") {
        return Cover::None;
    }
    [Cover::None, Cover::Soft, Cover::Hard][reader.one_of("cover", &["none", "soft", "hard"]).unwrap_or(0)]
}

fn read_entry(
    reader: Reader<'_>,
    common: &Common,
    numbers: &Numbers,
    catalogue: &Catalogue,
) -> Option<FigureEntry> {
    let count = reader.whole("count", 1..=MOST_FIGURES).and_then(|n| usize::try_from(n).ok());
    let type_name = reader.optional_text("type");
    let troop = type_name.as_ref().and_then(|name| catalogue.troop(&reader, name));
    // What an unknown type would have said is not missed a second time.
    let known = troop.is_some() || type_name.is_none();
    let mp = reader.optional_whole("mp", 0..=1000).and_then(|n| u32::try_from(n).ok());
    let save = reader.optional_whole("save", -20..=20).and_then(|n| i32::try_from(n).ok()).or(common.save);
    let melee_save = reader
        .optional_whole("melee_save", -20..=20)
        .and_then(|n| i32::try_from(n).ok())
        .or(common.melee_save);
    let mounted = flag(&reader, "mounted").or(common.mounted);
    let wounds = reader.optional_whole("wounds", 1..=100).and_then(|n| u32::try_from(n).ok());
    let weapons = catalogue.weapons(&reader, "weapons");
    let missing = |key: &str, advice: &str| {
        reader.complain(key, "nothing", "a number, or a troop type that has one", advice);
    };
    let melee_points = mp.or_else(|| troop.map(|troop| troop.melee_points));
    // What stands there and was complained about is not missing.
    if melee_points.is_none() && known && !reader.has("mp") {
        missing("mp", "write mp = 1 for a man on foot, or type = \"light-infantry\"");
    }
    let save = save.or_else(|| troop.map(|troop| troop.save));
    if save.is_none() && known && !reader.has("save") && !common.has_save {
        missing("save", "write save = 6 in the unit for unarmoured troops, or give the figures a type");
    }
    let kind = troop.map_or_else(
        || match (melee_save, mounted) {
            (Some(_), _) => Kind::Vehicle,
            (None, Some(true)) => Kind::Cavalry,
            _ => Kind::Foot,
        },
        |troop| troop.kind,
    );
    let base_area = troop
        .map_or_else(|| numbers.base_area.get(kind.base()).copied().unwrap_or(1.0), |troop| troop.base_area);
    reader.finish();
    if !known {
        return None;
    }
    Some(FigureEntry {
        figure: Figure {
            type_name: troop.map_or_else(String::new, |troop| troop.name.clone()),
            kind,
            melee_points: melee_points?,
            save: save?,
            melee_save: melee_save.or_else(|| troop.and_then(|troop| troop.melee_save)),
            mounted: mounted.unwrap_or(kind == Kind::Cavalry),
            wounds: wounds.or_else(|| troop.map(|troop| troop.wounds)).unwrap_or(1),
            weapons: weapons?,
        },
        speed: troop.map(|troop| troop.speed),
        base_area,
        count: count?,
    })
}

/// `guns = [{ weapon = "smoothbore-cannon", count = 1 }]`, or raw `{ fp, ap, range, crew_needed }`.
fn read_guns(reader: &Reader<'_>, numbers: &Numbers, catalogue: &Catalogue) -> Vec<Gun> {
    let mut guns = Vec::new();
    for entry in reader.optional_list("guns") {
        let count = entry.whole_or("count", 1..=MOST_FIGURES, 1);
        let crew = entry.whole_or("crew_needed", 1..=MOST_FIGURES, i64::from(numbers.crew_needed));
        let weapon = match entry.optional_text("weapon") {
            Some(name) => catalogue.weapon(&entry, "weapon", &name),
            None => Weapon::read(&entry, ""),
        };
        entry.finish();
        if let Some(weapon) = weapon {
            let gun = Gun { weapon, crew_needed: u32::try_from(crew).unwrap_or(1) };
            guns.extend(std::iter::repeat_n(gun, usize::try_from(count).unwrap_or(0)));
        }
    }
    guns
}
