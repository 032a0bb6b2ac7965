//! Luck, and nothing about games: dice, exact laws, tables, seeds.
