//! Everything that can be chosen.

use muster_rules::orders::{Plan, Policy};
use muster_rules::pack::{Node, Sources, load};
use muster_rules::terms::policy_of;
use muster_rules::{BOX_UNIT, BoxFacts, RULE_SETS, SourceFacts, UnitFacts};
use serde_json::{Map, Value};

use crate::data::Loaded;
use crate::numbers::{numbers, rulings};
use crate::protocol::{
    BoxShown, Catalogue, Choice, Complaint, ConditionsShown, Lists, SetShown, Sets, UnitShown, VariantShown,
};
use crate::toml;
use crate::trouble::Trouble;

/// Tables of the data that units are made of.
pub(crate) const LISTS: [&str; 4] = ["weapons", "troops", "monsters", "doctrines"];

/// The rule sets.
///
/// # Errors
/// Built-in data that cannot be read, which no test would let pass.
pub(crate) fn sets() -> Result<Sets, Trouble> {
    let shown =
        |id: &str| -> Result<SetShown, Trouble> { Ok(set_shown(id, &load(&Sources::of_set(id))?.0.root)) };
    Ok(Sets {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        sets: RULE_SETS.iter().map(|set| shown(set.id())).collect::<Result<_, _>>()?,
    })
}

fn set_shown(id: &str, root: &Node) -> SetShown {
    let about = |key: &str| root.at(&["about", key]).and_then(Node::as_text).unwrap_or_default().to_owned();
    let name = about("name");
    let name = if name.is_empty() { id.to_owned() } else { name };
    SetShown { id: id.to_owned(), name, text: about("text"), note: about("note") }
}

/// The catalogue of the data.
///
/// # Errors
/// Built-in data that cannot be read.
pub(crate) fn of(loaded: &Loaded) -> Result<Catalogue, Trouble> {
    let (pack, game) = (&loaded.pack, loaded.game.as_ref());
    let (usual, _) = load(&Sources::of_set(pack.set.as_str()))?;
    let units =
        game.units().iter().map(|unit| unit_shown(unit, unit.id.clone(), pack.root.at(&["units", &unit.id])));
    let conditions = game.conditions().iter().map(|one| ConditionsShown {
        id: one.id.clone(),
        name: one.name.clone(),
        says: one.says.clone(),
        parts: one.parts.clone(),
    });
    Ok(Catalogue {
        set: set_shown(&pack.set, &pack.root),
        data_hash: pack.hash.clone(),
        seats: game.seats().map(str::to_owned),
        strengths: game.strengths().map(|both| both.map(str::to_owned)),
        units: units.collect(),
        boxes: game.boxes().iter().map(|one| box_shown(one, pack.root.at(&["boxes", &one.id]))).collect(),
        lists: lists(&pack.root),
        conditions: conditions.collect(),
        policies: Policy::ALL.iter().map(|policy| choice(policy.word(), policy_says(*policy))).collect(),
        plans: Plan::ALL.iter().map(|plan| choice(plan.word(), plan_says(*plan))).collect(),
        covers: covers(),
        numbers: numbers(&pack.root, &usual.root, &loaded.ranges),
        rulings: rulings(&pack.root, &usual.root),
        variants: variants(&usual)?,
        changed: pack.changed.iter().map(ToString::to_string).collect(),
        warnings: loaded.warnings.iter().map(Complaint::from).collect(),
    })
}

/// A unit with the id that a duel names it by.
fn unit_shown(unit: &UnitFacts, id: String, node: Option<&Node>) -> UnitShown {
    let said = SaidOf::of(unit.source.as_ref());
    UnitShown {
        id,
        name: unit.name.clone(),
        figures: unit.figures,
        melee_points: unit.melee_points,
        firepower: unit.firepower,
        shoots: unit.shoots,
        alike: unit.alike,
        policy: policy_of(None, unit.shoots).word().to_owned(),
        values: unit.values.clone(),
        parts: unit.parts.clone(),
        status: said.status,
        source: said.source,
        why: said.why,
        written: node.map(written).unwrap_or_default(),
    }
}

fn box_shown(one: &BoxFacts, node: Option<&Node>) -> BoxShown {
    let unit_node = |id: &str| node.and_then(|node| node.at(&["unit", id]));
    let units = one
        .units
        .iter()
        .map(|unit| unit_shown(unit, format!("{}{BOX_UNIT}{}", one.id, unit.id), unit_node(&unit.id)));
    BoxShown {
        id: one.id.clone(),
        name: one.name.clone(),
        maker: one.maker.clone(),
        era: one.era.clone(),
        figures: one.figures,
        units: units.collect(),
        written: node.map(written).unwrap_or_default(),
    }
}

/// An entry as it stands in its file.
pub(crate) fn written(node: &Node) -> Map<String, Value> {
    node.as_table().map(toml::object).unwrap_or_default()
}

/// Source and status, empty where nothing is said.
struct SaidOf {
    status: String,
    source: String,
    why: String,
}

impl SaidOf {
    fn of(source: Option<&SourceFacts>) -> SaidOf {
        let text = |of: &dyn Fn(&SourceFacts) -> String| source.map(of).unwrap_or_default();
        SaidOf {
            status: text(&|said| said.status.clone()),
            source: text(&|said| said.source.clone()),
            why: text(&|said| said.why.clone().unwrap_or_default()),
        }
    }
}

fn lists(root: &Node) -> Lists {
    let entries = |list: &str| -> Option<Vec<Map<String, Value>>> {
        let table = root.get(list)?.as_table()?;
        let entry = |(id, node): (&String, &Node)| -> Option<Map<String, Value>> {
            let mut entry = toml::object(node.as_table()?);
            entry.insert("id".to_owned(), Value::from(id.as_str()));
            Some(entry)
        };
        Some(table.iter().filter_map(entry).collect())
    };
    LISTS.iter().filter_map(|list| Some(((*list).to_owned(), entries(list)?))).collect()
}

fn variants(pack: &muster_rules::pack::Pack) -> Result<Vec<VariantShown>, Trouble> {
    let shown = |name: &str| -> Result<VariantShown, Trouble> {
        let about = pack.document(&format!("variants/{name}.toml"))?;
        let why = about.as_ref().and_then(|about| about.get("why")).and_then(Node::as_text);
        let changes = pack.variant_changes(name).transpose()?.unwrap_or_default();
        Ok(VariantShown {
            name: name.to_owned(),
            why: why.unwrap_or_default().to_owned(),
            changes: changes.iter().map(ToString::to_string).collect(),
        })
    };
    pack.variant_names().into_iter().map(shown).collect()
}

/// A word with its name for people.
pub(crate) fn choice(word: &str, says: &str) -> Choice {
    let mut letters = word.chars();
    let name: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    Choice { id: word.to_owned(), name: name.replace('-', " "), says: says.to_owned() }
}

/// Starts of cover that a unit may have, in the words of the unit files.
pub(crate) fn covers() -> Vec<Choice> {
    [
        ("none", "It starts in the open."),
        ("soft", "It starts behind a hedge or in a wood."),
        ("hard", "It starts behind a wall or in a house."),
    ]
    .map(|(word, says)| choice(word, says))
    .to_vec()
}

const fn policy_says(policy: Policy) -> &'static str {
    match policy {
        Policy::Charge => "Moves at full rate toward the enemy, into contact when it can.",
        Policy::Hold => "Never moves.",
        Policy::Advance => "Moves toward the enemy, but stops at its own longest range.",
        Policy::Skirmish => "Keeps out of the enemy's reach, and otherwise advances.",
    }
}

const fn plan_says(plan: Plan) -> &'static str {
    match plan {
        Plan::Assault => "All charge.",
        Plan::FireLine => "Shooters hold; the rest wait until an enemy is within reach, then charge.",
        Plan::Combined => "Shooters advance; the rest charge.",
        Plan::Skirmish => "Shooters keep out of reach; the rest guard them and charge what comes near.",
    }
}
