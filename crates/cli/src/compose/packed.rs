//! Games told, packed for a page and its record. A browser unpacks them by itself (`DecompressionStream`), and so does any language's zlib.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use muster_results::{PackedGames, ToldGame};

use crate::exit::Failure;

/// Packed games may grow to so many signs: beside the numbers of forty forces they stay within a page of three megabytes.
const MOST_SIGNS: usize = 1_400_000;

/// Games of some pairs, packed by themselves.
pub(crate) struct Bundle {
    pairs: usize,
    games: usize,
    zlib: String,
}

impl Bundle {
    /// Packs games that stand pair by pair.
    ///
    /// # Errors
    /// When they cannot be packed, which is a fault of ours.
    pub(crate) fn of(told: &[ToldGame]) -> Result<Bundle, Failure> {
        let fault =
            |error: &dyn std::fmt::Display| Failure::Fault(format!("games could not be packed: {error}"));
        let rows: Vec<_> = told.iter().map(|game| (game.row, game.column, &game.title, &game.text)).collect();
        let json = serde_json::to_vec(&rows).map_err(|error| fault(&error))?;
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(&json).map_err(|error| fault(&error))?;
        let bytes = zlib.finish().map_err(|error| fault(&error))?;
        let pairs = told.chunk_by(|a, b| (a.row, a.column) == (b.row, b.column)).count();
        Ok(Bundle { pairs, games: told.len(), zlib: base64(&bytes) })
    }
}

/// Bundles for as long as there is room.
#[derive(Default)]
pub(crate) struct Packing {
    pairs: usize,
    games: usize,
    zlib: Vec<String>,
}

impl Packing {
    /// Adds a bundle; false, and nothing added, where it has no room. The first always has.
    pub(crate) fn add(&mut self, bundle: Bundle) -> bool {
        let signs: usize = self.zlib.iter().map(String::len).sum();
        if signs > 0 && signs + bundle.zlib.len() > MOST_SIGNS {
            return false;
        }
        self.pairs += bundle.pairs;
        self.games += bundle.games;
        if bundle.games > 0 {
            self.zlib.push(bundle.zlib);
        }
        true
    }

    /// The packed games, where so many pairs could be told; `None` when there are none.
    pub(crate) fn finish(self, of: usize) -> Option<PackedGames> {
        let Packing { pairs, games, zlib } = self;
        (games > 0).then_some(PackedGames { pairs, of, games, zlib })
    }
}

/// Games that a record keeps one by one, packed.
///
/// # Errors
/// When they cannot be packed, which is a fault of ours.
pub(crate) fn packed(told: &[ToldGame]) -> Result<Option<PackedGames>, Failure> {
    let mut packing = Packing::default();
    let bundle = Bundle::of(told)?;
    let pairs = bundle.pairs;
    packing.add(bundle);
    Ok(packing.finish(pairs))
}

/// Bytes as text of four signs for three (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= three.len() { char::from(sign) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn bytes_become_the_text_of_the_standard() {
        // The test vectors of RFC 4648, section 10.
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xbf]), "+/+/");
    }

    #[test]
    fn what_is_packed_is_json_of_every_game() {
        let game = |column: usize, text: &str| ToldGame {
            row: 0,
            column,
            title: "A \"title\"".to_owned(),
            text: text.to_owned(),
        };
        let games = [game(1, "a\nb"), game(1, "</script>"), game(2, "\u{e9}")];
        let packed = packed(&games).ok().flatten().expect("games");
        assert_eq!((packed.pairs, packed.of, packed.games), (2, 2, 3));
        let bytes: Vec<u8> =
            packed.zlib[0].bytes().filter_map(value).collect::<Vec<u8>>().chunks(4).flat_map(three).collect();
        let mut json = String::new();
        flate2::read::ZlibDecoder::new(bytes.as_slice()).read_to_string(&mut json).expect("text");
        let told: Vec<(usize, usize, String, String)> = serde_json::from_str(&json).expect("a list");
        let told: Vec<ToldGame> = told
            .into_iter()
            .map(|(row, column, title, text)| ToldGame { row, column, title, text })
            .collect();
        assert_eq!(told, games);
    }

    #[test]
    fn nothing_told_is_nothing_packed() {
        assert!(packed(&[]).is_ok_and(|none| none.is_none()));
    }

    #[test]
    fn a_bundle_without_room_is_left_out() {
        let bundle = |signs: usize| Bundle { pairs: 1, games: 2, zlib: "x".repeat(signs) };
        let mut packing = Packing::default();
        assert!(packing.add(bundle(MOST_SIGNS + 1)), "the first is never left out");
        assert!(!packing.add(bundle(1)));
        let packed = packing.finish(2).expect("games");
        assert_eq!((packed.pairs, packed.of, packed.games, packed.zlib.len()), (1, 2, 2, 1));
    }

    /// What a sign of base64 stands for.
    fn value(sign: u8) -> Option<u8> {
        match sign {
            b'A'..=b'Z' => Some(sign - b'A'),
            b'a'..=b'z' => Some(sign - b'a' + 26),
            b'0'..=b'9' => Some(sign - b'0' + 52),
            b'+' => Some(62),
            b'/' => Some(63),
            _ => None,
        }
    }

    /// Bytes of up to four values.
    fn three(values: &[u8]) -> Vec<u8> {
        values.windows(2).zip([2, 4, 6]).map(|(two, bits)| two[0] << bits | two[1] >> (6 - bits)).collect()
    }
}
