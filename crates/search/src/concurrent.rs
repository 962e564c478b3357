//! Tables that threads share (docs/search.md, "What threads share").

mod arena;
mod index;
mod interner;
pub(crate) mod sync;

pub(crate) use arena::{
    Budget, Cursor, Full, MOST_CHUNKS, Mark, NONE, Records, Shared, Stack, Words, numbers, read, write,
};
pub(crate) use index::Index;
pub(crate) use interner::Interner;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_that_rises_and_falls_takes_no_more_chunks() {
        let (words, budget) = (Words::<4>::new(40, 1), Budget::new(u64::MAX, 1));
        let mut stack = Stack::default();
        // Runs of up to more than two chunks, each full of its own number.
        let fill = |stack: &mut Stack, run: u32| {
            let length = [3, 9, 16, 35, 1][run as usize % 5];
            let place = words.push(stack, length, &budget).unwrap();
            words.from(place)[..length].iter().for_each(|word| write(&word[0], run));
            (place, length)
        };
        let mut taken = None;
        for _ in 0..10 {
            let mut runs = Vec::new();
            for run in 0..10 {
                let before = stack.mark;
                runs.push((before, fill(&mut stack, run)));
            }
            while let Some((before, (place, length))) = runs.pop() {
                let run = runs.len() as u32;
                assert!(numbers(&words.from(place)[..length]).all(|word| word == run));
                stack.mark = before;
            }
            assert_eq!(*taken.get_or_insert(budget.used()), budget.used());
        }
    }
}
