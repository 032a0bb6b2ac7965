//! The rules before and the rules after, both loaded.

use std::path::{Path, PathBuf};

use muster_rules::pack::{Node, differences, nearest};

use crate::args::{CompareArgs, Everywhere};
use crate::compose::compare::Edit;
use crate::exit::Failure;
use crate::plan::{Plan, is_path};

/// Both rules.
pub(crate) struct Sides {
    /// What the edit is held against.
    pub before: Plan,
    /// The rules with the edit.
    pub after: Plan,
}

/// Rulings as the changes they are: `split_fire=true` is `rulings.split_fire.chosen=true`.
///
/// # Errors
/// A ruling without a value; one that the rules do not have.
pub(crate) fn with_rulings(everywhere: &Everywhere, rulings: &[String]) -> Result<Everywhere, Failure> {
    let mut sets = everywhere.set.clone();
    if rulings.is_empty() {
        return Ok(everywhere.clone());
    }
    let known = known_rulings(everywhere)?;
    for ruling in rulings {
        let (id, option) = ruling.split_once('=').ok_or_else(|| {
            Failure::Input(format!(
                "--ruling {ruling}: no option is named\n  give ID=OPTION, such as melee_tie=both_test; `muster list rulings` shows them"
            ))
        })?;
        let (id, option) =
            (id.trim().trim_start_matches("rulings.").trim_end_matches(".chosen"), option.trim());
        let Some((_, options)) = known.iter().find(|(one, _)| one == id) else {
            let names: Vec<&str> = known.iter().map(|(id, _)| id.as_str()).collect();
            let near = nearest(id, names.iter().copied())
                .map_or_else(String::new, |near| format!("did you mean \"{near}\"? "));
            return Err(Failure::Input(format!(
                "--ruling {ruling}: there is no ruling \"{id}\"\n  {near}the rulings are {}",
                if names.is_empty() { "none".to_owned() } else { names.join(", ") }
            )));
        };
        // A list of several options is looked at with the other data.
        let word = option.trim_matches(['"', '\'']);
        if !option.starts_with('[') && !options.iter().any(|one| one == word) {
            let near = nearest(word, options.iter().map(String::as_str))
                .map_or_else(String::new, |near| format!("did you mean \"{near}\"? "));
            return Err(Failure::Input(format!(
                "--ruling {ruling}: \"{word}\" is no option of \"{id}\"\n  {near}its options are {}",
                options.join(", ")
            )));
        }
        sets.push(format!("rulings.{id}.chosen={option}"));
    }
    Ok(Everywhere { set: sets, ..everywhere.clone() })
}

/// The ids of the rulings, each with its options.
fn known_rulings(everywhere: &Everywhere) -> Result<Vec<(String, Vec<String>)>, Failure> {
    let plan = Plan::load(&Everywhere { threads: None, ..everywhere.clone() })?;
    let table = plan.pack.root.at(&["rulings"]).and_then(Node::as_table);
    let rulings = table.into_iter().flat_map(|table| table.iter());
    let word = |option: &Node| option.as_text().map_or_else(|| option.value.show(), str::to_owned);
    let options = |node: &Node| -> Option<Vec<String>> {
        Some(node.get("options")?.as_array().into_iter().flatten().map(word).collect())
    };
    Ok(rulings.filter_map(|(id, node)| Some((id.clone(), options(node)?))).collect())
}

impl Sides {
    /// Loads both, and turns names into ids.
    ///
    /// # Errors
    /// Every complaint about the data of either side.
    pub(crate) fn load(everywhere: &Everywhere, args: &CompareArgs) -> Result<(Sides, Vec<String>), Failure> {
        let edited = with_rulings(everywhere, &args.ruling)?;
        let (after, ids) = Plan::load_naming(&edited, &args.forces)?;
        after.say_warnings();
        let mut old = Everywhere { set: args.against_set.clone(), threads: None, ..everywhere.clone() };
        match &args.against {
            None => old.variant = Vec::new(),
            Some(path) => place(&mut old, path)?,
        }
        let (before, _) = Plan::load_naming(&old, &args.forces)?;
        Ok((Sides { before, after }, ids))
    }

    /// What the edit changed in the rules and data.
    pub(crate) fn edits(&self) -> Vec<Edit> {
        edits(&self.before, &self.after)
    }
}

/// A directory of data, or a variant.
fn place(old: &mut Everywhere, path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        old.data = Some(path.to_path_buf());
        old.variant = Vec::new();
    } else if path.is_file() || !is_path(&path.to_string_lossy()) {
        old.variant = vec![PathBuf::from(path)];
    } else {
        return Err(Failure::Input(format!(
            "{}: there is no such file or directory\n  give a data directory, a variant, a run.json or a baseline with --against",
            path.display()
        )));
    }
    Ok(())
}

fn edits(before: &Plan, after: &Plan) -> Vec<Edit> {
    let mut edits: Vec<Edit> = differences(&before.pack.root, &after.pack.root)
        .into_iter()
        .map(|change| {
            let segments: Vec<&str> = change.key.split('.').collect();
            let old = before.pack.root.at(&segments).map(|node| node.place.spot());
            Edit {
                spots: [change.before.as_ref().and(old), change.after.as_ref().map(|_| change.place.spot())],
                key: change.key,
                before: change.before,
                after: change.after,
            }
        })
        .collect();
    edits.sort_by(|a, b| a.key.cmp(&b.key));
    edits
}
