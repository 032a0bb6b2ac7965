//! Data in: TOML to typed values that remember where they came from.
