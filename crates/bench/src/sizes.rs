//! What grows: figures, units, boxes, games.

use std::hint::black_box;

use muster_dice::Seed;
use muster_resolver::schedule::Meeting;
use muster_resolver::{Batches, MethodChoice, RoundRobin, Silent, StopRule, resolve};
use muster_rules::{DiceKind, DuelSpec, Game, Refusal, Roster};

use crate::jobs::{Games, open_ground};

const SEED: Seed = Seed(1);
/// Games of a battle or a matrix cell at each size.
const GAMES: u64 = 1024;
const GAMES_OF_A_CELL: u64 = 64;
/// Games of a duel at each number of figures.
const GAMES_OF_A_SIZE: u64 = 100_000;

/// One thing that grows, and the work at each size.
pub struct Sizes<'g> {
    /// What grows, for people.
    pub what: &'static str,
    /// Name for files and options.
    pub id: &'static str,
    /// Sizes in increasing order.
    pub sizes: Vec<u64>,
    /// Does the work of a size.
    pub run: Box<dyn Fn(u64) -> Result<(), Refusal> + 'g>,
}

/// The largest sizes of the two series that take longest.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// Games of one duel.
    pub games: u64,
    /// Figures a side of an exact duel: eight times the time for twice as many, and more memory.
    pub figures: u64,
}

/// The series, each cut off after so many sizes.
pub fn series(games: &Games, ends: Ends, most_sizes: usize) -> Vec<Sizes<'_>> {
    let chimera = games.chimera();
    let of_games = (3..).map(|zeros| 10u64.pow(zeros)).take_while(|games| *games <= ends.games.min(1 << 40));
    let mut series = vec![
        Sizes {
            what: "games of one duel, sampled",
            id: "games",
            sizes: of_games.collect(),
            run: Box::new(move |games| {
                let ids = vec!["rifle-squad".to_owned(), "heavy-foot".to_owned()];
                let meeting = Meeting::Duels(DuelSpec::default());
                let cells = RoundRobin::of_pairs(chimera, ids, meeting, vec![(0, 1)]);
                let stop = StopRule::Games(games);
                let run = resolve(&cells, MethodChoice::Sample, SEED, stop, Batches::default(), &Silent);
                let _ = black_box(run);
                Ok(())
            }),
        },
        Sizes {
            what: "units a side, 1 024 battles",
            id: "units",
            sizes: vec![1, 2, 4, 6, 10, 15, 20],
            run: Box::new(move |units| {
                let force = |id: &str| Roster { units: (0..units).map(|_| (id.to_owned(), None)).collect() };
                let battle =
                    chimera.battle_of(&force("musket-line"), &force("legionaries"), &open_ground())?;
                black_box(battle.play(SEED, 0..GAMES, DiceKind::Tables, false));
                Ok(())
            }),
        },
        Sizes {
            what: "boxes, a matrix of 64 games a cell",
            id: "boxes",
            sizes: vec![2, 5, 10, 20, 50, 100, 200],
            run: Box::new(move |boxes| {
                // More boxes than are shipped: the list goes round.
                let shipped = chimera.boxes().iter().map(|one| one.id.clone()).cycle();
                let ids: Vec<String> = shipped.zip(0..boxes).map(|(id, _)| id).collect();
                let cells = RoundRobin::new(chimera, ids, Meeting::Battles(open_ground()));
                let stop = StopRule::Games(GAMES_OF_A_CELL);
                let run = resolve(&cells, MethodChoice::Sample, SEED, stop, Batches::default(), &Silent);
                let _ = black_box(run);
                Ok(())
            }),
        },
        Sizes {
            what: "units, an exact matrix of both seatings",
            id: "exact-units",
            sizes: vec![6, 12, 24, 46],
            run: Box::new(move |units| {
                let ids: Vec<String> =
                    chimera.units().iter().zip(0..units).map(|(unit, _)| unit.id.clone()).collect();
                let cells = RoundRobin::new(chimera, ids, Meeting::Duels(DuelSpec::default()));
                let stop = StopRule::Games(GAMES_OF_A_CELL);
                let run = resolve(&cells, MethodChoice::Exact, SEED, stop, Batches::default(), &Silent);
                let _ = black_box(run);
                Ok(())
            }),
        },
        Sizes {
            what: "figures a side, 100 000 games sampled",
            id: "sampled-figures",
            sizes: vec![5, 10, 20, 40, 80, 160],
            run: Box::new(move |figures| {
                let duel = chimera.duel("heavy-foot", "heavy-foot", &of_figures(figures))?;
                black_box(duel.play(SEED, 0..GAMES_OF_A_SIZE, DiceKind::Tables, false));
                Ok(())
            }),
        },
        Sizes {
            what: "figures a side, exact duel",
            id: "figures",
            // Last, because the system takes memory back late: what the largest held would be seen in every size after it.
            sizes: (0..)
                .map(|doubled| 5 << doubled)
                .take_while(|figures| *figures <= ends.figures.min(1 << 12))
                .collect(),
            run: Box::new(move |figures| {
                let duel = chimera.duel("heavy-foot", "heavy-foot", &of_figures(figures))?;
                let _ = black_box(duel.solve(u64::MAX));
                Ok(())
            }),
        },
    ];
    series.iter_mut().for_each(|one| one.sizes.truncate(most_sizes));
    series
}

fn of_figures(figures: u64) -> DuelSpec {
    DuelSpec { figures: [u32::try_from(figures).ok(); 2], ..DuelSpec::default() }
}
