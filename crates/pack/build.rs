//! The data is compiled in from `datasets/`; a file added there must bring a new build.

fn main() {
    println!("cargo:rerun-if-changed=../../datasets");
}
