//! One pinned record: the counts of a small matrix. It moves when the dice, the rules or the boxes move, and nothing else.

use std::fmt::Write as _;

use muster_dice::Seed;
use muster_resolver::schedule::Meeting;
use muster_resolver::{Answer, Batches, MethodChoice, RoundRobin, Schedule as _, Silent, StopRule, resolve};
use muster_rules::orders::Plan;
use muster_rules::{BattleSpec, DuelSpec};
use muster_verify::chimera;

const BOXES: [&str; 4] = ["celts", "french-artillery", "mongols", "shermans-psc"];
const UNITS: [&str; 4] = ["legionaries", "horse-archers", "elephants", "rifle-squad"];

fn counts(meeting: Meeting, ids: [&str; 4]) -> String {
    let game = chimera(&[], &[], &[]);
    let robin = RoundRobin::new(game.as_ref(), ids.map(str::to_owned).to_vec(), meeting);
    let stop = StopRule::Games(1024);
    let run = resolve(&robin, MethodChoice::Sample, Seed(1), stop, Batches::default(), &Silent).unwrap();
    let mut text = String::new();
    for cell in 0..robin.cells() {
        let (row, column) = robin.pair(cell);
        let Some(Answer::Sampled(tally)) = &run.answers[cell] else { panic!("cell {cell} is not sampled") };
        let [a, b] = tally.seatings;
        let lost = tally.lost.map(|side| side.iter().sum::<u64>());
        writeln!(
            text,
            "{} v {}: {}-{}-{} and {}-{}-{}, lost {} and {}, {} turns",
            ids[row],
            ids[column],
            a.wins,
            a.draws,
            a.losses,
            b.wins,
            b.draws,
            b.losses,
            lost[0],
            lost[1],
            tally.turns
        )
        .unwrap();
    }
    text
}

fn assert_unmoved(found: &str, pinned: &str) {
    assert!(
        found.trim() == pinned.trim(),
        "Values moved. The same seed now gives other counts. If that is meant, pin the new ones here and say so in the \
         changelog under \"Values moved\".\npinned:\n{pinned}\nfound:\n{found}"
    );
}

#[test]
fn four_boxes_with_seed_1_have_the_pinned_counts() {
    let spec = BattleSpec {
        conditions: "mix".to_owned(),
        plans: [Plan::Combined; 2],
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    };
    assert_unmoved(&counts(Meeting::Battles(spec), BOXES), PINNED_BOXES);
}

#[test]
fn four_units_with_seed_1_have_the_pinned_counts() {
    assert_unmoved(&counts(Meeting::Duels(DuelSpec::default()), UNITS), PINNED_UNITS);
}

const PINNED_BOXES: &str = "
celts v celts: 236-2-274 and 274-2-236, lost 44993 and 44993, 4054 turns
celts v french-artillery: 198-0-314 and 107-1-404, lost 46917 and 8220, 3659 turns
celts v mongols: 495-0-17 and 501-1-10, lost 24584 and 17303, 2468 turns
celts v shermans-psc: 320-29-163 and 260-21-231, lost 45445 and 2417, 3402 turns
french-artillery v french-artillery: 31-0-481 and 481-0-31, lost 10043 and 10043, 1456 turns
french-artillery v mongols: 512-0-0 and 490-1-21, lost 3982 and 17362, 2289 turns
french-artillery v shermans-psc: 231-0-281 and 465-0-47, lost 8948 and 2364, 1790 turns
mongols v mongols: 235-12-265 and 265-12-235, lost 15161 and 15161, 2452 turns
mongols v shermans-psc: 76-138-298 and 4-37-471, lost 17114 and 1424, 2323 turns
shermans-psc v shermans-psc: 108-0-404 and 404-0-108, lost 1779 and 1779, 1596 turns
";

const PINNED_UNITS: &str = "
legionaries v legionaries: 167-0-345 and 345-0-167, lost 8531 and 8531, 7550 turns
legionaries v horse-archers: 510-0-2 and 507-0-5, lost 2346 and 7133, 3478 turns
legionaries v elephants: 512-0-0 and 512-0-0, lost 385 and 2048, 3846 turns
legionaries v rifle-squad: 1-0-511 and 4-0-508, lost 12270 and 599, 3591 turns
horse-archers v horse-archers: 151-0-361 and 361-0-151, lost 4528 and 4528, 3666 turns
horse-archers v elephants: 494-2-16 and 498-3-11, lost 865 and 1996, 5172 turns
horse-archers v rifle-squad: 7-0-505 and 9-0-503, lost 7090 and 850, 1946 turns
elephants v elephants: 211-100-201 and 201-100-211, lost 1029 and 1029, 17756 turns
elephants v rifle-squad: 0-0-512 and 0-0-512, lost 2048 and 15, 1609 turns
rifle-squad v rifle-squad: 103-0-409 and 409-0-103, lost 5222 and 5222, 2264 turns
";
