//! `muster replay`: one game told in words.

use muster_answers::ground;
use muster_report::{Block, Cell, Column, Document, Table};
use muster_results::{Ending, Outcome};
use serde::Serialize;

use crate::args::{Everywhere, PlanChoice, ReplayArgs};
use crate::compose::story::told;
use crate::compose::words::told_apart;
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;
use muster_answers::story::ended;
use muster_resolver::schedule::Meeting;

#[derive(Serialize)]
struct ReplayJson<'a> {
    game: u64,
    seed: u64,
    a: &'a str,
    b: &'a str,
    side_a: &'a str,
    outcome: Outcome,
    ending: Ending,
    turns: u32,
    left: [u32; 2],
    lost: [[u32; 3]; 2],
    lines: &'a [String],
    ground: String,
    plays: [String; 2],
    rules: &'a str,
    data_hash: &'a str,
    changed: Vec<String>,
}

/// Tells one game.
pub(crate) fn run(everywhere: &Everywhere, args: &ReplayArgs) -> Result<(), Failure> {
    if args.options.battle.plans == PlanChoice::Equilibrium {
        let sentence =
            "a game of an equilibrium is a game of one pair of plans\n  name them with --plan-a and --plan-b";
        return Err(Failure::Input(sentence.to_owned()));
    }
    let names = [args.a.clone(), args.b.clone()];
    let (plan, ids) = Plan::load_naming(everywhere, &names)?;
    plan.say_warnings();
    let encounter = plan.encounter(&names, &ids, &args.options)?;
    let matchup = encounter.compile(plan.game.as_ref())?;
    let story = matchup.story(plan.seed, args.game);
    let forces = matchup.names();
    let forces = told_apart([&forces[0], &forces[1]]);
    let start = matchup.start();
    let (ground, plays) = match &encounter.meeting {
        Meeting::Duels(spec) => {
            (ground::of_duel(&plan.pack, spec), ground::policies(plan.game.as_ref(), &encounter.ids, spec))
        }
        Meeting::Battles(spec) => (ground::of_battle(plan.game.as_ref(), spec), ground::plans(spec)),
    };
    let [first, second] = plan.game.seats();
    let side_a = &forces[story.seating];
    let side_b = &forces[1 - story.seating];

    let mut document = Document::new(format!("Game {}: {} against {}", args.game, forces[0], forces[1]));
    document.paragraph(format!("Side A, which {first}: {side_a}. Side B, which {second}: {side_b}."));
    document.blocks.push(Block::Verbatim(told(&story.lines)));
    document.paragraph(ended(&story, &forces, start));
    let mut notes = vec![format!("{ground}; {}: {}; {}: {}.", forces[0], plays[0], forces[1], plays[1])];
    notes.extend(plan.footnotes(true));
    document.list(notes);

    let json = ReplayJson {
        game: args.game,
        seed: plan.seed.0,
        a: &encounter.ids[0],
        b: &encounter.ids[1],
        side_a: if story.seating == 0 { "a" } else { "b" },
        outcome: story.end.outcome,
        ending: story.end.ending,
        turns: story.end.turns,
        left: story.end.left,
        lost: story.end.lost,
        lines: &story.lines,
        ground,
        plays,
        rules: &plan.pack.set,
        data_hash: &plan.pack.hash,
        changed: plan.changed(),
    };
    let mut table = Table::new("", ["line", "told"].into_iter().map(Column::text).collect());
    for (at, line) in (1u64..).zip(&story.lines) {
        table.push(vec![Cell::Count(at), Cell::text(line.trim())]);
    }
    plan.output.give("replay", &Answer::new(document, &json, table)?)
}
