//! Files for the program, and files from it.

use muster_answers::shell::quoted;
use muster_rules::pack::Pack;
use muster_rules::{BOX_UNIT, BoxFacts};
use serde_json::{Map, Value};

use crate::catalogue::written;
use crate::data::{Kind, Loaded};
use crate::engine::seed;
use crate::protocol::{
    Battle, Complaint, Data, Duel, ExportRequest, Exported, GivenFile, ImportRequest, Imported, Meeting,
};
use crate::toml;
use crate::trouble::Trouble;

/// The names of the files that are made.
const UNITS: &str = "units.toml";
const VARIANT: &str = "variant.toml";

/// Files and a command line that give the same in the program.
///
/// # Errors
/// A seed that cannot be.
pub(crate) fn export(loaded: &Loaded, asked: &ExportRequest) -> Result<Exported, Trouble> {
    let seed = seed(asked.seed)?;
    let mut made = Made::of(loaded);
    let command = match &asked.meet {
        None => String::new(),
        Some(Meeting::Duel(duel)) => {
            let ids = [made.unit(loaded, &duel.a), made.unit(loaded, &duel.b)];
            let duel = sized(loaded, &mut made, duel, &ids);
            let mut words = duel_words(&duel);
            // What was played here might be solved by the program, which takes more time for it.
            if asked.games.is_some() {
                words.push("--method sample".to_owned());
            }
            made.command(&asked.data, words, seed.0, asked.games)
        }
        Some(Meeting::Battle(battle)) => {
            let boxes = [made.box_name(&battle.a), made.box_name(&battle.b)];
            made.command(&asked.data, battle_words(battle, &boxes), seed.0, Some(asked.games.unwrap_or(1024)))
        }
    };
    Ok(Exported { files: made.files(), command })
}

/// What goes into files.
struct Made {
    units: Vec<Map<String, Value>>,
    variant: Option<String>,
    /// Files of boxes: the id and the file.
    boxes: Vec<(String, GivenFile)>,
    /// Files of units, word for word.
    unit_files: Vec<GivenFile>,
}

impl Made {
    fn of(loaded: &Loaded) -> Made {
        let data = &loaded.data;
        let mut unit_files = Vec::new();
        let mut boxes = Vec::new();
        let from_files = loaded.pack.box_ids_from_files.iter();
        let (mut ids, mut taken) = (from_files, vec![UNITS.to_owned(), VARIANT.to_owned()]);
        for file in &data.files {
            match Kind::of(&file.text) {
                Kind::Units => unit_files.push(renamed(file, &mut taken)),
                Kind::Box => boxes.extend(ids.next().map(|id| (id.clone(), renamed(file, &mut taken)))),
                // Its changes stand in the one variant.
                Kind::Variant => {}
            }
        }
        for one in &data.boxes {
            let Some(id) = ids.next() else { continue };
            let file = GivenFile { name: format!("{id}.toml"), text: toml::of_box(one) };
            boxes.push((id.clone(), renamed(&file, &mut taken)));
        }
        Made { units: data.units.clone(), variant: variant(&loaded.pack), boxes, unit_files }
    }

    /// The id that a duel of the program knows a unit by: a unit of a box from a file is written out as one of its own.
    fn unit(&mut self, loaded: &Loaded, id: &str) -> String {
        let Some((of, unit)) = id.split_once(BOX_UNIT) else { return id.to_owned() };
        let node = loaded.pack.root.at(&["boxes", of, "unit", unit]);
        let Some(node) = node.filter(|_| self.boxes.iter().any(|(own, _)| own == of)) else {
            return id.to_owned();
        };
        let own = format!("{of}-{unit}");
        if self.units.iter().all(|unit| unit.get("id").and_then(Value::as_str) != Some(own.as_str())) {
            let mut copy = written(node);
            copy.insert("id".to_owned(), Value::from(own.as_str()));
            self.units.push(copy);
        }
        own
    }

    /// The name of a box in a command: its file, where it has one.
    fn box_name(&self, id: &str) -> String {
        let file = self.boxes.iter().find(|(own, _)| own == id);
        file.map_or_else(|| id.to_owned(), |(_, file)| file.name.clone())
    }

    fn command(&self, data: &Data, mut words: Vec<String>, seed: u64, games: Option<u64>) -> String {
        let mut option = |name: &str, value: &str| words.push(format!("--{name} {}", quoted(value)));
        option("rules", &data.rules);
        if self.variant.is_some() {
            option("variant", VARIANT);
        }
        self.unit_files.iter().for_each(|file| option("units", &file.name));
        if !self.units.is_empty() {
            option("units", UNITS);
        }
        games.iter().for_each(|games| option("games", &games.to_string()));
        option("seed", &seed.to_string());
        words.join(" ")
    }

    fn files(self) -> Vec<GivenFile> {
        let file = |name: &str, text: String| GivenFile { name: name.to_owned(), text };
        let mut files = self.unit_files;
        if !self.units.is_empty() {
            files.push(file(UNITS, toml::units(&self.units)));
        }
        files.extend(self.boxes.into_iter().map(|(_, file)| file));
        files.extend(self.variant.map(|text| file(VARIANT, text)));
        files
    }
}

/// A file under a name that no other has.
fn renamed(file: &GivenFile, taken: &mut Vec<String>) -> GivenFile {
    let mut name = file.name.clone();
    let mut count = 1;
    while taken.contains(&name) {
        count += 1;
        name = format!("{count}-{}", file.name);
    }
    taken.push(name.clone());
    GivenFile { name, text: file.text.clone() }
}

/// All changes of the rules as one variant.
fn variant(pack: &Pack) -> Option<String> {
    let lines: Vec<String> = pack
        .changed
        .iter()
        .filter_map(|change| Some(format!("{} = {}\n", change.key, change.after.as_ref()?)))
        .collect();
    (!lines.is_empty()).then(|| format!("why = \"tried in the playground\"\n\n{}", lines.concat()))
}

/// A duel of the program takes figures from the unit: a unit of another number is written out as one of its own.
fn sized(loaded: &Loaded, made: &mut Made, duel: &Duel, ids: &[String; 2]) -> Duel {
    let mut named = Duel { a: ids[0].clone(), b: ids[1].clone(), ..duel.clone() };
    for (at, id) in ids.iter().enumerate() {
        let Some(figures) = duel.figures[at] else { continue };
        let own = made.units.iter().find(|unit| unit.get("id").and_then(Value::as_str) == Some(id));
        let unit = own.cloned().or_else(|| {
            let node = match id.split_once(BOX_UNIT) {
                Some((of, unit)) => loaded.pack.root.at(&["boxes", of, "unit", unit]),
                None => loaded.pack.root.at(&["units", id]),
            };
            node.map(written)
        });
        let Some(mut unit) = unit else { continue };
        let new = format!("{}-x{figures}", id.replace(BOX_UNIT, "-"));
        unit.insert("id".to_owned(), Value::from(new.as_str()));
        resize(&mut unit, figures);
        made.units.retain(|other| other.get("id").and_then(Value::as_str) != Some(new.as_str()));
        made.units.push(unit);
        if at == 0 { named.a = new } else { named.b = new }
    }
    named
}

/// Gives a unit whose figures are alike so many of them.
fn resize(unit: &mut Map<String, Value>, figures: u32) {
    match unit.get_mut("figures") {
        Some(Value::Array(groups)) => {
            groups.truncate(1);
            if let Some(Value::Object(group)) = groups.first_mut() {
                group.insert("count".to_owned(), Value::from(figures));
            }
        }
        Some(count) => *count = Value::from(figures),
        None => {}
    }
}

fn duel_words(duel: &Duel) -> Vec<String> {
    let mut words = vec!["muster duel".to_owned(), quoted(&duel.a), quoted(&duel.b)];
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name} {}", quoted(&value))));
    };
    option("policy-a", duel.policies[0].clone());
    option("policy-b", duel.policies[1].clone());
    option("start", duel.start.map(|inches| inches.to_string()));
    option("room", duel.room.map(|inches| inches.to_string()));
    option("max-turns", duel.max_turns.map(|turns| turns.to_string()));
    words
}

fn battle_words(battle: &Battle, boxes: &[String; 2]) -> Vec<String> {
    let mut words = vec!["muster battle".to_owned(), quoted(&boxes[0]), quoted(&boxes[1])];
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name} {}", quoted(&value))));
    };
    option("conditions", battle.conditions.clone());
    option("plan-a", battle.plans[0].clone());
    option("plan-b", battle.plans[1].clone());
    option("max-turns", battle.max_turns.map(|turns| turns.to_string()));
    if battle.limit_is_draw {
        words.push("--limit-draw".to_owned());
    }
    words
}

/// What is in a file, read with the data that it lies over.
///
/// # Errors
/// Every complaint about it.
pub(crate) fn import(asked: &ImportRequest) -> Result<Imported, Trouble> {
    let mut data = asked.data.clone();
    data.files.push(asked.file.clone());
    // A file of the user may bring the units and boxes that the page has of its own.
    let kind = Kind::of(&asked.file.text);
    let loaded = Loaded::read(&data)?;
    let before = match kind {
        Kind::Variant => Some(Loaded::read(&asked.data)?),
        Kind::Units | Kind::Box => None,
    };
    let root = &loaded.pack.root;
    let own = |count: usize| loaded.pack.unit_ids_from_files.len().saturating_sub(count);
    let mut imported = Imported {
        kind: String::new(),
        says: String::new(),
        file: asked.file.clone(),
        units: Vec::new(),
        boxes: Vec::new(),
        set: Vec::new(),
        warnings: loaded.warnings.iter().map(Complaint::from).collect(),
    };
    match kind {
        Kind::Units => {
            let ids = &loaded.pack.unit_ids_from_files;
            let last = own(data.units.len());
            // The file stands after those before it and before the units of the page.
            let earlier = Loaded::read(&asked.data)?.pack.unit_ids_from_files.len() - asked.data.units.len();
            let nodes = ids[earlier.min(last)..last].iter().filter_map(|id| root.at(&["units", id]));
            imported.units = nodes.map(written).collect();
            "units".clone_into(&mut imported.kind);
            imported.says = format!("{}: {}", counted(imported.units.len(), "unit"), names(&imported.units));
        }
        Kind::Box => {
            let at = loaded.pack.box_ids_from_files.len().saturating_sub(data.boxes.len() + 1);
            let id = loaded.pack.box_ids_from_files.get(at);
            let node = id.and_then(|id| root.at(&["boxes", id]));
            imported.boxes = node.map(written).into_iter().collect();
            "box".clone_into(&mut imported.kind);
            let facts = loaded.game.boxes().iter().find(|one| Some(&one.id) == id);
            imported.says = facts.map_or_else(String::new, box_says);
        }
        Kind::Variant => {
            let known: Vec<_> = before.iter().flat_map(|before| &before.pack.changed).collect();
            let new =
                loaded.pack.changed.iter().filter(|change| {
                    known.iter().all(|old| old.key != change.key || old.after != change.after)
                });
            imported.set =
                new.filter_map(|change| Some(format!("{}={}", change.key, change.after.as_ref()?))).collect();
            "variant".clone_into(&mut imported.kind);
            imported.says = format!("a variant: {}", counted(imported.set.len(), "change"));
        }
    }
    Ok(imported)
}

fn box_says(facts: &BoxFacts) -> String {
    format!("the box {} with {}", facts.name, counted(facts.units.len(), "unit"))
}

fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

fn names(units: &[Map<String, Value>]) -> String {
    let name = |unit: &Map<String, Value>| {
        let text = |key: &str| unit.get(key).and_then(Value::as_str).map(str::to_owned);
        text("name").or_else(|| text("id")).unwrap_or_default()
    };
    units.iter().map(name).collect::<Vec<_>>().join(", ")
}
