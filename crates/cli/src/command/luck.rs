//! `muster luck`: where the result of a real table lies among all that could have happened.

use muster_answers::ground;
use muster_report::{Cell, Column, Document, Table, number};
use muster_resolver::schedule::Meeting;
use muster_resolver::{Answer, MethodChoice, StopRule, choose};
use muster_results::Method;
use muster_rules::grammar::counted;
use muster_stats::clopper_pearson;
use muster_stats::percentile::{Rank, rank};
use serde::Serialize;

use super::encounter::{run as play, single};
use crate::args::{Everywhere, LuckArgs, PlanChoice};
use crate::compose::words::told_apart;
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::output;
use crate::plan::Plan;

#[derive(Serialize)]
struct LuckJson<'a> {
    method: &'static str,
    games: u64,
    a: &'a str,
    b: &'a str,
    left: [u32; 2],
    start: [u32; 2],
    percentile: f64,
    worse: f64,
    equal: f64,
    better: f64,
    low: f64,
    high: f64,
    ground: &'a str,
    plays: &'a [String; 2],
    rules: &'a str,
    data_hash: &'a str,
    changed: Vec<String>,
    seed: u64,
}

/// Ranks one result.
pub(crate) fn run(everywhere: &Everywhere, args: &LuckArgs) -> Result<(), Failure> {
    if args.options.battle.plans == PlanChoice::Equilibrium {
        return Err(Failure::Input(
            "luck needs one pair of plans\n  name them with --plans, --plan-a and --plan-b".to_owned(),
        ));
    }
    let names = [args.a.clone(), args.b.clone()];
    let (plan, ids) = Plan::load_naming(everywhere, &names)?;
    plan.say_warnings();
    let encounter = plan.encounter(&names, &ids, &args.options)?;
    let matchup = encounter.compile(plan.game.as_ref())?;
    let (forces, start, left) = (matchup.names(), matchup.start(), args.left.0);
    for at in 0..2 {
        if left[at] > start[at] {
            return Err(Failure::Input(format!(
                "{} of {} cannot be left of {}\n  give --left as the figures of {}, a comma, the figures of {}",
                counted(left[at], "figure", "figures"),
                forces[at],
                start[at],
                names[0],
                names[1]
            )));
        }
    }
    let sampled = choose(MethodChoice::Auto, matchup.as_ref()) == Method::Sample;
    let schedule = single(&plan, &encounter);
    let resolved = play(&plan, &schedule, MethodChoice::Auto, StopRule::Games(args.games), sampled, true)?;
    let Some(answer) = resolved.answers.first().and_then(Option::as_ref).filter(|_| !resolved.stopped_early)
    else {
        return Err(WATCH.interrupted());
    };
    let law = lead_law(answer, start);
    let lead = lead(left, start);
    let Some(rank) = rank(&law, lead) else {
        return Err(Failure::Fault("no game was played".to_owned()));
    };
    let games = if let Answer::Sampled(tally) = answer { tally.games() } else { 0 };
    let (ground, plays) = match &encounter.meeting {
        Meeting::Duels(spec) => {
            (ground::of_duel(&plan.pack, spec), ground::policies(plan.game.as_ref(), &encounter.ids, spec))
        }
        Meeting::Battles(spec) => (ground::of_battle(plan.game.as_ref(), spec), ground::plans(spec)),
    };
    let ids = encounter.ids.clone();
    let names = told_apart([&forces[0], &forces[1]]);
    let luck = Luck { plan: &plan, ids, names, start, left, rank, games, ground, plays };
    plan.output.give("luck", &output::Answer::new(luck.document(), &luck.json(), luck.table())?)
}

/// By how much the share left of the first force exceeds that of the second, in units of `1 / (start * start)`: whole
/// numbers, so that equal results are equal.
fn lead(left: [u32; 2], start: [u32; 2]) -> f64 {
    let product = |at: usize| f64::from(left[at]) * f64::from(start[1 - at].max(1));
    product(0) - product(1)
}

/// Leads with their probabilities, or with the counts of games.
fn lead_law(answer: &Answer, start: [u32; 2]) -> Vec<(f64, f64)> {
    match answer {
        Answer::Exact(law) => law.left().into_iter().map(|(left, p)| (lead(left, start), p)).collect(),
        Answer::Sampled(tally) => {
            let joint = tally.joint.iter().flat_map(|joint| joint.iter());
            joint.map(|(left, count)| (lead(left, start), count as f64)).collect()
        }
    }
}

/// The 95 % interval of the mid-rank percentile: that of the share of games that were worse or half equal.
fn interval(rank: &Rank, games: u64) -> (f64, f64) {
    if games == 0 {
        return (rank.mid(), rank.mid());
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a count of games"
    )]
    let count = (rank.mid() * games as f64).round() as u64;
    let interval = clopper_pearson(count, games, 0.05);
    (interval.low, interval.high)
}

/// A result among all that could have happened.
struct Luck<'p> {
    plan: &'p Plan,
    ids: [String; 2],
    names: [String; 2],
    start: [u32; 2],
    left: [u32; 2],
    rank: Rank,
    /// 0 when exact.
    games: u64,
    ground: String,
    plays: [String; 2],
}

impl Luck<'_> {
    fn shown(&self, share: f64) -> String {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of a count of games"
        )]
        match self.games {
            0 => number::exact_percent(share),
            games => number::sampled_percent((share * games as f64).round() as u64, games),
        }
    }

    fn table(&self) -> Table {
        let heading = Column::text(format!("the game goes for {}", self.names[0]));
        let mut table = Table::new("", vec![heading, Column::number("share of games")]);
        let Rank { below, at, above } = self.rank;
        for (label, share) in [("worse than on your table", below), ("the same", at), ("better", above)] {
            table.push(vec![Cell::text(label), Cell::number(share, self.shown(share))]);
        }
        let (low, high) = interval(&self.rank, self.games);
        let percentile = number::score(self.rank.mid(), low, high, self.games);
        table.note(format!(
            "Percentile {percentile}: games that went worse and half of those that went the same."
        ));
        table
    }

    fn document(&self) -> Document {
        let [a, b] = &self.names;
        let mut document =
            Document::new(format!("Luck: {} left of {a}, {} left of {b}", self.left[0], self.left[1]));
        let better = self.shown(self.rank.below);
        document.paragraph(match luck_in_words(&self.rank, self.games) {
            Luckiness::Words(luck) => {
                format!("{a} did better than in {better} of games between these two: {luck}.")
            }
            Luckiness::Always if self.games == 0 => {
                "All games between these two end like this, so luck had no say.".to_owned()
            }
            Luckiness::Always => {
                let all = if self.games == 1 { "The 1 game".to_owned() } else { format!("All {} games", number::count(self.games)) };
                format!("{all} played ended like this, so luck has little to say.")
            }
            Luckiness::Never => {
                format!("{a} did better than in {better} of games between these two, but by the rules no game can end like this.")
            }
        });
        if self.rank.at <= 0.0 {
            let never = if self.games == 0 { "" } else { "No game played ended like this. " };
            document.paragraph(format!("{never}The shares are those of games on either side of it."));
        }
        document.table(self.table());
        let method = match self.games {
            0 => "Exact, over both seatings.".to_owned(),
            games => format!("{}, half in each seating.", number::counted(games, "game", "games")),
        };
        let mut notes = vec![
            "Results are ordered by the share of figures left of the first less that of the second."
                .to_owned(),
            format!("{method} Figures at the start: {a} {}, {b} {}.", self.start[0], self.start[1]),
            format!("{}; {a}: {}; {b}: {}.", self.ground, self.plays[0], self.plays[1]),
        ];
        notes.extend(self.plan.footnotes(self.games > 0));
        document.list(notes);
        document
    }

    fn json(&self) -> LuckJson<'_> {
        let (low, high) = interval(&self.rank, self.games);
        LuckJson {
            method: if self.games == 0 { "exact" } else { "sample" },
            games: self.games,
            a: &self.ids[0],
            b: &self.ids[1],
            left: self.left,
            start: self.start,
            percentile: self.rank.mid(),
            worse: self.rank.below,
            equal: self.rank.at,
            better: self.rank.above,
            low,
            high,
            ground: &self.ground,
            plays: &self.plays,
            rules: &self.plan.pack.set,
            data_hash: &self.plan.pack.hash,
            changed: self.plan.changed(),
            seed: self.plan.seed.0,
        }
    }
}

/// What can be said of the luck in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Luckiness {
    /// It can end otherwise.
    Words(&'static str),
    /// It ends like this and in no other way.
    Always,
    /// It cannot end like this.
    Never,
}

/// A sum of exact chances this close to 1 is 1.
const CERTAIN: f64 = 1.0 - 1e-12;

/// `games` is 0 when the shares are exact; played games never prove that a result is the only one, or impossible.
fn luck_in_words(rank: &Rank, games: u64) -> Luckiness {
    if rank.at >= CERTAIN {
        return Luckiness::Always;
    }
    if games == 0 && rank.at <= 0.0 {
        return Luckiness::Never;
    }
    Luckiness::Words(match rank.mid() {
        p if p >= 0.975 => "very lucky",
        p if p >= 0.84 => "lucky",
        p if p > 0.16 => "nothing unusual",
        p if p > 0.025 => "unlucky",
        _ => "very unlucky",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_that_always_comes_or_never_is_no_matter_of_luck() {
        let rank = |below, at, above| Rank { below, at, above };
        assert_eq!(luck_in_words(&rank(0.0, 1.0, 0.0), 0), Luckiness::Always);
        assert_eq!(luck_in_words(&rank(0.0, 1.0, 0.0), 400), Luckiness::Always);
        assert_eq!(luck_in_words(&rank(0.4, 0.0, 0.6), 0), Luckiness::Never);
        assert_eq!(luck_in_words(&rank(0.4, 0.0, 0.6), 400), Luckiness::Words("nothing unusual"));
        assert_eq!(luck_in_words(&rank(0.98, 0.01, 0.01), 0), Luckiness::Words("very lucky"));
    }

    #[test]
    fn a_lead_is_the_difference_of_shares() {
        assert!((lead([3, 0], [10, 8]) - 0.3 * 80.0).abs() < 1e-12);
        assert!((lead([0, 8], [10, 8]) + 80.0).abs() < 1e-12);
        // Equal shares are equal, whatever their fractions would be rounded to.
        assert!(lead([1, 7], [3, 21]) == 0.0);
    }
}
