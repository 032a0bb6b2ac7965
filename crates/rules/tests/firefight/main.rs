//! Firefight: the outside oracle, the text's examples, the duel die by die, every number and every ruling.

mod battles;
mod doctrines;
mod duels;
mod example;
mod formation;
mod matters;
mod oracle;
mod reading;
mod rosters;
mod rulings;
mod support;
mod table;
mod volleys;
