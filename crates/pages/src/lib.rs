//! The pages in a real browser: Chromium, headless, driven over its own protocol.
//!
//! Nothing uses this crate; its tests play small runs with the program, open the pages that come of them and use them as a reader would. Where
//! there is no browser they are skipped with a notice, except under `MUSTER_CI` or `CI`, where that is a failure.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::read::ZlibDecoder;
use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, Network};
use headless_chrome::{Browser, LaunchOptions, Tab};
use muster_results::{RunRecord, ToldGame};
use serde_json::Value;

/// Names under which a browser is looked for, unless `CHROME` gives its path.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Runs the program as built from this workspace in a directory, which must succeed.
///
/// # Panics
/// When the program cannot be built, or does not end with 0.
pub fn muster(dir: &Path, arguments: &[&str]) {
    let output =
        Command::new(program()).args(arguments).current_dir(dir).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
}

/// The program, built if it is not.
fn program() -> PathBuf {
    static PROGRAM: std::sync::OnceLock<PathBuf> = std::sync::OnceLock::new();
    PROGRAM
        .get_or_init(|| {
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            // With the features that these tests were built with, so that nothing is built twice.
            let mut words = vec!["build", "--quiet", "--workspace", "--bin", "muster"];
            if is_ci() {
                words.extend(["--features", "muster/polars"]);
            }
            words.extend(["--message-format", "json"]);
            let built = Command::new(cargo).args(words).output().expect("cargo starts");
            assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
            let messages = String::from_utf8_lossy(&built.stdout);
            let paths = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            let path = paths.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).next();
            path.expect("cargo tells where the program is")
        })
        .clone()
}

/// The games that a record tells, in its order; unpacked by other hands than those that packed them.
///
/// # Panics
/// When they cannot be unpacked.
#[must_use]
pub fn told(record: &RunRecord) -> Vec<ToldGame> {
    let shown = record.shown.as_ref().expect("what pages say");
    let bundles = shown.packed.iter().flat_map(|packed| &packed.zlib).map(|bundle| {
        let bytes = BASE64_STANDARD.decode(bundle).expect("base64");
        let mut json = String::new();
        ZlibDecoder::new(bytes.as_slice()).read_to_string(&mut json).expect("text packed by zlib");
        serde_json::from_str::<Vec<(usize, usize, String, String)>>(&json).expect("games")
    });
    bundles.flatten().map(|(row, column, title, text)| ToldGame { row, column, title, text }).collect()
}

/// Where the built page of the playground is: `MUSTER_PLAYGROUND`. `None`, with a notice, where it does not say.
///
/// # Panics
/// When it does not say under `MUSTER_CI` or `CI`, or names no file.
#[must_use]
pub fn playground() -> Option<PathBuf> {
    let Some(page) = std::env::var_os("MUSTER_PLAYGROUND").map(PathBuf::from) else {
        assert!(!is_ci(), "MUSTER_PLAYGROUND does not say where the page is; .ci/run builds it");
        eprintln!("skipped: MUSTER_PLAYGROUND does not say where the page of the playground is");
        return None;
    };
    assert!(page.is_file(), "MUSTER_PLAYGROUND names {}, which is no file", page.display());
    Some(page)
}

/// Whether nothing may be skipped.
fn is_ci() -> bool {
    ["MUSTER_CI", "CI"].iter().any(|name| std::env::var_os(name).is_some())
}

/// Where a browser is, if there is one.
fn browser_path() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROME") {
        return Some(path.into());
    }
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    BROWSERS
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}

/// A page that is open in a browser of its own, and what the browser had to say about it.
pub struct Open {
    tab: Arc<Tab>,
    said: Arc<Mutex<Said>>,
    _browser: Browser,
}

/// What a browser said of a page.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// Errors of the console, uncaught exceptions, and dialogs that a script opened.
    pub errors: Vec<String>,
    /// Addresses that were asked for, the page itself first.
    pub requests: Vec<String>,
}

impl Said {
    fn note(&mut self, event: &Event) {
        match event {
            Event::LogEntryAdded(log) => self.errors.push(log.params.entry.text.clone()),
            Event::RuntimeExceptionThrown(thrown) => {
                self.errors.push(thrown.params.exception_details.text.clone());
            }
            Event::PageJavascriptDialogOpening(dialog) => {
                self.errors.push(format!("a dialog: {}", dialog.params.message));
            }
            Event::NetworkRequestWillBeSent(sent) => self.requests.push(sent.params.request.url.clone()),
            _ => {}
        }
    }
}

/// Opens a page, `width` pixels wide; `None`, with a notice, where there is no browser.
///
/// # Panics
/// When there is no browser under `MUSTER_CI` or `CI`, or the browser fails.
pub fn open(page: &Path, width: u32) -> Option<Open> {
    let Some(path) = browser_path() else {
        assert!(!is_ci(), "there is no browser; install chromium");
        eprintln!("skipped: there is no browser; install chromium, or give its path in CHROME");
        return None;
    };
    let options = LaunchOptions {
        path: Some(path),
        // The pages are our own, and a container's root has no sandbox.
        sandbox: false,
        window_size: Some((width, 900)),
        idle_browser_timeout: Duration::from_secs(120),
        ..LaunchOptions::default()
    };
    let browser = Browser::new(options).expect("the browser starts");
    // On a machine with much else to do the first one may come too late.
    let tab = browser.new_tab().or_else(|_| browser.new_tab()).expect("a tab");
    let said = Arc::new(Mutex::new(Said::default()));
    let ear = Arc::clone(&said);
    let listener = move |event: &Event| {
        if let Ok(mut said) = ear.lock() {
            said.note(event);
        }
    };
    tab.add_event_listener(Arc::new(listener)).expect("a listener");
    tab.enable_log().expect("the log");
    tab.enable_runtime().expect("exceptions");
    tab.call_method(Network::Enable {
        max_total_buffer_size: None,
        max_resource_buffer_size: None,
        max_post_data_size: None,
        report_direct_socket_traffic: None,
        enable_durable_messages: None,
    })
    .expect("the network's reports");
    let open = Open { tab, said, _browser: browser };
    open.resize(width);
    let address = format!("file://{}", page.display());
    open.tab.navigate_to(&address).and_then(|tab| tab.wait_until_navigated()).expect("the page opens");
    Some(open)
}

impl Open {
    /// Makes the window as wide as asked for.
    ///
    /// # Panics
    /// When the browser refuses.
    pub fn resize(&self, width: u32) {
        let metrics = Emulation::SetDeviceMetricsOverride {
            width,
            height: 900,
            device_scale_factor: 1.0,
            mobile: width < 600,
            scale: None,
            screen_width: None,
            screen_height: None,
            position_x: None,
            position_y: None,
            dont_set_visible_size: None,
            screen_orientation: None,
            viewport: None,
            display_feature: None,
            device_posture: None,
        };
        self.tab.call_method(metrics).expect("the window's size");
    }

    /// Makes the page's own thread so many times slower, as on a telephone; workers keep their speed.
    ///
    /// # Panics
    /// When the browser refuses.
    pub fn slow_down(&self, times: f64) {
        self.tab.call_method(Emulation::SetCPUThrottlingRate { rate: times }).expect("a slower processor");
    }

    /// What the browser said so far.
    ///
    /// # Panics
    /// When the listener died.
    #[must_use]
    pub fn said(&self) -> Said {
        self.said.lock().expect("the listener lives").clone()
    }

    /// The value of an expression in the page, as JSON.
    ///
    /// # Panics
    /// When the expression throws.
    #[must_use]
    pub fn value(&self, expression: &str) -> Value {
        let wrapped = format!("JSON.stringify({expression})");
        let found =
            self.tab.evaluate(&wrapped, false).unwrap_or_else(|error| panic!("{expression}: {error}"));
        let text = found.value.as_ref().and_then(Value::as_str).unwrap_or("null").to_owned();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{expression}: {error}: {text}"))
    }

    /// The value of an expression, as text.
    ///
    /// # Panics
    /// When the expression throws or is no text.
    #[must_use]
    pub fn text(&self, expression: &str) -> String {
        let value = self.value(expression);
        value.as_str().unwrap_or_else(|| panic!("{expression}: {value}")).to_owned()
    }

    /// Waits until an expression in the page is true, for twenty seconds at most.
    ///
    /// # Panics
    /// When it does not become true; `what` says what was waited for.
    pub fn wait(&self, what: &str, expression: &str) {
        let patience = Instant::now() + Duration::from_secs(20);
        while self.value(expression) != Value::Bool(true) {
            assert!(Instant::now() < patience, "waited in vain: {what}; the page said {:?}", self.said());
            std::thread::sleep(Duration::from_millis(40));
        }
    }

    /// Moves the pointer over an element.
    ///
    /// # Panics
    /// When there is none.
    pub fn hover(&self, selector: &str) {
        self.element(selector, |element| element.move_mouse_over().map(drop));
    }

    /// Clicks an element.
    ///
    /// # Panics
    /// When there is none.
    pub fn click(&self, selector: &str) {
        self.element(selector, |element| element.click().map(drop));
    }

    fn element<E: std::fmt::Display>(
        &self,
        selector: &str,
        act: impl FnOnce(&headless_chrome::Element<'_>) -> Result<(), E>,
    ) {
        let element =
            self.tab.wait_for_element(selector).unwrap_or_else(|error| panic!("{selector}: {error}"));
        act(&element).unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Presses a key, such as `Enter` or `ArrowDown`.
    ///
    /// # Panics
    /// When the browser knows no such key.
    pub fn press(&self, key: &str) {
        self.tab.press_key(key).unwrap_or_else(|error| panic!("{key}: {error}"));
    }

    /// Lays the page out as on paper of so many pixels between its margins.
    ///
    /// # Panics
    /// When the browser refuses.
    pub fn lay_on_paper(&self, width: u32) {
        self.resize(width);
        let media = Emulation::SetEmulatedMedia { media: Some("print".to_owned()), features: None };
        self.tab.call_method(media).expect("the rules for paper");
    }

    /// The page on paper, as PDF.
    ///
    /// # Panics
    /// When it cannot be printed.
    #[must_use]
    pub fn printed(&self) -> Vec<u8> {
        self.tab.print_to_pdf(None).expect("the page prints")
    }
}
