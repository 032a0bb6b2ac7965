//! Reading `claims.toml`.

use muster_rules::orders::{Plan as Orders, Policy};
use muster_rules::pack::{Diagnostics, Node, Pack, Reader, Sink};
use muster_rules::{BattleSpec, DuelSpec, Game, OddsQuery};

use crate::exit::Failure;
use crate::plan::Plan;

/// The least and the greatest end of a range; an end that is there is no end at all.
pub(crate) const NO_END: f64 = 1e9;

/// A remark that can be measured.
pub(crate) struct Claim {
    /// Its name.
    pub id: String,
    /// The remark.
    pub says: String,
    /// The game that it was made about.
    pub of: Option<String>,
    /// Where it stands.
    pub source: String,
    /// Its parts, one at least.
    pub parts: Vec<Part>,
}

/// One thing that must hold.
pub(crate) struct Part {
    /// What it is, where a claim has several.
    pub says: String,
    /// What the value must come to, both ends included.
    pub range: [f64; 2],
    /// What is measured.
    pub measure: Measure,
    /// What it is divided by.
    pub over: Option<Measure>,
    /// What is taken off it.
    pub less: Option<Measure>,
}

/// What is measured of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfDuel {
    Score,
    ScoreAsA,
    ScoreAsB,
    Seat,
    Draws,
    Removed,
    ShootingShare,
    MeleeShare,
    MoraleShare,
    Turns,
}

const OF_DUEL: [(&str, OfDuel); 10] = [
    ("score", OfDuel::Score),
    ("score_as_a", OfDuel::ScoreAsA),
    ("score_as_b", OfDuel::ScoreAsB),
    ("seat", OfDuel::Seat),
    ("draws", OfDuel::Draws),
    ("removed", OfDuel::Removed),
    ("shooting_share", OfDuel::ShootingShare),
    ("melee_share", OfDuel::MeleeShare),
    ("morale_share", OfDuel::MoraleShare),
    ("turns", OfDuel::Turns),
];

/// What is measured of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfRoll {
    Mean,
    Deviation,
    AtLeast(u32),
    Suppressed,
}

/// A measure.
pub(crate) enum Measure {
    /// Two units, exactly.
    Duel { names: [String; 2], spec: DuelSpec, what: OfDuel },
    /// Two boxes, played; `draws` in place of the score.
    Battle { names: [String; 2], spec: BattleSpec, draws: bool },
    /// One roll, exactly.
    Odds { query: OddsQuery, what: OfRoll },
}

/// Reads the claims of the data.
///
/// # Errors
/// No such file, or every complaint about it.
pub(crate) fn read(plan: &Plan) -> Result<Vec<Claim>, Failure> {
    of_pack(&plan.pack, Some(&*plan.game))?.ok_or_else(|| {
        Failure::Input(format!(
            "the data of \"{}\" have no claims.toml\n  write one; that of chimera shows how",
            plan.pack.set
        ))
    })
}

/// The claims of a pack; `None` where it has no file of them. Who they are about is looked up in the game, where there is one.
///
/// # Errors
/// Every complaint about the file.
pub(crate) fn of_pack(pack: &Pack, game: Option<&dyn Game>) -> Result<Option<Vec<Claim>>, Diagnostics> {
    let Some(node) = pack.document("claims.toml")? else { return Ok(None) };
    let sink = Sink::new();
    let reader = Reader::of_node(&node, &sink);
    let claims: Vec<Claim> =
        reader.list("claim").into_iter().filter_map(|entry| claim(entry, game)).collect();
    reader.finish();
    let mut seen = std::collections::BTreeSet::new();
    for entry in reader_entries(&node, &sink) {
        let id = entry.node("id").and_then(Node::as_text).unwrap_or_default().to_owned();
        if !id.is_empty() && !seen.insert(id.clone()) {
            entry.complain("id", &format!("\"{id}\" once more"), "a name of its own", "give it another id");
        }
    }
    let (claims, _) = sink.into_diagnostics().into_result(claims)?;
    Ok(Some(claims))
}

fn reader_entries<'n>(node: &'n Node, sink: &'n Sink) -> Vec<Reader<'n>> {
    Reader::of_node(node, sink).optional_list("claim")
}

fn claim(entry: Reader<'_>, game: Option<&dyn Game>) -> Option<Claim> {
    let id = entry.text("id");
    let says = entry.text("says");
    let source = entry.text("source");
    let of = entry.optional_text("of");
    let parts: Vec<Part> = if entry.has("part") {
        let read = |part: Reader<'_>| {
            let found = read_part(&part, part.text("says").as_deref(), game);
            part.finish();
            found
        };
        entry.list("part").into_iter().filter_map(read).collect()
    } else {
        read_part(&entry, Some(""), game).into_iter().collect()
    };
    entry.finish();
    Some(Claim { id: id?, says: says?, of, source: source?, parts })
}

fn read_part(entry: &Reader<'_>, says: Option<&str>, game: Option<&dyn Game>) -> Option<Part> {
    let range = entry.numbers("range", -NO_END..=NO_END);
    let measure = entry.table("measure").and_then(|table| read_measure(table, game));
    let over = entry.optional_table("over").map(|table| read_measure(table, game));
    let less = entry.optional_table("less").map(|table| read_measure(table, game));
    let range = match range?.as_slice() {
        [low, high] if low <= high => [*low, *high],
        _ => {
            let expected = "two numbers, the lower first";
            entry.complain("range", "something else", expected, "for example range = [0.6, 1]");
            return None;
        }
    };
    let known = |measure: Option<Option<Measure>>| match measure {
        Some(None) => Err(()),
        Some(Some(measure)) => Ok(Some(measure)),
        None => Ok(None),
    };
    Some(Part {
        says: says?.to_owned(),
        range,
        measure: measure?,
        over: known(over).ok()?,
        less: known(less).ok()?,
    })
}

fn read_measure(reader: Reader<'_>, game: Option<&dyn Game>) -> Option<Measure> {
    let kind = reader.one_of("kind", &["duel", "battle", "odds"])?;
    let measure = match kind {
        0 => duel(&reader),
        1 => battle(&reader),
        _ => odds(&reader),
    };
    if let (Some(measure), Some(game)) = (&measure, game) {
        complain_of_refusal(&reader, measure, game);
    }
    reader.finish();
    measure
}

/// Complains about a measure that the game refuses: a unit, a box or conditions that are not there, a roll that cannot be.
fn complain_of_refusal(reader: &Reader<'_>, measure: &Measure, game: &dyn Game) {
    let (refused, expected) = match measure {
        Measure::Duel { names: [one, other], spec, .. } => {
            (game.duel(one, other, spec).err(), "a duel that the rules can play")
        }
        Measure::Battle { names: [one, other], spec, .. } => {
            (game.battle(one, other, spec).err(), "a battle that the rules can play")
        }
        Measure::Odds { query, .. } => (game.odds(query).err(), "a roll that the rules know"),
    };
    let Some(refused) = refused else { return };
    let named = |key: &&str| {
        let text = reader.node(key).and_then(Node::as_text);
        text.is_some_and(|text| refused.what.contains(&format!("\"{text}\"")))
    };
    let key = ["unit", "against", "conditions"].iter().find(|key| named(key));
    reader.complain(key.unwrap_or(&"kind"), &refused.what, expected, &refused.advice);
}

fn names(reader: &Reader<'_>) -> Option<[String; 2]> {
    let (unit, against) = (reader.text("unit"), reader.text("against"));
    Some([unit?, against?])
}

fn duel(reader: &Reader<'_>) -> Option<Measure> {
    let words: Vec<&str> = OF_DUEL.iter().map(|(word, _)| *word).collect();
    let what = reader.one_of("what", &words).map(|at| OF_DUEL[at].1);
    let names = names(reader);
    let mut spec = DuelSpec { start: reader.optional_number("start", 0.0..=1000.0), ..DuelSpec::default() };
    spec.max_turns = whole(reader, "max_turns", 10_000);
    if reader.has("figures") {
        match reader.wholes("figures", 1..=10_000)?.as_slice() {
            [first, second] => spec.figures = [*first, *second].map(|figures| u32::try_from(figures).ok()),
            _ => reader.complain(
                "figures",
                "something else",
                "two whole numbers",
                "for example figures = [10, 10]",
            ),
        }
    }
    if reader.has("policies") {
        match reader.texts("policies").iter().map(|word| Policy::named(word)).collect::<Vec<_>>().as_slice() {
            [Some(first), Some(second)] => spec.policies = [Some(*first), Some(*second)],
            _ => {
                let advice = "charge, hold, advance or skirmish, one for each side";
                reader.complain("policies", "something else", "two policies", advice);
            }
        }
    }
    Some(Measure::Duel { names: names?, spec, what: what? })
}

fn battle(reader: &Reader<'_>) -> Option<Measure> {
    let draws = reader.one_of("what", &["score", "draws"]).map(|at| at == 1);
    let names = names(reader);
    let mut plans = [Orders::Combined; 2];
    if reader.has("plans") {
        match reader.texts("plans").iter().map(|word| Orders::named(word)).collect::<Vec<_>>().as_slice() {
            [Some(first), Some(second)] => plans = [*first, *second],
            _ => {
                let advice = "assault, fire-line, combined or skirmish, one for each side";
                reader.complain("plans", "something else", "two plans", advice);
            }
        }
    }
    let spec = BattleSpec {
        conditions: reader.text_or("conditions", "open"),
        plans,
        max_turns: whole(reader, "max_turns", 10_000),
        limit_is_draw: false,
        respawns: [None; 2],
    };
    Some(Measure::Battle { names: names?, spec, draws: draws? })
}

fn odds(reader: &Reader<'_>) -> Option<Measure> {
    let what = reader.one_of("what", &["mean", "deviation", "at_least", "suppressed"])?;
    let least = whole(reader, "least", 1_000_000);
    let what = match (what, least) {
        (0, _) => OfRoll::Mean,
        (1, _) => OfRoll::Deviation,
        (3, _) => OfRoll::Suppressed,
        (_, Some(least)) => OfRoll::AtLeast(least),
        (_, None) => {
            reader.complain("least", "nothing", "a whole number", "say how many: least = 4");
            return None;
        }
    };
    let small =
        |key: &str| reader.optional_whole(key, -1000..=1000).and_then(|number| i32::try_from(number).ok());
    let query = OddsQuery {
        shoot: reader.optional_number("shoot", 0.0..=100_000.0),
        melee: whole(reader, "melee", 100_000),
        charging: reader.flag_or("charging", false),
        save: small("save"),
        figures: whole(reader, "figures", 10_000),
        armour_piercing: small("ap").unwrap_or(0),
        shots: whole(reader, "shots", 2000),
        volley: reader.optional_text("volley"),
        contest: reader.optional_text("contest"),
        confidence: reader.optional_text("confidence"),
        target: small("target"),
        to_hit: small("to_hit"),
        to_wound: small("to_wound"),
        models: whole(reader, "models", 200),
    };
    Some(Measure::Odds { query, what })
}

fn whole(reader: &Reader<'_>, key: &str, most: i64) -> Option<u32> {
    reader.optional_whole(key, 0..=most).and_then(|number| u32::try_from(number).ok())
}
