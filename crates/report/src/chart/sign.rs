//! Signs in the cells of a heat map: what colour says, said again without it.

use super::canvas::{Canvas, Rect};
use super::palette::Colour;

/// A sign in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sign {
    /// None.
    #[default]
    None,
    /// A triangle that points up.
    Up,
    /// A triangle that points down.
    Down,
    /// A short line: there is something, and it is small.
    Dash,
    /// The outline of a square: open.
    Hollow,
    /// A small full square: nothing moved.
    Point,
}

impl Sign {
    /// Draws the sign into a square of `side` pixels about a middle.
    pub(super) fn draw(self, canvas: &mut Canvas, (x, y): (f64, f64), side: f64, colour: Colour) {
        let half = side / 2.0;
        let square = |share: f64| Rect {
            x: x - half * share,
            y: y - half * share,
            width: side * share,
            height: side * share,
        };
        match self {
            Sign::None => {}
            Sign::Up => {
                canvas.polygon(vec![(x, y - half), (x + half, y + half), (x - half, y + half)], colour);
            }
            Sign::Down => {
                canvas.polygon(vec![(x, y + half), (x + half, y - half), (x - half, y - half)], colour);
            }
            Sign::Dash => {
                canvas.rect(Rect { x: x - half, y: y - side * 0.1, width: side, height: side * 0.2 }, colour);
            }
            Sign::Hollow => canvas.outline(square(0.8), colour, 1.0),
            Sign::Point => canvas.rect(square(0.35), colour),
        }
    }
}
