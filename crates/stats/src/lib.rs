//! Numbers about numbers: intervals, tests, small games.
