//! The embedded font: text widths for the layout, and the font database for PNG.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::{Database, Source};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// Families in order; the first is embedded, the others are as wide or narrower.
pub(super) const FAMILIES: &str =
    "DejaVu Sans, Verdana, Bitstream Vera Sans, Segoe UI, Helvetica, Arial, sans-serif";

/// Width of a character that the font lacks, as a share of the font size: as wide as the widest scripts.
const UNKNOWN: f64 = 1.1;

/// Stroke weights in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// Width in pixels of a line of text at a font size in pixels. Kerning, which only tightens, is left out.
pub(super) fn text_width(text: &str, size: f64, weight: Weight) -> f64 {
    let bytes = match weight {
        Weight::Regular => dejavu::sans::regular(),
        Weight::Bold => dejavu::sans::bold(),
    };
    let Ok(font) = FontRef::new(bytes) else { return text.chars().map(|_| UNKNOWN * size).sum() };
    let characters = font.charmap();
    // At one pixel a unit of the em square the advances are shares of the font size.
    let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
    let advance = |character| characters.map(character).and_then(|glyph| metrics.advance_width(glyph));
    text.chars().map(|character| advance(character).map_or(UNKNOWN, f64::from) * size).sum()
}

/// Text cut to a width in pixels, with "…" for what is left out.
pub(super) fn fit(text: &str, size: f64, weight: Weight, limit: f64) -> String {
    if text_width(text, size, weight) <= limit {
        return text.to_owned();
    }
    let mut characters: Vec<char> = text.chars().collect();
    while characters.pop().is_some() {
        let shortened = format!("{}…", characters.iter().collect::<String>().trim_end());
        if text_width(&shortened, size, weight) <= limit {
            return shortened;
        }
    }
    String::new()
}

/// Text broken at spaces into lines of at most so many pixels; a longer word gets a line to itself.
pub(super) fn wrap(text: &str, size: f64, weight: Weight, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size, weight) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Font database with the embedded fonts and no other, so that pictures look alike on every machine.
pub(super) fn database() -> Arc<Database> {
    static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut database = Database::new();
        for bytes in [dejavu::sans::regular(), dejavu::sans::bold()] {
            database.load_font_source(Source::Binary(Arc::new(bytes)));
        }
        database.set_sans_serif_family("DejaVu Sans");
        Arc::new(database)
    });
    Arc::clone(&DATABASE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_dejavu_sans() {
        // The font file gives 1303 of 2048 units for every digit.
        assert!((text_width("62", 2048.0, Weight::Regular) - 2.0 * 1303.0).abs() < 1.0);
        assert!(text_width("Roman", 10.0, Weight::Bold) > text_width("Roman", 10.0, Weight::Regular));
        assert!((text_width("日", 10.0, Weight::Regular) - 11.0).abs() < 1e-9);
    }

    #[test]
    fn fitted_text_is_never_wider_than_its_limit() {
        for limit in 0..200 {
            let limit = f64::from(limit);
            let fitted = fit("Zvezda 8052 Roman Auxiliaries", 11.0, Weight::Regular, limit);
            assert!(text_width(&fitted, 11.0, Weight::Regular) <= limit);
        }
    }

    #[test]
    fn the_database_holds_the_two_embedded_faces() {
        assert_eq!(database().len(), 2);
    }
}
