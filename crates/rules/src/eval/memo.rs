//! Values that are found once each, on demand, and behind what they need.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::order::order;
use crate::formula::{Depth, EvalError, EvalFault, LEVELS_OF_VALUE};
use crate::value::Value;

/// What a value is known by.
pub(super) trait Key: Clone + Ord {
    /// Its name, as errors report it.
    fn name(&self) -> &str;
}

impl Key for String {
    fn name(&self) -> &str {
        self
    }
}

/// The values found so far, and those being evaluated.
#[derive(Debug)]
pub(super) struct Memo<K> {
    pub(super) known: RefCell<BTreeMap<K, Result<Value, EvalError>>>,
    /// What was evaluated ahead of need, whether or not it has a value.
    tried: RefCell<BTreeSet<K>>,
    /// What is being evaluated, from the outside in.
    active: RefCell<Vec<K>>,
    /// Whether errors are cached as well as values.
    keeps_failures: bool,
}

impl<K: Key> Memo<K> {
    /// Nothing found yet.
    pub(super) fn new(keeps_failures: bool) -> Self {
        Self { known: RefCell::default(), tried: RefCell::default(), active: RefCell::default(), keeps_failures }
    }

    /// What was found of a value.
    pub(super) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<Result<Value, EvalError>>
    where
        K: Borrow<Q>,
    {
        self.known.borrow().get(key).cloned()
    }

    /// Whether nothing was found of it yet, and nothing tried.
    pub(super) fn is_open<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        !self.known.borrow().contains_key(key) && !self.tried.borrow().contains(key)
    }

    /// A value. All that it needs is evaluated before it, so that a long chain of values takes no more of the stack than
    /// a short one.
    ///
    /// # Errors
    /// When it cannot be evaluated, or needs itself; the error names it.
    pub(super) fn find(
        &self,
        key: &K,
        depth: &Depth,
        needs: impl Fn(&K) -> Vec<K>,
        evaluate: &dyn Fn(&K) -> Result<Value, EvalError>,
    ) -> Result<Value, EvalError> {
        if let Some(known) = self.get(key) {
            return known;
        }
        if self.active.borrow().is_empty() && !self.tried.borrow().contains(key) {
            let open = |key: &K| needs(key).into_iter().filter(|need| self.is_open(need)).collect();
            for step in order([key.clone()], open) {
                // An error is cached, or found again, where the value is needed.
                let _ = self.evaluated(&step.key, depth, evaluate);
                self.tried.borrow_mut().insert(step.key);
            }
        }
        self.evaluated(key, depth, evaluate)
    }

    fn evaluated(
        &self,
        key: &K,
        depth: &Depth,
        evaluate: &dyn Fn(&K) -> Result<Value, EvalError>,
    ) -> Result<Value, EvalError> {
        if let Some(known) = self.get(key) {
            return known;
        }
        let (found, is_same) = depth.watch(|| self.within(key, depth, || evaluate(key)));
        let found = found.map_err(|error| error.in_value(key.name()));
        if found.is_ok() || is_same && self.keeps_failures {
            self.known.borrow_mut().insert(key.clone(), found.clone());
        }
        found
    }

    /// Evaluates something that has a name, unless that goes round in a circle.
    ///
    /// # Errors
    /// Its own, or that of the circle.
    pub(super) fn within<T>(
        &self,
        key: &K,
        depth: &Depth,
        evaluate: impl FnOnce() -> Result<T, EvalError>,
    ) -> Result<T, EvalError> {
        if self.active.borrow().contains(key) {
            let active = self.active.borrow();
            let path = active.iter().chain([key]).map(|key| key.name().to_owned()).collect();
            return Err(EvalError::whole(EvalFault::Cycle { path }));
        }
        depth.enter(LEVELS_OF_VALUE, &(0..0))?;
        self.active.borrow_mut().push(key.clone());
        let found = evaluate();
        self.active.borrow_mut().pop();
        depth.leave(LEVELS_OF_VALUE);
        found
    }
}
