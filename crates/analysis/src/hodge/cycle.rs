//! The strongest cycle, and the numbers that leave no pair a larger lead than it does.

use super::decompose::Comparison;

/// A cycle of units, each ahead of the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// Indices of the units; the last stands against the first again.
    pub units: Vec<usize>,
    /// Mean lead a step, at least 0: whatever numbers the units are given, some pair keeps a lead of this size.
    pub mean_lead: f64,
}

/// The cycle with the largest mean lead (Karp 1978), or `None` when no three units meet in a circle that leads anywhere.
/// Comparisons count in both directions; of several of one pair the last counts.
#[must_use]
pub fn strongest_cycle(units: usize, comparisons: &[Comparison]) -> Option<Cycle> {
    let leads = leads(units, comparisons);
    // best[k][v]: largest sum of leads of a walk of k steps that ends at v.
    let mut best = vec![vec![0.0; units]];
    let mut before: Vec<Vec<usize>> = Vec::new();
    for step in 0..units {
        let (mut sums, mut from) = (vec![f64::NEG_INFINITY; units], vec![usize::MAX; units]);
        for (i, row) in leads.iter().enumerate() {
            for (j, lead) in row.iter().enumerate() {
                let Some(lead) = lead else { continue };
                let sum = best[step][i] + lead;
                if sum > sums[j] {
                    (sums[j], from[j]) = (sum, i);
                }
            }
        }
        best.push(sums);
        before.push(from);
    }
    let mean_at = |v: usize| {
        let whole = best[units][v];
        (0..units).map(|k| (whole - best[k][v]) / (units - k) as f64).fold(f64::INFINITY, f64::min)
    };
    let end = (0..units)
        .filter(|v| best[units][*v].is_finite())
        .max_by(|a, b| mean_at(*a).total_cmp(&mean_at(*b)))?;
    let mut walk = vec![end];
    for from in before.iter().rev() {
        walk.push(from[walk[walk.len() - 1]]);
    }
    walk.reverse();
    cycles_of(&walk, &leads)
        .into_iter()
        .filter(|cycle| cycle.units.len() > 2 && cycle.mean_lead > 0.0)
        .max_by(|a, b| a.mean_lead.total_cmp(&b.mean_lead))
}

/// Lead of row over column, where the two met.
fn leads(units: usize, comparisons: &[Comparison]) -> Vec<Vec<Option<f64>>> {
    let mut leads = vec![vec![None; units]; units];
    for one in
        comparisons.iter().filter(|one| one.first < units && one.second < units && one.value.is_finite())
    {
        leads[one.first][one.second] = Some(one.value);
        leads[one.second][one.first] = Some(-one.value);
    }
    leads
}

/// The simple cycles that a walk falls into when each is cut out as it closes.
fn cycles_of(walk: &[usize], leads: &[Vec<Option<f64>>]) -> Vec<Cycle> {
    let mut path: Vec<usize> = Vec::new();
    let mut cycles = Vec::new();
    for unit in walk {
        if let Some(at) = path.iter().position(|on| on == unit) {
            let units = path.split_off(at);
            let steps = units.iter().zip(units.iter().cycle().skip(1));
            let sum: f64 = steps.filter_map(|(i, j)| leads[*i][*j]).sum();
            cycles.push(Cycle { mean_lead: sum / units.len() as f64, units });
        }
        path.push(*unit);
    }
    cycles
}

/// The least that the largest remaining lead can be made by giving each unit a number: min over x of max |lead_ij - x_i + x_j|, over the pairs
/// that met.
///
/// The linear program's own certificate: longest paths, each step shortened by the strongest cycle's mean lead, are numbers under which no pair keeps more than that
/// lead; what they leave is measured here, and the cycle is the dual solution that no numbers can beat. So the answer equals the cycle's mean lead
/// when both are right, and is larger when one is not.
#[must_use]
pub fn least_worst_lead(units: usize, comparisons: &[Comparison]) -> f64 {
    let leads = leads(units, comparisons);
    let step = strongest_cycle(units, comparisons).map_or(0.0, |cycle| cycle.mean_lead);
    let pairs: Vec<(usize, usize, f64)> = (0..units)
        .flat_map(|i| leads[i].iter().enumerate().filter_map(move |(j, lead)| Some((i, j, (*lead)?))))
        .collect();
    let mut path = vec![0.0_f64; units];
    // The longest path has fewer steps than there are units (Bellman 1958): a shortened cycle leads nowhere.
    for _ in 1..units {
        for &(i, j, lead) in &pairs {
            path[j] = path[j].max(path[i] + lead - step);
        }
    }
    pairs.iter().map(|&(i, j, lead)| lead + path[i] - path[j]).fold(0.0, f64::max)
}
