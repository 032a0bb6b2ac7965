//! Every ruling of weight H or M: its readings give different results, and the usual one is the text's.

use muster_dice::Die;
use muster_rules::blood_and_steel::BloodAndSteelGame;
use muster_rules::blood_and_steel::confidence::Confidence;
use muster_rules::blood_and_steel::formation::Drill;
use muster_rules::blood_and_steel::missile::{Hits, Shot};
use muster_rules::blood_and_steel::plan::UnitPlan;
use muster_rules::blood_and_steel::rules::{Facing, Fighter};
use muster_rules::orders::{Plan, Policy};
use muster_rules::table::Cover;
use muster_rules::{DuelSpec, Game as _};

use super::support::{fighter, game, game_with, plan, told};

/// A ruling chosen as on the command line.
fn chosen(ruling: &str, word: &str) -> String {
    format!("rulings.{ruling}.chosen={word}")
}

/// Mean casualties of both when one unit charges another, under a ruling.
fn charge(sets: &[&str], attacker: &str, defender: &str) -> [f64; 2] {
    let game = game(sets);
    let (one, other) = (plan(&game, attacker), plan(&game, defender));
    game.rules().melee([&fighter(&one, true), &fighter(&other, false)]).mean
}

/// The usual reading and another, which must differ in the casualties of a charge.
fn differs_in_melee(ruling: &str, word: &str, attacker: &str, defender: &str) -> [[f64; 2]; 2] {
    let set = chosen(ruling, word);
    let both = [charge(&[], attacker, defender), charge(&[&set], attacker, defender)];
    let apart = (0..2).any(|side| (both[0][side] - both[1][side]).abs() > 1e-6);
    assert!(apart, "{ruling} = {word} changes nothing: {both:?}");
    both
}

#[test]
fn b1_pair_by_pair_gives_other_outcomes_than_the_highest_die() {
    let outcomes = |sets: &[&str]| {
        let game = game(sets);
        let swords = plan(&game, "heavy-swords");
        game.rules().melee([&fighter(&swords, false), &fighter(&swords, false)]).outcomes()
    };
    let usual = outcomes(&[]);
    let pairwise = outcomes(&[&chosen("contest", "pairwise")]);
    assert!((usual[0] - 133.0 / 1024.0).abs() < 1e-12);
    // d8 and d8 against d8 and d8, pair by pair: a MAJOR result 0.191 of the time.
    assert!((pairwise[0] - (28.0_f64 / 64.0).powi(2)).abs() < 1e-12);
}

#[test]
fn b2_multiplying_the_melee_die_alone_takes_fewer() {
    let [usual, other] = differs_in_melee("total_of", "melee_die", "knights", "heavy-swords");
    assert!(other[0] < usual[0] && other[1] < usual[1]);
}

#[test]
fn b3_dividing_by_the_weapons_die_spares_those_whose_die_was_lowered() {
    let [usual, other] = differs_in_melee("divided_by", "weapon_die", "knights", "heavy-swords");
    assert!(other[1] < usual[1], "the swordsmen's d8 divides by more than their d6");
}

#[test]
fn b4_a_minor_result_may_spare_its_winner() {
    let [usual, other] = differs_in_melee("minor_hurts", "loser", "heavy-swords", "heavy-swords");
    assert!(other[0] < usual[0] && other[1] < usual[1]);
}

#[test]
fn b5_the_die_for_casualties_may_be_the_weapons_or_the_contests() {
    let [usual, weapon] = differs_in_melee("casualty_die", "weapon", "knights", "heavy-swords");
    assert!(weapon[1] < usual[1], "without the mounted bonus");
    let [usual, contest] = differs_in_melee("casualty_die", "contest", "barded-knights", "heavy-swords");
    assert!(contest[0] < usual[0], "the swordsmen strike with their lowered die");
}

#[test]
fn b7_ranks_may_be_partial_or_capped() {
    let ranks = |sets: &[&str], figures: u32| {
        let game = game(sets);
        let thirty = game.unit("heavy-swords").unwrap().resized(30).unwrap();
        Drill::new(&game.rules().numbers, &game.rules().rulings).ranks(figures, thirty.files)
    };
    assert_eq!([20, 19, 4].map(|figures| ranks(&[], figures)), [4, 3, 1]);
    let partial = chosen("ranks", "partial");
    assert_eq!([20, 19, 4].map(|figures| ranks(&[&partial], figures)), [4, 4, 1]);
    let capped = chosen("ranks", "capped");
    assert_eq!(ranks(&[], 30), 6);
    assert_eq!(ranks(&[&capped], 30), 4);
}

#[test]
fn b10_b12_b28_threats_follow_their_rulings() {
    let threats = |sets: &[&str]| {
        let game = game(sets);
        let rules = game.rules();
        [
            rules.defence_threat(Facing::Rear, Confidence::Shaken, false),
            rules.defence_threat(Facing::Flank, Confidence::Confident, true),
            rules.charge_threat(Confidence::Shaken, true),
        ]
    };
    assert_eq!(threats(&[]), [3, 2, 4]);
    assert_eq!(threats(&[&chosen("defender_threat", "facing_and_confidence")]), [5, 2, 4]);
    assert_eq!(threats(&[&chosen("terror", "plus_one")]), [3, 2, 3]);
    assert!(!game(&[&chosen("failed_charge", "nothing")]).rules().rulings.failed_charge_costs);
}

#[test]
fn b13_a_silenced_defender_inflicts_nothing_and_may_not_even_throw() {
    let results = |sets: &[&str]| {
        let game = game(sets);
        let swords = plan(&game, "heavy-swords");
        let silenced = Fighter { silenced: true, ..fighter(&swords, false) };
        let round = game.rules().melee([&fighter(&swords, false), &silenced]);
        (round.mean, round.outcomes()[0])
    };
    let (mean, major) = results(&[]);
    assert!(mean[0].abs() < 1e-15 && mean[1] > 0.5 && major < 0.2);
    let (_, major) = results(&[&chosen("silenced", "throws_nothing")]);
    assert!((major - 1.0).abs() < 1e-12, "both dice win when nobody throws against them");
}

#[test]
fn b17_b19_moves_follow_their_rulings() {
    let march = |sets: &[&str]| plan(&game(sets), "barded-knights").march;
    // A die of 8 thrown as high as it goes, or half of a base move of 8 inches.
    assert_eq!((march(&[]), march(&[&chosen("march", "base_move")])), (32, 16));
    let speed = |sets: &[&str]| plan(&game(sets), "light-swords").speed;
    assert_eq!((speed(&[]), speed(&[&chosen("armoured_infantry", "any")])), (16, 12));
}

fn shot(sets: &[&str], shooter: &str, target: &str, distance: i32) -> Option<Shot> {
    let game = game(sets);
    let (one, other) = (plan(&game, shooter), plan(&game, target));
    shot_of(&game, &one, &other, distance)
}

fn shot_of(game: &BloodAndSteelGame, one: &UnitPlan, other: &UnitPlan, distance: i32) -> Option<Shot> {
    let missile = *one.fire.first()?;
    game.rules().shot(
        one,
        (one.figures, one.files),
        &missile,
        other,
        other.figures,
        distance,
        Cover::None,
        0,
        None,
    )
}

/// FP 1 a man, three abreast: all of them make their number of firepower, two ranks six.
#[test]
fn b20_only_two_ranks_may_shoot() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep.toml");
    let unit = |figures: u32| {
        format!(
            "[[unit]]\nid = \"deep-{figures}\"\nname = \"Deep\"\nfigures = {figures}\nfiles = 3\nquality = \"regular\"\narmour = \"light\"\nweapons = [\"shortbow\", \"sword\"]\n"
        )
    };
    std::fs::write(&file, [4, 6, 8, 10, 15].map(unit).concat()).unwrap();
    let firepower = |sets: &[&str], figures: u32| {
        let game = game_with(sets, &[&file]);
        let (one, other) = (plan(&game, &format!("deep-{figures}")), plan(&game, "heavy-swords"));
        shot_of(&game, &one, &other, 40).unwrap().firepower.to_string()
    };
    let all = [4, 6, 8, 10, 15].map(|figures| firepower(&[], figures));
    let two = chosen("firepower_of", "two_ranks");
    let ranks = [4, 6, 8, 10, 15].map(|figures| firepower(&[&two], figures));
    // The die of so many points, d12 at most.
    assert_eq!(all, ["d4", "d6", "d8", "d10", "d12"]);
    assert_eq!(ranks, ["d4", "d6", "d6", "d6", "d6"]);
}

#[test]
fn b24_b25_engines_hit_twice_or_harder_and_their_misses_frighten() {
    assert_eq!(shot(&[], "catapult", "heavy-swords", 40).unwrap().hits, Hits::Engine);
    let doubled = shot(&[&chosen("engine_hits", "impact_doubled")], "catapult", "heavy-swords", 40).unwrap();
    assert_eq!(doubled.hits, Hits::EngineDoubled);
    let mean = |sets: &[&str]| {
        let game = game(sets);
        game.rules().shot_roll(shot(sets, "catapult", "heavy-swords", 40).unwrap()).mean
    };
    assert!(mean(&[]) > mean(&[&chosen("engine_hits", "impact_doubled")]));
    let tests = |sets: &[&str]| plan(&game(sets), "catapult").fire[0].miss_tests;
    assert!(tests(&[]) && !tests(&["rulings.engine_miss_tests.chosen=false"]));
}

#[test]
fn b26_b27_b29_characters_and_monsters_throw_the_dice_of_their_rulings() {
    let [usual, other] = differs_in_melee("led_total", "best_two", "led-swords", "heavy-swords");
    assert!(other[1] < usual[1]);
    let dice = |sets: &[&str], id: &str| {
        let game = game(sets);
        let (one, other) = (plan(&game, id), plan(&game, "heavy-swords"));
        let [side, _] = game.rules().contest([&fighter(&one, false), &fighter(&other, false)]);
        (side.qualities, side.melee.to_string(), side.extra.map(|extra| extra.map(|die| die.to_string())))
    };
    let (qualities, melee, extra) = dice(&[], "griffon-general");
    // Sword d8 and one step for his mount; the griffon's d10.
    assert_eq!((qualities, melee.as_str(), extra), (2, "d10", [Some("d10".to_owned()), None]));
    // He strikes with the larger of d10 and d10: his step for being mounted is not the griffon's.
    let (rider, swords) = (plan(&game(&[]), "griffon-general"), plan(&game(&[]), "heavy-swords"));
    let [side, _] = game(&[]).rules().contest([&fighter(&rider, false), &fighter(&swords, false)]);
    assert_eq!(side.casualty.to_string(), "d10");
    let (_, melee, extra) = dice(&[&chosen("rider_dice", "monster_only")], "griffon-general");
    assert_eq!((melee.as_str(), extra), ("d12", [None, None]));
    let (_, _, extra) = dice(&[], "hydra");
    assert_eq!(extra, [Some("d10".to_owned()), None]);
    let (_, _, extra) = dice(&[&chosen("close_combat_firepower", "breath")], "hydra");
    assert_eq!(extra, [None, None]);
    let breath = game(&[&chosen("close_combat_firepower", "breath")]);
    assert_eq!(plan(&breath, "hydra").fire[0].bands, 1);
}

#[test]
fn b34_a_rout_takes_half_of_what_the_ruling_says() {
    let lost = |sets: &[&str], figures: u32| {
        let game = game(sets);
        game.rules().rout_loss(&plan(&game, "heavy-swords"), figures)
    };
    assert_eq!((lost(&[], 13), lost(&[], 1)), (7, 1));
    assert_eq!(lost(&[&chosen("rout_loses_half_of", "starting")], 13), 10);
}

#[test]
fn b35_a_lance_may_be_free() {
    let points = |sets: &[&str]| {
        let game = game(sets);
        game.pricer().price(game.unit("barded-knights").unwrap()).unwrap().total.to_string()
    };
    // Sword d8 and one step for the horse make 10 instead of 12.
    assert_eq!(
        (points(&[]).as_str(), points(&[&chosen("priced_melee_die", "without_lance")]).as_str()),
        ("480", "440")
    );
}

#[test]
fn b40_the_counterspells_first_band_is_free() {
    let counter = |sets: &[&str], inches: i32| game(sets).rules().counterspell(Die::D10, inches * 4);
    // MAGIC: a veteran three bands away throws d6.
    assert_eq!(
        [5, 15, 25, 35].map(|inches| counter(&[], inches)),
        [Some(Die::D10), Some(Die::D8), Some(Die::D6), Some(Die::D4)]
    );
    assert_eq!(counter(&[], 45), None);
    assert_eq!(counter(&[&chosen("counterspell_first_band", "lowered")], 25), Some(Die::D4));
}

/// Scores of a duel under both readings, by the same exact engine; the readings must differ.
fn scores(ruling: &str, word: &str, units: [&str; 2], spec: &DuelSpec) -> [f64; 2] {
    let set = chosen(ruling, word);
    let both = [vec![], vec![set.as_str()]].map(|sets| {
        let game = game(&sets);
        let matchup = game.duel(units[0], units[1], spec).unwrap();
        matchup.play(muster_dice::Seed(1), 0..4000, muster_rules::DiceKind::Plain, false)
    });
    assert_ne!(both[0], both[1], "{ruling} = {word} changes nothing");
    both.map(|tally| {
        let total = tally.total();
        (total.wins as f64 + total.draws as f64 / 2.0) / 4000.0
    })
}

#[test]
fn b10_b15_b16_b22_b34_change_how_duels_go() {
    let spec = DuelSpec::default();
    let figures = DuelSpec { figures: [Some(6), Some(6)], ..DuelSpec::default() };
    // Levies that lose no heart charge to their ruin instead of standing off.
    scores("failed_charge", "nothing", ["levy", "heavy-swords"], &figures);
    let [usual, other] = scores("skirmishers_who_fail", "as_others", ["skirmishers", "knights"], &spec);
    assert!(other > usual, "skirmishers that stand do better: {usual} and {other}");
    let hunt = DuelSpec { policies: [Some(Policy::Charge), Some(Policy::Hold)], ..DuelSpec::default() };
    scores("broken_defender", "fights", ["veteran-longbows", "levy"], &hunt);
    let [usual, other] = scores("minor_missile", "test_and_suppress", ["longbows", "heavy-swords"], &spec);
    assert!(other > usual, "suppression helps the shooters: {usual} and {other}");
    scores("rout_loses_half_of", "starting", ["led-swords", "heavy-swords"], &spec);
}

/// One pair of a told melee: who met, and the ranks that each had in it.
struct Met {
    /// Turn counted over all games, and the resolution within them all.
    turn: usize,
    resolution: usize,
    units: [String; 2],
    ranks: [u32; 2],
}

/// All pairs of all melees of some games, in the order in which they were told.
fn melees(lines: &[String]) -> Vec<Met> {
    let (mut turn, mut resolution, mut found) = (0, 0, Vec::new());
    for line in lines.iter().map(|line| line.trim()) {
        let Some((first, rest)) = line.split_once(" meet") else {
            turn += usize::from(line.starts_with("Turn "));
            // The pairs of one resolution are told one after the other.
            resolution += 1;
            continue;
        };
        let (second, fight) = rest.trim_start_matches('s').split_once(" and fight").unwrap();
        let dice = fight.split_once(':').unwrap().0.split_once(" against ").unwrap();
        let ranks = |dice: &str| {
            dice.strip_suffix(" ranks").map_or(1, |dice| dice.rsplit_once(' ').unwrap().1.parse().unwrap())
        };
        found.push(Met {
            turn,
            resolution,
            units: [first, second].map(|name| name.trim().to_owned()),
            ranks: [ranks(dice.0), ranks(dice.1)],
        });
    }
    found
}

fn battle_of_lances(sets: &[&str]) -> Vec<String> {
    told(&game(sets), ["order-of-lances", "free-company"], Plan::Assault, 60)
}

/// A unit that is met in front and from the side at once shows as one whose ranks differ within one melee.
#[test]
fn b8_a_flanked_unit_keeps_its_ranks_in_front_or_loses_them_all() {
    let uneven = |sets: &[&str]| {
        let met = melees(&battle_of_lances(sets));
        let ranks = |at: usize, side: usize| (met[at].resolution, &met[at].units[side], met[at].ranks[side]);
        let all: Vec<_> = (0..met.len()).flat_map(|at| [0, 1].map(|side| ranks(at, side))).collect();
        assert!(all.iter().any(|(_, _, ranks)| *ranks > 1));
        let differs = |one: &(usize, &String, u32)| {
            all.iter().any(|other| (one.0, one.1) == (other.0, other.1) && one.2 != other.2)
        };
        all.iter().filter(|one| differs(one)).count()
    };
    assert!(uneven(&[]) > 0);
    assert_eq!(uneven(&[&chosen("ranks_when_flanked", "loses")]), 0);
}

#[test]
fn b32_a_melee_is_resolved_once_a_turn_or_at_each_activation() {
    let again = |sets: &[&str]| {
        let met = melees(&battle_of_lances(sets));
        let mut seen = std::collections::BTreeSet::new();
        met.iter().filter(|one| !seen.insert((one.turn, one.units.clone()))).count()
    };
    assert_eq!(again(&[]), 0);
    assert!(again(&[&chosen("melee_resolved", "each_activation")]) > 10);
    // In a duel each unit activates once a turn, so a melee is fought twice in most turns.
    let fights = |sets: &[&str]| {
        let game = game(sets);
        let spec = DuelSpec { figures: [Some(10), Some(10)], ..DuelSpec::default() };
        let matchup = game.duel("heavy-swords", "halberdiers", &spec).unwrap();
        let (mut turn, mut fought, mut turns) = (0, 0, std::collections::BTreeSet::new());
        for line in (0..20).flat_map(|number| matchup.story(muster_dice::Seed(4), number).lines) {
            turn += usize::from(line.starts_with("Turn "));
            if line.contains(" fight with ") || line.contains(" fights with ") {
                fought += 1;
                turns.insert(turn);
            }
        }
        (fought, turns.len())
    };
    let (fought, turns) = fights(&[]);
    assert!(turns > 20 && fought == turns, "{fought} fights in {turns} turns");
    let (fought, turns) = fights(&[&chosen("melee_resolved", "each_activation")]);
    assert!(fought > turns + turns / 3, "{fought} fights in {turns} turns");
}

/// Six units against four: who has fewer begins, wherever it sits. Else side A begins the first turn, and later turns are
/// begun by either.
#[test]
fn b39_the_smaller_side_begins_or_a_die_decides() {
    let pair = ["free-company", "order-of-lances"];
    let begins = |sets: &[&str]| -> Vec<Vec<char>> {
        let game = game(sets);
        let sizes = pair.map(|id| game.boxes().iter().find(|one| one.id == id).unwrap().units.len());
        assert!(sizes[0] > sizes[1], "{sizes:?}");
        // In two turns nobody loses a whole unit here, so that the numbers stay as they were.
        let letters = |number: u64| {
            let matchup =
                game.battle(pair[0], pair[1], &super::support::spec("open", [Plan::Assault; 2])).unwrap();
            let story = matchup.story(muster_dice::Seed(3), number);
            let lines = story.lines.iter().map(|line| line.trim());
            let turns =
                lines.clone().enumerate().filter(|(_, line)| line.starts_with("Turn ")).map(|(at, _)| at);
            let firsts =
                turns.filter_map(|at| lines.clone().nth(at + 1)?.chars().next()).take(2).collect::<Vec<_>>();
            // The smaller force is the second, and sits as side A in odd games.
            let smaller = if story.seating == 1 { 'A' } else { 'B' };
            firsts.into_iter().map(|first| if first == smaller { 's' } else { 'l' }).collect()
        };
        (0..40).map(letters).collect()
    };
    let smaller = begins(&[&chosen("initiative", "smaller_side")]);
    assert!(smaller.iter().all(|turns| turns == &['s', 's']), "{smaller:?}");
    let rolled = begins(&[]);
    let later = |who: char| rolled.iter().filter(|turns| turns[1] == who).count();
    // A fair die: fewer than 8 of 40 for either come up once in 24 000 times.
    assert!(later('s') >= 8 && later('l') >= 8, "{rolled:?}");
    let first = |who: char| rolled.iter().filter(|turns| turns[0] == who).count();
    assert_eq!((first('s'), first('l')), (20, 20), "side A begins, and the seats alternate");
}
