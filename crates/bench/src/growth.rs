//! How time and memory grow.

use std::time::Instant;

use muster_rules::Refusal;

use crate::sizes::Sizes;

/// Time and memory of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The size.
    pub size: u64,
    /// Seconds that the work took.
    pub seconds: f64,
    /// The most memory that the program held meanwhile, in bytes; `None` where the system does not tell.
    pub peak: Option<u64>,
}

/// One thing that grew.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// What grew, for people.
    pub what: &'static str,
    /// Name for files.
    pub id: &'static str,
    /// From small to large.
    pub steps: Vec<Step>,
}

/// Measures series after series. `stopped` is asked between two sizes and ends the measuring; `begun` hears of each size.
///
/// # Errors
/// When the shipped data has no longer what is played.
pub fn growth(
    series: Vec<Sizes<'_>>,
    stopped: &dyn Fn() -> bool,
    begun: &dyn Fn(&str, u64),
) -> Result<Vec<Growth>, Refusal> {
    let mut grown = Vec::new();
    for sizes in series {
        let mut steps = Vec::new();
        for size in sizes.sizes {
            if stopped() {
                break;
            }
            begun(sizes.what, size);
            forget_peak();
            let clock = Instant::now();
            (sizes.run)(size)?;
            steps.push(Step { size, seconds: clock.elapsed().as_secs_f64(), peak: peak_memory() });
        }
        grown.push(Growth { what: sizes.what, id: sizes.id, steps });
    }
    Ok(grown)
}

/// The most memory that the program has held since its start or since the last size began, in bytes; Linux alone tells.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Linux begins to look for the most memory anew; other systems have no such file and take no notice.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
