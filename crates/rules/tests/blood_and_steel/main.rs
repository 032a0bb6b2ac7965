//! Blood & Steel: the outside oracle, the text's examples die by die, and every ruling that matters.

mod bad_data;
mod battles;
mod duels;
mod example;
mod happenings;
mod oracle;
mod rulings;
mod scenes;
mod sensitivity;
mod spells_and_ranks;
mod support;
mod told;
