//! Every job of `muster bench` under criterion, both ways in one binary: the claim is the ratio.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use muster_bench::{Games, jobs};

fn all(c: &mut Criterion) {
    let games = Games::shipped().unwrap_or_else(|faults| panic!("the shipped data is refused: {faults:?}"));
    for job in jobs(&games).unwrap_or_else(|refusal| panic!("{refusal}")) {
        let mut group = c.benchmark_group(job.id);
        for mut way in [job.ours, job.twin] {
            // The first piece compiles match-ups.
            let units = (way.run)();
            group.throughput(Throughput::Elements(units));
            group
                .sample_size(20)
                .bench_function(BenchmarkId::from_parameter(way.label), |b| b.iter(&mut way.run));
        }
        group.finish();
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
