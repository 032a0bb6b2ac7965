//! A match-up seen from the other chair. Every pair of forces is compiled in one order only, so that (A, B) and (B, A)
//! share every die.

use std::ops::Range;

use muster_dice::Seed;
use muster_results::{OutcomeDistribution, Tally};

use crate::keyed::{Fingerprint, KeyedGame, Luck};
use crate::recorded::PlayedGame;
use crate::ruleset::{DiceKind, Matchup, Story, Unsolvable};

/// Wraps a match-up, exchanging first and second.
pub struct Mirrored<'m>(pub Box<dyn Matchup + 'm>);

impl Matchup for Mirrored<'_> {
    fn names(&self) -> [String; 2] {
        let [first, second] = self.0.names();
        [second, first]
    }

    fn start(&self) -> [u32; 2] {
        let [first, second] = self.0.start();
        [second, first]
    }

    fn play(&self, seed: Seed, games: Range<u64>, dice: DiceKind, joint: bool) -> Tally {
        self.0.play(seed, games, dice, joint).mirrored()
    }

    fn play_keyed(&self, seed: Seed, games: Range<u64>, luck: Luck) -> Vec<KeyedGame> {
        self.0.play_keyed(seed, games, luck).iter().map(KeyedGame::mirrored).collect()
    }

    fn play_each(&self, seed: Seed, games: Range<u64>) -> Vec<PlayedGame> {
        self.0.play_each(seed, games).iter().map(PlayedGame::mirrored).collect()
    }

    fn conditions(&self, game: u64) -> Option<&str> {
        self.0.conditions(game)
    }

    fn fingerprint(&self) -> Option<Fingerprint> {
        self.0.fingerprint()
    }

    fn story(&self, seed: Seed, game: u64) -> Story {
        let mut story = self.0.story(seed, game);
        story.end = story.end.mirrored();
        story.seating = 1 - story.seating;
        story
    }

    fn activations(&self, seed: Seed, games: Range<u64>) -> Option<u64> {
        self.0.activations(seed, games)
    }

    fn exact_cost(&self) -> Option<f64> {
        self.0.exact_cost()
    }

    fn solve(&self, budget: u64) -> Result<OutcomeDistribution, Unsolvable> {
        self.0.solve(budget).map(|law| law.mirrored())
    }

    fn is_mirror(&self) -> bool {
        self.0.is_mirror()
    }

    fn harmless(&self) -> bool {
        self.0.harmless()
    }
}
