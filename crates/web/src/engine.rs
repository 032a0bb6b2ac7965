//! The engine: takes a question apart and asks whoever knows.

use std::rc::Rc;

use muster_dice::Seed;
use serde::Serialize;

use crate::data::Loaded;
use crate::protocol::{Data, Meeting, Request, Response};
use crate::table::Table;
use crate::trouble::Trouble;
use crate::{answer, catalogue, files, price, settable, sizes, told};

/// Answers questions. It remembers the last data and the last pair, which saves time and changes no answer.
#[derive(Default)]
pub struct Engine {
    loaded: Option<Rc<Loaded>>,
    table: Option<Table>,
}

/// The largest whole number that a page counts to without a gap.
const MOST_OF_A_PAGE: u64 = (1 << 53) - 1;
/// Most games of one question.
const MOST_GAMES: u64 = 1_000_000_000;
/// Games, unless told.
const GAMES: u64 = 1024;

impl Engine {
    /// Answers a question, JSON for JSON. It never fails: whatever is wrong is said in the answer.
    #[must_use]
    pub fn ask(&mut self, question: &str) -> String {
        match serde_json::from_str::<Request>(question) {
            Ok(request) => self.answer(request),
            Err(error) => said::<()>(Err(Trouble::page(format!("a question that cannot be read: {error}")))),
        }
    }

    fn answer(&mut self, request: Request) -> String {
        match request {
            Request::Sets => said(catalogue::sets()),
            Request::Catalogue(asked) => {
                said(self.load(&asked.data).and_then(|loaded| catalogue::of(&loaded)))
            }
            Request::Settable(asked) => {
                said(self.load(&asked.data).and_then(|loaded| settable::of(&loaded, &asked.units)))
            }
            Request::Answer(asked) => {
                said(self.at_table(&asked.data, asked.meet).and_then(|table| {
                    answer::of(table, asked.method, seed(asked.seed)?, games(asked.games)?)
                }))
            }
            Request::Curve(asked) => {
                said(self.load(&asked.data).and_then(|loaded| sizes::curve(&loaded, &asked)))
            }
            Request::Even(asked) => {
                said(self.load(&asked.data).and_then(|loaded| sizes::even(&loaded, &asked)))
            }
            Request::Price(asked) => {
                said(self.load(&asked.data).and_then(|loaded| price::of(&loaded, &asked)))
            }
            Request::Story(asked) => said(
                self.at_table(&asked.data, asked.meet)
                    .and_then(|table| told::story(table, seed(asked.seed)?, asked.game)),
            ),
            Request::Export(asked) => {
                said(self.load(&asked.data).and_then(|loaded| files::export(&loaded, &asked)))
            }
            Request::Import(asked) => said(files::import(&asked)),
        }
    }

    /// The data, read unless they are those of the last question.
    fn load(&mut self, data: &Data) -> Result<Rc<Loaded>, Trouble> {
        if let Some(loaded) = self.loaded.as_ref().filter(|loaded| loaded.data == *data) {
            return Ok(Rc::clone(loaded));
        }
        // The old data go before the new ones come: a telephone has little room.
        self.table = None;
        self.loaded = None;
        let loaded = Loaded::read(data)?;
        self.loaded = Some(Rc::clone(&loaded));
        Ok(loaded)
    }

    /// The pair, compiled unless it is that of the last question.
    fn at_table(&mut self, data: &Data, meet: Meeting) -> Result<&mut Table, Trouble> {
        let loaded = self.load(data)?;
        let kept =
            self.table.take().filter(|table| table.meet == meet && Rc::ptr_eq(table.loaded(), &loaded));
        let table = match kept {
            Some(table) => table,
            None => Table::open(&loaded, meet)?,
        };
        Ok(self.table.insert(table))
    }
}

/// The seed asked for, or that of the program.
///
/// # Errors
/// A seed that a page cannot count to.
pub(crate) fn seed(asked: Option<u64>) -> Result<Seed, Trouble> {
    let seed = asked.unwrap_or(1);
    if seed > MOST_OF_A_PAGE {
        return Err(Trouble::input(format!(
            "the seed {seed}\n  give a whole number from 0 to {MOST_OF_A_PAGE}"
        )));
    }
    Ok(Seed(seed))
}

/// The games asked for.
///
/// # Errors
/// None, or too many.
pub(crate) fn games(asked: Option<u64>) -> Result<u64, Trouble> {
    let games = asked.unwrap_or(GAMES);
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(Trouble::input(format!("{games} games\n  give a whole number from 1 to {MOST_GAMES}")));
    }
    Ok(games)
}

fn said<T: Serialize>(answer: Result<T, Trouble>) -> String {
    let response = match answer {
        Ok(answer) => Response::Ok(answer),
        Err(trouble) => Response::Fault(trouble.into_fault()),
    };
    // Answers are made of texts and numbers under texts: nothing that JSON could not hold.
    serde_json::to_string(&response).unwrap_or_else(|error| {
        format!("{{\"fault\":{{\"blame\":\"page\",\"says\":{:?},\"complaints\":[]}}}}", error.to_string())
    })
}
