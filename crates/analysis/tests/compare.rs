//! Claims about verdicts over many cells, and about limits.

use muster_analysis::compare::{
    Criteria, Evidence, Holds, Judge, Limits, Outnumbered, RatedCell, Tolerance, ToleranceRule, Verdict,
    logit_change, price_change, shifts, steepness, strengths,
};
use muster_stats::paired::{Change, PairedCounts};
use muster_stats::{Interval, Record, quantile};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng as _, SeedableRng as _};

const CELLS: usize = 55;

/// Records of many games, by the normal law of their counts.
struct Sampler(Pcg64Mcg);

impl Sampler {
    fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn record(&mut self, games: u64, score: f64) -> Record {
        let n = games as f64;
        let wins = n * score + (n * score * (1.0 - score)).sqrt() * quantile(self.uniform());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a count")]
        let wins = wins.round().clamp(0.0, n) as u64;
        Record { wins, draws: 0, losses: games - wins }
    }
}

/// Verdicts on 55 cells of independent runs, the first of which are shifted.
fn judge(sampler: &mut Sampler, games: u64, shifted: usize, shift: f64) -> Vec<Verdict> {
    let evidence: Vec<Evidence> = (0..CELLS)
        .map(|cell| {
            let score = 0.3 + 0.4 * cell as f64 / CELLS as f64;
            let moved = if cell < shifted { score + shift } else { score };
            let change = Change::unpaired(sampler.record(games, score), sampler.record(games, moved));
            Evidence { change, identical: false }
        })
        .collect();
    Judge::new(CELLS, Criteria::default()).look(&evidence)
}

/// 2 000 matrices without a change: a true rate of 0.05 has a standard error of 0.005 and passes 0.08 always; without the
/// correction for 55 cells nine matrices in ten raise an alarm.
#[test]
fn t7_3_matrices_without_a_change_seldom_show_one() {
    let mut sampler = Sampler(Pcg64Mcg::seed_from_u64(73));
    let (mut alarms, mut uncorrected) = (0, 0);
    for _ in 0..2_000 {
        alarms += u32::from(judge(&mut sampler, 2_000, 0, 0.0).contains(&Verdict::Changed));
        let raw = (0..CELLS)
            .any(|_| Change::unpaired(sampler.record(2_000, 0.5), sampler.record(2_000, 0.5)).p_value < 0.05);
        uncorrected += u32::from(raw);
    }
    assert!(alarms <= 160, "{alarms} of 2000");
    assert!(uncorrected > 1_500, "each cell for itself: {uncorrected} of 2000");
}

/// 400 matrices with six cells of 55 shifted by three points.
#[test]
fn t7_4_shifted_cells_are_found_and_few_others() {
    let mut sampler = Sampler(Pcg64Mcg::seed_from_u64(74));
    let (mut found, mut false_share) = (0.0, 0.0);
    for _ in 0..400 {
        let verdicts = judge(&mut sampler, 20_000, 6, 0.03);
        let flagged = |cells: &[Verdict]| cells.iter().filter(|one| **one == Verdict::Changed).count() as f64;
        let (right, wrong) = (flagged(&verdicts[..6]), flagged(&verdicts[6..]));
        found += right / 6.0;
        false_share += wrong / f64::max(right + wrong, 1.0);
    }
    assert!(found / 400.0 >= 0.95, "{found} of 400");
    assert!(false_share / 400.0 <= 0.08, "{false_share} of 400");
}

fn all_won(games: u64) -> PairedCounts {
    PairedCounts { counts: [[0; 3], [0; 3], [0, 0, games]] }
}

#[test]
fn t7_8_certain_cells_are_identical_or_equivalent() {
    let evidence = |change, identical| Evidence { change, identical };
    let won = Record { wins: 1_024, draws: 0, losses: 0 };
    let lost = Record { wins: 0, draws: 0, losses: 1_024 };
    let cells = [
        evidence(Change::paired(&all_won(1_024)), true),
        evidence(Change::paired(&all_won(1_024)), false),
        evidence(Change::unpaired(won, won), false),
        evidence(Change::unpaired(lost, lost), false),
        evidence(Change::exact(1.0, 1.0), true),
        evidence(Change::against_exact(0.0, lost), false),
    ];
    let mut judge = Judge::new(cells.len(), Criteria::default());
    let verdicts = judge.look(&cells);
    assert_eq!(verdicts[0], Verdict::Identical);
    assert_eq!(verdicts[4], Verdict::Identical);
    for at in [1, 2, 3, 5] {
        assert_eq!(verdicts[at], Verdict::Equivalent, "cell {at}");
    }
    assert!(judge.adjusted().iter().all(|p| (0.0..=1.0).contains(p)));
}

#[test]
fn exact_cells_are_judged_by_size_alone() {
    let changes = [0.0, 0.004, 0.015, 0.02, 0.3].map(|change| Change::exact(0.5, 0.5 + change));
    let evidence: Vec<Evidence> = changes
        .iter()
        .map(|change| Evidence { change: *change, identical: change.change.abs() < 1e-12 })
        .collect();
    let verdicts = Judge::new(5, Criteria::default()).look(&evidence);
    use Verdict::{Changed, ChangedNegligible, Equivalent, Identical};
    assert_eq!(verdicts, [Identical, Equivalent, ChangedNegligible, Changed, Changed]);
}

#[test]
fn few_games_that_were_alike_prove_nothing() {
    let few = Evidence { change: Change::paired(&all_won(100)), identical: true };
    assert_eq!(Judge::new(1, Criteria::default()).look(&[few]), [Verdict::Inconclusive]);
    let more = Evidence { change: Change::paired(&all_won(400)), identical: true };
    assert_eq!(Judge::new(1, Criteria::default()).look(&[more]), [Verdict::Identical]);
}

#[test]
fn what_was_found_changed_stays_found() {
    let counts = |better: u64, worse: u64, same: u64| PairedCounts {
        counts: [[same / 2, 0, better], [0; 3], [worse, 0, same / 2]],
    };
    let mut judge = Judge::new(2, Criteria { looks: 5, ..Criteria::default() });
    let clear = Evidence { change: Change::paired(&counts(80, 10, 934)), identical: false };
    let open = Evidence { change: Change::paired(&counts(40, 38, 946)), identical: false };
    assert_eq!(judge.look(&[clear, open])[0], Verdict::Changed);
    // Later looks at the other cell leave it as it was.
    let later = Evidence { change: Change::paired(&counts(1_300, 1_290, 13_000)), identical: false };
    assert_eq!(judge.look(&[clear, later])[0], Verdict::Changed);
}

fn point(score: f64) -> Interval {
    Interval { low: score, high: score }
}

#[test]
fn a_band_holds_for_either_side() {
    let tolerance =
        Tolerance { all: Limits { band: Some([0.35, 0.65]), change: None }, ..Tolerance::default() };
    let check =
        |low: f64, high: f64| tolerance.check("a", "b", Interval { low, high }, [0.0, 0.0], false).band;
    assert_eq!(check(0.4, 0.6), Holds::Kept);
    assert_eq!(check(0.2, 0.3), Holds::Broken);
    assert_eq!(check(0.7, 0.8), Holds::Broken);
    assert_eq!(check(0.3, 0.4), Holds::Open);
    assert!(!Tolerance::default().is_set());
}

#[test]
fn the_last_rule_that_speaks_of_a_cell_counts() {
    let rule = |of: &[&str], against: &[&str], band: Option<[f64; 2]>, change: Option<f64>| ToleranceRule {
        of: of.iter().map(|id| (*id).to_owned()).collect(),
        against: against.iter().map(|id| (*id).to_owned()).collect(),
        limits: Limits { band, change },
    };
    let tolerance = Tolerance {
        all: Limits { band: Some([0.35, 0.65]), change: Some(0.02) },
        rules: vec![rule(&["a"], &[], Some([0.0, 1.0]), None), rule(&["a"], &["b"], None, Some(0.1))],
    };
    assert_eq!(tolerance.limits("c", "d"), Limits { band: Some([0.35, 0.65]), change: Some(0.02) });
    assert_eq!(tolerance.limits("c", "a"), Limits { band: Some([0.0, 1.0]), change: Some(0.02) });
    assert_eq!(tolerance.limits("b", "a"), Limits { band: Some([0.0, 1.0]), change: Some(0.1) });
    let moved = |change: [f64; 2], real: bool| tolerance.check("c", "d", point(0.5), change, real);
    assert!(moved([0.03, 0.05], true).is_broken());
    assert!(!moved([0.03, 0.05], false).is_broken(), "an unproved change breaks nothing");
    assert!(moved([0.01, 0.05], true).is_open());
    assert!(moved([-0.01, 0.03], false).is_open(), "what may yet prove too large is not kept");
    assert_eq!(moved([-0.01, 0.01], true).change, Holds::Kept);
}

#[test]
fn a_band_of_a_group_is_that_of_its_first_side() {
    let rule = ToleranceRule {
        of: vec!["a".to_owned()],
        against: vec!["b".to_owned()],
        limits: Limits { band: Some([0.6, 0.8]), change: None },
    };
    let tolerance = Tolerance { rules: vec![rule], ..Tolerance::default() };
    let check = |row: &str, column: &str, score: f64| {
        tolerance.check(row, column, point(score), [0.0; 2], false).band
    };
    assert_eq!((check("a", "b", 0.7), check("a", "b", 0.3)), (Holds::Kept, Holds::Broken));
    assert_eq!((check("b", "a", 0.3), check("b", "a", 0.7)), (Holds::Kept, Holds::Broken));
    assert_eq!(check("a", "c", 0.1), Holds::Kept);
}

#[test]
fn exact_cells_neither_dilute_nor_loosen_the_sampled_ones() {
    let counts = |better: u64, worse: u64, games: u64| PairedCounts {
        counts: [[0, 0, better], [0, 0, 0], [worse, 0, games - better - worse]],
    };
    let seen = |change| Evidence { change, identical: false };
    let sampled =
        [seen(Change::paired(&counts(240, 180, 2_000))), seen(Change::paired(&counts(215, 200, 2_000)))];
    let adjusted = |exact: &[Evidence]| {
        let all: Vec<Evidence> = sampled.iter().chain(exact).copied().collect();
        let mut judge = Judge::new(all.len(), Criteria::default());
        judge.look(&all);
        judge.adjusted()
    };
    let alone = adjusted(&[]);
    let still = adjusted(&[seen(Change::exact(0.5, 0.5)); 50]);
    let moved = adjusted(&[seen(Change::exact(0.5, 0.7)); 50]);
    assert!(alone[0] > 0.0 && alone[1] < 1.0, "{alone:?}");
    assert_eq!((&still[..2], &moved[..2]), (&alone[..], &alone[..]));
    assert!(still[2] >= 1.0 && moved[2] <= 0.0);
}

#[test]
fn looks_share_the_error_of_the_limits() {
    let score = |looks: u32| Criteria { looks, ..Criteria::default() }.limit_score();
    assert!((score(1) - 1.96).abs() < 1e-3);
    assert!((score(5) - 2.576).abs() < 1e-3, "a hundredth, half of it to either side");
}

#[test]
fn effects_are_logits_and_prices() {
    assert!((logit_change(0.5, 0.6) - 1.5_f64.ln()).abs() < 1e-12);
    // Half as dear at a steepness of 1 is the odds of two to one.
    assert!((price_change(0.5, 2.0 / 3.0, 1.0) + 0.5).abs() < 1e-12);
    assert!(logit_change(0.0, 1.0).is_finite() && price_change(1.0, 0.0, 7.0).is_finite());
}

const RATINGS: [f64; 6] = [1.2, 0.6, 0.1, -0.2, -0.6, -1.1];

/// All pairs of six forces, 1 000 games each; before as [`RATINGS`] say, after as these do.
fn rated(after: [f64; 6]) -> Vec<RatedCell> {
    let pairs = (0..6).flat_map(|first| (first + 1..6).map(move |second| (first, second)));
    let score = |ratings: [f64; 6], a: usize, b: usize| 1.0 / (1.0 + (ratings[b] - ratings[a]).exp());
    let cell = |(first, second)| RatedCell {
        first,
        second,
        games: 1_000.0,
        scores: [RATINGS, after].map(|ratings| score(ratings, first, second)),
        change_error: 0.0,
    };
    pairs.map(cell).collect()
}

#[test]
fn ratings_are_had_back_from_scores_that_follow_them() {
    let found = strengths(6, &rated(RATINGS), 0).unwrap();
    for (rating, truth) in found.ratings.iter().zip(RATINGS) {
        assert!((rating - truth).abs() < 0.01, "{rating} and {truth}");
    }
    assert!((found.dispersion - 1.0).abs() < 1e-12);
    // A force of middling rating: five cells of about 1 000 p (1 - p) each.
    assert!((0.02..0.05).contains(&found.errors[2]), "{:?}", found.errors);
    let mut bent = rated(RATINGS);
    bent[0].scores[0] = 0.2;
    let bent = strengths(6, &bent, 0).unwrap();
    assert!(bent.dispersion > 5.0 && bent.errors[2] > 2.0 * found.errors[2], "{bent:?}");
    assert!(strengths(7, &rated(RATINGS), 0).is_err(), "the seventh met nobody");
}

#[test]
fn a_force_that_wins_everything_has_a_rating() {
    let mut cells = rated(RATINGS);
    cells.iter_mut().filter(|cell| cell.first == 0).for_each(|cell| cell.scores = [1.0; 2]);
    let found = strengths(6, &cells, 1).unwrap();
    assert!(found.ratings[0] > 5.0 && found.ratings.iter().chain(&found.errors).all(|one| one.is_finite()));
}

/// 1 000 comparisons of 15 cells whose changes are chance alone, with the errors told: the squares of the shifts over their
/// errors average 1 (standard error 0.02 over 6 000 dependent ones), and one comparison in twenty names a force, 50 of 1 000 with
/// a standard error of 7. Errors that are a tenth too small would show: the squares would average 1.23.
#[test]
fn shifts_have_the_errors_of_the_cells_behind_them() {
    let mut sampler = Sampler(Pcg64Mcg::seed_from_u64(75));
    let (mut squares, mut alarms) = (0.0, 0);
    for _ in 0..1_000 {
        let mut cells = rated(RATINGS);
        for (at, cell) in cells.iter_mut().enumerate() {
            cell.change_error = if at % 2 == 0 { 0.004 } else { 0.008 };
            cell.scores[1] += cell.change_error * quantile(sampler.uniform());
        }
        let found = shifts(6, &cells).unwrap();
        squares += found.iter().map(|shift| (shift.change / shift.error).powi(2)).sum::<f64>();
        alarms += u32::from(found.iter().any(|shift| shift.is_beyond_error(0.05, 6)));
    }
    let mean = squares / 6_000.0;
    assert!((mean - 1.0).abs() < 0.1, "{mean}");
    assert!(alarms <= 75, "{alarms} of 1000");
}

#[test]
fn a_force_that_gained_is_found_and_one_that_gained_too_little_is_not() {
    let mut after = RATINGS;
    after[3] += 0.3;
    let mut cells = rated(after);
    cells.iter_mut().for_each(|cell| cell.change_error = 0.005);
    let found = shifts(6, &cells).unwrap();
    // All ratings sum to 0: a sixth of the gain is taken off each.
    assert!((found[3].change - 0.25).abs() < 0.005 && (found[0].change + 0.05).abs() < 0.005, "{found:?}");
    assert!(found[3].is_beyond_error(0.05, 6));
    // 0.25 logits move an even fight by 6.25 percentage points.
    assert!(found[3].matters(0.062) && !found[3].matters(0.063));
}

#[test]
fn the_steepness_is_that_of_the_scores() {
    let fight = |ln_ratio: f64, score: f64| Outnumbered { ln_ratio, games: 512.0, score };
    let of = |slope: f64, ratio: f64| fight(ratio, 1.0 / (1.0 + (-slope * ratio).exp()));
    let found = steepness(&[of(6.0, 0.15), of(6.0, 0.16), of(6.0, 0.2)]).unwrap();
    assert!((found.value - 6.0).abs() < 1e-6 && found.error < 1e-6, "{found:?}");
    let mixed = steepness(&[of(4.0, 0.16), of(8.0, 0.16), of(5.0, 0.16), of(7.0, 0.16)]).unwrap();
    assert!((5.5..6.5).contains(&mixed.value) && (0.3..1.5).contains(&mixed.error), "{mixed:?}");
    for none in [&[][..], &[fight(0.16, 0.5); 4], &[fight(0.16, 0.4); 4], &[fight(0.16, 1.0); 4]] {
        assert_eq!(steepness(none), None, "{none:?}");
    }
}
