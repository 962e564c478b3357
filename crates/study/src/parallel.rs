//! Many pieces of work at once.

use std::cmp::Reverse;

use rayon::prelude::*;

/// What is called from any thread after each solution, with what was found where that is a line.
pub type Done<'a> = &'a (dyn Fn(Option<&str>) + Sync);

/// What work makes of each of some things in parallel, in the order of the things.
///
/// # Errors
/// One of those of the work; then no more is begun.
pub fn each<K: Send, T: Send, E: Send>(
    things: impl IntoIterator<Item = K>,
    work: impl Fn(K) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let things: Vec<K> = things.into_iter().collect();
    // None is left over for the end.
    things.into_par_iter().with_max_len(1).map(&work).collect()
}

/// The same, but the heaviest things come first, so that no core waits for the last.
pub(crate) fn heaviest_first<'a, K: Sync, T: Send, E: Send>(
    things: &'a [K],
    weight: impl Fn(&K) -> u64,
    work: impl Fn(&'a K) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let mut order: Vec<(usize, &K)> = things.iter().enumerate().collect();
    order.sort_by_cached_key(|(_, thing)| Reverse(weight(thing)));
    let mut made = each(order, |(place, thing)| Ok((place, work(thing)?)))?;
    made.sort_unstable_by_key(|(place, _)| *place);
    Ok(made.into_iter().map(|(_, made)| made).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_in_the_order_of_the_things() {
        let work = |thing: &u64| if *thing < 100 { Ok(thing * thing) } else { Err(*thing) };
        assert_eq!(heaviest_first(&[3, 1, 2], |thing| *thing, work), Ok(vec![9, 1, 4]));
        assert_eq!(heaviest_first(&[1, 100, 2], |thing| *thing, work), Err(100));
    }
}
