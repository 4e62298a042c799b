//! The order in which values that need each other are computed.
//!
//! **In** what is wanted, and what each thing needs. **Out** all of it, each behind what it needs, so that a chain of a
//! thousand values takes no more of the stack than one. Where things need each other in a circle, one of them comes first.

use std::collections::BTreeSet;

/// A thing that is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step<K> {
    /// The thing.
    pub key: K,
    /// What it was first needed for; none for what was wanted itself.
    pub wanted_for: Option<K>,
}

/// Everything that is wanted and all that it needs at any remove.
pub(crate) fn order<K: Clone + Ord>(
    wanted: impl IntoIterator<Item = K>,
    mut needs: impl FnMut(&K) -> Vec<K>,
) -> Vec<Step<K>> {
    let mut seen: BTreeSet<K> = BTreeSet::new();
    let mut found = Vec::new();
    for key in wanted {
        if !seen.insert(key.clone()) {
            continue;
        }
        let first = needs(&key).into_iter();
        let mut open = vec![(Step { key, wanted_for: None }, first)];
        while let Some((step, left)) = open.last_mut() {
            match left.find(|need| !seen.contains(need)) {
                Some(need) => {
                    let wanted_for = Some(step.key.clone());
                    seen.insert(need.clone());
                    let further = needs(&need).into_iter();
                    open.push((Step { key: need, wanted_for }, further));
                }
                None => found.extend(open.pop().map(|(step, _)| step)),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(wanted: &[u32], needs: &[(u32, &[u32])]) -> Vec<u32> {
        let of = |key: &u32| needs.iter().find(|(of, _)| of == key).map_or(Vec::new(), |(_, needs)| needs.to_vec());
        order(wanted.iter().copied(), of).into_iter().map(|step| step.key).collect()
    }

    #[test]
    fn each_stands_behind_what_it_needs() {
        assert_eq!(keys(&[1], &[(1, &[2, 3]), (2, &[4]), (3, &[4, 2])]), [4, 2, 3, 1]);
        assert_eq!(keys(&[2, 1], &[(1, &[2])]), [2, 1]);
    }

    #[test]
    fn circles_end() {
        assert_eq!(keys(&[1], &[(1, &[2]), (2, &[3]), (3, &[1, 3])]), [3, 2, 1]);
    }

    #[test]
    fn a_long_chain_takes_no_stack() {
        let steps = order([0_u32], |n| if *n < 200_000 { vec![n + 1] } else { vec![] });
        assert_eq!(steps.len(), 200_001);
        assert_eq!((steps[0].key, steps[0].wanted_for), (200_000, Some(199_999)));
    }
}
