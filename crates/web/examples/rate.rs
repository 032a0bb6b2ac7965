//! Takes the time of a question natively: prints the milliseconds that it took once its pair was compiled. Used by `crates/web/bench`.

use std::time::Instant;

use muster_web::Engine;
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let question = std::env::args().nth(1).ok_or("give a question")?;
    let mut first: Value = serde_json::from_str(&question)?;
    first["games"] = 1.into();
    let mut engine = Engine::default();
    let _ = engine.ask(&first.to_string());
    let begun = Instant::now();
    let _ = engine.ask(&question);
    println!("{}", begun.elapsed().as_secs_f64() * 1000.0);
    Ok(())
}
