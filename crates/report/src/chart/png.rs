//! Draws SVG as PNG with the embedded font.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};

use super::font;

/// Neither side of a PNG may be longer than this many pixels.
const LONGEST_SIDE: f32 = 20_000.0;

/// Why a picture could not be drawn. Completes "failed to draw the picture: …".
#[derive(Debug)]
#[non_exhaustive]
pub enum PngError {
    /// The text is not SVG.
    Svg(usvg::Error),
    /// The scale is not a positive number.
    Scale(f32),
    /// The picture would have no pixel, or a side of more than 20 000.
    Size {
        /// Width in pixels.
        width: f32,
        /// Height in pixels.
        height: f32,
    },
    /// The pixels could not be packed.
    Encoding(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Svg(error) => write!(f, "the SVG is not sound ({error})"),
            Self::Scale(scale) => {
                write!(f, "a scale of {scale} was asked for; it must be a positive number, such as 2")
            }
            Self::Size { width, height } => {
                write!(
                    f,
                    "it would be {width} × {height} pixels; at most {LONGEST_SIDE} a side are drawn, so choose a smaller scale"
                )
            }
            Self::Encoding(error) => write!(f, "the pixels could not be packed ({error})"),
        }
    }
}

impl std::error::Error for PngError {}

/// Draws a picture as PNG, `scale` pixels to each of its own (2 is sharp on most screens).
///
/// # Errors
/// When the text is not SVG, the scale is not a positive number, or a side would exceed 20 000 pixels.
pub fn svg_to_png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(PngError::Scale(scale));
    }
    let options =
        Options { fontdb: font::database(), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(PngError::Svg)?;
    let (width, height) = ((tree.size().width() * scale).ceil(), (tree.size().height() * scale).ceil());
    let mut pixmap = pixmap(width, height).ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to lie between 1 and 20 000"
)]
fn pixmap(width: f32, height: f32) -> Option<Pixmap> {
    let sides = 1.0..=LONGEST_SIDE;
    if sides.contains(&width) && sides.contains(&height) {
        Pixmap::new(width as u32, height as u32)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"20\"><rect width=\"10\" height=\"20\"/></svg>";

    #[test]
    fn the_scale_multiplies_both_sides() {
        let pixmap = Pixmap::decode_png(&svg_to_png(SQUARE, 2.5).unwrap()).unwrap();
        assert_eq!((pixmap.width(), pixmap.height()), (25, 50));
    }

    #[test]
    fn bad_input_is_refused_in_words() {
        assert!(svg_to_png("<svg", 1.0).unwrap_err().to_string().contains("not sound"));
        for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(matches!(svg_to_png(SQUARE, scale), Err(PngError::Scale(_))));
        }
        assert!(svg_to_png(SQUARE, 5000.0).unwrap_err().to_string().contains("smaller scale"));
        assert!(svg_to_png(SQUARE, f32::MAX).is_err());
    }
}
