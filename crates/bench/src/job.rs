//! A job, its ways, and the clock.

use std::hint::black_box;
use std::time::Instant;

/// Slices of time that each way of a job gets, turn about.
const ROUNDS: usize = 9;

/// One way to do a job.
pub struct Way<'g> {
    /// What it is, in a word or two.
    pub label: &'static str,
    /// Does one piece of the work and returns how many units of work it was: always the same number.
    pub run: Box<dyn FnMut() -> u64 + 'g>,
}

impl<'g> Way<'g> {
    /// A way.
    pub fn new(label: &'static str, run: impl FnMut() -> u64 + 'g) -> Way<'g> {
        Way { label, run: Box::new(run) }
    }
}

/// Work to be timed: ours, and a twin that does the same the plain way.
pub struct Job<'g> {
    /// Name to call it by.
    pub id: &'static str,
    /// What is done, for people.
    pub what: &'static str,
    /// What is counted, in the plural.
    pub unit: &'static str,
    /// Ours.
    pub ours: Way<'g>,
    /// The plain way.
    pub twin: Way<'g>,
    /// How often a game asks a unit to act, on average; `None` where nobody is asked.
    pub activations: Option<f64>,
}

/// Units of work a second of one way: the median of its slices, and the slowest and the quickest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Slowest slice.
    pub low: f64,
    /// Median slice.
    pub median: f64,
    /// Quickest slice.
    pub high: f64,
}

impl Timing {
    fn of(mut rates: Vec<f64>) -> Timing {
        rates.sort_by(f64::total_cmp);
        let at = |place: usize| rates.get(place).copied().unwrap_or(0.0);
        Timing { low: at(0), median: at(rates.len() / 2), high: at(rates.len().saturating_sub(1)) }
    }
}

/// A job timed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timed {
    /// Ours, in units of work a second.
    pub ours: Timing,
    /// The twin, likewise.
    pub twin: Timing,
    /// How many times as fast ours is, slice by slice, so that what slows both cancels out.
    pub ratio: Timing,
}

/// Times both ways of a job turn about, for about so many seconds in all. Each way runs once before the clock starts.
pub fn time(job: &mut Job<'_>, seconds: f64) -> Timed {
    let slice = (seconds / (2 * ROUNDS) as f64).max(1e-4);
    let repeats = [pieces_in(&mut job.ours, slice), pieces_in(&mut job.twin, slice)];
    let (mut ours, mut twin, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let one = rate(&mut job.ours, repeats[0]);
        let other = rate(&mut job.twin, repeats[1]);
        ours.push(one);
        twin.push(other);
        ratios.push(one / other);
    }
    Timed { ours: Timing::of(ours), twin: Timing::of(twin), ratio: Timing::of(ratios) }
}

/// Does a piece of work without a clock: for counters of instructions, which look for this function by name. What is done only
/// once, such as compiling match-ups, is done before.
pub fn once(way: &mut Way<'_>) {
    black_box((way.run)());
    counted_piece(way);
}

#[inline(never)]
fn counted_piece(way: &mut Way<'_>) {
    black_box((way.run)());
}

/// Pieces of work that fill a slice, at least one.
fn pieces_in(way: &mut Way<'_>, slice: f64) -> u32 {
    // The first run compiles match-ups and warms caches.
    black_box((way.run)());
    let mut pieces = 1;
    loop {
        let begun = Instant::now();
        for _ in 0..pieces {
            black_box((way.run)());
        }
        let passed = begun.elapsed().as_secs_f64();
        if passed >= slice || pieces >= 1 << 20 {
            return pieces;
        }
        pieces *= 2;
    }
}

fn rate(way: &mut Way<'_>, pieces: u32) -> f64 {
    let begun = Instant::now();
    let mut units = 0;
    for _ in 0..pieces {
        units += black_box((way.run)());
    }
    // A clock too coarse for the slice must not divide by nought.
    units as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}
