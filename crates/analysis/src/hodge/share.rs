//! How much of the comparisons is cyclic, noise taken out.

use super::decompose::{Comparison, HodgeError, System};

/// Cyclic part of the sum of squares, all comparisons weighing the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CyclicShare {
    /// As it stands: noise counts as cyclic. 0 to 1.
    pub naive: f64,
    /// With what the variances explain taken out, 0 to 1.
    pub debiased: f64,
    /// Root mean square of the cyclic part, on the scale of the values, noise included.
    pub rms: f64,
}

/// The cyclic share; `None` without comparisons or when all are 0.
///
/// With P = I - A A+ the expectation of Σr² under noise alone is Σ P_qq v_q, and that of Σy² is Σ v_q more than the truth's.
///
/// # Errors
/// See [`super::decompose`].
pub fn cyclic_share(units: usize, comparisons: &[Comparison]) -> Result<Option<CyclicShare>, HodgeError> {
    let exact: Vec<Comparison> = comparisons.iter().map(|one| Comparison { variance: 0.0, ..*one }).collect();
    let system = System::new(units, comparisons, |_| 1.0)?;
    let plain = super::decompose(units, &exact)?;
    let total: f64 = comparisons.iter().map(|one| one.value * one.value).sum();
    let cyclic: f64 = plain.residuals.iter().map(|r| r * r).sum();
    if comparisons.is_empty() || total <= 0.0 {
        return Ok(None);
    }
    let kept = |one: &Comparison| (1.0 - system.resistance(one.first, one.second)).max(0.0);
    let noise_cyclic: f64 = comparisons.iter().map(|one| kept(one) * one.variance).sum();
    let noise: f64 = comparisons.iter().map(|one| one.variance).sum();
    let truth = total - noise;
    // Where noise explains all that there is, nothing is known to be cyclic.
    let debiased = if truth > 0.0 { ((cyclic - noise_cyclic) / truth).clamp(0.0, 1.0) } else { 0.0 };
    Ok(Some(CyclicShare {
        naive: (cyclic / total).clamp(0.0, 1.0),
        debiased,
        rms: (cyclic / comparisons.len() as f64).sqrt(),
    }))
}
