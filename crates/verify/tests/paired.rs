//! Whole comparisons of rules through the engine.

use muster_dice::Seed;
use muster_resolver::schedule::Meeting;
use muster_resolver::{
    Before, MethodChoice, PairedCell, PairedOptions, RoundRobin, Silent, keep_cells, play_paired,
};
use muster_rules::orders::Plan;
use muster_rules::{BattleSpec, DuelSpec, Game};
use muster_verify::chimera;

const BOXES: [&str; 4] = ["celts", "zulus", "roman-auxiliaries", "french-line-infantry"];
const UNITS: [&str; 4] = ["heavy-foot", "longbowmen", "light-cavalry", "elephants"];

fn battles() -> Meeting {
    Meeting::Battles(BattleSpec {
        conditions: "open".to_owned(),
        plans: [Plan::Combined; 2],
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    })
}

fn robin<'g>(game: &'g dyn Game, ids: &[&str], meeting: Meeting) -> RoundRobin<'g> {
    RoundRobin::new(game, ids.iter().map(|id| (*id).to_owned()).collect(), meeting)
}

fn options(method: MethodChoice, batch: u64) -> PairedOptions {
    PairedOptions { method, seed: Seed(7), looks: vec![256, 512], batch, score_untouched: true, hurry: false }
}

fn compare(
    before: &RoundRobin<'_>,
    after: &RoundRobin<'_>,
    method: MethodChoice,
    threads: usize,
    batch: u64,
) -> Vec<PairedCell> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let go_on = |cells: &[PairedCell]| vec![true; cells.len()];
    pool.install(|| play_paired(Before::Rules(before), after, &options(method, batch), &Silent, go_on))
        .unwrap()
        .cells
}

fn all_alike(cells: &[PairedCell]) -> bool {
    cells.iter().all(|cell| cell.untouched || cell.mirror || cell.alike == cell.games() && cell.alike > 0)
}

#[test]
fn t7_1_same_rules_twice_touch_no_cell() {
    let (old, new) = (chimera(&[], &[], &[]), chimera(&[], &[], &[]));
    for (ids, meeting) in [(BOXES, battles()), (UNITS, Meeting::Duels(DuelSpec::default()))] {
        let (old, new) = (robin(old.as_ref(), &ids, meeting.clone()), robin(new.as_ref(), &ids, meeting));
        let cells = compare(&old, &new, MethodChoice::Sample, 2, 64);
        assert!(cells.iter().all(|cell| cell.untouched));
    }
}

/// A rule that no cell uses: nobody comes back, so it does not matter on what; and a save of elephants between boxes
/// without any.
#[test]
fn t7_2_a_rule_that_no_cell_uses_changes_none() {
    let plain = chimera(&[], &[], &[]);
    for edit in ["respawn.on=5", "saves.elephant=4", "weapons.tank-gun.fp=9"] {
        let edited = chimera(&[edit], &[], &[]);
        let (old, new) =
            (robin(plain.as_ref(), &BOXES, battles()), robin(edited.as_ref(), &BOXES, battles()));
        let cells = compare(&old, &new, MethodChoice::Sample, 2, 64);
        assert!(all_alike(&cells), "{edit}");
    }
    // The same check fails where a rule is used.
    let edited = chimera(&["morale.passes_on=4"], &[], &[]);
    let (old, new) = (robin(plain.as_ref(), &BOXES, battles()), robin(edited.as_ref(), &BOXES, battles()));
    assert!(!all_alike(&compare(&old, &new, MethodChoice::Sample, 2, 64)));
}

/// A rule that could matter and does not: both sides of a cell compile to other match-ups, and every roll is the same.
#[test]
fn games_that_do_not_meet_the_edit_are_alike_in_every_roll() {
    let plain = chimera(&[], &[], &[]);
    // Two lines that stand and shoot never fight, so the charge is never asked for.
    let edited = chimera(&["melee.charge_bonus=2"], &[], &[]);
    let hold = Meeting::Battles(BattleSpec { plans: [Plan::FireLine; 2], ..spec_of(battles()) });
    let ids = ["french-artillery", "italian-90-53-gun"];
    let (old, new) = (robin(plain.as_ref(), &ids, hold.clone()), robin(edited.as_ref(), &ids, hold));
    let cells = compare(&old, &new, MethodChoice::Sample, 2, 64);
    let off: Vec<&PairedCell> = cells.iter().filter(|cell| !cell.mirror).collect();
    assert!(off.iter().all(|cell| !cell.untouched && cell.alike == cell.games() && cell.games() == 512));
}

fn spec_of(meeting: Meeting) -> BattleSpec {
    match meeting {
        Meeting::Battles(spec) => spec,
        Meeting::Duels(_) => unreachable!("battles"),
    }
}

/// T3.3 for keyed games.
#[test]
fn t3_3_a_comparison_is_the_same_with_1_2_and_7_threads_and_any_batch() {
    let (plain, edited) = (chimera(&[], &[], &[]), chimera(&["morale.passes_on=4"], &[], &[]));
    let (old, new) = (robin(plain.as_ref(), &BOXES, battles()), robin(edited.as_ref(), &BOXES, battles()));
    let one = compare(&old, &new, MethodChoice::Sample, 1, 64);
    assert_eq!(one, compare(&old, &new, MethodChoice::Sample, 2, 1024));
    assert_eq!(one, compare(&old, &new, MethodChoice::Sample, 7, 100));
}

/// T3.4 for keyed games.
#[test]
fn t3_4_a_box_more_moves_no_other_cell() {
    let (plain, edited) = (chimera(&[], &[], &[]), chimera(&["morale.passes_on=4"], &[], &[]));
    let few = |ids: &[&str]| {
        let (old, new) = (robin(plain.as_ref(), ids, battles()), robin(edited.as_ref(), ids, battles()));
        compare(&old, &new, MethodChoice::Sample, 2, 64)
    };
    let (three, four) = (few(&BOXES[1..]), few(&BOXES));
    // Of the cells of four boxes the first four are those of the new one.
    assert_eq!(three, four[4..]);
}

#[test]
fn exact_cells_are_compared_exactly() {
    let (plain, edited) = (chimera(&[], &[], &[]), chimera(&["morale.passes_on=4"], &[], &[]));
    let duels = || Meeting::Duels(DuelSpec::default());
    let (old, new) = (robin(plain.as_ref(), &UNITS, duels()), robin(edited.as_ref(), &UNITS, duels()));
    let cells = compare(&old, &new, MethodChoice::Auto, 2, 64);
    for cell in cells.iter().filter(|cell| !cell.mirror) {
        assert!(cell.exact.iter().all(Option::is_some), "{cell:?}");
        assert_eq!(cell.games(), 0);
    }
    assert!(cells.iter().any(|cell| cell.exact[0] != cell.exact[1]));
}

#[test]
fn kept_games_are_compared_game_by_game() {
    let (plain, edited) = (chimera(&[], &[], &[]), chimera(&["morale.passes_on=4"], &[], &[]));
    let (old, new) = (robin(plain.as_ref(), &BOXES, battles()), robin(edited.as_ref(), &BOXES, battles()));
    let kept = keep_cells(&old, MethodChoice::Sample, Seed(7), 512, &Silent).unwrap();
    let kept: Vec<_> = kept.into_iter().map(Option::unwrap).collect();
    let go_on = |cells: &[PairedCell]| vec![true; cells.len()];
    let options = options(MethodChoice::Sample, 64);
    let found = play_paired(Before::Kept(&kept), &new, &options, &Silent, go_on).unwrap().cells;
    let played = compare(&old, &new, MethodChoice::Sample, 2, 64);
    for (found, played) in found.iter().zip(&played).filter(|(_, played)| !played.mirror) {
        assert_eq!(found.counts, played.counts);
    }
    let same = play_paired(Before::Kept(&kept), &old, &options, &Silent, go_on).unwrap().cells;
    assert!(same.iter().all(|cell| cell.alike == 512));
}
