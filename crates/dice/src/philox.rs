//! A counter-based generator: a hash of a counter and a key, ten rounds of it.

/// Philox4x32-10: J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3",
/// SC 2011. Every counter and key gives four random words of their own; there is no state to carry along.
///
/// ```
/// use muster_dice::philox4x32;
///
/// // A known answer of the authors.
/// assert_eq!(philox4x32([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
/// ```
#[inline]
pub fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    const ROUNDS: usize = 10;
    const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
    const STEPS: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
    let [mut c0, mut c1, mut c2, mut c3] = counter;
    let [mut k0, mut k1] = key;
    for _ in 0..ROUNDS {
        let (high0, low0) = wide(MULTIPLIERS[0], c0);
        let (high1, low1) = wide(MULTIPLIERS[1], c2);
        (c0, c1, c2, c3) = (high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0);
        k0 = k0.wrapping_add(STEPS[0]);
        k1 = k1.wrapping_add(STEPS[1]);
    }
    [c0, c1, c2, c3]
}

/// High and low half of a product.
#[inline]
fn wide(a: u32, b: u32) -> (u32, u32) {
    crate::lemire::halves(u64::from(a) * u64::from(b))
}
