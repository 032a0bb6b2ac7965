//! The jobs. All go the public way: compile, play, tally.

use std::hint::black_box;
use std::sync::Arc;

use muster_analysis::bradley_terry::{Contest, fit};
use muster_dice::{CellKey, Dice as _, Die, Seed, Stream, TableDice};
use muster_resolver::schedule::Meeting;
use muster_resolver::{Batches, MethodChoice, RoundRobin, Schedule as _, Silent, StopRule, resolve};
use muster_rules::chimera::ChimeraGame;
use muster_rules::chimera::duel::DuelProcess;
use muster_rules::chimera::plan::UnitPlan;
use muster_rules::orders::{Plan, Policy};
use muster_rules::pack::{Diagnostics, Sources, load};
use muster_rules::terms::{DuelTerms, policy_of};
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game, Matchup, Refusal, rule_set};

use crate::job::{Job, Way};
use crate::plain;

/// Seed of everything.
const SEED: Seed = Seed(1);
/// Games in a piece of work: of duels, of battles.
const DUELS: u64 = 1024;
const BATTLES: u64 = 64;
/// Throws in a piece of work.
const THROWS: u64 = 4096;
/// Units of the fit, and games of each pair.
const RATED: usize = 200;
const GAMES_OF_A_PAIR: f64 = 1000.0;

/// The shipped rule sets, read.
pub struct Games {
    chimera: ChimeraGame,
    blood_and_steel: Box<dyn Game>,
    firefight: Box<dyn Game>,
}

impl Games {
    /// Reads the built-in data.
    ///
    /// # Errors
    /// When it is refused, which is a fault of ours.
    pub fn shipped() -> Result<Games, Diagnostics> {
        let read = |set: &str| {
            let (pack, _) = load(&Sources::of_set(set))?;
            match rule_set(set) {
                Some(rules) => rules.read(&pack).map(|(game, _)| game),
                None => Err(Diagnostics::default()),
            }
        };
        let (pack, _) = load(&Sources::of_set("chimera"))?;
        let (chimera, _) = ChimeraGame::read(&pack)?;
        Ok(Games { chimera, blood_and_steel: read("blood-and-steel")?, firefight: read("firefight")? })
    }

    /// Chimera.
    pub fn chimera(&self) -> &ChimeraGame {
        &self.chimera
    }
}

/// So many figures a side, locked from the first Move step to the end.
fn locked(figures: u32) -> DuelSpec {
    DuelSpec { figures: [Some(figures); 2], ..near(0.0, Policy::Charge) }
}

fn near(start: f64, policy: Policy) -> DuelSpec {
    DuelSpec { start: Some(start), policies: [Some(policy); 2], ..DuelSpec::default() }
}

fn one_turn(spec: &DuelSpec) -> DuelSpec {
    DuelSpec { max_turns: Some(1), ..spec.clone() }
}

/// On open ground.
pub(crate) fn open_ground() -> BattleSpec {
    BattleSpec {
        conditions: "open".to_owned(),
        plans: [Plan::Combined; 2],
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    }
}

/// All jobs, from dice to fits.
///
/// # Errors
/// When the shipped data has no longer what they play.
pub fn jobs(games: &Games) -> Result<Vec<Job<'_>>, Refusal> {
    let chimera = &games.chimera;
    let duel = |a: &str, b: &str, spec: &DuelSpec| chimera.duel(a, b, spec);
    let ground = open_ground();
    let volley = one_turn(&near(20.0, Policy::Hold));
    let close = near(10.0, Policy::Hold);
    Ok(vec![
        die(),
        sampled("volley", "two volleys of ten rifles", DUELS, &Arc::from(duel("rifles", "rifles", &volley)?)),
        sampled(
            "melee-round",
            "a round of melee, 10 v 10",
            DUELS,
            &Arc::from(duel("heavy-foot", "heavy-foot", &one_turn(&locked(10)))?),
        ),
        sampled(
            "melee",
            "a melee to the end, 10 v 10",
            DUELS,
            &Arc::from(duel("heavy-foot", "heavy-foot", &locked(10))?),
        ),
        sampled(
            "duel",
            "rifle squad v heavy foot",
            DUELS,
            &Arc::from(duel("rifle-squad", "heavy-foot", &DuelSpec::default())?),
        ),
        sampled(
            "duel-bs",
            "a Blood & Steel duel, 20 v 20",
            DUELS,
            &Arc::from(games.blood_and_steel.duel("heavy-swords", "halberdiers", &DuelSpec::default())?),
        ),
        sampled(
            "firefight",
            "a firefight, 10 v 10",
            DUELS,
            &Arc::from(games.firefight.duel("guardsmen", "guardsmen", &close)?),
        ),
        exact(chimera, "exact-melee", "exact melee, 10 v 10", "heavy-foot", 10, 0.0)?,
        exact(chimera, "exact-duel", "exact, from 24\", 10 v 10", "musket-line", 10, 24.0)?,
        exact(chimera, "exact-20", "exact, from 24\", 20 v 20", "musket-line", 20, 24.0)?,
        sampled(
            "battle",
            "a battle, six units a side",
            BATTLES,
            &Arc::from(chimera.battle("soviet-infantry", "us-infantry", &ground)?),
        ),
        sampled(
            "battle-bs",
            "Blood & Steel battle, six a side",
            BATTLES,
            &Arc::from(games.blood_and_steel.battle("kings-host", "siege-train", &ground)?),
        ),
        matrix("threads", "four boxes, 4 096 games a cell", chimera, 4, 4096),
        matrix("cells", "eight boxes, 256 games a cell", chimera, 8, 256),
        together("together", "four boxes, a matrix a thread", chimera, 4, 4096),
        ratings(),
    ])
}

fn die() -> Job<'static> {
    let dice = || TableDice::from_stream(Stream::of_game(SEED, CellKey::of(&["bench"]), 0));
    let (mut ours, mut plain) = (dice(), dice());
    Job {
        id: "die",
        what: "a fair d6",
        unit: "throws",
        ours: Way::new("multiply", move || {
            black_box((0..THROWS).map(|_| u64::from(ours.die(Die::D6))).sum::<u64>());
            THROWS
        }),
        twin: Way::new("remainder", move || {
            black_box((0..THROWS).map(|_| plain::face(&mut plain, 6)).sum::<u64>());
            THROWS
        }),
        activations: None,
    }
}

/// Games by tables beside the same rules die by die.
fn sampled<'g>(id: &'static str, what: &'static str, games: u64, matchup: &Arc<dyn Matchup + 'g>) -> Job<'g> {
    let way = |label: &'static str, dice: DiceKind| {
        let matchup = Arc::clone(matchup);
        let mut from = 0;
        Way::new(label, move || {
            from += games;
            black_box(matchup.play(SEED, from..from + games, dice, false));
            games
        })
    };
    let (ours, twin) = (way("tables", DiceKind::Tables), way("die by die", DiceKind::Plain));
    let asked = matchup.activations(SEED, 0..games);
    let activations = asked.map(|asked| asked as f64 / games as f64);
    Job { id, what, unit: "games", ours, twin, activations }
}

/// Both seatings of a duel between equal units, solved by us and as a plain chain.
fn exact<'g>(
    game: &'g ChimeraGame,
    id: &'static str,
    what: &'static str,
    unit: &str,
    figures: u32,
    start: f64,
) -> Result<Job<'g>, Refusal> {
    let spec = DuelSpec { figures: [Some(figures); 2], start: Some(start), ..DuelSpec::default() };
    let process = process(game, unit, figures, start)?;
    // A melee is charged into from both sides, whatever the unit would do from afar.
    let duel = game.duel(unit, unit, &spec)?;
    Ok(Job {
        id,
        what,
        unit: "duels",
        ours: Way::new("merged", move || {
            let _ = black_box(duel.solve(u64::MAX));
            1
        }),
        twin: Way::new("plain chain", move || {
            black_box(plain::chain(&process));
            1
        }),
        activations: None,
    })
}

/// The duel of a unit with itself as the rules play it, without the door around it.
fn process<'g>(
    game: &'g ChimeraGame,
    unit: &str,
    figures: u32,
    start: f64,
) -> Result<DuelProcess<'g>, Refusal> {
    let rules = game.rules();
    let unit = game.unit(unit)?.resized(figures)?;
    let numbers = &rules.numbers;
    let spec = DuelSpec { start: Some(start), ..DuelSpec::default() };
    let terms = DuelTerms::of(&spec, numbers.duel.start, numbers.duel.room, numbers.duel.max_turns)?;
    let save = unit.figures.first().map_or(0, |figure| figure.save);
    let plan = || UnitPlan::new(&unit, numbers, &rules.rulings, save);
    Ok(DuelProcess {
        rules,
        units: [plan(), plan()],
        policies: [policy_of(None, unit.fp_milli() > 0); 2],
        start: terms.start,
        room: terms.room,
        max_turns: terms.max_turns,
        pool: [0; 2],
        respawn_figures: [None; 2],
    })
}

/// A matrix of so many boxes by all threads beside the same by one: what threads gain.
fn matrix<'g>(
    id: &'static str,
    what: &'static str,
    game: &'g ChimeraGame,
    boxes: usize,
    games: u64,
) -> Job<'g> {
    let play = playing(game, boxes, games);
    let one = play.clone();
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().ok();
    Job {
        id,
        what,
        unit: "games",
        ours: Way::new("all threads", play),
        twin: Way::new("one thread", move || match &alone {
            Some(pool) => pool.install(&one),
            None => one(),
        }),
        activations: None,
    }
}

/// Matrices that all threads play one after the other, beside as many that are played at once, one a thread, and share nothing: what
/// working together loses, apart from what the machine loses when all of it is busy.
fn together<'g>(
    id: &'static str,
    what: &'static str,
    game: &'g ChimeraGame,
    boxes: usize,
    games: u64,
) -> Job<'g> {
    let play = playing(game, boxes, games);
    let one = play.clone();
    let threads = rayon::current_num_threads();
    let pools: Vec<_> =
        (0..threads).filter_map(|_| rayon::ThreadPoolBuilder::new().num_threads(1).build().ok()).collect();
    Job {
        id,
        what,
        unit: "games",
        ours: Way::new("together", move || (0..threads).map(|_| play()).sum()),
        twin: Way::new("apart", move || {
            std::thread::scope(|scope| {
                let begun: Vec<_> = pools.iter().map(|pool| scope.spawn(|| pool.install(&one))).collect();
                begun.into_iter().map(|thread| thread.join().unwrap_or_default()).sum()
            })
        }),
        activations: None,
    }
}

/// Plays a matrix of so many boxes; tells the games.
fn playing<'g>(
    game: &'g ChimeraGame,
    boxes: usize,
    games: u64,
) -> impl Fn() -> u64 + Clone + Send + Sync + 'g {
    let ids: Vec<String> = game.boxes().iter().take(boxes).map(|one| one.id.clone()).collect();
    move || {
        let cells = RoundRobin::new(game, ids.clone(), Meeting::Battles(open_ground()));
        let stop = StopRule::Games(games);
        let run = resolve(&cells, MethodChoice::Sample, SEED, stop, Batches::default(), &Silent);
        let _ = black_box(run);
        cells.cells() as u64 * games
    }
}

/// Ratings with errors of units that all met, their strengths spread over three logits, the scores a little off them in a fixed
/// pattern.
pub(crate) fn contests() -> Vec<Contest> {
    let theta = |unit: usize| 3.0 * unit as f64 / RATED as f64;
    let mut contests = Vec::new();
    for first in 0..RATED {
        for second in first + 1..RATED {
            let off = ((first * 7 + second * 13) % 11) as f64 - 5.0;
            let expected = GAMES_OF_A_PAIR / (1.0 + (theta(second) - theta(first)).exp());
            let won = (expected + 3.0 * off).round().clamp(1.0, GAMES_OF_A_PAIR - 1.0);
            contests.push(Contest { first, second, won, lost: GAMES_OF_A_PAIR - won });
        }
    }
    contests
}

fn ratings() -> Job<'static> {
    let (ours, plain) = (contests(), contests());
    Job {
        id: "ratings",
        what: "Bradley-Terry, 200 units, errors",
        unit: "fits",
        ours: Way::new("muster", move || {
            let _ = black_box(fit(RATED, &ours).map(|ratings| ratings.errors(0)));
            1
        }),
        twin: Way::new("textbook", move || {
            black_box(plain::ratings(RATED, &plain));
            1
        }),
        activations: None,
    }
}

#[cfg(test)]
mod tests {
    use muster_rules::Roster;

    use super::*;

    fn shipped() -> Games {
        Games::shipped().unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    #[test]
    fn both_ways_of_a_job_do_the_same_amount_of_work() {
        let games = shipped();
        let mut jobs = jobs(&games).unwrap_or_else(|refusal| panic!("{refusal}"));
        // The others take long in a test build; `muster bench` runs them all.
        jobs.retain(|job| ["die", "volley", "melee-round", "melee"].contains(&job.id));
        assert_eq!(jobs.len(), 4);
        for job in &mut jobs {
            let done = [(job.ours.run)(), (job.twin.run)()];
            assert!(done[0] > 0 && done[0] == done[1], "{}: {done:?}", job.id);
        }
    }

    #[test]
    fn a_battle_of_six_units_a_side_asks_each_of_them_twice_a_turn() {
        let games = shipped();
        // Nobody shoots, and nobody is near enough to charge in the first turn: A moves, B shoots, A shoots, B moves.
        let spec = BattleSpec { max_turns: Some(1), ..open_ground() };
        let force = |id: &str| Roster { units: vec![(id.to_owned(), None); 6] };
        let battle = games.chimera().battle_of(&force("legionaries"), &force("heavy-foot"), &spec);
        let battle = battle.unwrap_or_else(|refusal| panic!("{refusal}"));
        assert_eq!(battle.activations(SEED, 0..10), Some(10 * 2 * 12));
        let duel = games.chimera().duel("rifles", "rifles", &locked(4));
        assert_eq!(duel.unwrap_or_else(|refusal| panic!("{refusal}")).activations(SEED, 0..10), None);
    }

    #[test]
    fn the_plain_chain_and_the_solver_agree() {
        let games = shipped();
        let chimera = games.chimera();
        for (unit, start) in [("heavy-foot", 0.0), ("musket-line", 24.0)] {
            let process = process(chimera, unit, 6, start).unwrap_or_else(|refusal| panic!("{refusal}"));
            let plain = plain::chain(&process);
            let spec = DuelSpec { figures: [Some(6); 2], start: Some(start), ..DuelSpec::default() };
            let duel = chimera.duel(unit, unit, &spec).unwrap_or_else(|refusal| panic!("{refusal}"));
            let law = duel.solve(u64::MAX).unwrap_or_else(|why| panic!("{why}"));
            let ours = &law.seatings[0];
            for (ours, plain) in [ours.win, ours.draw, ours.loss].into_iter().zip(plain) {
                assert!((ours - plain).abs() < 1e-9, "{unit}: {ours} {plain}");
            }
        }
    }

    #[test]
    fn the_textbook_and_the_fit_agree() {
        let contests = contests();
        let (theta, errors) = plain::ratings(RATED, &contests).unwrap_or_else(|| panic!("all met"));
        let ratings = fit(RATED, &contests).unwrap_or_else(|why| panic!("{why:?}"));
        for (unit, (theta, error)) in (1..).zip(theta.iter().zip(&errors)) {
            let (lead, own) = ratings.difference(unit, 0);
            assert!((lead - theta).abs() < 1e-7 && (own - error).abs() < 1e-9, "{unit}: {lead} {own}");
        }
    }

    #[test]
    fn the_plain_die_is_fair() {
        let mut dice = TableDice::from_stream(Stream::of_game(SEED, CellKey::of(&["plain"]), 0));
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[usize::try_from(plain::face(&mut dice, 6) - 1).unwrap_or(0)] += 1;
        }
        // Standard deviation 91 a face: five of them is a false alarm in 300 000; a face favoured by a twentieth is six off.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 456), "{counts:?}");
    }
}
