//! What a duel or a battle came to.

use muster_report::{Cell, Column, Document, Table, number};
use muster_results::{CellResult, Method, SeatingResult};
use muster_rules::grammar::agreeing;
use serde::Serialize;

use super::survivors::{self, LeftLaw, ValueJson};
use super::words;
use crate::exit::Failure;
use crate::output;
use crate::plan::Plan;

/// One of the two forces.
pub(crate) struct Contender {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Figures at the start.
    pub figures: u32,
    /// Its policy or plan.
    pub plays: String,
    /// Whether its units may come back.
    pub comes_back: bool,
}

/// A game worth replaying.
pub(crate) struct Seen {
    /// What it is: `longest`.
    pub what: &'static str,
    /// Its number.
    pub game: u64,
    /// Why: `20 turns`.
    pub why: String,
}

/// Everything that is said of one pair.
pub(crate) struct Report<'p> {
    /// The data in force.
    pub plan: &'p Plan,
    /// Title: what met what.
    pub kind: &'static str,
    /// Both forces.
    pub sides: [Contender; 2],
    /// What they met on, in a sentence.
    pub ground: String,
    /// The answer.
    pub cell: CellResult,
    /// Figures left, unless plans were mixed.
    pub left: Option<[LeftLaw; 2]>,
    /// Games worth replaying.
    pub seen: Vec<Seen>,
    /// How the method was chosen.
    pub method_note: String,
    /// The run was stopped before it was done.
    pub stopped_early: bool,
}

#[derive(Serialize)]
struct ReportJson<'a> {
    method: &'static str,
    games: u64,
    first: SeatingJson,
    second: SeatingJson,
    score: f64,
    low: f64,
    high: f64,
    a: SideJson<'a>,
    b: SideJson<'a>,
    mean_turns: f64,
    turn_limit_share: f64,
    harmless: bool,
    plan_mix: &'a Option<muster_results::PlanMix>,
    games_worth_replaying: Vec<SeenJson<'a>>,
    ground: &'a str,
    method_note: &'a str,
    stopped_early: bool,
    rules: &'a str,
    data_hash: &'a str,
    changed: Vec<String>,
    seed: u64,
}

/// `null` for a seating in which no game was played.
#[derive(Serialize)]
struct SeatingJson {
    win: Option<f64>,
    draw: Option<f64>,
    loss: Option<f64>,
    games: u64,
}

#[derive(Serialize)]
struct SideJson<'a> {
    id: &'a str,
    name: &'a str,
    plays: &'a str,
    figures: u32,
    mean_left: f64,
    mean_lost: LostJson,
    left: Vec<ValueJson>,
}

#[derive(Serialize)]
struct LostJson {
    shooting: f64,
    melee: f64,
    morale: f64,
}

#[derive(Serialize)]
struct SeenJson<'a> {
    what: &'a str,
    game: u64,
    why: &'a str,
}

impl Report<'_> {
    /// The report in every shape.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub(crate) fn answer(&self) -> Result<output::Answer, Failure> {
        output::Answer::new(self.document(), &self.json(), self.table())
    }

    fn names(&self) -> [String; 2] {
        words::told_apart([&self.sides[0].name, &self.sides[1].name])
    }

    fn document(&self) -> Document {
        let names = self.names();
        let names = [names[0].as_str(), names[1].as_str()];
        let mut document =
            Document::new(format!("{}: {} against {}", self.kind, self.sides[0].name, self.sides[1].name));
        document.paragraph(words::verdict(
            names,
            &self.cell,
            "More games tell more: a larger --games, or a smaller --half-width.",
        ));
        if self.stopped_early {
            document.paragraph("Stopped early: the answer is that of the games played until then.");
        }
        if self.cell.harmless {
            document.paragraph("Neither can take a figure of the other: every game goes to the turn limit.");
        }
        document.table(self.seatings());
        let losses = |at: usize| {
            let side = &self.sides[at];
            words::losses(names[at], side.figures, self.cell.mean_lost[at], side.comes_back)
        };
        let mut facts = vec![losses(0), losses(1), self.turns()];
        if let Some(laws) = &self.left {
            facts.push(format!(
                "Left on average: {} {}, {} {}.",
                names[0],
                laws[0].mean(),
                names[1],
                laws[1].mean()
            ));
        }
        document.list(facts);
        if let Some(laws) = &self.left {
            if self.plan.output.out.is_some() {
                let title = format!("{} against {}", names[0], names[1]);
                document.draw(survivors::figure(&title, names, laws));
            }
            document.table(survivors::table(names, laws));
        }
        if let Some(mix) = &self.cell.mix {
            document.table(plan_mix(names, mix));
        }
        if !self.seen.is_empty() {
            let seen: Vec<String> =
                self.seen.iter().map(|seen| format!("{} {} ({})", seen.what, seen.game, seen.why)).collect();
            document
                .paragraph(format!("Games to read with `muster replay ... --game N`: {}.", seen.join(", ")));
        }
        let plays = [0, 1].map(|at: usize| format!("{}: {}", names[at], self.sides[at].plays));
        let mut notes = vec![format!("{}; {}.", self.ground, plays.join("; ")), self.method_note.clone()];
        notes.extend(self.plan.footnotes(self.cell.method == Method::Sample));
        document.list(notes);
        document
    }

    fn turns(&self) -> String {
        let share = self.cell.limit_share;
        let games = words::games(&self.cell);
        let limit = words::share(if games == 0 { share } else { (share * games as f64).round() }, games);
        format!(
            "A game lasts {} turns on average; {limit} reach the turn limit.",
            number::fixed(self.cell.mean_turns, 1)
        )
    }

    fn seatings(&self) -> Table {
        let [a, b] = self.names();
        let columns = vec![
            Column::text(format!("{a} {} as", agreeing(&a, "sits", "sit"))),
            Column::number(format!("{a} {}", agreeing(&a, "wins", "win"))),
            Column::number("draws"),
            Column::number(format!("{b} {}", agreeing(&b, "wins", "win"))),
            Column::number(format!("score of {a}")),
        ];
        let mut table = Table::new("", columns);
        let [first, second] = &self.cell.seatings;
        let both = both(&self.cell);
        let shown = words::score(&self.cell);
        for (label, seat, score) in [
            ("side A", first, self.seat_score(first)),
            ("side B", second, self.seat_score(second)),
            ("both", &both, shown),
        ] {
            let [wins, draws, losses] = words::seating(seat);
            table.push([label.to_owned(), wins, draws, losses, score].into_iter().map(Cell::text).collect());
        }
        let [first, second] = self.plan.game.seats();
        table.note(format!("Side A {first}, side B {second}."));
        table
    }

    fn seat_score(&self, seat: &SeatingResult) -> String {
        let Some((score, low, high)) = words::seat_interval(seat) else {
            return number::ABSENT.to_owned();
        };
        match self.cell.mix {
            // Weights of plans are estimates too, so the seats of a mix have no interval of their own.
            Some(_) => format!("{} %", number::whole_percent(score, seat.games)),
            None => number::score(score, low, high, seat.games),
        }
    }

    fn json(&self) -> ReportJson<'_> {
        let cell = &self.cell;
        let seating = |seat: &SeatingResult| {
            let total = seat.wins + seat.draws + seat.losses;
            let share = |part: f64| (total > 0.0).then(|| part / total);
            SeatingJson {
                win: share(seat.wins),
                draw: share(seat.draws),
                loss: share(seat.losses),
                games: seat.games,
            }
        };
        let side = |at: usize| {
            let contender = &self.sides[at];
            let [shooting, melee, morale] = cell.mean_lost[at];
            SideJson {
                id: &contender.id,
                name: &contender.name,
                plays: &contender.plays,
                figures: contender.figures,
                mean_left: cell.mean_left[at],
                mean_lost: LostJson { shooting, melee, morale },
                left: self.left.as_ref().map(|laws| laws[at].json()).unwrap_or_default(),
            }
        };
        ReportJson {
            method: cell.method.word(),
            games: words::games(cell),
            first: seating(&cell.seatings[0]),
            second: seating(&cell.seatings[1]),
            score: cell.score,
            low: cell.low,
            high: cell.high,
            a: side(0),
            b: side(1),
            mean_turns: cell.mean_turns,
            turn_limit_share: cell.limit_share,
            harmless: cell.harmless,
            plan_mix: &cell.mix,
            games_worth_replaying: self
                .seen
                .iter()
                .map(|seen| SeenJson { what: seen.what, game: seen.game, why: &seen.why })
                .collect(),
            ground: &self.ground,
            method_note: &self.method_note,
            stopped_early: self.stopped_early,
            rules: &self.plan.pack.set,
            data_hash: &self.plan.pack.hash,
            changed: self.plan.changed(),
            seed: self.plan.seed.0,
        }
    }

    /// One row a seating; inputs repeated.
    fn table(&self) -> Table {
        let heads = [
            "a", "b", "seating", "method", "games", "wins", "draws", "losses", "score", "low", "high",
            "a_plays", "b_plays",
        ];
        let more = ["ground", "rules", "data_hash", "seed"];
        let mut table = Table::new("", heads.into_iter().chain(more).map(Column::text).collect());
        let both = both(&self.cell);
        for (seating, seat) in
            [("first", &self.cell.seatings[0]), ("second", &self.cell.seatings[1]), ("both", &both)]
        {
            let interval = match seating {
                "both" => Some((self.cell.score, self.cell.low, self.cell.high)),
                _ => words::seat_interval(seat),
            };
            let full = |value: f64| Cell::number(value, String::new());
            let ends = |of: &dyn Fn((f64, f64, f64)) -> f64| {
                interval.map_or(Cell::Empty, |interval| full(of(interval)))
            };
            table.push(vec![
                Cell::text(&self.sides[0].id),
                Cell::text(&self.sides[1].id),
                Cell::text(seating),
                Cell::text(self.cell.method.word()),
                Cell::Count(seat.games),
                full(seat.wins),
                full(seat.draws),
                full(seat.losses),
                ends(&|(score, ..)| score),
                ends(&|(_, low, _)| low),
                ends(&|(.., high)| high),
                Cell::text(&self.sides[0].plays),
                Cell::text(&self.sides[1].plays),
                Cell::text(&self.ground),
                Cell::text(&self.plan.pack.set),
                Cell::text(&self.plan.pack.hash),
                Cell::Count(self.plan.seed.0),
            ]);
        }
        table
    }
}

/// Both seatings together: counts added, probabilities averaged.
fn both(cell: &CellResult) -> SeatingResult {
    let [a, b] = &cell.seatings;
    let scale = if cell.method == Method::Exact { 0.5 } else { 1.0 };
    let [wins, draws, losses] = cell.totals().map(|sum| sum * scale);
    SeatingResult { games: a.games + b.games, wins, draws, losses }
}

/// How each side mixes its plans, and what every plan scores against every other.
fn plan_mix(names: [&str; 2], mix: &muster_results::PlanMix) -> Table {
    let plays = |name: &str| format!("{name} {}", agreeing(name, "plays", "play"));
    let often = |weight: f64| Cell::number(weight, format!("{} %", number::fixed(weight * 100.0, 0)));
    // The games are sampled, so a score of 0 is none that is known to be 0.
    let score = |score: f64| Cell::number(score, format!("{} %", number::whole_percent(score, 1)));
    let mut columns = vec![Column::text("plan"), Column::number(plays(names[0]))];
    columns.extend(mix.plans.iter().map(|plan| Column::number(format!("against {plan}"))));
    let title = format!("Plans: how often each side plays them, and the score of {}", names[0]);
    let mut table = Table::new(title, columns);
    for ((plan, weight), scores) in mix.plans.iter().zip(&mix.row).zip(&mix.scores) {
        let mut row = vec![Cell::text(plan), often(*weight)];
        row.extend(scores.iter().map(|found| score(*found)));
        table.push(row);
    }
    let mut last = vec![Cell::text(plays(names[1])), Cell::Empty];
    last.extend(mix.column.iter().map(|weight| often(*weight)));
    table.push(last);
    table
}
