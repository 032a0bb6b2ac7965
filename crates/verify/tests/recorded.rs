//! Games that are taken down: the same as those that are counted and those that are told, in order, whatever the threads.

use muster_dice::Seed;
use muster_resolver::schedule::Meeting;
use muster_resolver::{
    Batches, MethodChoice, Recorder, Resolved, RoundRobin, Schedule, Silent, StopRule, resolve,
    resolve_recorded,
};
use muster_rules::orders::Plan;
use muster_rules::{BattleSpec, DuelSpec, Game, Matchup, PlayedGame};
use muster_verify::chimera;

const SEED: Seed = Seed(71);

/// Keeps all games, or stops after so many calls.
#[derive(Default)]
struct Kept {
    games: Vec<(usize, String, PlayedGame)>,
    stops_after: Option<usize>,
    calls: usize,
}

impl Recorder for Kept {
    fn record(&mut self, cell: usize, matchup: &dyn Matchup, games: &[PlayedGame]) -> bool {
        self.calls += 1;
        let conditions = |game: &PlayedGame| matchup.conditions(game.number).unwrap_or_default().to_owned();
        self.games.extend(games.iter().map(|game| (cell, conditions(game), *game)));
        self.stops_after.is_none_or(|most| self.calls < most)
    }
}

fn battles(game: &dyn Game) -> RoundRobin<'_> {
    let spec = BattleSpec {
        conditions: "mix".to_owned(),
        plans: [Plan::Combined, Plan::Assault],
        max_turns: None,
        limit_is_draw: false,
        respawns: [None, None],
    };
    RoundRobin::new(game, ["zulus", "celts", "mongols"].map(str::to_owned).to_vec(), Meeting::Battles(spec))
}

fn duels(game: &dyn Game) -> RoundRobin<'_> {
    let ids = ["warband", "rifles", "elephants"].map(str::to_owned).to_vec();
    RoundRobin::new(game, ids, Meeting::Duels(DuelSpec::default()))
}

fn recorded(schedule: &dyn Schedule, stop: StopRule, threads: usize) -> (Resolved, Kept) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut kept = Kept::default();
    let resolved = pool.install(|| resolve_recorded(schedule, SEED, stop, &Silent, &mut kept)).unwrap();
    (resolved, kept)
}

#[test]
fn recorded_runs_have_the_counts_of_plain_ones_and_games_in_order_whatever_the_threads() {
    let game = chimera(&[], &[], &[]);
    let (battles, duels) = (battles(game.as_ref()), duels(game.as_ref()));
    let wide = StopRule::HalfWidth { half_width: 0.05, limit: 3000 };
    for (schedule, stop) in
        [(&battles as &dyn Schedule, StopRule::Games(131)), (&duels, StopRule::Games(1055)), (&duels, wide)]
    {
        let plain = resolve(schedule, MethodChoice::Sample, SEED, stop, Batches::default(), &Silent).unwrap();
        let (one, kept) = recorded(schedule, stop, 1);
        let (three, more) = recorded(schedule, stop, 3);
        assert_eq!((&one.answers, &one.harmless), (&plain.answers, &plain.harmless));
        assert_eq!(three.answers, plain.answers);
        assert_eq!(kept.games, more.games);
        assert!(!one.stopped_early);
        let mut next = (0, 0);
        for (cell, _, game) in &kept.games {
            if *cell != next.0 {
                next = (next.0 + 1, 0);
            }
            assert_eq!((*cell, game.number), next);
            next.1 += 1;
        }
        assert_eq!(next.0 + 1, schedule.cells());
    }
}

#[test]
fn a_recorded_game_is_the_game_that_replay_tells() {
    let game = chimera(&[], &[], &[]);
    let (battles, duels) = (battles(game.as_ref()), duels(game.as_ref()));
    for schedule in [&battles as &dyn Schedule, &duels] {
        let (_, kept) = recorded(schedule, StopRule::Games(24), 2);
        let mut grounds = std::collections::BTreeSet::new();
        for (cell, conditions, played) in &kept.games {
            let story = schedule.compile(*cell).unwrap().story(SEED, played.number);
            assert_eq!((story.end, story.seating), (played.end, played.seating), "{cell}, {played:?}");
            let known = game.conditions().iter().find(|facts| facts.id == *conditions);
            if let Some(facts) = known {
                assert_eq!(story.lines[0], format!("Conditions: {}.", facts.name));
                grounds.insert(conditions.clone());
            } else {
                assert_eq!(conditions, "");
            }
        }
        let battles = kept.games.iter().any(|(_, conditions, _)| !conditions.is_empty());
        assert!(!battles || grounds.len() > 2, "a mix takes turns: {grounds:?}");
    }
}

#[test]
fn a_recorder_that_can_take_no_more_stops_the_run() {
    let game = chimera(&[], &[], &[]);
    let duels = duels(game.as_ref());
    let mut kept = Kept { stops_after: Some(2), ..Kept::default() };
    let resolved = resolve_recorded(&duels, SEED, StopRule::Games(64), &Silent, &mut kept).unwrap();
    assert!(resolved.stopped_early && kept.calls == 2);
    assert_eq!(resolved.answers.iter().flatten().count(), 1);
}
