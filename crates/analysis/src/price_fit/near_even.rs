//! Which sizes to play next: near the even point of every pair, and never all at the same ratio.

/// How sizes are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearEven {
    /// Most figures of a unit.
    pub most: u32,
    /// How far from even, in ln(size): 0.5 while prices are unknown, 0.15 later.
    pub jitter: f64,
}

/// Figures of both units of a pair whose ln(points) are believed to be `theta`: the first stays at its own size, the second
/// is brought to the even point and then moved off it by ± `u` of the jitter. `u` lies within -1..=1 and should be kept off
/// the middle: rows at the even point itself say nothing of the steepness. Where the second would be larger than the
/// most, both are made smaller, the first by half at most: what a handful is worth is no price of a unit.
#[must_use]
pub fn next_sizes(own: u32, theta: [f64; 2], u: f64, choice: NearEven) -> [u32; 2] {
    let ratio = (theta[0] - theta[1] + u * choice.jitter).exp();
    let most = f64::from(choice.most.max(1));
    let least = f64::from(own.max(1).div_ceil(2));
    let first = f64::from(own.max(1)).min((most / ratio).max(least)).min(most);
    let whole = |size: f64| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 1..=most")]
        let size = size.round().clamp(1.0, most) as u32;
        size
    };
    let first = whole(first);
    [first, whole(f64::from(first) * ratio)]
}
