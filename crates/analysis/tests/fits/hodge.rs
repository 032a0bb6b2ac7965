//! The transitive part, the cyclic rest and the strongest cycle.

use microlp::{ComparisonOp, OptimizationDirection, Problem};
use muster_analysis::bradley_terry::Contest;
use muster_analysis::hodge::{
    Comparison, HodgeError, cyclic_share, decompose, games_to_tell, least_worst_lead, logit_of_counts,
    one_number_test, strongest_cycle,
};
use muster_stats::zero_sum;

use crate::support::{binomial, generator, normal, uniform};

fn exact(first: usize, second: usize, value: f64) -> Comparison {
    Comparison { first, second, value, variance: 0.0 }
}

fn pairs(units: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..units).flat_map(move |i| (i + 1..units).map(move |j| (i, j)))
}

// Acceptance T6.1.
#[test]
fn t6_1_rock_paper_scissors_is_all_cycle() {
    let comparisons = [exact(0, 1, 1.0), exact(1, 2, 1.0), exact(2, 0, 1.0)];
    let parts = decompose(3, &comparisons).unwrap();
    assert!(parts.theta.iter().all(|theta| theta.abs() < 1e-12), "{:?}", parts.theta);
    assert_eq!(parts.degrees_of_freedom, 1);
    let share = cyclic_share(3, &comparisons).unwrap().unwrap();
    assert!((share.naive - 1.0).abs() < 1e-12 && (share.debiased - 1.0).abs() < 1e-12);
    let cycle = strongest_cycle(3, &comparisons).unwrap();
    assert_eq!(cycle.units.len(), 3);
    assert!((cycle.mean_lead - 1.0).abs() < 1e-12);
    let scores = vec![vec![0.5, 0.8, 0.2], vec![0.2, 0.5, 0.8], vec![0.8, 0.2, 0.5]];
    let nash = zero_sum::solve(&scores).unwrap();
    assert!((nash.value - 0.5).abs() < 1e-9);
    assert!(nash.row_mix.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-9));
}

#[test]
fn what_numbers_explain_leaves_no_residual_and_no_cycle() {
    let theta = [0.0, 1.5, -2.0, 0.25];
    let comparisons: Vec<Comparison> = pairs(4).map(|(i, j)| exact(i, j, theta[i] - theta[j])).collect();
    let parts = decompose(4, &comparisons).unwrap();
    for (found, truth) in parts.theta.iter().zip(theta) {
        assert!((found - truth - 0.0625).abs() < 1e-12);
    }
    assert!(parts.residuals.iter().all(|residual| residual.abs() < 1e-12));
    assert!(cyclic_share(4, &comparisons).unwrap().unwrap().naive < 1e-20);
    assert!(strongest_cycle(4, &comparisons).is_none_or(|cycle| cycle.mean_lead < 1e-12));
}

/// A truth of ten units with this share of cyclic sum of squares.
fn truth(seed: u64, share: f64) -> Vec<Comparison> {
    let mut rng = generator(seed);
    let theta: Vec<f64> = (0..10).map(|_| normal(&mut rng)).collect();
    let gradient: Vec<Comparison> = pairs(10).map(|(i, j)| exact(i, j, theta[i] - theta[j])).collect();
    let noise: Vec<Comparison> = pairs(10).map(|(i, j)| exact(i, j, normal(&mut rng))).collect();
    let cyclic = decompose(10, &noise).unwrap().residuals;
    let norm = |values: &mut dyn Iterator<Item = f64>| values.map(|v| v * v).sum::<f64>();
    let ratio = norm(&mut gradient.iter().map(|one| one.value)) / norm(&mut cyclic.iter().copied());
    let scale = (share / (1.0 - share) * ratio).sqrt();
    gradient.iter().zip(cyclic).map(|(one, c)| Comparison { value: one.value + scale * c, ..*one }).collect()
}

/// The truth played, so many games a pair.
fn played(truth: &[Comparison], seed: u64, games: u32) -> (Vec<Comparison>, Vec<Contest>) {
    let mut rng = generator(seed);
    let results: Vec<(Comparison, Contest)> = truth
        .iter()
        .map(|one| {
            let won = binomial(&mut rng, games, 1.0 / (1.0 + (-one.value).exp()));
            let lost = f64::from(games) - won;
            let (value, variance) = logit_of_counts(won, 0.0, lost);
            (
                Comparison { value, variance, ..*one },
                Contest { first: one.first, second: one.second, won, lost },
            )
        })
        .collect();
    results.into_iter().unzip()
}

// Acceptance T6.2. At 6.2 % true rate 400 runs give 2 to 8 % but for about one time in 20 000; at 5 % but for one in a thousand.
#[test]
fn t6_2_noise_is_not_taken_for_a_cycle() {
    let (mut rejected, mut shares) = (0_u32, 0.0);
    for run in 0..400 {
        let (comparisons, contests) = played(&truth(run, 0.0), 10_000 + run, 1000);
        shares += cyclic_share(10, &comparisons).unwrap().unwrap().debiased / 400.0;
        let test = one_number_test(10, &contests).unwrap();
        assert!(test.degrees_of_freedom <= 36);
        rejected += u32::from(test.p_value < 0.05);
    }
    assert!(shares < 0.003, "{shares}");
    assert!((8..=32).contains(&rejected), "{rejected} of 400");
}

// Acceptance T6.3, and the mutant of T6.2: with a share of 10 % the test must reject nearly always.
#[test]
fn t6_3_a_cyclic_share_of_a_tenth_comes_back_as_a_tenth() {
    let (mut share, mut rejected) = (0.0, 0_u32);
    for run in 0..40 {
        let (comparisons, contests) = played(&truth(run, 0.1), 20_000 + run, 1000);
        share += cyclic_share(10, &comparisons).unwrap().unwrap().debiased / 40.0;
        rejected += u32::from(one_number_test(10, &contests).unwrap().p_value < 0.05);
    }
    assert!((share - 0.1).abs() < 0.02, "{share}");
    assert_eq!(rejected, 40);
}

#[test]
fn few_games_bias_the_naive_share_and_not_the_other() {
    let (mut naive, mut debiased) = (0.0, 0.0);
    for run in 0..100 {
        let (comparisons, _) = played(&truth(run, 0.0), 30_000 + run, 200);
        let share = cyclic_share(10, &comparisons).unwrap().unwrap();
        naive += share.naive / 100.0;
        debiased += share.debiased / 100.0;
    }
    assert!(naive > 0.01 && debiased < naive / 3.0, "naive {naive}, debiased {debiased}");
}

/// Largest mean lead over every simple cycle, by trying them all.
fn by_brute_force(units: usize, lead: &[Vec<f64>]) -> f64 {
    fn extend(path: &mut Vec<usize>, sum: f64, lead: &[Vec<f64>], best: &mut f64) {
        let (first, last) = (path[0], path[path.len() - 1]);
        if path.len() > 1 {
            *best = best.max((sum + lead[last][first]) / path.len() as f64);
        }
        for next in first + 1..lead.len() {
            if !path.contains(&next) {
                path.push(next);
                extend(path, sum + lead[last][next], lead, best);
                path.pop();
            }
        }
    }
    let mut best = f64::NEG_INFINITY;
    for first in 0..units {
        extend(&mut vec![first], 0.0, lead, &mut best);
    }
    best
}

/// min over x of max |lead_ij - x_i + x_j| by a solver that shares no code with ours.
fn by_linear_program(units: usize, comparisons: &[Comparison]) -> f64 {
    let mut program = Problem::new(OptimizationDirection::Minimize);
    let worst = program.add_var(1.0, (0.0, f64::INFINITY));
    let numbers: Vec<_> =
        (0..units).map(|_| program.add_var(0.0, (f64::NEG_INFINITY, f64::INFINITY))).collect();
    for one in comparisons {
        for sign in [1.0, -1.0] {
            // sign * (lead - x_i + x_j) <= worst
            let terms = [(worst, 1.0), (numbers[one.first], sign), (numbers[one.second], -sign)];
            program.add_constraint(terms, ComparisonOp::Ge, sign * one.value);
        }
    }
    program.solve().unwrap().solution().unwrap().objective()
}

// Acceptance T6.4.
#[test]
fn t6_4_the_linear_program_the_cycle_and_every_cycle_tried_agree() {
    let mut rng = generator(64);
    for _ in 0..100 {
        let mut lead = vec![vec![0.0; 6]; 6];
        let comparisons: Vec<Comparison> =
            pairs(6).map(|(i, j)| exact(i, j, 6.0 * uniform(&mut rng) - 3.0)).collect();
        for one in &comparisons {
            lead[one.first][one.second] = one.value;
            lead[one.second][one.first] = -one.value;
        }
        let tried = by_brute_force(6, &lead);
        let cycle = strongest_cycle(6, &comparisons).map_or(0.0, |cycle| cycle.mean_lead);
        let certified = least_worst_lead(6, &comparisons);
        let program = by_linear_program(6, &comparisons);
        assert!((tried - certified).abs() < 1e-9, "tried {tried}, certified {certified}");
        assert!((tried - cycle).abs() < 1e-9, "tried {tried}, cycle {cycle}");
        assert!((tried - program).abs() < 1e-9, "tried {tried}, program {program}");
    }
}

// Acceptance T6.5.
#[test]
fn t6_5_missing_pairs_and_separate_groups_change_the_degrees_of_freedom() {
    let all: Vec<Comparison> =
        pairs(5).map(|(i, j)| exact(i, j, 0.1 * (i as f64) - 0.3 * (j as f64))).collect();
    assert_eq!(decompose(5, &all).unwrap().degrees_of_freedom, 6);
    assert_eq!(decompose(5, &all[1..]).unwrap().degrees_of_freedom, 5);
    let apart: Vec<Comparison> = all.into_iter().filter(|one| (one.first < 2) == (one.second < 2)).collect();
    let parts = decompose(5, &apart).unwrap();
    assert_eq!(parts.components, [0, 0, 1, 1, 1]);
    assert_eq!(parts.degrees_of_freedom, 1);
    assert!(parts.theta.iter().chain(&parts.residuals).all(|number| number.is_finite()));
    assert!((parts.theta[0] + parts.theta[1]).abs() < 1e-12);
    assert!(cyclic_share(5, &apart).unwrap().unwrap().naive.is_finite());
    assert!(strongest_cycle(5, &apart).is_some_and(|cycle| cycle.units.iter().all(|unit| *unit > 1)));
    assert_eq!(decompose(3, &[]).unwrap().degrees_of_freedom, 0);
    assert_eq!(cyclic_share(3, &[]).unwrap(), None);
    assert_eq!(strongest_cycle(0, &[]), None);
}

#[test]
fn weights_count_and_bad_comparisons_are_named() {
    let sure = |value: f64, variance: f64| Comparison { first: 0, second: 1, value, variance };
    let parts = decompose(2, &[sure(1.0, 1.0), sure(4.0, 0.5)]).unwrap();
    assert!((parts.theta[0] - parts.theta[1] - 3.0).abs() < 1e-12);
    let lead_variance = parts.covariance[(0, 0)] + parts.covariance[(1, 1)] - 2.0 * parts.covariance[(0, 1)];
    assert!((lead_variance - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!(decompose(2, &[exact(0, 1, f64::NAN)]).unwrap_err(), HodgeError::BadComparison(0));
    assert_eq!(decompose(2, &[exact(1, 1, 0.0)]).unwrap_err(), HodgeError::BadComparison(0));
    assert_eq!(
        decompose(2, &[exact(0, 1, 0.0), exact(0, 2, 0.0)]).unwrap_err(),
        HodgeError::BadComparison(1)
    );
}

#[test]
fn logits_of_counts_stay_finite_at_the_ends() {
    for (wins, draws, losses) in
        [(0.0, 0.0, 0.0), (9.0, 0.0, 0.0), (0.0, 0.0, 9.0), (0.0, 9.0, 0.0), (1e9, 0.0, 1.0)]
    {
        let (logit, variance) = logit_of_counts(wins, draws, losses);
        assert!(logit.is_finite() && variance.is_finite() && variance > 0.0, "{wins} {draws} {losses}");
    }
    let (logit, variance) = logit_of_counts(600.0, 0.0, 400.0);
    assert!((logit - 1.5_f64.ln()).abs() < 1e-3);
    assert!((variance - 1.0 / (1000.0 * 0.24)).abs() < 1e-4);
}

/// Nine in ten of what is promised: the planned games let Pearson's test reject, and a third of them do not.
#[test]
fn the_planned_games_tell_misfit_from_luck_nine_times_in_ten() {
    let scores: Vec<f64> = (0..45_u32).map(|pair| if pair % 3 == 0 { 0.56 } else { 0.47 }).collect();
    let planned = games_to_tell(&scores, 45).expect("something is to be seen");
    // Chi-square with 45 degrees of freedom exceeds 61.656 in 5 of 100 cases.
    let power = |games: u32, seed: u64| {
        let mut rng = generator(seed);
        let rejected = (0..400).filter(|_| {
            let statistic: f64 = scores
                .iter()
                .map(|score| {
                    let n = f64::from(games);
                    (binomial(&mut rng, games, *score) - n / 2.0).powi(2) / (n / 4.0)
                })
                .sum();
            statistic > 61.656
        });
        rejected.count() as f64 / 400.0
    };
    // The first whole number that is not below, without a cast.
    let games = (1..).find(|games| f64::from(*games) >= planned).unwrap();
    // 400 repetitions: 0.9 ± 0.06 is four standard errors.
    let found = power(games, 5);
    assert!((found - 0.9).abs() < 0.06, "{games} games: {found}");
    assert!(power(games / 3, 6) < 0.6);
    assert_eq!(games_to_tell(&[0.5; 9], 9), None);
    assert_eq!(games_to_tell(&[0.6], 0), None);
}
