//! The playground as its users meet it: one file, opened from a disk, on a phone and on a desk.

use std::path::{Path, PathBuf};

use muster_pages::{Open, muster, open, playground};
use muster_report::chart::palette::Colour;
use muster_report::number;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Widths of a small phone and of a desk, in pixels.
const PHONE: u32 = 360;
const DESK: u32 = 1280;

/// The page at rest: what it has to say is said, and nothing is in the works.
const SETTLED: &str = "document.querySelector('#strip .much') !== null && !document.querySelector('#strip').matches('.old') \
                       && document.querySelector('#setup select') !== null && document.querySelector('[data-key=rules]') !== null";
/// Names and scores of both sides, as the strip shows them.
const STRIP: &str = "[...document.querySelectorAll('#strip .a, #strip .b')].filter((node) => node.tagName === 'DIV').map((node) => \
                     [...node.children].map((child) => child.textContent))";
const VERDICT: &str = "document.querySelector('#verdict').textContent";
const MESSAGE: &str =
    "document.querySelector('#message').hidden ? '' : document.querySelector('#message p').textContent";

/// The page, opened with this fragment, once it shows odds; `None` where it is not built or there is no browser.
fn opened(fragment: &str, width: u32) -> Option<Open> {
    let page = playground()?;
    let open = open(&PathBuf::from(format!("{}{fragment}", page.display())), width)?;
    open.wait("the first odds", SETTLED);
    Some(open)
}

/// Sets a control, found by its `data-key`, as a reader's hand does.
fn set(open: &Open, key: &str, value: &str) {
    let script = format!(
        "((node) => {{ node.value = {}; node.dispatchEvent(new Event('input')); node.dispatchEvent(new Event('change')); return true; }})\
         (document.querySelector('[data-key={key:?}]'))",
        json!(value)
    );
    assert_eq!(open.value(&script), true, "{key}");
}

/// Presses a button or option, found by a selector, without asking where on the screen it is.
fn press(open: &Open, selector: &str) {
    let script = format!("(document.querySelector({}).click(), true)", json!(selector));
    assert_eq!(open.value(&script), true, "{selector}");
}

/// Waits until the strip shows something else than it did; returns what it shows.
fn strip_after(open: &Open, before: &Value) -> Value {
    open.wait("other odds", &format!("JSON.stringify({STRIP}) !== {}", json!(before.to_string())));
    open.wait("odds at rest", SETTLED);
    open.value(STRIP)
}

/// Whether nothing was asked of any network and nothing went wrong; workers are made of text in the page.
fn is_quiet(open: &Open) {
    let said = open.said();
    assert!(said.errors.is_empty(), "{:?}", said.errors);
    let page = format!("file://{}", playground().expect("it is open").display());
    let mut requests = said.requests.iter().map(|request| request.split('#').next().unwrap_or_default());
    assert!(requests.all(|request| request == page || request.starts_with("blob:")), "{:?}", said.requests);
    assert!(said.requests.len() > 1, "the worker was not seen: nothing would be");
}

/// Pastes a text into the box for files and takes it.
fn import(open: &Open, text: &str) {
    let script = format!("(document.querySelector('#pasted').value = {}, true)", json!(text));
    assert_eq!(open.value(&script), true);
    press(open, "#import");
}

#[test]
fn the_page_opens_from_a_file_with_odds_without_errors_and_without_any_network() {
    let Some(open) = opened("", DESK) else { return };
    open.wait("the prices", "document.querySelectorAll('#price strong').length === 2 && !document.querySelector('#price').textContent.includes('…')");
    open.wait("the even point", "document.querySelector('#curve .headline') !== null");
    is_quiet(&open);
    assert_eq!(open.text(MESSAGE), "");
}

#[test]
fn the_first_odds_are_those_of_the_command_line() {
    let Some(answer) = asked_first() else { return };
    let Some(open) = opened("", DESK) else { return };
    let score = answer["score"].as_f64().expect("a score");
    let shown = open.value(STRIP);
    assert_eq!(
        shown,
        json!([
            ["Heavy foot", number::exact_percent(score)],
            ["Longbowmen", number::exact_percent(1.0 - score)]
        ])
    );
    let seats = open.text("document.querySelector('#seats').textContent");
    for seat in ["first", "second"] {
        for result in ["win", "draw", "loss"] {
            let share = number::exact_percent(answer[seat][result].as_f64().expect("a share"));
            assert!(seats.contains(&share), "{seat} {result} {share}: {seats}");
        }
    }
}

/// What the program says of the duel that the page opens with; `None` where there is no page. A browser that waits for the program to be built
/// loses patience, so the program comes first.
fn asked_first() -> Option<Value> {
    playground()?;
    let dir = TempDir::new().expect("a directory");
    Some(asked_in(dir.path(), &["duel", "heavy-foot", "longbowmen"]))
}

/// What the program answers in JSON.
fn asked_in(dir: &Path, arguments: &[&str]) -> Value {
    let all: Vec<&str> =
        arguments.iter().copied().chain(["--format", "json", "--out", "answer", "--quiet"]).collect();
    muster(dir, &all);
    let file = dir.join("answer").join(format!("{}.json", arguments[0]));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_unit_is_picked_changed_and_brought_back() {
    let Some(open) = opened("", DESK) else { return };
    let first = open.value(STRIP);
    set(&open, "1.unit", "shield-foot");
    let picked = strip_after(&open, &first);
    assert_eq!(picked[1][0], "Shield foot");
    set(&open, "0.0.count", "16");
    let larger = strip_after(&open, &picked);
    assert_eq!(larger[0][0], "Heavy foot, changed");
    let score = |strip: &Value| {
        let text = strip[0][1].as_str().expect("a text").to_owned();
        text.trim_start_matches("over ").trim_end_matches(" %").parse::<f64>().expect("a number")
    };
    assert!(score(&larger) > score(&picked), "four more men are no help: {picked} {larger}");
    set(&open, "0.0.type", "light-infantry");
    let lighter = strip_after(&open, &larger);
    set(&open, "0.0.weapons", "javelin");
    let armed = strip_after(&open, &lighter);
    press(&open, "[data-key='0.back']");
    assert_eq!(strip_after(&open, &armed), picked);
    is_quiet(&open);
}

#[test]
fn a_changed_number_of_a_unit_has_its_own_way_back_and_the_reader_stays_on_it() {
    let Some(open) = opened("", DESK) else { return };
    let first = open.value(STRIP);
    set(&open, "0.0.count", "16");
    let larger = strip_after(&open, &first);
    set(&open, "0.0.type", "light-infantry");
    let both = strip_after(&open, &larger);
    // One tap takes back the number alone.
    let back = "document.querySelector('[data-key=\"0.0.count.back\"]')";
    assert!(
        open.text(&format!("{back}.textContent")).ends_with(" 12"),
        "{}",
        open.text(&format!("{back}.textContent"))
    );
    let _ = open.value(&format!("({back}.focus(), {back}.click(), true)"));
    strip_after(&open, &both);
    assert_eq!(open.value("Number(document.querySelector('[data-key=\"0.0.count\"]').value)"), 12);
    assert_eq!(open.text("document.querySelector('[data-key=\"0.0.type\"]').value"), "light-infantry");
    // The button has gone; the reader stands on the slider that it belonged to.
    assert_eq!(
        open.text("document.activeElement.dataset.key ?? document.activeElement.tagName"),
        "0.0.count"
    );
    // With the last change back the unit is that of the catalogue again.
    press(&open, "[data-key='0.0.type.back']");
    open.wait("the first odds", &format!("JSON.stringify({STRIP}) === {}", json!(first.to_string())));
    assert_eq!(open.value("document.querySelector('[data-key=\"0.name\"]')"), Value::Null);
    is_quiet(&open);
}

#[test]
fn a_number_that_a_unit_leaves_out_stands_at_what_the_rules_take_and_forbidden_weapons_are_not_on_offer() {
    let Some(open) = opened("", DESK) else { return };
    let before = open.value(STRIP);
    set(&open, "rules", "blood-and-steel");
    let sets = strip_after(&open, &before);
    set(&open, "0.unit", "example-swordsmen");
    strip_after(&open, &sets);
    open.wait("the knobs", "document.querySelector('[data-key=\"0.unit.files\"]') !== null");
    assert_eq!(open.value("Number(document.querySelector('[data-key=\"0.unit.files\"]').value)"), 5);
    let says =
        open.text("document.querySelector('[data-key=\"0.unit.files\"]').getAttribute('aria-valuetext')");
    assert_eq!(says, "5, the usual");
    let words = open.value("[...document.querySelectorAll('[data-key=\"0.unit.weapons\"] option')].map((option) => option.value)");
    let words: Vec<String> = serde_json::from_value(words).expect("words");
    assert!(
        words.iter().any(|word| word == "lance") && words.iter().all(|word| word != "catapult"),
        "{words:?}"
    );
    assert_eq!(open.text(MESSAGE), "");
    is_quiet(&open);
}

#[test]
fn a_file_that_the_engine_refuses_leaves_everything_as_it_was() {
    let Some(open) = opened("", DESK) else { return };
    let before = open.value(STRIP);
    set(&open, "1.unit", "shield-foot");
    let tried = strip_after(&open, &before);
    for (text, word) in [
        (r#"{"set": []}"#, "set"),
        (r#"{"set": {"morale.passes_on": "400"}}"#, "passes_on"),
        (r#"{"start": -3}"#, "inches"),
        (r#"{"units": [{}]}"#, "id"),
        (
            r#"{"sides": [{"unit": null, "own": {"figures": "x"}, "policy": null, "box": null, "plan": null}, {"unit": null, "own": null, "policy": null, "box": null, "plan": null}]}"#,
            "figures",
        ),
        (r#"{"rules": "chess"}"#, "chess"),
        ("[]", "pasted.toml"),
    ] {
        let said = open.text(MESSAGE);
        import(&open, text);
        open.wait("a sentence", &format!("(({MESSAGE}) !== '' && ({MESSAGE}) !== {})", json!(said)));
        assert!(open.text(MESSAGE).contains(word), "{text}: {}", open.text(MESSAGE));
        assert_eq!(open.value(STRIP), tried, "{text}");
        assert_eq!(
            open.text("document.querySelector('[data-key=\"1.unit\"]').value"),
            "shield-foot",
            "{text}"
        );
    }
    // A file that names a unit that is not there is opened, and says so.
    let text = r#"{"sides": [{"unit": "dragons", "own": null, "policy": null, "box": "celts", "plan": null}, {"unit": "archers", "own": null, "policy": null, "box": "celts", "plan": null}]}"#;
    import(&open, text);
    open.wait("the loss", &format!("({MESSAGE}).includes('dragons')"));
    assert_eq!(strip_after(&open, &tried)[1][0], "Archers");
    is_quiet(&open);
}

#[test]
fn a_price_is_told_with_its_error_in_every_rule_set_and_its_games_can_be_stopped() {
    let Some(open) = opened("", DESK) else { return };
    let points = "[...document.querySelectorAll('#price strong')].map((node) => node.textContent)";
    for rules in ["chimera", "firefight", "blood-and-steel"] {
        if rules != "chimera" {
            let before = open.value(STRIP);
            set(&open, "rules", rules);
            strip_after(&open, &before);
        }
        // Solving takes seconds a unit.
        for told in 1..=2 {
            let ends = format!("({points}).filter((text) => / points$/.test(text)).length >= {told}");
            open.wait(rules, &ends);
        }
        let said: Vec<String> = serde_json::from_value(open.value(points)).expect("prices");
        assert!(said.iter().any(|text| text.contains('±')), "{rules}: {said:?}");
    }
    let button = "document.querySelector('[data-key=\"price.play\"]')";
    open.wait("a button", &format!("{button} !== null"));
    if open.text(&format!("{button}.textContent")).starts_with("Stop") {
        press(&open, "[data-key='price.play']");
    }
    open.wait("rest", &format!("{button}.textContent === 'Play more games'"));
    let stopped = open.value(points);
    std::thread::sleep(std::time::Duration::from_millis(800));
    assert_eq!(open.value(points), stopped, "it plays on though it was stopped");
    press(&open, "[data-key='price.play']");
    open.wait("another price", &format!("JSON.stringify({points}) !== {}", json!(stopped.to_string())));
    is_quiet(&open);
}

#[test]
fn a_unit_of_a_link_that_is_not_there_is_told() {
    // {"sides":[{"unit":"dragons",...},{"unit":"archers",...}]} as a link writes it.
    let sides = json!({"sides": [
        {"unit": "dragons", "own": null, "policy": null, "box": "celts", "plan": null},
        {"unit": "archers", "own": null, "policy": null, "box": "acta-zulus", "plan": null}]});
    let Some(open) = opened(&format!("#{}", fragment(&sides.to_string())), DESK) else { return };
    open.wait("the sentence", &format!("({MESSAGE}).includes('dragons')"));
    assert_eq!(open.value(STRIP)[1][0], "Archers");
    is_quiet(&open);
}

/// A text in the letters of a link: base64 for addresses, without its end.
fn fragment(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let group = |bytes: &[u8]| {
        let three =
            bytes.iter().fold(0_usize, |sum, byte| sum << 8 | usize::from(*byte)) << (8 * (3 - bytes.len()));
        (0..=bytes.len()).map(|at| char::from(LETTERS[three >> (18 - 6 * at) & 63])).collect::<String>()
    };
    text.as_bytes().chunks(3).map(group).collect()
}

#[test]
fn a_note_about_files_goes_with_the_next_change() {
    let Some(open) = opened("", DESK) else { return };
    let before = open.value(STRIP);
    set(&open, "0.0.count", "14");
    let changed = strip_after(&open, &before);
    press(&open, "#export");
    open.wait("the note", "document.querySelector('#noted').textContent !== ''");
    set(&open, "0.0.count", "15");
    strip_after(&open, &changed);
    assert_eq!(open.text("document.querySelector('#noted').textContent"), "");
}

#[test]
fn a_number_of_the_rules_is_moved_and_one_tap_brings_the_printed_value_back() {
    let Some(open) = opened("", DESK) else { return };
    let printed = open.value(STRIP);
    let says = "document.querySelector('[data-rule=\"morale.passes_on\"]').textContent";
    assert!(open.text(says).contains("as printed"), "{}", open.text(says));
    let marked = "document.querySelector('[data-rule=\"morale.passes_on\"] .mark') !== null";
    assert_eq!(open.value(marked), true);
    set(&open, "morale.passes_on", "5");
    let changed = strip_after(&open, &printed);
    assert!(open.text(says).contains("Back to the printed 3"), "{}", open.text(says));
    assert!(
        open.text("document.querySelector('#rules').textContent").contains("morale.passes_on = 5"),
        "the change is listed"
    );
    press(&open, "[data-key='morale.passes_on.back']");
    assert_eq!(strip_after(&open, &changed), printed);
    // A ruling, and everything back at once.
    press(&open, "[data-rule='rulings.melee_zero_face'] input[value='6']");
    let read = strip_after(&open, &printed);
    press(&open, "[data-key='all-back']");
    assert_eq!(strip_after(&open, &read), printed);
    assert_eq!(open.value("document.querySelectorAll('.changes li, .rule.changed').length"), 0);
    is_quiet(&open);
}

#[test]
fn what_is_exported_gives_the_same_numbers_in_the_program_and_in_the_page_again() {
    if asked_first().is_none() {
        return;
    }
    let Some(open) = opened("", DESK) else { return };
    let first = open.value(STRIP);
    set(&open, "0.0.count", "14");
    let one = strip_after(&open, &first);
    set(&open, "morale.passes_on", "4");
    let two = strip_after(&open, &one);
    press(&open, "[data-rule='rulings.loser_is'] input[value='fewer_hits']");
    open.wait("the ruling", "document.querySelector('#rules').textContent.includes('rulings.loser_is')");
    set(&open, "start", "15");
    let tried = strip_after(&open, &two);
    press(&open, "#export");
    open.wait("the files", "document.querySelectorAll('#exported pre').length > 2");
    let texts = open.value(
        "[...document.querySelectorAll('#exported pre')].map((pre) => [pre.getAttribute('aria-label'), pre.textContent])",
    );
    let texts: Vec<(String, String)> = serde_json::from_value(texts).expect("names and texts");

    // In the program.
    let dir = TempDir::new().expect("a directory");
    for (name, text) in &texts[1..] {
        std::fs::write(dir.path().join(name), text).expect("a file");
    }
    let words: Vec<&str> = texts[0].1.split_whitespace().skip(1).collect();
    let answer = asked_in(dir.path(), &words);
    let score = answer["score"].as_f64().expect("a score");
    assert_eq!(tried[0][1], number::exact_percent(score), "{}", texts[0].1);

    // In a fresh page: the files, and what the command says of the ground.
    let Some(again) = opened("", DESK) else { return };
    let fresh = again.value(STRIP);
    for (_, text) in &texts[1..] {
        import(&again, text);
        again.wait("the file", "document.querySelector('#noted').textContent !== ''");
        again.wait("odds at rest", SETTLED);
    }
    set(&again, "start", "15");
    let back = strip_after(&again, &fresh);
    again.wait("the same odds", &format!("JSON.stringify({STRIP}) === {}", json!(tried.to_string())));
    assert_eq!(again.text(MESSAGE), "", "{back}");
    is_quiet(&again);
}

#[test]
fn a_broken_file_is_answered_with_file_line_and_key_and_the_odds_stay() {
    let Some(open) = opened("", PHONE) else { return };
    let before = open.value(STRIP);
    let broken = "[[unit]]\nid = \"guards\"\nname = \"Guards\"\nsave = \"five\"\nmove = 6\nfigures = [{ count = 12, mp = 1 }]\n";
    import(&open, broken);
    open.wait("the sentence", &format!("({MESSAGE}) !== ''"));
    let says = open.text(MESSAGE);
    for words in ["pasted.toml", "4", "save", "five"] {
        assert!(says.contains(words), "{words}: {says}");
    }
    import(&open, "this is [no TOML");
    open.wait("the other sentence", &format!("({MESSAGE}) !== {}", json!(says)));
    assert!(open.text(MESSAGE).contains("pasted.toml"), "{}", open.text(MESSAGE));
    assert_eq!(open.value(STRIP), before);
    // What is sound takes the message away.
    import(&open, "[morale]\npasses_on = 5\n");
    strip_after(&open, &before);
    assert_eq!(open.text(MESSAGE), "");
    is_quiet(&open);
}

#[test]
fn a_box_and_a_unit_named_like_a_picture_stay_names() {
    let Some(open) = opened("", DESK) else { return };
    let evil = "<img src=x onerror=alert(1)>";
    let before = open.value(STRIP);
    import(
        &open,
        &format!(
            "[box]\nid = \"evil\"\nname = \"{evil}\"\nmaker = \"<b>me</b>\"\nfigures = 16\n\n[[unit]]\nid = \"pikes\"\nname = \"<svg onload=alert(3)>\"\nmove = 6\nsave = 5\nfigures = [{{ count = 16, mp = 1 }}]\n"
        ),
    );
    let boxes = strip_after(&open, &before);
    assert_eq!(boxes[0][0], evil);
    press(&open, "[data-key='story.tell']");
    open.wait("the story", "document.querySelector('#story .tale') !== null");
    let unit = format!(
        "[[unit]]\nid = \"evil\"\nname = \"{evil}\"\nmove = 6\nsave = 5\nfigures = [{{ count = 16, mp = 1 }}]\n"
    );
    import(&open, &unit);
    open.wait("the duel", "document.querySelector('[data-key=\"0.unit\"]') !== null");
    open.wait("odds at rest", SETTLED);
    press(&open, "#export");
    open.wait("the files", "document.querySelectorAll('#exported pre').length > 1");
    assert_eq!(open.value("document.querySelectorAll('img, svg[onload], b svg, .note b').length"), 0);
    is_quiet(&open);
}

#[test]
fn the_keyboard_alone_reaches_every_control_and_moves_them() {
    let Some(open) = opened("", DESK) else { return };
    let seen = |open: &Open| open.text("document.activeElement.dataset.key ?? document.activeElement.id");
    let mut keys = Vec::new();
    for _ in 0..60 {
        open.press("Tab");
        keys.push(seen(&open));
    }
    for key in ["rules", "0.unit", "0.0.count", "0.0.type", "1.unit", "start", "group.morale"] {
        assert!(keys.iter().any(|reached| reached == key), "{key} is not reached: {keys:?}");
    }
    let at = |key: &str| keys.iter().position(|reached| reached == key);
    assert!(
        at("rules") < at("0.unit") && at("0.unit") < at("1.unit") && at("1.unit") < at("start"),
        "{keys:?}"
    );
    // A slider moves by its arrows, and the reader stays on it.
    let before = open.value(STRIP);
    let _ = open.value("(document.querySelector('[data-key=\"0.0.count\"]').focus(), true)");
    open.press("ArrowRight");
    strip_after(&open, &before);
    assert_eq!(seen(&open), "0.0.count");
    assert_eq!(open.value("Number(document.activeElement.value)"), 13);
    let ring = open.text("getComputedStyle(document.activeElement).outlineStyle");
    assert_eq!(ring, "solid", "the focus is seen");
}

#[test]
fn every_control_has_a_name_and_every_picture_its_numbers() {
    let Some(open) = opened("", DESK) else { return };
    open.wait("the curve", "document.querySelector('#curve svg') !== null");
    let nameless = open.value(
        "[...document.querySelectorAll('button, select, input, textarea')].filter((node) => \
         !(node.getAttribute('aria-label') || node.textContent.trim() && node.tagName === 'BUTTON' || [...(node.labels ?? [])].some((label) => label.textContent.trim()))\
         ).map((node) => node.outerHTML.slice(0, 120))",
    );
    assert_eq!(nameless, json!([]));
    let bare = open.value("[...document.querySelectorAll('svg')].filter((svg) => !svg.getAttribute('aria-label') || !svg.closest('figure').querySelector('table')).length");
    assert_eq!(bare, 0);
    // The odds are told to who listens, once they are at rest.
    open.wait("the spoken odds", "document.querySelector('#spoken').textContent.includes('%')");
    assert_eq!(open.text("document.querySelector('#spoken').getAttribute('aria-live')"), "polite");
}

#[test]
fn a_battle_is_played_on_until_it_is_stopped() {
    let Some(open) = opened("", DESK) else { return };
    let before = open.value(STRIP);
    press(&open, "input[value='battle']");
    strip_after(&open, &before);
    let played = "Number((document.querySelector('#method').textContent.match(/Played ([\\d\\u202f]+)/) ?? ['', '0'])[1].replace(/\\D/g, ''))";
    open.wait("games", &format!("{played} > 0"));
    // Far more games than it takes to stop them.
    open.wait("rest, or a button to stop", "document.querySelector('#playing button') !== null");
    press(&open, "#playing button");
    open.wait("play on", "document.querySelector('#playing button') !== null");
    if open.text("document.querySelector('#playing button').textContent") == "Stop" {
        press(&open, "#playing button");
    }
    let stopped = open.value(played);
    std::thread::sleep(std::time::Duration::from_millis(1200));
    assert_eq!(open.value(played), stopped, "it plays on though it was stopped");
    press(&open, "#playing button");
    open.wait("more games", &format!("{played} > {stopped}"));
    // The ground that is chosen is the ground that is fought on.
    let ground = open.text("document.querySelector('[data-key=conditions]').selectedOptions[0].textContent");
    let met = open.text("document.querySelector('#seats').textContent");
    assert!(met.contains(&ground), "{ground}: {met}");
    let interval = open.text("document.querySelector('#strip .how').textContent");
    assert!(interval.starts_with('±'), "{interval}");
    is_quiet(&open);
}

#[test]
fn a_link_brings_back_what_was_tried_and_a_cut_one_says_so() {
    let Some(open) = opened("", DESK) else { return };
    let before = open.value(STRIP);
    set(&open, "1.unit", "shield-foot");
    let picked = strip_after(&open, &before);
    set(&open, "0.0.count", "9");
    let fewer = strip_after(&open, &picked);
    set(&open, "melee.charge_bonus", "2");
    let tried = strip_after(&open, &fewer);
    open.wait("the link", "document.querySelector('#link').value.includes('#')");
    std::thread::sleep(std::time::Duration::from_millis(400));
    let link = open.text("document.querySelector('#link').value");
    assert_eq!(open.text("location.href"), link);
    let fragment = &link[link.find('#').expect("a fragment")..];

    let Some(again) = opened(fragment, PHONE) else { return };
    again.wait("the same odds", &format!("JSON.stringify({STRIP}) === {}", json!(tried.to_string())));
    assert_eq!(again.text(MESSAGE), "");
    is_quiet(&again);

    let Some(cut) = opened(&fragment[..fragment.len() / 2], PHONE) else { return };
    assert!(cut.text(MESSAGE).contains("link"), "{}", cut.text(MESSAGE));
    assert_eq!(cut.value(STRIP), before);
    is_quiet(&cut);
}

#[test]
fn the_page_fits_a_small_phone_and_its_buttons_fit_a_thumb() {
    let Some(open) = opened("", PHONE) else { return };
    open.wait("the curve", "document.querySelector('#curve .headline') !== null");
    let wide = "document.documentElement.scrollWidth";
    for _ in 0..2 {
        let _ = open.value("[...document.querySelectorAll('details')].map((node) => (node.open = true))");
        assert_eq!(open.value(wide), u64::from(PHONE));
        let small = open.value(
            "[...document.querySelectorAll('button, select, summary, .switches label, .tick')].filter((node) => node.offsetParent !== null && node.getBoundingClientRect().height < 43.5).map((node) => node.outerHTML.slice(0, 100))",
        );
        assert_eq!(small, json!([]));
        press(&open, "input[value='battle']");
        open.wait("the boxes", "document.querySelector('[data-key=\"0.box\"]') !== null");
        open.wait("odds at rest", SETTLED);
    }
}

#[test]
fn every_rule_set_gives_odds_for_units_and_boxes() {
    let Some(open) = opened("", DESK) else { return };
    let sets =
        open.value("[...document.querySelectorAll('[data-key=rules] option')].map((option) => option.value)");
    let sets = sets.as_array().expect("sets").clone();
    assert!(sets.len() > 2, "{sets:?}");
    for set_name in sets.iter().skip(1).chain(sets.iter().take(1)) {
        let before = open.value(STRIP);
        set(&open, "rules", set_name.as_str().expect("an id"));
        let duel = strip_after(&open, &before);
        assert_eq!(open.text(MESSAGE), "", "{set_name}");
        press(&open, "input[value='battle']");
        strip_after(&open, &duel);
        assert_eq!(open.text(MESSAGE), "", "{set_name}");
        assert!(open.text(VERDICT).contains('%'), "{set_name}: {}", open.text(VERDICT));
    }
    is_quiet(&open);
}

#[test]
fn the_page_prints_numbers_as_the_reports_do() {
    let Some(open) = opened("", DESK) else { return };
    let source = include_str!("../../web/page/numbers.js");
    let ask = |call: &str, inputs: &Value| {
        open.value(&format!("(() => {{ {source}\n return {inputs}.map((given) => {call}(...given)); }})()"))
    };
    let games = [1_u64, 7, 29, 30, 400, 1024, 10_000, 65_536, 10_000_000];
    let mut counts: Vec<(u64, u64)> = Vec::new();
    for n in games {
        counts.extend([0, 1, n / 8, n / 3, n / 2, n - 1, n].map(|k| (k.min(n), n)));
    }
    let shares: Vec<String> = counts.iter().map(|&(k, n)| number::sampled_percent(k, n)).collect();
    assert_eq!(ask("sampledPercent", &json!(counts)), json!(shares));

    let chances: Vec<f64> =
        [0.0, 1e-300, 1e-12, 4.2e-7, 1e-6, 9.95e-5, 0.001_23, 0.0333, 0.125, 0.281_441_288_9, 0.5]
            .into_iter()
            .flat_map(|chance| [chance, 1.0 - chance])
            .collect();
    let texts: Vec<String> = chances.iter().map(|&chance| number::exact_percent(chance)).collect();
    let given: Vec<[f64; 1]> = chances.iter().map(|&chance| [chance]).collect();
    assert_eq!(ask("exactPercent", &json!(given)), json!(texts));

    let scores = [
        (0.6213, 0.612, 0.630, 10_000),
        (0.6213, 0.592, 0.651, 1_000),
        (0.6213, 0.6188, 0.6238, 100_000),
        (1.0, 0.9996, 1.0, 10_000),
        (0.0, 0.0, 0.0004, 10_000),
        (0.004, 0.001, 0.012, 400),
        (0.5, 0.5, 0.5, 0),
        (0.998, 0.99, 0.9995, 1024),
    ];
    let texts: Vec<String> =
        scores.iter().map(|&(score, low, high, games)| number::score(score, low, high, games)).collect();
    assert_eq!(ask("scoreText", &json!(scores)), json!(texts));

    let widths = [(61.0, 2.1), (12.34, 0.41), (7.0, 0.0), (0.25, 0.004), (123.0, 31.0)];
    let texts: Vec<String> =
        widths.iter().map(|&(value, width)| number::with_half_width(value, width)).collect();
    assert_eq!(ask("withHalfWidth", &json!(widths)), json!(texts));
}

#[test]
fn words_stand_out_from_their_ground_in_light_and_in_dark() {
    let style = include_str!("../../web/page/style.css");
    let dark_from = style.find("prefers-color-scheme: dark").expect("a dark scheme");
    let dark_to = dark_from + style[dark_from..].find("}\n}").expect("its end");
    for scheme in [&style[..dark_from], &style[dark_from..dark_to]] {
        let colour = |name: &str| {
            let mark = format!("--{name}: #");
            let at = scheme.find(&mark).unwrap_or_else(|| panic!("{name}")) + mark.len() - 1;
            Colour::try_from(scheme[at..at + 7].to_owned()).expect("a colour")
        };
        let pairs = [
            ("ink", "paper"),
            ("ink", "ground"),
            ("ink", "band"),
            ("quiet", "paper"),
            ("quiet", "ground"),
            ("quiet", "band"),
            ("accent", "paper"),
            ("accent", "band"),
            ("on-accent", "accent"),
            ("a-text", "paper"),
            ("b-text", "paper"),
            ("ink", "bad-soft"),
        ];
        for (words, ground) in pairs {
            let contrast = colour(words).contrast(colour(ground));
            assert!(contrast >= 4.5, "{words} on {ground}: {contrast}");
        }
        // Edges of controls and the two bars: WCAG 2.1, 1.4.11 asks for 3.
        for (mark, ground) in [("edge", "paper"), ("a", "paper"), ("b", "paper")] {
            let contrast = colour(mark).contrast(colour(ground));
            assert!(contrast >= 3.0, "{mark} on {ground}: {contrast}");
        }
    }
}
