//! `muster claims`: what designers and players said, each remark borne out or not.

mod in_words;
mod measure;
mod read;

use muster_stats::{Interval, quantile};

pub(crate) use in_words::{Measured, ReadAs};
pub(crate) use read::{Claim, NO_END, Part, of_pack};

use crate::args::{ClaimsArgs, Everywhere};
use crate::compose::claims::{Found, FoundPart, Verdict, answer};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;

/// Games after which a sampled measure is first looked at; each further look doubles them.
const FIRST_LOOK: u64 = 1024;

/// Works out all claims, or those named, and prints what came of them.
pub(crate) fn run(everywhere: &Everywhere, args: &ClaimsArgs) -> Result<(), Failure> {
    let plan = Plan::load(everywhere)?;
    plan.say_warnings();
    let claims = chosen(read::read(&plan)?, &args.named)?;
    let mut found = Vec::new();
    for claim in claims {
        let parts: Vec<FoundPart> =
            claim.parts.iter().map(|part| settle(&plan, part, args.most_games)).collect::<Result<_, _>>()?;
        let verdict = if parts.iter().any(|part| part.verdict == Verdict::NotBorneOut) {
            Verdict::NotBorneOut
        } else if parts.iter().all(|part| part.verdict == Verdict::BorneOut) {
            Verdict::BorneOut
        } else {
            Verdict::Undecided
        };
        found.push(Found { claim, parts, verdict });
    }
    plan.output.give("claims", &answer(&plan, &found)?)
}

fn chosen(all: Vec<Claim>, named: &[String]) -> Result<Vec<Claim>, Failure> {
    if let Some(unknown) = named.iter().find(|id| all.iter().all(|claim| claim.id != **id)) {
        let near = muster_rules::pack::nearest(unknown, all.iter().map(|claim| claim.id.as_str()));
        let advice = near.map_or_else(
            || "`muster claims` shows all".to_owned(),
            |near| format!("did you mean \"{near}\"?"),
        );
        return Err(Failure::Input(format!("there is no claim \"{unknown}\"\n  {advice}")));
    }
    Ok(all.into_iter().filter(|claim| named.is_empty() || named.contains(&claim.id)).collect())
}

/// Plays until the interval of the value lies within the range or outside it, or the games are used up. Each look has its
/// share of the error rate of 5 %.
fn settle(plan: &Plan, part: &Part, most: u64) -> Result<FoundPart, Failure> {
    let doubled = std::iter::successors(Some(FIRST_LOOK.min(most)), |games| games.checked_mul(2));
    let looks: Vec<u64> = doubled.take_while(|games| *games <= most).collect();
    let z = quantile(1.0 - 0.025 / looks.len().max(1) as f64);
    let [least, greatest] = part.range;
    // Exact values carry rounding: a range of one value is met by what differs in the last digits.
    let slack = 1e-9 * (1.0 + least.abs().max(greatest.abs()));
    let mut shown = FoundPart::nothing(part, in_words::measured(plan.game.as_ref(), part)?);
    for games in looks {
        if WATCH.stopped() {
            return Err(WATCH.interrupted());
        }
        let value = measure::value(plan, part, games, z)?;
        let Interval { low, high } = value.interval;
        let verdict = if low >= least - slack && high <= greatest + slack {
            Verdict::BorneOut
        } else if high < least - slack || low > greatest + slack {
            Verdict::NotBorneOut
        } else {
            Verdict::Undecided
        };
        shown =
            FoundPart { value: value.value, interval: value.interval, games: value.games, verdict, ..shown };
        if verdict != Verdict::Undecided || value.games == 0 {
            break;
        }
    }
    Ok(shown)
}
