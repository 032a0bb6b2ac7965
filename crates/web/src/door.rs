//! What WebAssembly sees: a few functions that pass bytes. The page writes a question into the room that it asked for, and reads the
//! answer where it is told. Nothing here reads or writes through an address: the bytes are ordinary vectors.
#![expect(
    unsafe_code,
    reason = "an exported name is unsafe in Rust's eyes, for two of one name would clash; there is one of each"
)]

use std::cell::RefCell;

use crate::Engine;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
    static LAST_WORDS: RefCell<String> = const { RefCell::new(String::new()) };
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::default());
}

/// Makes room for a question of so many bytes and says where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> usize {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_ptr().addr()
    })
}

/// Answers the question in the room; the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    std::panic::set_hook(Box::new(|panic| {
        LAST_WORDS.with_borrow_mut(|words| *words = panic.to_string());
    }));
    let question = QUESTION.take();
    let answer = ENGINE.with_borrow_mut(|engine| engine.ask(&String::from_utf8_lossy(&question)));
    let length = answer.len();
    ANSWER.set(answer);
    length
}

/// Where the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    ANSWER.with_borrow(|answer| answer.as_ptr().addr())
}

/// Where the last words of an engine that trapped stand.
#[unsafe(no_mangle)]
pub extern "C" fn last_words() -> usize {
    LAST_WORDS.with_borrow(|words| words.as_ptr().addr())
}

/// Their length in bytes; 0 where none were said.
#[unsafe(no_mangle)]
pub extern "C" fn last_words_length() -> usize {
    LAST_WORDS.with_borrow(|words| words.len())
}
