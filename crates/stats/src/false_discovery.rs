//! Many tests at once: the false discovery rate of Benjamini and Hochberg (1995).

/// Adjusted p-values: a test counts as a discovery at rate q when its adjusted p-value is at most q, and then at most a
/// share q of the discoveries is false on average, whatever the number of tests (independent or positively dependent).
///
/// In the order of the input; each within 0..=1 and at least the p-value itself. A p-value that is not a number counts as 1.
#[must_use]
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let known = |p: f64| if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) };
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| known(p_values[*a]).total_cmp(&known(p_values[*b])).then(a.cmp(b)));
    let tests = p_values.len() as f64;
    let (mut adjusted, mut least) = (vec![1.0; p_values.len()], 1.0_f64);
    for (rank, at) in order.iter().enumerate().rev() {
        least = least.min(known(p_values[*at]) * tests / (rank + 1) as f64);
        adjusted[*at] = least;
    }
    adjusted
}
