//! What a fit says of each unit.

/// A fitted slope with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// The slope, logits.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// A limit of ln(points).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// The unit won every game: its ln(points) is at least this.
    AtLeast(f64),
    /// The unit lost every game: its ln(points) is at most this.
    AtMost(f64),
}

/// What is known of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Standing {
    /// Its ln(points) within its component.
    Fitted(f64),
    /// Only a limit.
    Bounded(Bound),
    /// Nothing: it met no unit that has a price.
    Unknown,
}

/// How errors were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// From the curvature alone, the model fitting as well as it should.
    Plain,
    /// Widened by the square root of the dispersion.
    Inflated,
    /// A sandwich, rows of one pair taken together: the model is bent, and there are pairs enough to see how far.
    Clustered,
}
