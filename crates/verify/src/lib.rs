//! The court: tests that hold the rooms against each other.
