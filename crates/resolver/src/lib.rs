//! Playing many battles: schedules, stopping, threads.
