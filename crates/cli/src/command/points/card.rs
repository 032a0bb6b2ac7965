//! `muster points card`: one page to print.

use crate::args::{CardArgs, Everywhere};
use crate::command::forces::PriceBook;
use crate::compose::forces::card;
use crate::exit::Failure;
use crate::plan::Plan;

/// Where the day of a build comes from that must be the same again later.
const EPOCH: &str = "SOURCE_DATE_EPOCH";
/// Seconds of a day.
const DAY: i64 = 86_400;

/// Prints the card.
pub(crate) fn run(everywhere: &Everywhere, args: &CardArgs) -> Result<(), Failure> {
    let plan = Plan::load(everywhere)?;
    plan.say_warnings();
    if args.date.as_ref().is_some_and(|date| date.trim().is_empty()) {
        return Err(Failure::Input(
            "the date of --date is blank\n  give one, such as 2026-11-30, or leave --date out".to_owned(),
        ));
    }
    let date = match (&args.date, std::env::var(EPOCH)) {
        (Some(date), _) => Some(date.clone()),
        (None, Ok(seconds)) => Some(day_of(&seconds).ok_or_else(|| {
            Failure::Input(format!("{EPOCH} is \"{seconds}\"\n  give seconds since 1970, or --date"))
        })?),
        (None, Err(_)) => None,
    };
    let book = PriceBook::load(&plan, &args.book)?;
    plan.output.give("card", &card(&plan, &book, date.as_deref())?)
}

/// The day of so many seconds since 1970, as `2026-11-30` (Hinnant's civil calendar).
fn day_of(seconds: &str) -> Option<String> {
    let seconds: i64 = seconds.trim().parse().ok().filter(|s| (0..=253_402_300_799).contains(s))?;
    let days = seconds.div_euclid(DAY) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_the_day_that_they_fall_on() {
        for (seconds, day) in [
            ("0", "1970-01-01"),
            ("86399", "1970-01-01"),
            ("951782400", "2000-02-29"),
            ("1109548800", "2005-02-28"),
            ("1796083200", "2026-12-01"),
            ("253402300799", "9999-12-31"),
        ] {
            assert_eq!(day_of(seconds).as_deref(), Some(day));
        }
        assert_eq!(day_of("yesterday"), None);
        assert_eq!(day_of("-1"), None);
    }
}
