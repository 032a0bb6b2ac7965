//! What the program says: advice that helps, said once; sentences that hold; warnings about what was not used.

use crate::support::{MY_BOX, MY_UNITS, muster, muster_in, with_file};

/// Standard error of a refusal.
fn refusal(arguments: &[&str]) -> String {
    let ran = muster(arguments);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
    ran.err
}

#[test]
fn advice_fits_what_was_asked() {
    let conditions = refusal(&["battle", "celts", "zulus", "--conditions", "cond.toml"]);
    assert!(conditions.contains("there are no conditions \"cond.toml\""), "{conditions}");
    assert!(conditions.contains("--variant FILE --conditions ID"), "{conditions}");
    let init = refusal(&["init", "/proc/zz"]);
    assert!(init.contains("name another directory") && !init.contains("--out"), "{init}");
    let odds = refusal(&["odds"]);
    assert!(odds.contains("--shoot") && odds.contains("--melee"), "{odds}");
    let game = refusal(&["replay", "celts", "zulus", "--game", "x"]);
    assert!(game.contains("give a whole number from 0 upwards"), "{game}");
    assert!(refusal(&["duel", "nobody-knows", "warband"]).contains("--units FILE"));
    assert!(refusal(&["battle", "nobody-knows", "celts"]).contains("named by its file"));
    let (dir, _) = with_file("mine.toml", MY_BOX);
    let ran = muster_in(dir.path(), &["battle", "celts", "zulus", "--variant", "mine.toml"]);
    assert!(ran.err.contains("name it in place of a box"), "{}", ran.err);
    assert_eq!(ran.err.matches("mine.toml").count(), 1, "{}", ran.err);
    assert!(refusal(&["duel", "heavy-foot", "celts"]).contains("it is a box"));
    assert!(refusal(&["battle", "heavy-foot", "celts"]).contains("it is a unit"));
    assert!(refusal(&["show", "weapon.longbow"]).contains("\"weapons.longbow\""));
}

#[test]
fn one_fault_is_told_once() {
    for (from, to) in [
        ("save = 5", "save = 99"),
        ("mp = 1 }]\n\n", "mp = -1 }]\n\n"),
        ("mp = 1 }]\n\n", "mp = 1, save = 99 }]\n\n"),
        ("figures = [{ count = 10, mp = 1 }]", "figures = []"),
        ("figures = [{ count = 10, mp = 1 }]\n", ""),
        ("figures = [{ count = 10, mp = 1 }]", "figures = 10"),
    ] {
        assert!(MY_BOX.contains(from), "{from}");
        let (dir, _) = with_file("mine.toml", MY_BOX.replacen(from, to, 1));
        let ran = muster_in(dir.path(), &["check", "mine.toml"]);
        assert_eq!(ran.code, 2, "{to}");
        assert_eq!(ran.err.matches("mine.toml:").count(), 1, "{to}: {}", ran.err);
    }
}

#[test]
fn games_that_are_not_played_are_told() {
    let duel = ["duel", "light-foot", "warband", "--games", "500"];
    let ran = muster(&duel);
    assert!(ran.err.contains("warning: --games 500 changes nothing"), "{}", ran.err);
    let matrix = ["matrix", "--of", "units", "light-foot", "warband", "--half-width", "0.1", "--out", "out"];
    let ran = muster(&matrix);
    assert!(ran.err.contains("warning: --half-width 0.1 changes nothing"), "{}", ran.err);
    for used in [&["--method", "sample"][..], &["--quiet"]] {
        let ran = muster(&[&duel[..], used].concat());
        assert!(!ran.err.contains("warning"), "{}", ran.err);
    }
    assert!(!muster(&duel[..3]).err.contains("warning"));
}

/// Two units that differ by very little: one figure in a hundred and twenty, seen from afar.
#[test]
fn a_lead_that_rounds_to_nothing_is_no_strength() {
    let twins = MY_UNITS
        .replace("count = 8, mp = 1 }", "count = 5, mp = 1, weapons = [{ fp = 1, ap = 1, range = 24 }] }")
        .replace("save = 6", "save = 5");
    let (dir, _) = with_file("units.toml", twins);
    let even = muster_in(dir.path(), &["duel", "guards", "mob", "--units", "units.toml"]);
    assert!(even.out.contains("An even fight: Guards and Mob score the same."), "{}", even.out);
    let near = muster(&["duel", "light-foot", "light-foot", "--policy-a", "charge", "--policy-b", "hold"]);
    assert_eq!(near.code, 0);
    for line in near.out.lines().chain(even.out.lines()) {
        assert!(!(line.contains("stronger") && line.contains("50.00 %")), "{line}");
    }
}

#[test]
fn luck_has_no_say_where_every_game_ends_alike() {
    let harmless = MY_UNITS.replace("mp = 1", "mp = 0").replace("fp = 1", "fp = 0");
    let (dir, _) = with_file("units.toml", harmless);
    let run = |left: &str| {
        muster_in(dir.path(), &["luck", "guards", "mob", "--units", "units.toml", "--left", left])
            .out
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert!(run("5,8").contains("All games between these two end like this"), "{}", run("5,8"));
    let never = run("0,8");
    assert!(
        never.contains("by the rules no game can end like this") && !never.contains("unlucky"),
        "{never}"
    );
    let drawn = muster(&["luck", "light-foot", "warband", "--left", "3,0"]).out;
    assert!(drawn.contains("did better than in"), "{drawn}");
}

#[test]
fn a_force_against_itself_is_told_apart_in_words() {
    let told = muster(&["replay", "celts", "celts", "--game", "1"]).out;
    assert!(told.contains("Celts (1)") && told.contains("Celts (2)"), "{told}");
    assert!(told.contains("Conditions: Open ground."), "{told}");
    let luck = muster(&["luck", "celts", "celts", "--left", "3,3", "--games", "40"]).out;
    assert!(luck.contains("3 left of Celts (1), 3 left of Celts (2)"), "{luck}");
    let tanks = muster(&["replay", "rifle-squad", "tanks"]).out;
    assert!(tanks.contains("B's Tanks fire ") && tanks.contains("A's Rifle squad "), "{tanks}");
}

#[test]
fn the_summary_of_a_matrix_says_what_it_means() {
    let names = [
        "us-infantry",
        "acta-british",
        "british-zulu-war",
        "british-infantry-1943",
        "acta-zulus",
        "persian-elephants",
    ];
    let run = [&["matrix"][..], &names, &["--games", "64"]].concat();
    let out = muster(&run).out;
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("One side won every game in "), "{out}");
    assert!(flat.contains("By figures left the most one-sided of these is "), "{out}");
    assert!(
        flat.contains("Side A (moves first in a turn) is ") && flat.contains(" off 50 % on average"),
        "{out}"
    );
    assert!(flat.contains("Under combined every unit with a ranged weapon"), "{out}");
    assert!(flat.contains("The percentage before a name is the score against it."), "{out}");
    let rows: Vec<&str> =
        out.lines().skip_while(|line| !line.contains("---  ---")).skip(1).take(names.len()).collect();
    let mut best: Vec<String> = rows.iter().map(|row| row.chars().skip(3).take(20).collect()).collect();
    best.sort();
    best.dedup();
    assert_eq!(best.len(), names.len(), "{out}");
    let assault = [&run[..], &["--plans", "assault"]].concat();
    assert!(!muster(&assault).out.contains("Under combined"));
}

#[test]
fn the_enemys_row_of_an_equilibrium_has_a_label() {
    let out = muster(&["battle", "celts", "zulus", "--games", "32", "--plans", "equilibrium"]).out;
    assert!(out.lines().any(|line| line.starts_with("Zulu Warriors play  ")), "{out}");
    let head: Vec<&str> = out.lines().skip_while(|line| !line.starts_with("Plans:")).collect();
    let height = head.iter().skip(2).position(|line| line.starts_with("--")).expect("a rule");
    assert!(height <= 2 && out.contains("how often each side plays them"), "{out}");
    // Sampled games never prove that a score is nought.
    assert!(!out.lines().any(|line| line.starts_with("side ") && line.ends_with(" 0 %")), "{out}");
}

#[test]
fn a_mean_of_samples_is_never_all_or_nothing() {
    let out = muster(&["matrix", "celts", "zulus", "us-infantry", "--games", "256"]).out;
    assert!(out.contains(">99.9"), "{out}");
    assert!(!out.contains("100.0"), "{out}");
    // Exact duels may be.
    let out = muster(&["matrix", "--of", "units", "heavy-foot", "longbowmen"]).out;
    assert!(!out.contains(">99.9"), "{out}");
}
