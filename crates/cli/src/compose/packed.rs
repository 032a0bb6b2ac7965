//! Games told, packed for a page and its record. A browser unpacks them by itself (`DecompressionStream`), and so does any language's zlib.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use muster_results::{PackedGames, ToldGame};

use crate::exit::Failure;

/// Packed games may grow to so many bytes: in base64, beside the numbers of forty forces, they stay within a page of three megabytes.
const MOST_BYTES: usize = 1_000_000;

/// Takes games pair by pair until they fill their room.
pub(crate) struct Packer {
    zlib: ZlibEncoder<Vec<u8>>,
    pairs: usize,
    games: usize,
}

impl Packer {
    /// Nothing packed yet.
    pub(crate) fn new() -> Packer {
        Packer { zlib: ZlibEncoder::new(Vec::new(), Compression::default()), pairs: 0, games: 0 }
    }

    /// Whether there is no room left.
    pub(crate) fn is_full(&self) -> bool {
        self.zlib.get_ref().len() >= MOST_BYTES
    }

    /// Adds the games of one pair.
    ///
    /// # Errors
    /// When they cannot be written, which is a fault of ours.
    pub(crate) fn add(&mut self, games: &[ToldGame]) -> Result<(), Failure> {
        for told in games {
            let before = if self.games == 0 { "[" } else { ",\n" };
            let row = (told.row, told.column, &told.title, &told.text);
            let row = serde_json::to_string(&row).map_err(|error| fault(&error))?;
            self.zlib.write_all(before.as_bytes()).map_err(|error| fault(&error))?;
            self.zlib.write_all(row.as_bytes()).map_err(|error| fault(&error))?;
            self.games += 1;
        }
        self.pairs += usize::from(!games.is_empty());
        Ok(())
    }

    /// The packed games, of so many pairs that have some; `None` when there are none.
    ///
    /// # Errors
    /// When they cannot be written, which is a fault of ours.
    pub(crate) fn finish(mut self, of: usize) -> Result<Option<PackedGames>, Failure> {
        if self.games == 0 {
            return Ok(None);
        }
        self.zlib.write_all(b"]").map_err(|error| fault(&error))?;
        let bytes = self.zlib.finish().map_err(|error| fault(&error))?;
        Ok(Some(PackedGames { pairs: self.pairs, of, games: self.games, zlib: base64(&bytes) }))
    }
}

/// Games that a record keeps one by one, packed.
///
/// # Errors
/// When they cannot be written, which is a fault of ours.
pub(crate) fn packed(told: &[ToldGame]) -> Result<Option<PackedGames>, Failure> {
    let mut packer = Packer::new();
    for pair in told.chunk_by(|a, b| (a.row, a.column) == (b.row, b.column)) {
        packer.add(pair)?;
    }
    let pairs = packer.pairs;
    packer.finish(pairs)
}

fn fault(error: &dyn std::fmt::Display) -> Failure {
    Failure::Fault(format!("games could not be packed: {error}"))
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
        let mut packer = Packer::new();
        packer.add(&[game(1, "a\nb"), game(1, "</script>")]).expect("room");
        packer.add(&[]).expect("room");
        packer.add(&[game(2, "\u{e9}")]).expect("room");
        assert!(!packer.is_full());
        let mut json = String::new();
        let bytes = packer.zlib.finish().expect("packed");
        flate2::read::ZlibDecoder::new(bytes.as_slice()).read_to_string(&mut json).expect("text");
        let told: Vec<(usize, usize, String, String)> = serde_json::from_str(&(json + "]")).expect("a list");
        assert_eq!(
            told.iter().map(|one| one.3.as_str()).collect::<Vec<_>>(),
            ["a\nb", "</script>", "\u{e9}"]
        );
        assert_eq!((told[2].1, told[2].2.as_str()), (2, "A \"title\""));
        assert!(packed(&[]).is_ok_and(|none| none.is_none()));
        assert!(
            packed(&[game(1, "a"), game(1, "b"), game(2, "c")]).is_ok_and(|all| all.is_some_and(|all| (
                all.pairs, all.of, all.games
            ) == (
                2, 2, 3
            )))
        );
    }
}
