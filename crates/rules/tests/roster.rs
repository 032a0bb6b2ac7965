//! Forces put together in memory, and units one step better.

use muster_dice::Seed;
use muster_rules::orders::Plan;
use muster_rules::pack::{Sources, load};
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game, Roster, rule_set};

fn game(id: &str) -> Box<dyn Game> {
    let (pack, _) = load(&Sources::of_set(id)).unwrap_or_else(|found| panic!("{found}"));
    let set = rule_set(id).unwrap();
    set.read(&pack).unwrap_or_else(|found| panic!("{found}")).0
}

fn chimera() -> Box<dyn Game> {
    game("chimera")
}

fn roster(units: &[(&str, Option<u32>)]) -> Roster {
    Roster { units: units.iter().map(|(id, figures)| ((*id).to_owned(), *figures)).collect() }
}

fn on(conditions: &str) -> BattleSpec {
    BattleSpec {
        conditions: conditions.to_owned(),
        plans: [Plan::Combined; 2],
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    }
}

#[test]
fn a_roster_fights_with_the_figures_that_it_names() {
    let game = chimera();
    let a = roster(&[("light-foot", Some(9)), ("cannon", None), ("elephants", Some(3))]);
    let b = roster(&[("heavy-cavalry", Some(7)), ("longbowmen", None)]);
    let matchup = game.battle_of(&a, &b, &on("mix")).unwrap();
    assert_eq!(matchup.start(), [9 + 4 + 3, 7 + 12]);
    assert_eq!(matchup.names()[0], "light-foot x 9 + cannon + elephants x 3");
    let tally = matchup.play(Seed(3), 0..200, DiceKind::Tables, false);
    assert_eq!(tally.games(), 200);
    let again = matchup.play(Seed(3), 0..200, DiceKind::Tables, false);
    assert_eq!(tally, again);
    // From the other chair it is the same battle.
    let exchanged = game.battle_of(&b, &a, &on("mix")).unwrap();
    assert_eq!(exchanged.play(Seed(3), 0..200, DiceKind::Tables, false).mirrored(), tally);
}

#[test]
fn units_of_boxes_fight_under_the_name_of_their_box_and_mixed_ones_may_be_smaller() {
    let game = chimera();
    // The right horn has figures of two kinds: it may shrink and not grow.
    let zulus = game.boxes().iter().find(|one| one.id == "zulus").unwrap();
    let mixed = zulus.units.iter().find(|unit| !unit.alike).unwrap();
    let id = format!("zulus:{}", mixed.id);
    let enemy = roster(&[("light-foot", None)]);
    let start = |figures: Option<u32>| {
        game.battle_of(&roster(&[(&id, figures)]), &enemy, &on("open")).map(|matchup| matchup.start()[0])
    };
    assert_eq!(start(None), Ok(mixed.figures));
    assert_eq!(start(Some(3)), Ok(3));
    assert!(start(Some(mixed.figures + 1)).is_err() && start(Some(0)).is_err());
    let own = game.duel(&id, &id, &DuelSpec::default()).unwrap();
    assert_eq!(own.start(), [mixed.figures; 2]);
    assert!(game.duel("zulus:nobody", "light-foot", &DuelSpec::default()).is_err());
}

#[test]
fn a_larger_roster_wins_more() {
    let game = chimera();
    let score = |figures: u32| {
        let a = roster(&[("light-foot", Some(figures)), ("archers", Some(figures))]);
        let b = roster(&[("light-foot", Some(12)), ("archers", Some(12))]);
        let total =
            game.battle_of(&a, &b, &on("open")).unwrap().play(Seed(1), 0..2000, DiceKind::Tables, false);
        total.total().wins
    };
    // One in 2000 games at even strength has a standard deviation of 22: these lie hundreds apart.
    assert!(
        score(9) + 300 < score(12) && score(12) + 300 < score(16),
        "{} {} {}",
        score(9),
        score(12),
        score(16)
    );
}

#[test]
fn rosters_that_cannot_be_are_refused() {
    let game = chimera();
    let sound = roster(&[("light-foot", None)]);
    let cases = [
        (roster(&[]), "mix", "0 units"),
        (roster(&[("light-foot", None); 65]), "mix", "65 units"),
        (roster(&[("lihgt-foot", None)]), "mix", "lihgt-foot"),
        (roster(&[("cannon", Some(7))]), "mix", "cannon"),
        (roster(&[("light-foot", Some(0))]), "mix", "0 figures"),
        (roster(&[("elephants", Some(900))]), "mix", "900 figures"),
        (sound.clone(), "moon", "moon"),
    ];
    for (bad, conditions, named) in cases {
        let refused = game.battle_of(&bad, &sound, &on(conditions)).err().unwrap();
        assert!(refused.what.contains(named), "{refused}");
    }
}

#[test]
fn a_mix_names_its_parts() {
    let game = chimera();
    let facts = |id: &str| game.conditions().iter().find(|one| one.id == id).unwrap().clone();
    assert!(facts("open").parts.is_empty());
    let parts = facts("mix").parts;
    assert!(
        parts.len() > 1 && parts.iter().all(|(part, weight)| *weight > 0 && !facts(part).name.is_empty())
    );
}

#[test]
fn a_step_changes_one_field_of_one_unit() {
    let game = chimera();
    let steps = game.steps("archers").unwrap();
    let ids: Vec<&str> = steps.iter().map(|step| step.id.as_str()).collect();
    assert_eq!(ids, ["save", "melee-points", "firepower", "armour-piercing", "range", "move"]);
    assert_eq!(steps[0].says, "save 5+ instead of 6+");
    assert_eq!(steps[5].says, "move 12\" instead of 9\"");
    assert_eq!(game.steps("light-foot").unwrap().len(), 3, "nothing to shoot with");
    let better = game.stepped("archers", "save").unwrap();
    let solve = |game: &dyn Game| {
        let matchup = game.duel("archers", "javelin-men", &DuelSpec::default()).unwrap();
        matchup.solve(u64::MAX).unwrap().score()
    };
    assert!(solve(better.as_ref()) > solve(game.as_ref()) + 0.05);
    for (was, is) in game.units().iter().zip(better.units()) {
        assert_eq!(was == is, was.id != "archers");
    }
    assert!(game.stepped("light-foot", "range").is_err() && game.stepped("nobody", "save").is_err());
}

#[test]
fn formulas_look_at_a_figure() {
    let game = chimera();
    let facts = game.formula_facts("heavy-foot").unwrap();
    // Saves on 4 or more: every second wound removes a figure.
    assert!((facts.attack - 1.0).abs() < 1e-12 && (facts.durability - 2.0).abs() < 1e-12, "{facts:?}");
    assert_eq!(game.formula_facts("heavy-tanks"), None, "its save cannot fail unless something pierces it");
}

// CHIMERA Movement ¶3: who has a ranged weapon forgoes the further 3", so that a javelin is not all gain.
#[test]
fn a_unit_dominates_what_it_is_nowhere_worse_than() {
    let game = chimera();
    let foot = ["light-foot", "shield-foot", "javelin-men", "archers", "longbowmen"];
    let found: Vec<(&str, &str)> = foot
        .iter()
        .flat_map(|one| foot.iter().map(move |other| (*one, *other)))
        .filter(|(one, other)| game.dominates(one, other))
        .collect();
    assert_eq!(found, [("shield-foot", "light-foot"), ("longbowmen", "archers")]);
    assert!(!game.dominates("heavy-tanks", "tanks"), "they are slower");
    assert!(!game.dominates("tanks", "armoured-cars") && game.dominates("half-tracks", "armoured-cars"));
    assert!(!game.dominates("rifle-squad", "light-foot"), "its figures differ");
    assert!(!game.dominates("cannon", "light-foot") && !game.dominates("nobody", "light-foot"));
}

// 2000 games of either: a shift of 0.05 lies beyond four standard errors. A larger quality die tests, shoots and fights better.
#[test]
fn blood_and_steel_units_are_a_die_better_at_a_time() {
    let game = game("blood-and-steel");
    let ids =
        |unit: &str| -> Vec<String> { game.steps(unit).unwrap().into_iter().map(|step| step.id).collect() };
    assert_eq!(ids("longbows"), ["quality", "leadership", "armour", "melee", "firepower", "impact"]);
    assert_eq!(ids("heavy-swords"), ["quality", "leadership", "armour", "melee"], "nothing to shoot with");
    assert_eq!(game.steps("longbows").unwrap()[0].says, "quality d10 instead of d8");
    let better = game.stepped("heavy-swords", "quality").unwrap();
    let score = |game: &dyn Game| {
        let matchup = game.duel("heavy-swords", "halberdiers", &DuelSpec::default()).unwrap();
        let total = matchup.play(Seed(5), 0..2000, DiceKind::Plain, false).total();
        (total.wins as f64 + total.draws as f64 / 2.0) / 2000.0
    };
    assert!(score(better.as_ref()) > score(game.as_ref()) + 0.05);
    assert!(game.stepped("heavy-swords", "range").is_err() && game.stepped("nobody", "quality").is_err());
    assert!(
        game.dominates("veteran-longbows", "longbows") && !game.dominates("longbows", "veteran-longbows")
    );
    assert!(!game.dominates("knights", "heavy-swords"), "they ride");
    let facts = game.formula_facts("heavy-swords").unwrap();
    // A d8 of armour is beaten by d4, d6, d8, d10, d12 with 6/32, 15/48, 28/64, 44/80 and 60/96: 2.1 in 5.
    assert!(
        (facts.attack - 8.0).abs() < 1e-12 && (facts.durability - 5.0 / 2.1125).abs() < 1e-9,
        "{facts:?}"
    );
    assert_eq!(game.formula_facts("dragon"), None, "it is no figure of troops");
}

#[test]
fn firefight_units_dominate_what_they_are_nowhere_worse_than() {
    let game = game("firefight");
    let squads = ["conscripts", "guardsmen", "guardsmen-5", "veterans", "rocket-team", "sharpshooters"];
    let found: Vec<(&str, &str)> = squads
        .iter()
        .flat_map(|one| squads.iter().map(move |other| (*one, *other)))
        .filter(|(one, other)| game.dominates(one, other))
        .collect();
    // Sharpshooters shoot further and better, and half as often; half a squad is as good as a whole one, man for man.
    let fewer =
        |better: &'static str| [(better, "conscripts"), (better, "guardsmen"), (better, "guardsmen-5")];
    let mut expected = vec![("guardsmen", "conscripts"), ("guardsmen-5", "conscripts")];
    expected.extend(fewer("veterans"));
    expected.extend(fewer("rocket-team"));
    assert_eq!(found, expected);
    assert!(game.dominates("guardsmen-in-cover", "guardsmen") && game.dominates("death-robots", "guardsmen"));
    assert!(!game.dominates("stoics", "conscripts"), "what a doctrine is worth has no order of its own");
    assert!(!game.dominates("veterans", "guardsmen-with-gun"), "its models differ");
    assert!(!game.dominates("horsemen", "guardsmen") && !game.dominates("nobody", "guardsmen"));
    assert!(!game.dominates("land-galley", "armoured-car"), "more armour, and not buttoned up");
}
