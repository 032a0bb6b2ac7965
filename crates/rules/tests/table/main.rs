//! The battle table: movement, sight, cover and deployment, held against slow twins and mirror images.

mod deployment;
mod movement;
mod reading;
mod sight;
mod support;
