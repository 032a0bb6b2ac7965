//! Random numbers and synthetic games that several test files share.

use muster_analysis::price_fit::{NearEven, PriceFit, SizedResult, locate, next_sizes};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// A generator of fixed seed.
pub(crate) fn generator(seed: u64) -> Pcg64 {
    Pcg64::seed_from_u64(seed)
}

/// Uniform in 0..1.
pub(crate) fn uniform(rng: &mut Pcg64) -> f64 {
    rng.random::<f64>()
}

/// Successes of `games` trials.
pub(crate) fn binomial(rng: &mut Pcg64, games: u32, p: f64) -> f64 {
    f64::from((0..games).map(|_| u32::from(uniform(rng) < p)).sum::<u32>())
}

/// How a score follows from γ ln(size ratio): what the fit assumes, and what it does not.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Link {
    Logit,
    Cauchit,
}

impl Link {
    pub(crate) fn score(self, eta: f64) -> f64 {
        match self {
            Link::Logit => 1.0 / (1.0 + (-eta).exp()),
            Link::Cauchit => 0.5 + eta.atan() / std::f64::consts::PI,
        }
    }
}

/// Units of known prices, ln p equally spaced on [0, ln 8].
pub(crate) struct World {
    pub(crate) theta: Vec<f64>,
    pub(crate) gamma: f64,
    pub(crate) link: Link,
}

impl World {
    pub(crate) fn of(units: usize, link: Link) -> World {
        let theta = (0..units).map(|unit| 8_f64.ln() * unit as f64 / (units - 1) as f64).collect();
        World { theta, gamma: 6.0, link }
    }

    pub(crate) fn play(
        &self,
        rng: &mut Pcg64,
        pair: (usize, usize),
        sizes: [u32; 2],
        games: u32,
    ) -> SizedResult {
        let figures = sizes.map(f64::from);
        let lead = self.theta[pair.0] - self.theta[pair.1] + (figures[0] / figures[1]).ln();
        let wins = binomial(rng, games, self.link.score(self.gamma * lead));
        SizedResult {
            first: pair.0,
            second: pair.1,
            figures,
            side: 0.0,
            wins,
            draws: 0.0,
            losses: f64::from(games) - wins,
        }
    }

    /// Six adaptive rounds over all pairs, `games` a pair in all.
    pub(crate) fn rounds(&self, rng: &mut Pcg64, games: u32) -> Vec<SizedResult> {
        let units = self.theta.len();
        let mut believed = vec![0.0; units];
        let mut rows = Vec::new();
        for round in 0..6 {
            let jitter = if round == 0 { 0.5 } else { 0.15 };
            for i in 0..units {
                for j in i + 1..units {
                    let u = (0.3 + 0.7 * uniform(rng)) * if uniform(rng) < 0.5 { -1.0 } else { 1.0 };
                    let choice = NearEven { most: 400, jitter };
                    let sizes = next_sizes(40, [believed[i], believed[j]], u, choice);
                    rows.push(self.play(rng, (i, j), sizes, games / 6));
                }
            }
            believed = locate(units, &rows);
        }
        rows
    }

    /// Root mean square error of ln(points), both sides centred.
    pub(crate) fn rmse(&self, found: &PriceFit) -> f64 {
        let mean = self.theta.iter().sum::<f64>() / self.theta.len() as f64;
        let squares: f64 = (0..self.theta.len())
            .map(|unit| (found.theta(unit).unwrap() - self.theta[unit] + mean).powi(2))
            .sum();
        (squares / self.theta.len() as f64).sqrt()
    }
}

/// Standard normal, by Box and Muller.
pub(crate) fn normal(rng: &mut Pcg64) -> f64 {
    let (u, v) = (1.0 - uniform(rng), uniform(rng));
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}
