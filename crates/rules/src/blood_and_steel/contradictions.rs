//! What of a unit's keys does not go together, told with advice.

use super::unit::Role;
use super::unit_read::Common;
use crate::pack::Reader;

/// Movement: a march column has more ranks than files, and is for massed units. Complains about any other.
pub(super) fn can_march(reader: &Reader<'_>, figures: u32, files: Option<u32>, skirmish: bool) -> bool {
    let Some(files) = files else { return true };
    let ranks = figures.div_ceil(files.max(1));
    if skirmish {
        let advice = "leave out march_files, or skirmish = true";
        reader.complain("march_files", "a march column of skirmishers", "a massed unit", advice);
    } else if ranks <= files {
        let found = format!("{figures} figures in {files} files and {ranks} ranks");
        reader.complain("march_files", &found, "more ranks than files", "give it fewer files, such as 1");
    }
    !skirmish && ranks > files
}

/// Complains about keys that do not go together; true when all do.
pub(super) fn complain_of_contradictions(
    reader: &Reader<'_>,
    role: Role,
    common: &Common,
    monster: bool,
    monster_name: Option<&String>,
    led: bool,
) -> bool {
    let engine = common.arms.as_ref().is_some_and(|arms| arms.engine.is_some());
    let mut fits = true;
    let mut complain = |wrong: bool, key: &str, found: &str, expected: &str, advice: &str| {
        if wrong {
            reader.complain(key, found, expected, advice);
            fits = false;
        }
    };
    let unknown_monster = monster_name.is_some() && !monster;
    complain(
        role == Role::Monster && !monster && !unknown_monster,
        "monster",
        "nothing",
        "a monster of monsters.toml",
        "write monster = \"ogre\"",
    );
    complain(
        monster && matches!(role, Role::Troops | Role::WarMachine),
        "monster",
        "a monster among troops",
        "role = \"monster\", or a character or wizard who rides it",
        "change the role",
    );
    complain(
        engine != (role == Role::WarMachine) && common.arms.is_some(),
        "weapons",
        if engine { "an engine" } else { "no engine" },
        if engine { "role = \"war-machine\"" } else { "an engine such as \"catapult\"" },
        "change the role or the weapons",
    );
    complain(
        reader.has("rank") && !role.commands(),
        "rank",
        "the rank of one who commands nobody",
        "a rank of a character or wizard",
        "leave it out, or put it into led_by",
    );
    complain(
        led && role != Role::Troops,
        "led_by",
        "a leader of something else than troops",
        "troops that he leads in person",
        "make him a unit of his own",
    );
    fits && !unknown_monster
}
