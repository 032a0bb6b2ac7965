//! Prices of 60 unit types from exact duels, as `points fit --of units` makes them: rates of all 1 770 pairs, then the list. The
//! claim is 20 s on two cores. The types are the 46 of the data and 14 variations on them.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, criterion_group, criterion_main};
use muster_analysis::price_fit::Standing;
use muster_analysis::price_list::{KnownRate, PriceList, price_list};
use muster_resolver::{Limits, MethodChoice, Rate, Silent, exchange_rates};
use muster_rules::pack::{Sources, load};
use muster_rules::{DuelSpec, Game, UnitFacts, rule_set};

const TYPES: usize = 60;

/// As the command has them.
const LIMITS: Limits = Limits { most: 60, budget: 50_000_000, method: MethodChoice::Auto };

/// Bows, muskets and rifles on other men, and other numbers of men.
const VARIATIONS: &str = r#"
[[unit]]
id = "armoured-archers"
figures = [{ count = 12, type = "heavy-infantry", weapons = ["short-bow"] }]
[[unit]]
id = "armoured-longbowmen"
figures = [{ count = 12, type = "heavy-infantry-armour-or-shield", weapons = ["longbow"] }]
[[unit]]
id = "shielded-slingers"
figures = [{ count = 12, type = "light-infantry-shield", weapons = ["sling"] }]
[[unit]]
id = "pavise-crossbowmen"
figures = [{ count = 12, type = "heavy-infantry", weapons = ["crossbow"] }]
[[unit]]
id = "axe-men"
figures = [{ count = 12, type = "heavy-infantry-armour-or-shield", weapons = ["throwing-axe"] }]
[[unit]]
id = "light-rifled-muskets"
figures = [{ count = 12, type = "light-infantry", weapons = ["rifled-musket"] }]
[[unit]]
id = "light-breech-loaders"
figures = [{ count = 10, type = "light-infantry", weapons = ["breech-loading-rifle"] }]
[[unit]]
id = "armoured-horse-archers"
figures = [{ count = 6, type = "heavy-cavalry-armour", weapons = ["horse-bow"] }]
[[unit]]
id = "shielded-horse-archers"
figures = [{ count = 6, type = "light-cavalry-shield", weapons = ["horse-bow"] }]
[[unit]]
id = "heavy-carbines"
figures = [{ count = 6, type = "heavy-cavalry-armour", weapons = ["cavalry-carbine"] }]
[[unit]]
id = "lancers"
figures = [{ count = 9, type = "heavy-cavalry" }]
[[unit]]
id = "archer-chariots"
figures = [{ count = 3, type = "chariot", weapons = ["short-bow"] }]
[[unit]]
id = "archer-elephants"
figures = [{ count = 2, type = "elephant", weapons = ["short-bow"] }]
[[unit]]
id = "gun-tanks"
figures = [{ count = 2, type = "tank", weapons = ["tank-gun"] }]
"#;

fn game(folder: &Path) -> Box<dyn Game> {
    let file = folder.join("units.toml");
    std::fs::write(&file, VARIATIONS).expect("a temporary folder can be written");
    let sources = Sources { set: "chimera".to_owned(), unit_files: vec![file], ..Sources::default() };
    let (pack, _) = load(&sources).unwrap_or_else(|found| panic!("{found}"));
    let set = rule_set("chimera").expect("chimera is registered");
    set.read(&pack).unwrap_or_else(|found| panic!("{found}")).0
}

fn prices(game: &dyn Game, units: &[&UnitFacts]) -> PriceList {
    let rates =
        exchange_rates(game, units, 0, &DuelSpec::default(), LIMITS, &Silent).expect("all can be played");
    let known: Vec<KnownRate> = rates
        .iter()
        .filter_map(|one| match one.rate {
            Rate::Even { ln_rate, error, steepness } => Some(KnownRate {
                first: one.first,
                second: one.second,
                ln_rate,
                variance: 0.0,
                doubt: error * error,
                steepness,
            }),
            _ => None,
        })
        .collect();
    price_list(units.len(), 0, &known, &[]).expect("the rates are sound")
}

fn benches(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let game = game(folder.path());
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
