//! Firefight: the outside oracle, the text's examples, the duel die by die, and every ruling that matters.

mod battles;
mod doctrines;
mod duels;
mod example;
mod oracle;
mod reading;
mod rosters;
mod rulings;
mod support;
mod table;
mod volleys;
