//! The only place where numbers become text.
//!
//! Digits follow the half-width of the interval, so that a reader never sees a digit that the games do not carry. A sampled
//! 0 of n is not nought and a sampled n of n is not certainty: both print as bounds. Nothing here prints `NaN` or `inf`;
//! a number that is not there prints as [`ABSENT`].

/// What stands where a number is absent, not a number, or infinite.
pub const ABSENT: &str = "-";

/// Separator of digit groups: the narrow no-break space of ISO 80000-1.
const GROUP: char = '\u{202f}';

/// Percentages nearer to 0 or 100 than this print as a bound.
const SMALLEST_PERCENT: f64 = 1e-4;

/// A sum of exact probabilities this close to 1 is 1: rounding of the last binary digit, added up over many terms.
const ROUNDING: f64 = 1e-13;

/// Decimals beyond which no percentage goes; [`SMALLEST_PERCENT`] needs as many.
const MOST_DECIMALS: usize = 4;

/// Below this many games a bound has no decimals.
const FEW_GAMES: u64 = 30;

/// Each tail of a 95 % interval.
const TAIL: f64 = 0.025;

/// A number with a fixed count of decimals, `-` when it is not finite; never "-0".
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return ABSENT.to_owned();
    }
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(magnitude) if magnitude.chars().all(|c| c == '0' || c == '.') => magnitude.to_owned(),
        _ => text,
    }
}

/// A narrower half-width is the rounding of sums: it would print as 0.
const LEAST_WIDTH: f64 = 5e-7;

/// Decimals (0 to 6) that a value of this half-width deserves: two significant digits of the half-width below 3 of
/// its leading unit, else one. A half-width of 0.9 gives 1, of 0.25 gives 2, of 4 gives 0.
#[must_use]
pub fn decimals_for(half_width: f64) -> usize {
    let width = half_width.abs();
    if !width.is_finite() || width == 0.0 {
        return 2;
    }
    // 2.95 rather than 3: a half-width that prints as 0.30 is meant to print as 0.3.
    (0..6)
        .find(|&decimals| width * 10_f64.powi(decimals) >= 2.95)
        .map_or(6, |d| usize::try_from(d).unwrap_or(6))
}

/// A value with its half-width in the same unit: `12.3 ± 0.4`. Without a finite half-width only the value prints.
#[must_use]
pub fn with_half_width(value: f64, half_width: f64) -> String {
    if !half_width.is_finite() {
        return fixed(value, 2);
    }
    let half_width = if half_width.abs() < LEAST_WIDTH { 0.0 } else { half_width };
    let decimals = decimals_for(half_width);
    if !value.is_finite() || half_width == 0.0 {
        return fixed(value, decimals);
    }
    format!("{} ± {}", fixed(value, decimals), fixed(half_width.abs(), decimals))
}

/// An exact probability (0 to 1) as a percentage: `62.13 %`, `0.0042 %`. Only 0 and 1 print as `0 %` and `100 %`;
/// 1 to within the rounding of sums, 1e-13, counts as 1. What lies nearer to the ends than 0.0001 % prints as `under 0.0001 %` or `over 99.9999 %`.
#[must_use]
pub fn exact_percent(probability: f64) -> String {
    if !probability.is_finite() {
        return ABSENT.to_owned();
    }
    if probability <= 0.0 {
        return "0 %".to_owned();
    }
    if probability >= 1.0 - ROUNDING {
        return "100 %".to_owned();
    }
    let nearest = probability.min(1.0 - probability) * 100.0;
    if nearest < SMALLEST_PERCENT {
        return edge(probability, SMALLEST_PERCENT);
    }
    // Two significant digits of the distance to the nearer end, two decimals at least.
    let decimals = (2..MOST_DECIMALS).find(|&d| nearest * power(d) >= 9.95).unwrap_or(MOST_DECIMALS);
    keep_off_the_ends(probability, decimals)
}

/// The share of `successes` in `games` sampled games as a percentage whose digits follow the games.
///
/// 0 of n prints as `under 0.037 %` and n of n as `over 99.963 %`: the open end of the two-sided 95 % interval of Clopper
/// and Pearson, 1 - 0.025^(1/n), the same that files have as `low` and `high`. No games, or more successes than games,
/// print as `-`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^53")]
pub fn sampled_percent(successes: u64, games: u64) -> String {
    if games == 0 || successes > games {
        return ABSENT.to_owned();
    }
    if successes == 0 || successes == games {
        return end_of_sample(successes == games, games, none_of(games));
    }
    let (k, n) = (successes as f64, games as f64);
    let share = k / n;
    // Only the number of digits hangs on this half-width, so the normal approximation does.
    let half_width = 1.96 * (share * (1.0 - share) / n).sqrt() * 100.0;
    keep_off_the_ends(share, decimals_for(half_width))
}

/// A score (0 to 1) with its interval, as `62.1 % ± 0.9`.
///
/// `games` is 0 for an exact score, whose bounds are not looked at. A sampled score of 0 or 1 prints as the other end of its
/// interval.
/// Where the symmetric form would reach beyond 0 or 100 %, or would say otherwise than the bounds whether the score may be even, the
/// bounds stand in its place: `0.4 % (0.1 to 1.2)`.
#[must_use]
pub fn score(score: f64, low: f64, high: f64, games: u64) -> String {
    if games == 0 {
        return exact_percent(score);
    }
    if !score.is_finite() {
        return ABSENT.to_owned();
    }
    if score <= 0.0 || score >= 1.0 {
        let bound = if score >= 1.0 { 1.0 - low } else { high };
        let bound = if bound.is_finite() && bound > 0.0 { bound } else { none_of(games) };
        return end_of_sample(score >= 1.0, games, bound);
    }
    let half_width = (high - low) / 2.0 * 100.0;
    if !half_width.is_finite() || half_width <= 0.0 {
        return keep_off_the_ends(score, 1);
    }
    let decimals = decimals_for(half_width);
    let value = keep_off_the_ends(score, decimals);
    let percent = score * 100.0;
    let holds_even = |low: f64, high: f64| low <= 50.0 && high >= 50.0;
    let ends = [percent - half_width, percent + half_width];
    let misleads = holds_even(ends[0], ends[1]) != holds_even(low * 100.0, high * 100.0);
    if ends[0] < 0.0 || ends[1] > 100.0 || misleads {
        return format!("{value} ({} to {})", fixed(low * 100.0, decimals), fixed(high * 100.0, decimals));
    }
    format!("{value} ± {}", fixed(half_width, decimals))
}

/// A score as whole percent for the cell of a picture: `62`. A sampled or exact score that is neither 0 nor 1 but rounds
/// there prints as `<1` or `>99`; so does a sampled 0 or 1 (`games` above 0).
#[must_use]
pub fn whole_percent(score: f64, games: u64) -> String {
    if !score.is_finite() {
        return ABSENT.to_owned();
    }
    let percent = score * 100.0;
    let certain = games == 0;
    if percent < 0.5 && !(certain && score <= 0.0) {
        return "<1".to_owned();
    }
    if percent >= 99.5 && !(certain && score >= 1.0) {
        return ">99".to_owned();
    }
    fixed(percent.clamp(0.0, 100.0), 0)
}

/// A change of a score (fraction, -1 to 1) in percentage points with its half-width, a fraction too: `+3.1 ± 0.9 pp`. A
/// half-width of 0 means an exact change and is not shown.
#[must_use]
pub fn change(change: f64, half_width: f64) -> String {
    if !change.is_finite() {
        return ABSENT.to_owned();
    }
    let text = with_half_width(change * 100.0, half_width * 100.0);
    let nought = text.split(' ').next().is_some_and(|number| number.chars().all(|c| c == '0' || c == '.'));
    let sign = if change > 0.0 && !nought { "+" } else { "" };
    format!("{sign}{text} pp")
}

/// A small number with two significant digits, written out: `0.25`, `0.00012`; nothing is so small that it is `0` unless it
/// is. Numbers of 1 and more get one decimal.
#[must_use]
pub fn small(value: f64) -> String {
    if !value.is_finite() || value == 0.0 || value.abs() >= 1.0 {
        return fixed(value, 1);
    }
    // The first place that is not nought, and one more.
    let decimals = (1..15).find(|&d| value.abs() * power(d) >= 0.995).unwrap_or(14) + 1;
    fixed(value, decimals)
}

/// A count with its digits in groups of three: `1 234 567` (narrow no-break spaces).
#[must_use]
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 * GROUP.len_utf8());
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(GROUP);
        }
        text.push(digit);
    }
    text
}

/// A number of things with its noun: `1 game`, `1 234 games`.
#[must_use]
pub fn counted(value: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(value), if value == 1 { one } else { many })
}

/// A length of time given in seconds: `0.4 ms`, `2.3 s`, `4 min 10 s`, `2 h 05 min`. Negative times print as `-`.
#[must_use]
pub fn duration(seconds: f64) -> String {
    if !seconds.is_finite() || seconds < 0.0 {
        return ABSENT.to_owned();
    }
    if seconds < 0.0995 {
        return format!("{} ms", fixed(seconds * 1e3, if seconds < 0.00995 { 1 } else { 0 }));
    }
    if seconds < 59.95 {
        return format!("{} s", fixed(seconds, 1));
    }
    let whole = seconds.round();
    if whole < 3600.0 {
        return format!("{} min {:02} s", fixed((whole / 60.0).floor(), 0), whole % 60.0);
    }
    let minutes = (seconds / 60.0).round();
    format!("{} h {:02} min", fixed((minutes / 60.0).floor(), 0), minutes % 60.0)
}

/// A full-precision number for a file: the shortest text that reads back as the same number, blank when it is not finite.
#[must_use]
pub fn exchange(value: f64) -> String {
    let magnitude = value.abs();
    if !value.is_finite() {
        String::new()
    } else if value == 0.0 {
        "0".to_owned()
    } else if (1e-6..1e15).contains(&magnitude) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

/// A percentage of so many decimals, with more where it would read as 0 or 100 although it is neither.
fn keep_off_the_ends(share: f64, decimals: usize) -> String {
    for decimals in decimals..=MOST_DECIMALS {
        let text = fixed(share * 100.0, decimals);
        let number = text.trim_end_matches('0').trim_end_matches('.');
        if !(number.is_empty() || number == "1" && text.starts_with("100")) {
            return format!("{text} %");
        }
    }
    edge(share, SMALLEST_PERCENT)
}

/// The largest chance that can hide behind `games` games in which it never came true.
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^53")]
fn none_of(games: u64) -> f64 {
    // expm1 keeps the digits of small chances, which 1 - powf would round away.
    -(TAIL.ln() / games as f64).exp_m1()
}

/// How n of n (`all`) or 0 of n prints, given by how much the chance may differ from 1 or 0.
fn end_of_sample(all: bool, games: u64, bound: f64) -> String {
    // Rounded away from the end, so that the printed bound still holds; the slack forgives binary fractions.
    let percent = (bound * 100.0).max(SMALLEST_PERCENT);
    let decimals = if games < FEW_GAMES { 0 } else { decimals_for(percent / 10.0).min(MOST_DECIMALS) };
    let scale = power(decimals);
    let rounded = ((percent * scale - 1e-9).ceil() / scale).min(100.0);
    edge(if all { 1.0 } else { 0.0 }, rounded)
}

/// `under x %` below one half, `over 100 - x %` above.
fn edge(share: f64, percent: f64) -> String {
    let decimals = (0..=MOST_DECIMALS)
        .find(|&d| (percent * power(d)).fract() < 1e-6 || 1.0 - (percent * power(d)).fract() < 1e-6);
    let decimals = decimals.unwrap_or(MOST_DECIMALS);
    if share < 0.5 {
        format!("under {} %", fixed(percent, decimals))
    } else {
        format!("over {} %", fixed(100.0 - percent, decimals))
    }
}

/// Ten to the power of a count of decimals.
fn power(decimals: usize) -> f64 {
    i32::try_from(decimals).map_or(f64::INFINITY, |d| 10_f64.powi(d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sampled_ends_print_as_bounds_and_never_as_certainty() {
        // 1 - 0.025^(1/n) is 3.6882e-4, 9.1798e-3, 0.975 and 0.40962.
        assert_eq!(sampled_percent(0, 10_000), "under 0.037 %");
        assert_eq!(sampled_percent(10_000, 10_000), "over 99.963 %");
        assert_eq!(sampled_percent(0, 400), "under 0.92 %");
        assert_eq!(sampled_percent(400, 400), "over 99.08 %");
        assert_eq!(sampled_percent(1, 1), "over 2 %");
        assert_eq!(sampled_percent(0, 7), "under 41 %");
        assert_eq!(sampled_percent(0, 1_000_000_000), "under 0.0001 %");
        for games in 1..3000 {
            assert!(sampled_percent(games, games).starts_with("over "), "{games}");
            assert!(!sampled_percent(games, games).contains("100"), "{games}");
            assert!(sampled_percent(0, games).starts_with("under "), "{games}");
        }
    }

    #[test]
    fn a_share_that_is_neither_end_never_prints_as_one() {
        for games in [2_u64, 7, 100, 1_000, 65_536, 10_000_000, 10_000_000_000] {
            for text in [sampled_percent(1, games), sampled_percent(games - 1, games)] {
                assert!(
                    !matches!(text.trim_end_matches(" %"), "0" | "0.0" | "0.00" | "100" | "100.0"),
                    "{games}: {text}"
                );
            }
        }
        assert_eq!(sampled_percent(1, 10_000), "0.010 %");
        assert_eq!(sampled_percent(6210, 10_000), "62.1 %");
        assert_eq!(sampled_percent(62, 100), "62 %");
    }

    #[test]
    fn a_score_never_looks_decided_where_its_interval_holds_even() {
        // 20 of 30 games: Wilson's interval is not symmetric about two thirds.
        assert_eq!(score(0.6667, 0.488, 0.808, 30), "67 % (49 to 81)");
        assert_eq!(score(0.3333, 0.192, 0.512, 30), "33 % (19 to 51)");
        assert_eq!(score(0.7, 0.52, 0.83, 30), "70 % ± 15");
    }

    #[test]
    fn exact_chances_keep_two_digits_of_the_nearer_end() {
        assert_eq!(exact_percent(0.0), "0 %");
        assert_eq!(exact_percent(1.0), "100 %");
        assert_eq!(exact_percent(0.62134), "62.13 %");
        assert_eq!(exact_percent(0.000_042), "0.0042 %");
        assert_eq!(exact_percent(0.001_23), "0.12 %");
        assert_eq!(exact_percent(0.999_77), "99.977 %");
        assert_eq!(exact_percent(1e-12), "under 0.0001 %");
        assert_eq!(exact_percent(1.0 - 1e-12), "over 99.9999 %");
        assert_eq!(exact_percent((0..10).map(|_| 0.1).sum()), "100 %");
        assert_eq!(exact_percent(1e-300), "under 0.0001 %");
    }

    #[test]
    fn scores_carry_the_digits_of_their_interval() {
        assert_eq!(score(0.6213, 0.612, 0.630, 10_000), "62.1 % ± 0.9");
        assert_eq!(score(0.6213, 0.592, 0.651, 1_000), "62 % ± 3");
        assert_eq!(score(0.6213, 0.6188, 0.6238, 100_000), "62.13 % ± 0.25");
        assert_eq!(score(1.0, 0.9996, 1.0, 10_000), "over 99.96 %");
        assert_eq!(score(0.0, 0.0, 0.0004, 10_000), "under 0.04 %");
        assert_eq!(score(0.004, 0.001, 0.012, 400), "0.4 % (0.1 to 1.2)");
        assert_eq!(score(0.667, 0.488, 0.808, 30), "67 % (49 to 81)");
        assert_eq!(score(0.5, 0.5, 0.5, 0), "50.00 %");
        assert_eq!(score(1.0, 1.0, 1.0, 0), "100 %");
    }

    #[test]
    fn what_is_not_a_number_prints_as_absent() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(fixed(bad, 2), ABSENT);
            assert_eq!(exact_percent(bad), ABSENT);
            assert_eq!(score(bad, 0.0, 1.0, 10), ABSENT);
            assert_eq!(whole_percent(bad, 10), ABSENT);
            assert_eq!(change(bad, 0.1), ABSENT);
            assert_eq!(duration(bad), ABSENT);
            assert_eq!(with_half_width(bad, 1.0), ABSENT);
            assert_eq!(exchange(bad), "");
            assert!(!score(0.4, bad, 0.5, 10).contains("NaN") && !score(0.4, bad, 0.5, 10).contains("inf"));
            assert_eq!(with_half_width(2.0, bad), "2.00");
        }
        assert_eq!(sampled_percent(0, 0), ABSENT);
        assert_eq!(sampled_percent(5, 4), ABSENT);
    }

    #[test]
    fn picture_labels_are_whole_and_keep_off_the_ends() {
        assert_eq!(whole_percent(0.621, 100), "62");
        assert_eq!(whole_percent(0.0, 0), "0");
        assert_eq!(whole_percent(1.0, 0), "100");
        assert_eq!(whole_percent(1.0, 100), ">99");
        assert_eq!(whole_percent(0.0, 100), "<1");
        assert_eq!(whole_percent(0.997, 0), ">99");
        assert_eq!(whole_percent(0.994, 0), "99");
    }

    #[test]
    fn plain_numbers_read_well() {
        assert_eq!(fixed(-0.001, 1), "0.0");
        assert_eq!(with_half_width(12.34, 0.41), "12.3 ± 0.4");
        assert_eq!(with_half_width(7.0, 0.0), "7.00");
        assert_eq!(with_half_width(0.0, 1e-14), "0.00");
        assert_eq!(change(0.031, 0.009), "+3.1 ± 0.9 pp");
        assert_eq!(change(-0.031, 0.0), "-3.10 pp");
        assert_eq!(change(0.000_01, 0.0), "0.00 pp");
        assert_eq!(small(0.25), "0.25");
        assert_eq!(small(0.000_123), "0.00012");
        assert_eq!(small(0.0), "0.0");
        assert_eq!(small(3.21), "3.2");
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(count(999), "999");
        assert_eq!(counted(1, "game", "games"), "1 game");
        assert_eq!(counted(0, "game", "games"), "0 games");
        assert_eq!(counted(1_234, "game", "games"), "1\u{202f}234 games");
        assert_eq!(count(u64::MAX).chars().filter(|&c| c == GROUP).count(), 6);
    }

    #[test]
    fn durations_change_their_unit_without_a_gap() {
        assert_eq!(duration(0.0004), "0.4 ms");
        assert_eq!(duration(0.0996), "0.1 s");
        assert_eq!(duration(2.34), "2.3 s");
        assert_eq!(duration(59.94), "59.9 s");
        assert_eq!(duration(59.96), "1 min 00 s");
        assert_eq!(duration(250.0), "4 min 10 s");
        assert_eq!(duration(3599.7), "1 h 00 min");
        assert_eq!(duration(7500.0), "2 h 05 min");
    }

    #[test]
    fn numbers_for_files_read_back_unchanged() {
        for value in [0.1, 1.0 / 3.0, -2.5e-9, 1e300, 5e-324, 0.620_000_000_1, -0.0] {
            let back: f64 = exchange(value).parse().unwrap();
            assert!((back - value).abs() == 0.0, "{value}");
        }
    }
}
