//! What the program says: advice that helps, said once; sentences that hold; warnings about what was not used.

use crate::support::{MY_BOX, MY_UNITS, json, muster, muster_in, with_file};

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

/// Each with a word of the advice that it needs.
#[test]
fn mistakes_of_the_command_line_are_answered_in_its_own_words() {
    let cases: [(&[&str], &str); 18] = [
        (&["odds", "--rules", "blood-and-steel", "--contest", "d7,d8:d8,d10"], "--contest: \"d7\" is no die"),
        (&["odds", "--rules", "blood-and-steel", "--contest", "8,8:8,8"], "did you mean d8?"),
        (
            &["odds", "--rules", "blood-and-steel", "--contest", "d12x3,d8:d8,d8"],
            "quality die counts once: write d12",
        ),
        (
            &["odds", "--rules", "blood-and-steel", "--volley", "d8,d8:d12x2"],
            "range die counts once: write d12",
        ),
        (
            &["odds", "--rules", "blood-and-steel", "--confidence", "d20", "--target", "5"],
            "--confidence: \"d20\"",
        ),
        (&["odds", "--rules", "blood-and-steel", "--confidence", "d8"], "add --target N"),
        (&["odds", "--rules", "blood-and-steel", "--shots", "20"], "give --contest"),
        (&["duel", "light-foot", "warband", "--ruling", "loser_is=x"], "--set rulings.ID=OPTION"),
        (&["odds", "--rules", "firefight", "--shots", "20"], "add --to-hit N"),
        (
            &["duel", "light-foot", "warband", "rifles"],
            "'rifles' would be a third side; `muster matrix --of units`",
        ),
        (&["even", "light-foot", "warband", "rifles"], "ask pair by pair"),
        (&["points", "audit"], "'audit' is a command of its own: muster audit"),
        (&["duel", "light-foot", "warband", "--format", "png"], "--out DIR writes it with pictures"),
        (
            &["duel", "light-foot", "warband", "--out", "duel.html"],
            "--out names a directory\n  give --out duel ",
        ),
        (&["compare", "--ruling", "split_fire=maybe"], "its options are false, true"),
        (&["compare", "--ruling", "loser_is=fewer_hit"], "did you mean \"fewer_hits\"?"),
        (
            &["duel", "light-foot", "warband", "--set", "morale.passes_on="],
            "expected a value after the equals sign",
        ),
        (&["points", "round", "--prices", "a", "--prices", "b"], "'--prices <FILE>'"),
    ];
    for (arguments, words) in cases {
        let said = refusal(arguments);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn a_directory_may_be_called_like_a_file_when_it_is_there() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(dir.path().join("odds.html")).expect("a directory");
    let ran = muster_in(dir.path(), &["odds", "--shoot", "5", "--out", "odds.html"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(dir.path().join("odds.html/odds.html").is_file());
}

#[test]
fn what_a_terminal_obeys_is_not_repeated_from_the_command_line() {
    for arguments in [
        &["\u{1b}[31mx"][..],
        &["duel", "--\u{1b}[31mx", "warband"],
        &["odds", "--shoot", "\u{1b}]0;x\u{7}5"],
        &["duel", "\u{1b}[31mx", "warband"],
        &["list", "\u{9b}31m"],
    ] {
        let said = refusal(arguments);
        assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "{arguments:?}: {said:?}");
        assert!(said.contains('\u{fffd}'), "{arguments:?}: {said:?}");
    }
}

#[test]
fn an_empty_list_is_one_sentence() {
    let ran = muster(&["list", "troops", "--rules", "blood-and-steel"]);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("Blood & Steel has no troops.\n", ""));
}

#[test]
fn rows_that_no_dice_can_show_are_left_out() {
    let volley = ["odds", "--rules", "blood-and-steel", "--volley", "d8,d10,d8:d6,d8", "--figures", "10"];
    let pmf = json(&volley)["pmf"].as_array().expect("a list").len();
    assert_eq!(pmf, 4, "no figure to three");
}

#[test]
fn a_claim_says_what_is_measured_and_what_its_number_means() {
    let out = muster(&["claims", "cannon-are-deadly", "frontal-charge-is-suicide"]).out;
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains("figures taken off by Cannon against Warband; hold against charge, divided by"),
        "{out}"
    );
    assert!(
        flat.contains("score of Heavy cavalry against Musket line; charge against hold: 17.9 % (exact); expected at most 20 %: borne out."),
        "{out}"
    );
    let all = json(&["claims", "--rules", "blood-and-steel", "ranks-are-free-and-count"]);
    assert!(
        all[0]["parts"][0]["measured"].as_str().is_some_and(|words| words.starts_with("score of")),
        "{all}"
    );
    let out = muster(&["claims", "--rules", "blood-and-steel", "ranks-are-free-and-count"]).out;
    assert!(out.contains("at least 55") && !out.contains("55.0"), "{out}");
}

#[test]
fn a_riders_fall_is_told() {
    let game = ["replay", "griffon-general", "bolt-thrower", "--rules", "blood-and-steel", "--game", "1"];
    let out = muster(&game).out;
    assert!(out.contains("has lost its rider and is now shaken"), "{out}");
}

#[test]
fn files_that_give_way_are_told_of() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = || muster_in(dir.path(), &["odds", "--shoot", "5", "--out", "odds"]).err;
    let (first, second) = (run(), run());
    assert!(first.contains("Wrote odds.json") && !first.contains("earlier run"), "{first}");
    assert!(second.contains(" to odds, over those of an earlier run"), "{second}");
}
