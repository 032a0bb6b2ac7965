//! `muster bench`: what it prints. Never how long anything took.

use crate::support::{muster, muster_in};

#[test]
fn a_job_is_timed_both_ways() {
    let ran = muster(&["bench", "volley", "--seconds", "0.02", "--format", "csv", "--quiet"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut lines = ran.out.lines();
    assert_eq!(lines.next(), Some("job,unit,twin,rate,twin_rate,ratio,ratio_low,ratio_high,activations"));
    let values: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    assert_eq!(&values[..3], ["volley", "games", "die by die"]);
    assert_eq!(values.len(), 9, "{values:?}");
    for value in &values[3..8] {
        assert!(value.parse::<f64>().is_ok_and(|value| value > 0.0 && value.is_finite()), "{values:?}");
    }
    // Nobody is asked to act in a duel.
    assert_eq!(values[8], "");
    assert_eq!(lines.next(), None);
}

#[test]
fn a_battle_is_told_in_units_asked_to_act_too() {
    let ran = muster(&["bench", "battle", "--seconds", "0.02", "--quiet"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("battle: a game asks a unit to act 40 times"), "{text}");
}

#[test]
fn growth_measures_every_size_and_draws_it() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("no folder: {error}"));
    let ran = muster_in(
        folder.path(),
        &["bench", "--growth", "--small", "--out", "grown", "--format", "csv", "--quiet"],
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    for series in ["games", "units", "boxes", "exact-units", "sampled-figures", "figures"] {
        let lines = ran.out.lines().filter(|line| line.starts_with(&format!("{series},"))).count();
        assert_eq!(lines, 2, "{series}: {}", ran.out);
        let picture = folder.path().join(format!("grown/growth-{series}.svg"));
        assert!(picture.is_file(), "{}", picture.display());
    }
}

#[test]
fn a_misspelt_job_is_told_with_the_nearest() {
    let ran = muster(&["bench", "meele"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("there is no job \"meele\"\n  did you mean \"melee\"?"), "{}", ran.err);
}
