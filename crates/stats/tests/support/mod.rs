//! Seeded samples for the tests: the only place of this crate where numbers are drawn.

use muster_stats::Record;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A stream of uniform numbers with a fixed seed.
pub(crate) struct Sampler(Pcg64Mcg);

impl Sampler {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number from 0 to just below 1.
    pub(crate) fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Adds games with the given chances of a win and a draw.
    pub(crate) fn play(&mut self, record: &mut Record, games: u64, win: f64, draw: f64) {
        for _ in 0..games {
            let u = self.uniform();
            if u < win {
                record.wins += 1;
            } else if u < win + draw {
                record.draws += 1;
            } else {
                record.losses += 1;
            }
        }
    }

    /// Successes among `n` trials of chance `p`.
    pub(crate) fn successes(&mut self, n: u64, p: f64) -> u64 {
        (0..n).filter(|_| self.uniform() < p).count() as u64
    }

    /// How often each cell came up in `n` draws from the chances `law`; the last cell takes what is left.
    pub(crate) fn counts(&mut self, n: u64, law: &[f64]) -> Vec<u64> {
        let mut counts = vec![0; law.len()];
        for _ in 0..n {
            let mut left = self.uniform();
            let cell = law.iter().position(|p| {
                left -= p;
                left < 0.0
            });
            counts[cell.unwrap_or(law.len() - 1)] += 1;
        }
        counts
    }
}
