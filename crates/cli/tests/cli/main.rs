//! The program as its users meet it: started as a process, judged by what it prints, writes and returns.

mod answers;
mod audit;
mod bad_input;
mod baselines;
mod bench;
mod compare;
mod determinism;
mod firefight;
mod forces;
mod help;
mod interrupt;
mod order;
mod own_files;
mod parquet;
mod points;
mod report;
mod small_samples;
mod support;
mod terminal;
mod wording;
