//! What the rulebooks say.
