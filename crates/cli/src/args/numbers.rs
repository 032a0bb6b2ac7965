//! Readers of single values of the commands that compare and count.

/// Values of a sweep, in the order given: each as it would stand in a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SweepValues(pub Vec<String>);

/// Pairs of games by their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pairs(pub [u64; 5]);

/// The most values of a sweep.
const MOST_VALUES: usize = 40;

fn number(text: &str, least: f64, most: f64) -> Result<f64, String> {
    match text.trim().trim_end_matches('%').trim().parse::<f64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("give a number from {least} to {most}, with a point for fractions")),
    }
}

/// `LOW:HIGH` in percent; fractions of score.
pub(crate) fn band(text: &str) -> Result<[f64; 2], String> {
    let sentence = "give two percentages, the lower first, such as 35:65";
    let (low, high) = text.split_once(':').ok_or(sentence)?;
    let [low, high] =
        [number(low, 0.0, 100.0), number(high, 0.0, 100.0)].map(|end| end.map_err(|_| sentence.to_owned()));
    let (low, high) = (low?, high?);
    if low >= high {
        return Err(sentence.to_owned());
    }
    if low > 50.0 || high < 50.0 {
        return Err(
            "give a band that holds 50: what one side scores above it, the other scores below".to_owned()
        );
    }
    Ok([low / 100.0, high / 100.0])
}

/// Percentage points of score, as a fraction.
pub(crate) fn points_of_score(text: &str) -> Result<f64, String> {
    match number(text, 0.01, 100.0) {
        Ok(points) => Ok(points / 100.0),
        Err(_) => {
            Err("give percentage points of score from 0.01 to 100; 2 means 50 % against 52 %".to_owned())
        }
    }
}

/// A percentage, as a fraction.
pub(crate) fn percent(text: &str) -> Result<f64, String> {
    number(text, 0.0, 100.0)
        .map(|percent| percent / 100.0)
        .map_err(|_| "give a percentage from 0 to 100".to_owned())
}

/// `2..5` or `1,2,4`.
pub(crate) fn sweep(text: &str) -> Result<SweepValues, String> {
    let sentence = "give a range with both ends, such as 2..5, or a list, such as 1,2,4";
    let values: Vec<String> = match text.split_once("..") {
        Some((low, high)) => {
            let end = |text: &str| {
                text.trim().trim_start_matches('=').parse::<i64>().map_err(|_| sentence.to_owned())
            };
            let (low, high) = (end(low)?, end(high)?);
            if high < low || high.saturating_sub(low) >= 40 {
                return Err(format!("{sentence}; from low to high, {MOST_VALUES} values at most"));
            }
            (low..=high).map(|value| value.to_string()).collect()
        }
        None => text.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    if values.iter().any(String::is_empty) {
        return Err(sentence.to_owned());
    }
    if values.len() > MOST_VALUES {
        return Err(format!("{sentence}; {MOST_VALUES} values at most"));
    }
    Ok(SweepValues(values))
}

/// A count of games that may be 0.
pub(crate) fn counted(text: &str) -> Result<u64, String> {
    match text.trim().parse::<u64>() {
        Ok(count) if count <= MOST_COUNTED => Ok(count),
        _ => Err(format!("give a count of games from 0 to {MOST_COUNTED}")),
    }
}

/// More games than this nobody counts.
const MOST_COUNTED: u64 = 1_000_000_000_000;

/// Five counts.
pub(crate) fn pairs(text: &str) -> Result<Pairs, String> {
    let sentence = "give five counts of pairs, from two losses to two wins, such as 3,10,40,12,4";
    let counts: Vec<u64> =
        text.split(',').map(counted).collect::<Result<_, _>>().map_err(|_| sentence.to_owned())?;
    counts.try_into().map(Pairs).map_err(|_| sentence.to_owned())
}

/// Any number of a sane size.
pub(crate) fn finite(text: &str) -> Result<f64, String> {
    number(text, -10_000.0, 10_000.0)
}

/// An error rate.
pub(crate) fn rate(text: &str) -> Result<f64, String> {
    match number(text, 1e-6, 0.4) {
        Ok(rate) => Ok(rate),
        Err(_) => Err("give a chance from 0.000001 to 0.4, such as 0.05".to_owned()),
    }
}

/// The chance of finding what is there.
pub(crate) fn power(text: &str) -> Result<f64, String> {
    match number(text, 0.5, 0.999_999) {
        Ok(power) => Ok(power),
        Err(_) => Err("give a chance from 0.5 to 0.999999, such as 0.9".to_owned()),
    }
}

/// How many times less.
pub(crate) fn factor(text: &str) -> Result<f64, String> {
    number(text, 1.0, 1_000_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_is_two_percentages_around_fifty() {
        assert_eq!(band("35:65"), Ok([0.35, 0.65]));
        for wrong in ["65:35", "35", "a:b", "55:65", "35:NaN", "-1:50", "40:101"] {
            assert!(band(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_sweep_is_a_range_with_both_ends_or_a_list() {
        assert_eq!(sweep("2..5").map(|values| values.0.join(" ")), Ok("2 3 4 5".to_owned()));
        assert_eq!(sweep("-1..=1").map(|values| values.0.join(" ")), Ok("-1 0 1".to_owned()));
        assert_eq!(sweep("true, false").map(|values| values.0.join(" ")), Ok("true false".to_owned()));
        for wrong in ["5..2", "1..", "1,,2", "", "0..4000", "1..9223372036854775807"] {
            assert!(sweep(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pairs_are_five_counts() {
        assert_eq!(pairs("1,2,3,4,5"), Ok(Pairs([1, 2, 3, 4, 5])));
        for wrong in ["1,2,3,4", "1,2,3,4,5,6", "1,2,3,4,-5", "1;2;3;4;5"] {
            assert!(pairs(wrong).is_err(), "{wrong}");
        }
    }
}
