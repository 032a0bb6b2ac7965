//! Every number of `datasets/chimera/rules.toml` matters: changed by itself, it moves a game of the shipped data.

use muster_dice::Seed;
use muster_results::Tally;
use muster_rules::orders::{Plan, Policy};
use muster_rules::pack::{Node, Sources, Value, load};
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game, rule_set};
use muster_verify::{chimera, pack_of};

use Policy::{Advance, Charge, Hold, Skirmish};

/// Two units of the catalogue, their policies and the inches between them where the start of the data is not taken; two hundred games each.
type Meeting = (&'static str, &'static str, [Policy; 2], Option<f64>);

/// Every kind of troops that has a number of its own, once at least.
const DUELS: [Meeting; 12] = [
    ("warband", "heavy-foot", [Charge, Hold], None),
    ("legionaries", "light-cavalry", [Advance, Charge], None),
    ("heavy-cavalry", "armoured-foot", [Charge, Charge], None),
    ("chariots", "archers", [Charge, Hold], None),
    ("elephants", "javelin-men", [Charge, Skirmish], None),
    ("cannon", "musket-line", [Advance, Hold], Some(60.0)),
    ("horse-artillery", "light-foot", [Advance, Charge], Some(60.0)),
    ("tanks", "rifles", [Charge, Hold], None),
    ("heavy-tanks", "anti-tank-gun", [Charge, Hold], None),
    ("half-tracks", "lmg-squad", [Charge, Hold], None),
    ("armoured-cars", "machine-gun-crew", [Charge, Hold], None),
    ("scout-cars", "rifle-squad", [Charge, Hold], None),
];

/// Two boxes, the conditions, and the plan of both; twenty-four games each.
type Fight = (&'static str, &'static str, &'static str, Plan);

const BATTLES: [Fight; 10] = [
    ("celts", "zulus", "hedge", Plan::Assault),
    ("french-artillery", "british-infantry", "hedge", Plan::Assault),
    ("carthaginian-elephants", "greek-infantry", "hedge", Plan::Assault),
    ("celtic-chariots", "mongols", "village", Plan::Assault),
    ("us-infantry", "soviet-infantry", "woods", Plan::Assault),
    ("british-paras", "afrika-korps", "village", Plan::Combined),
    ("woodland-indians", "french-line-infantry", "village", Plan::Skirmish),
    ("french-horse-artillery", "prussian-light-cavalry", "open-36", Plan::Combined),
    ("shermans-psc", "us-infantry", "woods", Plan::Assault),
    ("shermans-psc", "churchills", "woods", Plan::Combined),
];

/// Games of the probes one after another, so that nobody plays on after the first that has moved.
fn probes(game: &dyn Game) -> impl Iterator<Item = Tally> {
    let duels = DUELS.iter().map(|(one, other, policies, start)| {
        let spec = DuelSpec { policies: policies.map(Some), start: *start, ..DuelSpec::default() };
        game.duel(one, other, &spec).unwrap().play(Seed(5), 0..200, DiceKind::Tables, false)
    });
    let battles = BATTLES.iter().map(|(one, other, conditions, plan)| {
        let spec = BattleSpec {
            conditions: (*conditions).to_owned(),
            plans: [*plan; 2],
            max_turns: None,
            limit_is_draw: false,
            respawns: [None; 2],
        };
        game.battle(one, other, &spec).unwrap().play(Seed(5), 0..24, DiceKind::Tables, false)
    });
    duels.chain(battles)
}

/// Nobody comes back by the rules as they are shipped, so the numbers of coming back are tried with it switched on.
const REINFORCED: [&str; 3] = ["respawn.pool=2", "respawn.on=3", "respawn.figures=4"];

/// What must be set beside a number before it can be changed.
fn beside(key: &str) -> &'static [&'static str] {
    match key {
        // One share for each face that does not rally.
        "morale.rallies_on" => &["morale.retreat_percent=[100, 75, 50]"],
        _ if key.starts_with("respawn.") => &REINFORCED,
        _ => &[],
    }
}

/// Every number of the rules as `section.key`, with each value that it may be changed to, the likeliest first.
fn numbers() -> Vec<(String, Vec<String>)> {
    let rules = pack_of(&Sources::of_set("chimera")).document("rules.toml").unwrap().unwrap();
    let mut found = Vec::new();
    for (section, node) in rules.as_table().unwrap() {
        for (key, node) in node.as_table().unwrap() {
            let key = format!("{section}.{key}");
            match &node.value {
                Value::Integer(now) => {
                    let others = match section.as_str() {
                        // An inch more may save no turn, and a larger base stand nobody else in the way.
                        "movement" if *now > 6 => vec![now / 2],
                        "base_area" | "battle" => vec![now * 12],
                        "duel" => vec![now / 6],
                        _ => vec![now + 1, now - 1],
                    };
                    found.push((key, others.iter().map(i64::to_string).collect()));
                }
                Value::Array(all) => found.extend((0..all.len()).map(|place| {
                    let share = |at: usize| whole(&all[at]) - if at == place { 20 } else { 0 };
                    let changed: Vec<i64> = (0..all.len()).map(share).collect();
                    (format!("{key}[{place}]"), vec![format!("{changed:?}")])
                })),
                _ => {}
            }
        }
    }
    found
}

fn whole(node: &Node) -> i64 {
    let Value::Integer(number) = node.value else { panic!("{} is no whole number", node.value.show()) };
    number
}

/// The game with one number changed; `None` where the rules refuse every other value.
fn changed(key: &str, others: &[String]) -> Option<Box<dyn Game>> {
    let key_alone = key.split('[').next().unwrap_or(key);
    others.iter().find_map(|other| {
        let mut sets: Vec<String> = beside(key).iter().map(|&set| set.to_owned()).collect();
        sets.push(format!("{key_alone}={other}"));
        let (pack, _) = load(&Sources { sets, ..Sources::of_set("chimera") }).ok()?;
        rule_set("chimera").unwrap().read(&pack).ok().map(|(game, _)| game)
    })
}

#[test]
fn every_number_of_chimera_moves_a_game() {
    let usual: Vec<Tally> = probes(chimera(&[], &[], &[]).as_ref()).collect();
    let reinforced: Vec<Tally> = probes(chimera(&REINFORCED, &[], &[]).as_ref()).collect();
    let repeated = changed("melee.points_per_die", &["5".to_owned()]).unwrap();
    assert!(probes(repeated.as_ref()).eq(usual.iter().cloned()), "the probes must repeat themselves");
    let numbers = numbers();
    assert!(numbers.len() >= 50, "only {} numbers found", numbers.len());
    let mut idle = Vec::new();
    for (key, others) in &numbers {
        let before = if key.starts_with("respawn.") { &reinforced } else { &usual };
        let Some(game) = changed(key, others) else { panic!("{key} can be nothing but what it is") };
        let felt = probes(game.as_ref()).zip(before).any(|(now, before)| now != *before);
        if !felt {
            idle.push(key);
        }
    }
    assert!(idle.is_empty(), "nothing hangs on {idle:?}");
}
