# Short names, nothing more: each line is a command that works without just.

default: matrix

# Play every box against every other
matrix *options:
    cargo run --release -- matrix {{options}}

# All tests
test:
    cargo test --workspace

# The long statistical tests
test-long:
    cargo test --workspace --release -- --ignored

lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings

docs:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

structure:
    .ci/structure

# Make the sample reports and the outputs in the papers anew
samples:
    .ci/samples

bench:
    cargo bench --package muster-benches

# Everything that must hold
ci:
    .ci/run
