//! `muster sprt`: the sequential test, on counts or on live play.

use muster_resolver::StopRule;
use muster_resolver::paired::{half_points, keyed_ends};
use muster_rules::{Luck, Matchup};
use muster_stats::Record;
use muster_stats::sprt::{
    Bounds, Decision, Hypotheses, ScoreCounts, effect_of_elo, log_likelihood_ratio, score_of_elo,
};
use rayon::prelude::*;

use crate::args::{Everywhere, Scale, SprtArgs};
use crate::compose::sprt::{Tested, answer};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::{Plan, output};
use crate::progress::Progress;
use muster_answers::ground;
use muster_resolver::Observer as _;
use muster_resolver::schedule::Meeting;

/// Games between two looks of a live test: 512 pairs.
const LOOK: u64 = 1024;

/// Games of a piece of work.
const BATCH: u64 = 128;

/// Tests and prints what came of it.
pub(crate) fn run(everywhere: &Everywhere, args: &SprtArgs) -> Result<(), Failure> {
    let asked = hypotheses(args)?;
    let bounds = Bounds::new(args.alpha, args.beta);
    let tested = match (&args.a, &args.b) {
        (Some(a), Some(b)) => return live(everywhere, args, &asked, bounds, &[a.clone(), b.clone()]),
        _ => match (args.pairs, args.wins, args.draws, args.losses) {
            (Some(pairs), ..) if pairs.0.iter().all(|count| *count == 0) => {
                return Err(Failure::Input(
                    "there is no game to test\n  give counts above 0 with --pairs".to_owned(),
                ));
            }
            (Some(pairs), ..) => Tested::of_pairs(pairs.0),
            (None, None, None, None) => {
                return Err(Failure::Input(
                    "there is nothing to test\n  name two forces, or give counts: --wins, --draws, --losses, or --pairs"
                        .to_owned(),
                ));
            }
            (None, wins, draws, losses) => {
                let record = Record {
                    wins: wins.unwrap_or(0),
                    draws: draws.unwrap_or(0),
                    losses: losses.unwrap_or(0),
                };
                if record.games() == 0 {
                    return Err(Failure::Input(
                        "there is no game to test\n  give counts above 0 with --wins, --draws and --losses"
                            .to_owned(),
                    ));
                }
                Tested::of_games(record)
            }
        },
    };
    let ratio = log_likelihood_ratio(&tested.counts, asked.hypotheses);
    let tested = Tested { ratio, decision: bounds.decide(ratio), ..tested };
    output(everywhere).give("sprt", &answer(&tested, &asked.words, bounds, Vec::new())?)
}

/// The two hypotheses, for the test and in words.
#[derive(Clone)]
struct Asked {
    hypotheses: Hypotheses,
    words: [String; 2],
}

fn hypotheses(args: &SprtArgs) -> Result<Asked, Failure> {
    let (even, ahead) = match args.scale {
        Scale::Score => (50.0, 52.0),
        Scale::Elo | Scale::NormalizedElo => (0.0, 5.0),
    };
    let (h0, h1) = (args.h0.unwrap_or(even), args.h1.unwrap_or(ahead));
    if h1 <= h0 {
        let word = |given: Option<f64>| if given.is_none() { " (when not given)" } else { "" };
        let (word_0, word_1) = (word(args.h0), word(args.h1));
        return Err(Failure::Input(format!(
            "--h1 {h1}{word_1} is not above --h0 {h0}{word_0}\n  the test asks whether the first side is better: give the higher value with --h1"
        )));
    }
    let hypotheses = match args.scale {
        Scale::Score if h0 <= 0.0 || h1 >= 100.0 => {
            return Err(Failure::Input(format!(
                "scores of {h0} % and {h1} % cannot be tested\n  give percentages above 0 and below 100"
            )));
        }
        Scale::Score => Hypotheses::Scores { h0: h0 / 100.0, h1: h1 / 100.0 },
        Scale::Elo => Hypotheses::Scores { h0: score_of_elo(h0), h1: score_of_elo(h1) },
        Scale::NormalizedElo => Hypotheses::Effects { h0: effect_of_elo(h0), h1: effect_of_elo(h1) },
    };
    let word = |value: f64| match args.scale {
        Scale::Score => format!("{value} %"),
        Scale::Elo => format!("{value} Elo"),
        Scale::NormalizedElo => format!("{value} normalised Elo"),
    };
    Ok(Asked { hypotheses, words: [word(h0), word(h1)] })
}

fn live(
    everywhere: &Everywhere,
    args: &SprtArgs,
    asked: &Asked,
    bounds: Bounds,
    names: &[String; 2],
) -> Result<(), Failure> {
    let (plan, ids) = Plan::load_naming(everywhere, names)?;
    plan.say_warnings();
    let encounter = plan.encounter(names, &ids, &args.options)?;
    let matchup = encounter.compile(plan.game.as_ref())?;
    let progress = Progress::begin(1, StopRule::Games(args.most_games), true, plan.output.quiet);
    let most = (args.most_games / 2).max(1) * 2;
    let mut pairs = [0; 5];
    let (mut played, mut ratio, mut decision) = (0, 0.0, Decision::GoOn);
    while played < most && decision == Decision::GoOn && !WATCH.stopped() {
        let to = (played + LOOK).min(most);
        for (sum, more) in pairs.iter_mut().zip(play_pairs(matchup.as_ref(), &plan, played..to)) {
            *sum += more;
        }
        progress.played(to - played);
        played = to;
        ratio = log_likelihood_ratio(&ScoreCounts::of_pairs(pairs), asked.hypotheses);
        decision = bounds.decide(ratio);
    }
    progress.finish();
    if WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    let tested = Tested { ratio, decision, names: Some(matchup.names()), ..Tested::of_pairs(pairs) };
    let ground = match &encounter.meeting {
        Meeting::Battles(spec) => ground::of_battle(plan.game.as_ref(), spec),
        Meeting::Duels(spec) => ground::of_duel(&plan.pack, spec),
    };
    let mut notes = vec![
        format!("{ground}."),
        "Pairs of games with exchanged seats; in the second each side has the luck of its chair, which was the other's in the first.".to_owned(),
    ];
    notes.extend(plan.footnotes(true));
    plan.output.give("sprt", &answer(&tested, &asked.words, bounds, notes)?)
}

/// Pairs of games by the half points of the first force: even games have it as side A.
fn play_pairs(matchup: &dyn Matchup, plan: &Plan, games: std::ops::Range<u64>) -> [u64; 5] {
    let pieces: Vec<u64> = (games.start..games.end).step_by(usize::try_from(BATCH).unwrap_or(1)).collect();
    let counted: Vec<[u64; 5]> = pieces
        .par_iter()
        .map(|from| {
            let mut pairs = [0; 5];
            let to = (from + BATCH).min(games.end);
            for pair in keyed_ends(matchup, plan.seed, *from..to, Luck::Swapped).chunks_exact(2) {
                pairs[pair.iter().map(|end| half_points(end.outcome)).sum::<usize>()] += 1;
            }
            pairs
        })
        .collect();
    counted.iter().fold([0; 5], |mut sum, more| {
        sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        sum
    })
}
