//! The pooled fit of log-points on synthetic games whose truth is known.

use crate::support::{Link, World, binomial, generator, uniform};
use muster_analysis::price_fit::{
    Bound, ErrorKind, Options, Polish, Polished, PriceRefusal, Probe, SizedResult, Standing, fit,
};

/// Mean over the runs of the root mean square error.
fn mean_rmse(world: &World, games: u32, runs: u64, window: f64) -> f64 {
    let of_run = |seed: u64| {
        let rows = world.rounds(&mut generator(seed), games);
        world.rmse(&fit(world.theta.len(), &rows, Options { window }).unwrap())
    };
    (0..runs).map(of_run).sum::<f64>() / runs as f64
}

// Acceptance T5.1, four runs. The mean of four has a spread of about 0.0005 around 0.0035: the band is nine of them wide.
#[test]
fn a_logistic_truth_is_found_within_a_percent_from_a_thousand_games_a_pair() {
    let world = World::of(8, Link::Logit);
    let rmse = mean_rmse(&world, 1000, 4, 1.2);
    assert!(rmse < 0.008, "{rmse}");
    let rmse = mean_rmse(&world, 10_000, 2, 1.2);
    assert!(rmse < 0.003, "{rmse}");
}

// Acceptance T5.2: the same for a truth whose tails are far fatter than the model's.
#[test]
fn the_window_keeps_a_bent_truth_from_bending_the_prices() {
    let world = World::of(8, Link::Cauchit);
    let rmse = mean_rmse(&world, 1000, 4, 1.2);
    assert!(rmse < 0.012, "{rmse}");
    let (with, without) = (mean_rmse(&world, 10_000, 4, 1.2), mean_rmse(&world, 10_000, 4, f64::INFINITY));
    assert!(with < without, "with a window {with}, without {without}");
}

// The mutant of both: games told from the wrong chair must not pass.
#[test]
fn results_told_from_the_wrong_chair_are_caught() {
    let world = World::of(8, Link::Logit);
    let mut rows = world.rounds(&mut generator(1), 1000);
    for row in &mut rows {
        if row.first == 0 {
            std::mem::swap(&mut row.wins, &mut row.losses);
        }
    }
    let wrong = fit(8, &rows, Options::default()).map(|found| world.rmse(&found));
    assert!(wrong.as_ref().map_or(true, |rmse| *rmse > 0.012), "{wrong:?}");
}

// Acceptance T5.4.
#[test]
fn games_at_one_size_are_refused_and_so_is_one_fixed_size_a_unit() {
    let world = World::of(4, Link::Logit);
    for sizes in [[10, 10, 10, 10], [10, 12, 7, 20]] {
        let mut rng = generator(3);
        let mut rows = Vec::new();
        for i in 0..4 {
            for j in i + 1..4 {
                rows.push(world.play(&mut rng, (i, j), [sizes[i], sizes[j]], 500));
            }
        }
        let refused = fit(4, &rows, Options::default()).unwrap_err();
        assert_eq!(refused, PriceRefusal::SteepnessNotIdentified);
        assert!(refused.to_string().starts_with("steepness not identified"));
    }
}

#[test]
fn sizes_that_make_no_difference_are_refused() {
    let mut rng = generator(4);
    let mut rows = World::of(3, Link::Logit).rounds(&mut rng, 600);
    for row in &mut rows {
        row.wins = binomial(&mut rng, 100, 0.5);
        row.losses = 100.0 - row.wins;
    }
    assert_eq!(fit(3, &rows, Options::default()).unwrap_err(), PriceRefusal::SteepnessNotIdentified);
}

/// Share of 95 % intervals for a unit's log-points that hold the truth.
fn coverage(link: Link, games: u32, data_sets: u64) -> (f64, Vec<ErrorKind>) {
    let world = World::of(8, link);
    let mean = world.theta.iter().sum::<f64>() / 8.0;
    let (mut held, mut kinds) = (0_u32, Vec::new());
    for seed in 0..data_sets {
        let rows = world.rounds(&mut generator(1000 + seed), games);
        let found = fit(8, &rows, Options::default()).unwrap();
        kinds.push(found.error_kind);
        for unit in 0..8 {
            let miss = (found.theta(unit).unwrap() - world.theta[unit] + mean).abs();
            held += u32::from(miss <= 1.96 * found.error(unit).unwrap());
        }
    }
    (f64::from(held) / (8.0 * data_sets as f64), kinds)
}

// Acceptance T5.5. Units of one data set hang together; a data set's mean coverage has a spread of about 0.12, the mean of
// 150 one of 0.01, so a coverage of 0.95 leaves the band by chance about once in a thousand times.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    for link in [Link::Logit, Link::Cauchit] {
        let (share, _) = coverage(link, 300, 150);
        assert!((0.88..=0.98).contains(&share), "{link:?}: {share}");
    }
}

#[test]
fn a_bent_truth_and_many_games_call_for_clustered_errors() {
    let world = World::of(8, Link::Cauchit);
    let mut rows = world.rounds(&mut generator(7), 300);
    for row in &mut rows {
        // As many games as make chance vanish: what is left over is the bend.
        let lead = world.theta[row.first] - world.theta[row.second] + (row.figures[0] / row.figures[1]).ln();
        row.wins = 1e6 * world.link.score(world.gamma * lead);
        row.losses = 1e6 - row.wins;
    }
    assert_eq!(fit(8, &rows, Options::default()).unwrap().error_kind, ErrorKind::Clustered);
    let (_, kinds) = coverage(Link::Logit, 300, 1);
    assert_ne!(kinds, [ErrorKind::Clustered]);
}

// Acceptance T5.6: boxes are bought at equal published cost, at 0.85, 1 and 1.18 of it.
#[test]
fn a_unit_priced_too_high_is_found_out_and_the_others_are_not_blamed() {
    let world = World::of(8, Link::Logit);
    let mut rng = generator(6);
    let published: Vec<f64> = world
        .theta
        .iter()
        .enumerate()
        .map(|(unit, theta)| (theta + if unit == 3 { 0.15 } else { 0.0 }).exp())
        .collect();
    let mut rows = Vec::new();
    for i in 0..8 {
        for j in i + 1..8 {
            for budget in [0.85, 1.0, 1.18] {
                let whole = |figures: f64| -> u32 {
                    (1..=1000)
                        .min_by_key(|n: &u32| ((f64::from(*n) - figures).abs() * 1e6).to_bits())
                        .unwrap()
                };
                let sizes = [whole(400.0 * budget / published[i]), whole(400.0 / published[j])];
                rows.push(world.play(&mut rng, (i, j), sizes, 4000));
            }
        }
    }
    let found = fit(8, &rows, Options::default()).unwrap();
    let mut over: Vec<f64> = (0..8).map(|unit| published[unit].ln() - found.theta(unit).unwrap()).collect();
    let mut sorted = over.clone();
    sorted.sort_by(f64::total_cmp);
    let median = (sorted[3] + sorted[4]) / 2.0;
    over.iter_mut().for_each(|one| *one -= median);
    for (unit, over) in over.iter().enumerate() {
        let expected = if unit == 3 { 0.15 } else { 0.0 };
        assert!((over - expected).abs() < 0.012, "unit {unit}: {over}");
    }
}

fn row(first: usize, second: usize, figures: [f64; 2], wins: f64, draws: f64, losses: f64) -> SizedResult {
    SizedResult { first, second, figures, side: 0.0, wins, draws, losses }
}

// Acceptance T5.8.
#[test]
fn a_unit_that_wins_everything_gets_a_limit_and_no_price() {
    let mut rows = World::of(3, Link::Logit).rounds(&mut generator(8), 3000);
    rows.push(row(3, 2, [1.0, 20.0], 50.0, 0.0, 0.0));
    rows.push(row(3, 1, [1.0, 10.0], 50.0, 0.0, 0.0));
    rows.push(row(0, 4, [1.0, 30.0], 50.0, 0.0, 0.0));
    let found = fit(5, &rows, Options::default()).unwrap();
    let Standing::Bounded(Bound::AtLeast(limit)) = found.standings[3] else {
        panic!("{:?}", found.standings[3])
    };
    assert!((limit - found.theta(2).unwrap() - 20_f64.ln()).abs() < 1e-12);
    let Standing::Bounded(Bound::AtMost(limit)) = found.standings[4] else {
        panic!("{:?}", found.standings[4])
    };
    assert!((limit - found.theta(0).unwrap() + 30_f64.ln()).abs() < 1e-12);
    assert_eq!(found.theta(3), None);
}

#[test]
fn units_that_never_met_are_not_compared() {
    let world = World::of(4, Link::Logit);
    let rows: Vec<SizedResult> = world
        .rounds(&mut generator(9), 3000)
        .into_iter()
        .filter(|row| (row.first < 2) == (row.second < 2))
        .collect();
    let found = fit(4, &rows, Options::default()).unwrap();
    assert_eq!(found.components, [0, 0, 1, 1]);
    assert_eq!(found.ratio(0, 2), None);
    let (lead, error) = found.ratio(1, 0).unwrap();
    assert!((lead - world.theta[1] + world.theta[0]).abs() < 5.0 * error, "{lead} ± {error}");
}

#[test]
fn pairs_that_only_draw_tell_no_rate_and_exchanged_sizes_are_told() {
    let told = [
        row(0, 1, [9.0, 12.0], 500.0, 0.0, 500.0),
        row(0, 1, [10.0, 12.0], 660.0, 0.0, 340.0),
        row(0, 1, [8.0, 12.0], 320.0, 0.0, 680.0),
    ];
    let drawn = [row(0, 2, [8.0, 16.0], 0.0, 100.0, 0.0), row(2, 0, [8.0, 16.0], 0.0, 100.0, 0.0)];
    let alone = fit(3, &told, Options::default()).unwrap();
    let found = fit(3, &[&told[..], &drawn[..]].concat(), Options::default()).unwrap();
    assert_eq!(found.stalemates, [(0, 2)]);
    assert_eq!(found.standings[2], Standing::Unknown);
    assert_eq!(found.ratio(0, 1), alone.ratio(0, 1));
    let exchanged = told.map(|one| SizedResult { wins: one.losses, losses: one.wins, ..one });
    assert_eq!(fit(2, &exchanged, Options::default()).unwrap_err(), PriceRefusal::MoreWinLess);
}

#[test]
fn draws_alone_lone_units_and_no_games_get_their_sentences() {
    let drawn = [row(0, 1, [5.0, 8.0], 0.0, 9.0, 0.0), row(0, 1, [8.0, 5.0], 0.0, 9.0, 0.0)];
    assert_eq!(fit(2, &drawn, Options::default()).unwrap_err(), PriceRefusal::NeverHurt);
    let alone = fit(1, &[], Options::default()).unwrap();
    assert_eq!(alone.standings, [Standing::Fitted(0.0)]);
    assert_eq!(alone.ratio(0, 0), Some((0.0, 0.0)));
    assert_eq!(fit(2, &[], Options::default()).unwrap_err(), PriceRefusal::NoGames);
    let won = [row(0, 1, [5.0, 8.0], 9.0, 0.0, 0.0), row(0, 1, [8.0, 5.0], 9.0, 0.0, 0.0)];
    assert_eq!(fit(2, &won, Options::default()).unwrap_err(), PriceRefusal::AllSeparated);
    for bad in [
        row(0, 0, [1.0, 1.0], 1.0, 0.0, 1.0),
        row(0, 1, [0.0, 1.0], 1.0, 0.0, 1.0),
        row(0, 1, [1.0, 1.0], f64::NAN, 0.0, 1.0),
    ] {
        assert_eq!(fit(2, &[bad], Options::default()).unwrap_err(), PriceRefusal::BadRow(0));
    }
}

#[test]
fn what_a_seat_is_worth_is_told_apart_from_prices() {
    let world = World::of(4, Link::Logit);
    let mut rng = generator(10);
    let mut rows = Vec::new();
    for (at, plain) in world.rounds(&mut generator(11), 12_000).into_iter().enumerate() {
        let side = if at % 2 == 0 { 1.0 } else { -1.0 };
        let lead =
            world.theta[plain.first] - world.theta[plain.second] + (plain.figures[0] / plain.figures[1]).ln();
        let wins = binomial(&mut rng, 2000, Link::Logit.score(world.gamma * lead + 0.4 * side));
        rows.push(SizedResult { side, wins, losses: 2000.0 - wins, ..plain });
    }
    let found = fit(4, &rows, Options::default()).unwrap();
    let seat = found.side.unwrap();
    assert!((seat.value - 0.4).abs() < 4.0 * seat.error && seat.error < 0.05, "{seat:?}");
    assert!(world.rmse(&found) < 0.01);
}

// 375 pairs of games a search; its error is about 0.026, the mean of 200 searches has one of 0.002.
#[test]
fn polish_finds_the_even_size_whatever_the_shape_of_the_scores() {
    for link in [Link::Logit, Link::Cauchit] {
        let (mut sum, mut squares, mut held) = (0.0, 0.0, 0);
        for seed in 0..200 {
            let mut rng = generator(5000 + seed);
            let even = 17.3_f64;
            let mut polish = Polish::new(14.0, 6.0, 60, 375);
            let shape = |size: f64| link.score(6.0 * (size / even).ln());
            for _ in 0..375 {
                let size = f64::from(polish.size(uniform(&mut rng)));
                let wins = binomial(&mut rng, 2, shape(size));
                polish.learn(wins / 2.0);
            }
            let Some(Polished::Even { ln_size, error, .. }) = found(&polish, &mut rng, 500, &shape) else {
                panic!("{polish:?}")
            };
            let miss = ln_size - even.ln();
            (sum, squares) = (sum + miss, squares + miss * miss);
            held += usize::from(miss.abs() <= 1.96 * error);
        }
        assert!((sum / 200.0_f64).abs() < 0.012, "{link:?}: {}", sum / 200.0);
        assert!((squares / 200.0_f64).sqrt() < 0.045, "{link:?}: {}", (squares / 200.0_f64).sqrt());
        assert!(held >= 160, "{link:?}: {held} of 200");
    }
}

/// What a search says after so many games at the sizes beside it, and at both ends where those do not tell; `score` of a size.
fn found(
    polish: &Polish,
    rng: &mut rand_pcg::Pcg64,
    games: u32,
    score: &dyn Fn(f64) -> f64,
) -> Option<Polished> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of games")]
    let mut probe = |size: u32| {
        let wins = binomial(rng, games, score(f64::from(size))) as u64;
        Probe { size, wins, draws: 0, losses: u64::from(games) - wins }
    };
    let beside = polish.beside()?.map(&mut probe);
    match polish.found(beside, &[]) {
        Some(Polished::Between { .. }) => polish.found(beside, &[1, 60].map(probe)),
        found => found,
    }
}

/// A search of 1000 pairs of games among up to 60 figures, begun at 10.
fn searched(seed: u64, score: &dyn Fn(f64) -> f64) -> Option<Polished> {
    let mut rng = generator(seed);
    let mut polish = Polish::new(10.0, 6.0, 60, 1000);
    assert_eq!(polish.beside(), None);
    for _ in 0..1000 {
        let size = f64::from(polish.size(uniform(&mut rng)).min(60));
        let wins = binomial(&mut rng, 2, score(size));
        polish.learn(wins / 2.0);
    }
    found(&polish, &mut rng, 200, score)
}

// Scores of 0.27 at 60 figures, as levy have against militia under Blood & Steel, used to leave the search at the last size but for a
// clear score, and to be told as even there without an error.
#[test]
fn polish_that_rests_at_an_end_gives_a_limit_and_no_size() {
    assert_eq!(searched(1, &|_| 0.0), Some(Polished::MoreThanMost));
    assert_eq!(searched(2, &|size| 0.22 + 0.05 * size / 60.0), Some(Polished::MoreThanMost));
    assert_eq!(searched(3, &|_| 1.0), Some(Polished::LessThanOne));
    assert_eq!(searched(4, &|size| 0.69 + 0.05 * size / 60.0), Some(Polished::LessThanOne));
}

#[test]
fn polish_where_figures_hardly_matter_places_no_even_size() {
    // From 0.38 with one figure to 0.62 with sixty.
    let flat = |size: f64| 1.0 / (1.0 + (0.5 - 0.244 * size.ln()).exp());
    let Some(Polished::Between { more_than, less_than }) = searched(5, &flat) else {
        panic!("{:?}", searched(5, &flat))
    };
    assert!(more_than.is_none_or(|low| low < 2.0) && less_than.is_none_or(|high| high > 2.0));
    let unmoved = Some(Polished::Between { more_than: None, less_than: None });
    assert_eq!(searched(6, &|_| 0.5), unmoved);
}

#[test]
fn polish_tells_the_steepness_that_it_found() {
    let Some(Polished::Even { ln_size, error, steepness }) =
        searched(7, &|size| 1.0 / (1.0 + (3.0 * (20.0 / size).ln()).exp()))
    else {
        panic!()
    };
    // Two probes of 200 games a factor of 4 apart: ±0.25, and four times that.
    assert!((steepness - 3.0).abs() < 1.0, "{steepness}");
    assert!((ln_size - 20_f64.ln()).abs() < 4.0 * error && error < 0.06, "{ln_size} {error}");
}
