//! Battles: characters, wizards, monsters and engines at work, and what every match-up must keep.

use muster_dice::Seed;
use muster_rules::orders::Plan;
use muster_rules::{BattleSpec, DiceKind, Game, Roster};

use super::support::{game, spec, told};

fn tells(lines: &[String], what: &str) -> bool {
    lines.iter().any(|line| line.contains(what))
}

#[test]
fn every_force_plays_and_told_games_end_as_silent_ones() {
    let game = game(&[]);
    let ids: Vec<String> = game.boxes().iter().map(|one| one.id.clone()).collect();
    let conditions: Vec<String> = game.conditions().iter().map(|one| one.id.clone()).collect();
    for (at, id) in ids.iter().enumerate() {
        let enemy = &ids[(at + 3) % ids.len()];
        let plans = [Plan::ALL[at % 4], Plan::ALL[at / 4 % 4]];
        let one = spec(&conditions[at % conditions.len()], plans);
        let matchup = game.battle(id, enemy, &one).unwrap();
        let silent = matchup.play(Seed(8), 0..12, DiceKind::Tables, true);
        assert_eq!(silent, matchup.play(Seed(8), 0..12, DiceKind::Tables, true));
        let exchanged = spec(&one.conditions, [plans[1], plans[0]]);
        let mirrored =
            game.battle(enemy, id, &exchanged).unwrap().play(Seed(8), 0..12, DiceKind::Tables, true);
        assert_eq!(silent, mirrored.mirrored(), "{id} v {enemy}");
        for number in [0, 1, 6, 7] {
            let story = matchup.story(Seed(8), number);
            let mut told = muster_results::Tally::new(matchup.start());
            told.count(number, story.seating, &story.end);
            assert_eq!(told, matchup.play(Seed(8), number..number + 1, DiceKind::Tables, false), "{id}");
        }
    }
}

#[test]
fn a_force_against_itself_scores_one_half() {
    let game = game(&[]);
    let matchup = game.battle("kings-host", "kings-host", &spec("mix", [Plan::Combined; 2])).unwrap();
    assert!(matchup.is_mirror());
    let total = matchup.play(Seed(2), 0..40, DiceKind::Tables, false).total();
    assert_eq!(total.wins, total.losses);
}

#[test]
fn characters_rally_and_let_others_act_and_are_missed() {
    let game = game(&[]);
    let rising = told(&game, ["peasant-rising", "siege-train"], Plan::Combined, 12);
    assert!(tells(&rising, " rallied by "), "the captain rallies");
    assert!(tells(&rising, "lets "), "a character lets others act");
    assert!(tells(&rising, "forms up from its column"), "the militia marches");
    let hosts = told(&game, ["kings-host", "order-of-lances"], Plan::Assault, 12);
    assert!(tells(&hosts, "lost its character") || tells(&hosts, "lost their character"), "characters die");
    assert!(tells(&hosts, "at the death of the character"), "and are missed");
}

/// Characters who join, leave, fall with their units and flee with them are each counted once.
#[test]
fn figures_are_accounted_for_where_characters_join_units() {
    let game = game(&[]);
    let mut lines = Vec::new();
    for pair in
        [["peasant-rising", "siege-train"], ["free-company", "peasant-rising"], ["siege-train", "kings-host"]]
    {
        let matchup = game.battle(pair[0], pair[1], &spec("open", [Plan::Assault; 2])).unwrap();
        for number in 0..24 {
            let story = matchup.story(Seed(12), number);
            for (force, start) in matchup.start().into_iter().enumerate() {
                let lost: u32 = story.end.lost[force].iter().sum();
                assert_eq!(lost + story.end.left[force], start, "{pair:?}, game {number}");
            }
            lines.extend(story.lines);
        }
    }
    assert!(tells(&lines, "joins "), "characters join units");
    assert!(tells(&lines, "leaves "), "and leave them");
}

#[test]
fn wizards_cast_all_their_spells() {
    let game = game(&[]);
    let lines = told(&game, ["wizards-tower", "kings-host"], Plan::Combined, 16);
    for spell in [
        "casts a fireball at",
        "casts an attack spell on",
        "casts a defence spell on",
        "casts a movement spell on",
    ] {
        assert!(tells(&lines, spell), "{spell}");
    }
    assert!(tells(&lines, "\" toward the enemy"), "a unit is carried so many inches");
    let towers = told(&game, ["wizards-tower", "wizards-tower"], Plan::Combined, 4);
    assert!(tells(&towers, " and a counterspell of d"), "wizards counter each other");
}

#[test]
fn monsters_fight_and_riderless_ones_lose_heart() {
    let game = game(&[]);
    let lines = told(&game, ["dragon-lords-court", "beast-host"], Plan::Assault, 16);
    assert!(tells(&lines, "The dragon lord"));
    assert!(tells(&lines, "Giant"));
    // Three melee dice and more: a rider's, his mount's, its fire.
    assert!(tells(&lines, "and d12x3 and d12"), "the dragon's dice and its fire");
    assert!(tells(&lines, "has lost its rider and is "), "the levels that it loses");
}

#[test]
fn engines_shoot_with_the_dice_of_the_text() {
    let game = game(&[]);
    let lines = told(&game, ["siege-train", "free-company"], Plan::FireLine, 6);
    // The great cannon: veteran d10 and d6; the catapult: regular d8 and d8; the bolt thrower: d8 and d10.
    for (engine, dice) in [
        ("Great cannon", "with d10 and d6"),
        ("Catapult", "with d8 and d8"),
        ("Bolt thrower", "with d8 and d10"),
    ] {
        let shoots = lines.iter().any(|line| line.contains(engine) && line.contains(dice));
        assert!(shoots, "{engine} {dice}");
    }
}

#[test]
fn attacks_from_the_flank_and_the_rulings_of_the_table_matter() {
    let play = |sets: &[&str], pair: [&str; 2]| {
        let game = game(sets);
        let matchup = game.battle(pair[0], pair[1], &spec("open", [Plan::Assault; 2])).unwrap();
        matchup.play(Seed(6), 0..24, DiceKind::Tables, false)
    };
    let horse = ["order-of-lances", "free-company"];
    for (set, pair) in [
        ("facing.front_squared_cosine=1", horse),
        ("characters.reach=0", ["peasant-rising", "free-company"]),
        ("threat.march=0", ["peasant-rising", "siege-train"]),
        ("magic.attack=0", ["wizards-tower", "free-company"]),
        ("magic.defence=0", ["wizards-tower", "free-company"]),
        ("characters.rider_lost=0", ["beast-host", "free-company"]),
        ("rulings.march.chosen=base_move", ["peasant-rising", "siege-train"]),
        ("rulings.terror.chosen=plus_one", ["dragon-lords-court", "free-company"]),
    ] {
        assert_ne!(play(&[], pair), play(&[set], pair), "{set} changes nothing in {pair:?}");
    }
}

/// Two forces of one unit each on bare ground, charging: the battle and the duel are the same game but for the way that a
/// routed unit leaves, so the scores agree.
#[test]
fn a_battle_of_one_unit_a_side_scores_as_the_duel() {
    use muster_rules::DuelSpec;
    use muster_rules::orders::Policy;
    let folder = tempfile::tempdir().unwrap();
    let units = [
        ("one", "figures = 10\nquality = \"regular\"\narmour = \"heavy\"\nweapons = [\"sword\"]"),
        ("two", "figures = 10\nquality = \"green\"\narmour = \"light\"\nweapons = [\"two-handed\"]"),
    ];
    let mut files = Vec::new();
    let mut boxes = Vec::new();
    for (id, keys) in units {
        let file = folder.path().join(format!("{id}.toml"));
        std::fs::write(&file, format!("[[unit]]\nid = \"{id}\"\n{keys}\n")).unwrap();
        files.push(file);
        let file = folder.path().join(format!("box-{id}.toml"));
        let text = format!(
            "[box]\nid = \"box-{id}\"\nname = \"{id}\"\nmaker = \"none\"\n\n[[unit]]\nid = \"{id}\"\n{keys}\n"
        );
        std::fs::write(&file, text).unwrap();
        boxes.push(file);
    }
    let sources = muster_rules::pack::Sources {
        unit_files: files,
        box_files: boxes,
        ..muster_rules::pack::Sources::of_set("blood-and-steel")
    };
    let (pack, _) = muster_rules::pack::load(&sources).unwrap();
    let (game, _) = muster_rules::blood_and_steel::BloodAndSteelGame::read(&pack).unwrap();
    let duel = DuelSpec { policies: [Some(Policy::Charge); 2], max_turns: Some(20), ..DuelSpec::default() };
    let battle = BattleSpec { limit_is_draw: true, ..spec("open", [Plan::Assault; 2]) };
    let games = 20_000;
    let score = |tally: &muster_results::Tally| {
        let total = tally.total();
        (total.wins as f64 + total.draws as f64 / 2.0) / games as f64
    };
    let one =
        score(&game.duel("one", "two", &duel).unwrap().play(Seed(1), 0..games, DiceKind::Tables, false));
    let matchup = game.battle("box-one", "box-two", &battle).unwrap();
    let other = score(&matchup.play(Seed(2), 0..games, DiceKind::Tables, false));
    // Both sampled with 20 000 games: a difference of 0.023 would come up by chance once in 300 000 times.
    assert!((one - other).abs() < 0.0233, "duel {one}, battle {other}");
}

// 400 games at even strength have a standard deviation of 10 wins: these lie fifty and more apart.
#[test]
fn a_force_put_together_wins_more_the_larger_it_is() {
    let game = game(&[]);
    let force = |figures: u32| Roster {
        units: vec![("heavy-swords".to_owned(), Some(figures)), ("captain".to_owned(), None)],
    };
    let wins = |figures: u32| {
        let matchup =
            game.battle_of(&force(figures), &force(20), &spec("open", [Plan::Combined; 2])).unwrap();
        assert_eq!(matchup.start(), [figures + 1, 21]);
        matchup.play(Seed(1), 0..400, DiceKind::Tables, false).total().wins
    };
    let (fewer, more) = (wins(10), wins(40));
    assert!(fewer + 100 < more, "{fewer} {more}");
    let led = Roster { units: vec![("led-swords".to_owned(), Some(7))] };
    let refused = game.battle_of(&led, &force(20), &spec("open", [Plan::Combined; 2])).err().unwrap();
    assert!(refused.what.contains("led-swords"), "{refused}");
}
