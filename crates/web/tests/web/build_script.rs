//! Which standard library `crates/web/build` takes, told by programs that stand in for rustup and cargo.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Stands in for cargo: notes how it was called, and makes an engine that is none.
const CARGO: &str = r#"#!/bin/sh
echo "RUSTC=${RUSTC:-} $*" >>"$NOTES"
while [ $# -gt 1 ]; do
    if [ "$1" = --target-dir ]; then folder=$2; fi
    shift
done
mkdir -p "$folder/wasm32-unknown-unknown/web"
echo engine >"$folder/wasm32-unknown-unknown/web/muster_web.wasm"
"#;

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).expect("a program");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("executable");
}

/// Runs the script with this rustup; what cargo was called with, and what the script said.
fn built_with(rustup: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = folder.path().join("programs");
    std::fs::create_dir(&programs).expect("a folder");
    write(&programs.join("cargo"), CARGO);
    write(&programs.join("rustup"), rustup);
    let notes = folder.path().join("notes");
    let path = std::env::var("PATH").expect("a path");
    let page = folder.path().join("page.html");
    let output = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("build"))
        .arg(&page)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("CARGO_TARGET_DIR", folder.path())
        .env("NOTES", &notes)
        .env("RUSTUP_LIST", folder.path().join("list"))
        // Nothing is installed for a test.
        .env_remove("MUSTER_CI")
        .env_remove("CI")
        .env_remove("RUSTC")
        .output()
        .expect("the script starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let called = std::fs::read_to_string(&notes).unwrap_or_default();
    if !called.is_empty() {
        assert!(output.status.success(), "{said}");
        let page = std::fs::read_to_string(&page).expect("the page");
        assert!(page.contains("id=\"engine\"") && !page.contains("{{include"), "{page}");
    }
    (called, said)
}

#[test]
fn the_target_of_rustup_is_taken_where_it_is_installed() {
    let (called, said) = built_with(
        "#!/bin/sh\n[ \"$*\" = 'target list --installed' ] && echo wasm32-unknown-unknown && exit\nexit 1\n",
    );
    assert!(called.contains("--target wasm32-unknown-unknown"), "{called} {said}");
    assert!(called.starts_with("RUSTC= ") && !called.contains("build-std"), "{called}");
}

#[test]
fn the_target_of_rustup_is_fetched_where_it_can_be_had() {
    let (called, said) = built_with(
        "#!/bin/sh\ncase \"$*\" in\n'target list --installed') cat \"$RUSTUP_LIST\" 2>/dev/null ;;\n\
         'target add wasm32-unknown-unknown') echo wasm32-unknown-unknown >\"$RUSTUP_LIST\" ;;\nesac\n",
    );
    assert!(called.contains("--target wasm32-unknown-unknown"), "{called} {said}");
    assert!(called.starts_with("RUSTC= ") && !called.contains("build-std"), "{called}");
}

#[test]
fn the_standard_library_is_built_from_debian_where_rustup_has_none() {
    let (called, said) = built_with("#!/bin/sh\nexit 1\n");
    if Path::new("/usr/lib/rustlib/src/rust/library").is_dir() {
        assert!(
            called.starts_with("RUSTC=/usr/bin/rustc ") && called.contains("-Zbuild-std=std,panic_abort"),
            "{called} {said}"
        );
    } else {
        // It names both ways out and builds nothing.
        assert_eq!(called, "");
        assert!(said.contains("rust-web-src") && said.contains("rustup target add"), "{said}");
    }
}
