//! Laws by what they depend on, made when they are first asked for.

use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::FxHashMap;

/// Laws that are kept; shared by threads, since what a law is does not depend on who asks first.
#[derive(Debug)]
pub(crate) struct Kept<K, V>(RwLock<FxHashMap<K, Arc<V>>>);

impl<K: Eq + Hash, V> Kept<K, V> {
    pub(crate) fn new() -> Kept<K, V> {
        Kept(RwLock::new(FxHashMap::default()))
    }

    /// The law of a key.
    pub(crate) fn get(&self, key: K, make: impl FnOnce(&K) -> V) -> Arc<V> {
        if let Some(found) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(found);
        }
        let made = Arc::new(make(&key));
        let mut kept = self.0.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(kept.entry(key).or_insert(made))
    }
}
