//! Prices of 60 unit types from exact duels, as `points fit --of units` makes them: rates of all 1 770 pairs, then the list. The
//! claim is 20 s on two cores. The types are the 46 of the data and 14 variations on them (`fourteen-units.toml`).

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use muster_analysis::price_fit::Standing;
use muster_analysis::price_list::{PriceList, price_list};
use muster_answers::prices::known_rates;
use muster_resolver::{Limits, MethodChoice, Silent, exchange_rates};
use muster_rules::pack::{Sources, load};
use muster_rules::{DuelSpec, Game, UnitFacts, rule_set};

const TYPES: usize = 60;

/// As the command has them.
const LIMITS: Limits = Limits { most: 60, budget: 50_000_000, method: MethodChoice::Auto };

fn game() -> Box<dyn Game> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fourteen-units.toml");
    let sources = Sources { set: "chimera".to_owned(), unit_files: vec![file], ..Sources::default() };
    let (pack, _) = load(&sources).unwrap_or_else(|found| panic!("{found}"));
    let set = rule_set("chimera").expect("chimera is registered");
    set.read(&pack).unwrap_or_else(|found| panic!("{found}")).0
}

fn prices(game: &dyn Game, units: &[&UnitFacts]) -> PriceList {
    let rates =
        exchange_rates(game, units, 0, &DuelSpec::default(), LIMITS, &Silent).expect("all can be played");
    price_list(units.len(), 0, &known_rates(&rates), &[]).expect("the rates are sound")
}

fn benches(c: &mut Criterion) {
    let game = game();
    let units: Vec<&UnitFacts> = game.units().iter().collect();
    assert_eq!(units.len(), TYPES);
    // What is timed has to be a price list.
    let priced = prices(game.as_ref(), &units).standings;
    let fitted = priced.iter().filter(|standing| matches!(standing, Standing::Fitted(_))).count();
    assert!(fitted > TYPES * 9 / 10, "{fitted} of {TYPES} have a price");
    let mut group = c.benchmark_group("prices of 60 unit types");
    group.sample_size(10);
    group.bench_function("exact duels", |b| b.iter(|| black_box(prices(game.as_ref(), black_box(&units)))));
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
