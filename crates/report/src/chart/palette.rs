//! Colours that colour-blind readers can tell apart, and that survive a grey printer on either side of the middle.

use serde::{Deserialize, Serialize};

/// A colour of the sRGB space, 8 bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl From<Colour> for String {
    fn from(colour: Colour) -> String {
        colour.hex()
    }
}

impl TryFrom<String> for Colour {
    type Error = String;

    /// Reads `#rrggbb`.
    fn try_from(text: String) -> Result<Colour, String> {
        let channel = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
        let channels = (text.len() == 7 && text.starts_with('#')).then(|| [1, 3, 5].map(channel));
        match channels {
            Some([Some(red), Some(green), Some(blue)]) => Ok(Colour { red, green, blue }),
            _ => Err(format!("the colour \"{text}\"; expected #rrggbb")),
        }
    }
}

impl Colour {
    /// A colour from its three channels.
    #[must_use]
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// `#rrggbb`.
    #[must_use]
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }

    /// Relative luminance, 0 (black) to 1 (white); WCAG 2.1, "relative luminance".
    #[must_use]
    pub fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Contrast ratio with another colour, 1 to 21; WCAG 2.1, "contrast ratio".
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Channels in linear light, 0 to 1.
    fn linear(self) -> [f64; 3] {
        [self.red, self.green, self.blue].map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }
}

/// Text on pale ground.
pub const INK: Colour = Colour::new(0x1b, 0x1f, 0x24);
/// Text of second rank.
pub const QUIET: Colour = Colour::new(0x57, 0x60, 0x6a);
/// Thin lines.
pub const LINE: Colour = Colour::new(0xd0, 0xd7, 0xde);
/// Cells without a value.
pub const VOID: Colour = Colour::new(0xec, 0xee, 0xf0);
/// Labels on pale cells.
pub const BLACK: Colour = Colour::new(0, 0, 0);
/// Ground.
pub const WHITE: Colour = Colour::new(0xff, 0xff, 0xff);
/// The row's side, and side A.
pub const BLUE: Colour = Colour::new(0x2f, 0x7f, 0xbf);
/// The column's side, and side B.
pub const ORANGE: Colour = Colour::new(0xd9, 0x6b, 0x1a);
/// Words about the row's side on white.
pub const BLUE_TEXT: Colour = Colour::new(0x0b, 0x4f, 0x8a);
/// Words about the column's side on white.
pub const ORANGE_TEXT: Colour = Colour::new(0x9a, 0x3d, 0x06);
/// Neither side.
pub const GREY: Colour = Colour::new(0x6e, 0x7a, 0x86);

/// Stops of the diverging scale at scores 0, 1/4, 1/2, 3/4 and 1: dark orange, orange, near white, blue, dark blue. Orange and blue
/// stay apart under all common kinds of colour blindness.
const DIVERGING: [Colour; 5] = [
    Colour::new(0x8f, 0x34, 0x04),
    Colour::new(0xf0, 0x95, 0x45),
    Colour::new(0xf8, 0xf6, 0xf2),
    Colour::new(0x68, 0xa8, 0xd8),
    Colour::new(0x08, 0x3f, 0x80),
];

/// Colour of a score: 1 (row wins) dark blue, 1/2 near white, 0 (column wins) dark orange. Scores outside 0 to 1 take the colour of the nearer
/// end; what is not a number takes [`VOID`].
#[must_use]
pub fn diverging(score: f64) -> Colour {
    if score.is_nan() {
        return VOID;
    }
    let place = score.clamp(0.0, 1.0) * 4.0;
    let stop = [0.0, 1.0, 2.0, 3.0].iter().rposition(|&start| place >= start).unwrap_or(0);
    let share = place - [0.0, 1.0, 2.0, 3.0][stop];
    blend(DIVERGING[stop], DIVERGING[stop + 1], share)
}

/// Ground and text of every whole percent from 0 to 100, as `#rrggbb`, for pages that colour cells themselves.
#[must_use]
pub fn diverging_steps() -> Vec<[String; 2]> {
    let step = |percent: u8| {
        let ground = diverging(f64::from(percent) / 100.0);
        [ground, text_on(ground)].map(Colour::hex)
    };
    (0..=100).map(step).collect()
}

/// Black or white, whichever stands out more on this ground. Only with pure black one of the two always reaches a contrast of 4.5 (WCAG 2.1, level AA).
#[must_use]
pub fn text_on(ground: Colour) -> Colour {
    if BLACK.contrast(ground) >= WHITE.contrast(ground) { BLACK } else { WHITE }
}

/// A mixture with `share` (0 to 1) of the second colour, mixed in OKLab (B. Ottosson, "A perceptual color space for image processing",
/// 2020), so that equal steps look equal.
fn blend(from: Colour, to: Colour, share: f64) -> Colour {
    let (a, b) = (oklab(from.linear()), oklab(to.linear()));
    let mixed = [0, 1, 2].map(|axis| a[axis] + (b[axis] - a[axis]) * share);
    let [red, green, blue] = linear_of(mixed).map(encode);
    Colour { red, green, blue }
}

/// OKLab coordinates of linear sRGB.
fn oklab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let l = (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cbrt();
    let m = (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cbrt();
    let s = (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
}

/// Linear sRGB of OKLab coordinates.
fn linear_of([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
}

/// An 8-bit sRGB channel of linear light.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to 0..=255 and rounded just before"
)]
fn encode(linear: f64) -> u8 {
    let value = if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores() -> impl Iterator<Item = f64> {
        (0..=100).map(|percent| f64::from(percent) / 100.0)
    }

    #[test]
    fn every_label_has_readable_contrast() {
        for score in scores() {
            let ground = diverging(score);
            assert!(text_on(ground).contrast(ground) >= 4.5, "{score}: {}", text_on(ground).contrast(ground));
        }
    }

    #[test]
    fn the_scale_darkens_from_the_middle_to_both_ends() {
        let luminances: Vec<f64> = scores().map(|score| diverging(score).luminance()).collect();
        assert!(luminances[..=50].is_sorted());
        assert!(luminances[50..].iter().rev().is_sorted());
        assert!(luminances[50] > 0.9 && luminances[0] < 0.12 && luminances[100] < 0.12);
    }

    /// Viénot, Brettel and Mollon (1999): what a deuteranope's eye makes of a colour, in linear light.
    fn deuteranope(colour: Colour) -> [f64; 3] {
        let [red, green, blue] = colour.linear();
        let mixed = 0.29275 * red + 0.70725 * green;
        [mixed, mixed, -0.02234 * red + 0.02234 * green + blue]
    }

    #[test]
    fn mirrored_scores_stay_apart_for_a_deuteranope() {
        for percent in 0..45 {
            let score = f64::from(percent) / 100.0;
            let (loss, win) = (deuteranope(diverging(score)), deuteranope(diverging(1.0 - score)));
            // The column's side must look yellower, the row's side bluer than neutral grey.
            assert!(loss[2] < loss[0] && win[2] > win[0], "{score}");
        }
    }

    #[test]
    fn odd_scores_have_a_colour() {
        assert_eq!(diverging(f64::NAN), VOID);
        assert_eq!(diverging(-1.0), diverging(0.0));
        assert_eq!(diverging(f64::INFINITY), diverging(1.0));
        assert_eq!(diverging(0.5).hex(), "#f8f6f2");
    }
}
