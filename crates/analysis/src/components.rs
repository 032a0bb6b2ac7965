//! Which units can be compared at all: the pieces of the graph of games.

/// The piece that each unit belongs to, numbered from 0 in the order of their first units. `edges` are pairs of indices
/// below `units`.
#[must_use]
pub fn components(units: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..units).collect();
    for (first, second) in edges {
        let (first, second) = (root(&mut parent, first), root(&mut parent, second));
        parent[first.max(second)] = first.min(second);
    }
    let mut number = vec![usize::MAX; units];
    let mut count = 0;
    (0..units)
        .map(|unit| {
            let root = root(&mut parent, unit);
            if number[root] == usize::MAX {
                number[root] = count;
                count += 1;
            }
            number[root]
        })
        .collect()
}

fn root(parent: &mut [usize], unit: usize) -> usize {
    let mut at = unit;
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_numbered_by_their_first_unit() {
        assert_eq!(components(6, [(4, 1), (5, 2), (1, 4), (2, 3)]), [0, 1, 2, 2, 1, 2]);
        assert_eq!(components(0, []), Vec::<usize>::new());
        assert_eq!(components(3, [(0, 0)]), [0, 1, 2]);
    }
}
