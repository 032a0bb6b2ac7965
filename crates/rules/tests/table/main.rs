//! The battle table: movement, sight, cover and deployment, held against slow twins and mirror images.

mod deployment;
mod movement;
mod sight;
mod support;
