//! The battle table: geometry, terrain, deployment, conditions.
