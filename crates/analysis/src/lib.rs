//! What the numbers mean; knows records only.
