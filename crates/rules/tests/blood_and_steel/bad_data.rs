//! Data that these rules cannot read: what is told, and at which key.

use muster_rules::blood_and_steel::BloodAndSteelGame;
use muster_rules::pack::{Sources, load};
use muster_rules::{Game as _, OddsQuery};

use super::support::game;

/// All complaints about keys set as on the command line, and a file of units.
fn complaints(sets: &[&str], units: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, units).unwrap();
    let sources = Sources {
        sets: sets.iter().map(|set| (*set).to_owned()).collect(),
        unit_files: if units.is_empty() { Vec::new() } else { vec![file] },
        ..Sources::of_set("blood-and-steel")
    };
    let (pack, _) = load(&sources).unwrap_or_else(|found| panic!("{found}"));
    match BloodAndSteelGame::read(&pack) {
        Ok(_) => panic!("{sets:?} is not refused"),
        Err(found) => found.to_string(),
    }
}

fn refused(set: &str, words: &[&str]) {
    let told = complaints(&[set], "");
    for word in words {
        assert!(told.contains(word), "{set}: no \"{word}\" in: {told}");
    }
}

/// STARGRUNT II, dice: there are five, and shifts go from one to the next.
#[test]
fn dice_off_the_ladder_are_refused_wherever_they_stand() {
    let ladder = "a die of the ladder d4, d6, d8, d10, d12";
    refused("quality.regular=d7", &["quality.regular", "\"d7\"", ladder, "d6 or d8"]);
    refused("armour.heavy=d20", &["armour.heavy", "\"d20\"", ladder, "d12"]);
    refused("weapons.sword.die=d3", &["sword", "die", "\"d3\"", ladder, "d4"]);
    refused("weapons.longbow.impact=d100", &["longbow", "impact", ladder]);
    refused("monsters.giant.melee=d20x2", &["giant", "melee", ladder, "d12x2"]);
    refused("magic.fireball_impact=d11", &["magic.fireball_impact", ladder, "d10 or d12"]);
    refused("missile.range_dice=[\"d4\", \"d5\"]", &["missile.range_dice", "\"d5\"", ladder, "d4 or d6"]);
    refused("dice.ladder=[\"d4\", \"d20\"]", &["dice.ladder", "\"d20\"", ladder]);
    refused("quality.regular=\"d8x2\"", &["quality.regular", "a die that counts once", "did you mean d8?"]);
    refused("quality.regular=fine", &["quality.regular", "\"fine\"", "write dice such as d8"]);
}

#[test]
fn odds_refuse_dice_off_the_ladder_with_the_nearest() {
    let game = game(&[]);
    let refusal = |contest: Option<&str>, confidence: Option<&str>| {
        let query = OddsQuery {
            contest: contest.map(str::to_owned),
            confidence: confidence.map(str::to_owned),
            target: confidence.map(|_| 3),
            ..OddsQuery::default()
        };
        let refusal = game.odds(&query).unwrap_err();
        (refusal.what, refusal.advice)
    };
    let off = |option: &str, die: &str| {
        format!("--{option}: \"{die}\" is no die of the ladder d4, d6, d8, d10, d12")
    };
    assert_eq!(refusal(Some("d7,d20:d8,d8"), None), (off("contest", "d20"), "did you mean d12?".to_owned()));
    assert_eq!(
        refusal(Some("d7,d8:d8,d8"), None),
        (off("contest", "d7"), "did you mean d6 or d8?".to_owned())
    );
    assert_eq!(refusal(None, Some("d20")), (off("confidence", "d20"), "did you mean d12?".to_owned()));
}

#[test]
fn one_bad_die_is_told_of_once() {
    let told = complaints(&["armour.heavy=d20"], "");
    assert!(!told.contains("an armour of rules.toml"), "{told}");
}

#[test]
fn a_bad_weapon_is_told_of_once_and_not_at_every_unit_that_holds_it() {
    let told = complaints(&["weapons.sword.die=d7"], "");
    assert!(told.contains("\"d7\"") && !told.contains("a weapon of weapons.toml"), "{told}");
    let told = complaints(&["monsters.ogre.melee=d7"], "");
    assert!(told.contains("\"d7\"") && !told.contains("a monster of monsters.toml"), "{told}");
}

#[test]
fn a_ladder_out_of_order_is_refused() {
    refused("dice.ladder=[\"d4\", \"d8\", \"d6\"]", &["dice.ladder", "d6 after d8", "put them in order"]);
    refused("dice.ladder=[\"d4\", \"d4\"]", &["dice.ladder", "d4 after d4"]);
}

#[test]
fn a_ladder_without_a_die_that_is_thrown_is_refused() {
    let whole = ["d4", "d6", "d8", "d10", "d12"];
    for missing in whole {
        let rest: Vec<String> =
            whole.iter().filter(|die| **die != missing).map(|die| format!("\"{die}\"")).collect();
        let found = format!("no {missing}");
        refused(&format!("dice.ladder=[{}]", rest.join(",")), &["dice.ladder", &found, "add", "throws"]);
    }
}

#[test]
fn units_whose_keys_contradict_each_other_are_refused() {
    let unit = |keys: &str| {
        complaints(
            &[],
            &format!(
                "[[unit]]\nid = \"odd\"\nfigures = 5\nquality = \"green\"\narmour = \"heavy\"\n{keys}\nstatus = \"assumed\"\nwhy = \"a test\"\nsource = \"a test\"\n"
            ),
        )
    };
    for (keys, says) in [
        ("weapons = [\"longbow\", \"crossbow\"]", "\"longbow\" and \"crossbow\""),
        ("mounted = false\nbarded = true\nweapons = [\"sword\"]", "a mounted unit"),
        ("name = \" \"\nweapons = [\"sword\"]", "expected a name for people"),
    ] {
        let told = unit(keys);
        assert!(told.contains(says) && told.contains("mine.toml"), "{keys}: {told}");
    }
}

/// The key that was set is to blame, and not the one that it no longer agrees with.
#[test]
fn values_out_of_order_are_told_of_the_one_that_was_set() {
    refused("leader.worst=0", &["--set: key `leader.worst`", "found 0", "1 or more", "leader"]);
    refused("leader.best=4", &["--set: key `leader.best`", "found 4", "3 or less"]);
    refused("leader.worse_up_to=6", &["--set: key `leader.worse_up_to`", "5 or less"]);
    refused("leader.better_from=2", &["--set: key `leader.better_from`", "3 or more"]);
    assert!(!complaints(&["leader.worst=0"], "").contains("leader.best`"));
}

/// The table of a regular's d8 and d12 against the range dice, worked out face by face.
#[test]
fn odds_tell_what_a_volley_comes_to() {
    let game = game(&[]);
    let volley = |text: &str, figures: Option<u32>| {
        game.odds(&OddsQuery { volley: Some(text.to_owned()), figures, ..OddsQuery::default() })
    };
    let outcomes = volley("d8,d12:d8", None).unwrap();
    let mut counted = [0u32; 3];
    for (quality, firepower, range) in
        (1..=8).flat_map(|q| (1..=12).flat_map(move |f| (1..=8).map(move |r| (q, f, r))))
    {
        counted[usize::from(quality > range) + usize::from(firepower > range)] += 1;
    }
    for ((_, p), count) in outcomes.pmf.iter().zip(counted) {
        assert!((p - f64::from(count) / 768.0).abs() < 1e-14, "{outcomes:?} against {counted:?}");
    }
    // Ten figures at the most, and as many on average as hits go through.
    let removed = volley("d8,d12,d8:d8,d8", Some(2)).unwrap();
    assert_eq!(removed.pmf.len(), 3);
    assert!((removed.pmf.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12);
    let unbounded = volley("d8,d12,d8:d8,d8", None).unwrap();
    assert!(unbounded.mean > removed.mean);
    for wrong in ["d8,d12", "d8:d8", "d8,d12:d8,d8", "d8,d12,d8:d8", "d8x2,d12:d8", "d8,d9:d8", ""] {
        assert!(volley(wrong, None).is_err(), "{wrong}");
    }
}
