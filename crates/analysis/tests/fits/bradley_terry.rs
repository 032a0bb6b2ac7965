//! Bradley-Terry ratings against a published fit, and data that have none.

use muster_analysis::bradley_terry::{Contest, RatingError, fit};

fn contest(first: usize, second: usize, won: f64, lost: f64) -> Contest {
    Contest { first, second, won, lost }
}

/// Citations cited x citing among Biometrika, Comm. Statist., JASA and JRSS-B (Stigler 1994, table 5).
const CITATIONS: [[f64; 4]; 4] = [
    [714.0, 730.0, 498.0, 221.0],
    [33.0, 425.0, 68.0, 17.0],
    [320.0, 813.0, 1072.0, 142.0],
    [284.0, 276.0, 325.0, 188.0],
];

#[test]
fn citations_of_four_journals_give_the_published_abilities() {
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let contests = pairs.map(|(i, j): (usize, usize)| contest(i, j, CITATIONS[i][j], CITATIONS[j][i]));
    let ratings = fit(4, &contests).unwrap();
    // Turner and Firth 2012, section 2.
    let published = [(-2.9491, 0.1025), (-0.4796, 0.0606), (0.2690, 0.0708)];
    for (journal, (ability, error)) in (1..).zip(published) {
        let (theta, se) = ratings.difference(journal, 0);
        assert!((theta - ability).abs() < 5.1e-5, "{journal}: {theta}");
        assert!((se - error).abs() < 5.1e-5, "{journal}: {se}");
    }
    let sum: f64 = (0..4).map(|unit| ratings.theta(unit)).sum();
    assert!(sum.abs() < 1e-9, "{sum}");
}

#[test]
fn the_diagonal_is_refused_and_so_are_counts_that_cannot_be() {
    assert_eq!(fit(2, &[contest(0, 0, 3.0, 3.0)]), Err(RatingError::BadContest(0)));
    assert_eq!(fit(2, &[contest(0, 1, 1.0, 1.0), contest(0, 2, 1.0, 1.0)]), Err(RatingError::BadContest(1)));
    assert_eq!(fit(2, &[contest(0, 1, f64::NAN, 1.0)]), Err(RatingError::BadContest(0)));
    assert_eq!(fit(2, &[contest(0, 1, -1.0, 1.0)]), Err(RatingError::BadContest(0)));
}

#[test]
fn groups_that_never_met_are_named() {
    let apart = fit(4, &[contest(0, 2, 3.0, 4.0), contest(1, 3, 2.0, 2.0)]);
    assert_eq!(apart, Err(RatingError::Disconnected(vec![0, 1, 0, 1])));
    assert!(apart.unwrap_err().to_string().contains("2 groups that never met"));
}

#[test]
fn a_unit_that_wins_everything_has_no_rating() {
    let run_away = fit(3, &[contest(0, 1, 5.0, 5.0), contest(2, 0, 9.0, 0.0), contest(2, 1, 9.0, 0.0)]);
    assert_eq!(run_away, Err(RatingError::Separated(vec![2])));
}

#[test]
fn draws_alone_give_equal_ratings_and_one_unit_a_rating_of_nought() {
    let drawn = fit(3, &[contest(0, 1, 5.0, 5.0), contest(1, 2, 4.0, 4.0)]).unwrap();
    for unit in 0..3 {
        assert!(drawn.theta(unit).abs() < 1e-12);
    }
    let alone = fit(1, &[]).unwrap();
    assert_eq!(alone.difference(0, 0), (0.0, 0.0));
}

#[test]
fn along_a_chain_every_step_is_the_logit_of_its_own_games_however_far_it_leads() {
    // Each unit met its neighbours only. 70 units reach past one word of the search for who beat whom, 300 past the logits
    // whose powers a float holds.
    for units in [2, 70, 300] {
        let (won, lost) = (998.0_f64, 2.0_f64);
        let contests: Vec<Contest> = (1..units).map(|unit| contest(unit - 1, unit, won, lost)).collect();
        let ratings = fit(units, &contests).unwrap();
        for unit in 1..units {
            let (lead, error) = ratings.difference(unit - 1, unit);
            assert!((lead - (won / lost).ln()).abs() < 1e-7, "{unit} of {units}: {lead}");
            assert!((error - (1.0 / won + 1.0 / lost).sqrt()).abs() < 1e-7, "{unit} of {units}: {error}");
        }
    }
}
