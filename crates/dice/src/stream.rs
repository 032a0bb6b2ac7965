//! Where random dice start: from what the user gave, the names of what plays, and the number of the game.

/// The number that a user gives to repeat a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

/// The hash of what plays against what. It depends on names alone, never on places in a list or on the rules in force:
/// adding a unit moves no other cell, and an edited rule sees the same dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellKey(pub u64);

impl CellKey {
    /// The key of a list of names: the first 8 bytes (little-endian) of BLAKE3 over each name's length (8 bytes,
    /// little-endian) and bytes. The order of the names counts.
    pub fn of(names: &[&str]) -> CellKey {
        let mut hasher = blake3::Hasher::new();
        for name in names {
            hasher.update(&(name.len() as u64).to_le_bytes());
            hasher.update(name.as_bytes());
        }
        let mut first = [0; 8];
        for (byte, hashed) in first.iter_mut().zip(hasher.finalize().as_bytes()) {
            *byte = *hashed;
        }
        CellKey(u64::from_le_bytes(first))
    }
}

/// The start of one game's random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stream(u128);

impl Stream {
    /// The stream of one game of a cell. A pure function of its arguments, the same on every platform; two games of one
    /// cell never share a stream.
    #[inline]
    pub fn of_game(seed: Seed, cell: CellKey, game: u64) -> Stream {
        let key = mix(mix(seed.0.wrapping_add(GOLDEN)).wrapping_add(cell.0));
        // `mix` is one-to-one, so `high` differs between any two games of a cell.
        let high = mix(key.wrapping_add(mix(game.wrapping_add(GOLDEN))));
        // The second half depends on the key once more: two cells whose `high` meet still part here.
        let low = mix(high.wrapping_add(GOLDEN) ^ mix(key.wrapping_add(GOLDEN)));
        Stream(u128::from(high) << 64 | u128::from(low))
    }

    /// The 128 bits that a generator starts from.
    #[inline]
    pub fn state(self) -> u128 {
        self.0
    }
}

/// 2^64 over the golden ratio: the step of splitmix64.
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finaliser of splitmix64: D. Stafford's thirteenth mixer, as in G. Steele, D. Lea and C. Flood, "Fast Splittable
/// Pseudorandom Number Generators", OOPSLA 2014. One-to-one on 64 bits.
#[inline]
pub(crate) fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// Name and version of the way in which games get their luck; counts of different names cannot be compared.
pub const RANDOMNESS: &str = "pcg64mcg by seed, cell and game, version 1";
