//! The door people use.
fn main() {}
