use loom::sync::Arc;
use loom::thread;

use crate::concurrent::sync::Ordering;
use crate::concurrent::{
    Budget, Cursor, Full, Index, Interner, NONE, Records, Shared, Words, numbers, read, write,
};
use crate::graph::{FactNumber, Graph, MemoryNumber, NodeNumber, facts as facts_of};
use crate::lemma::{Claim, Conditions, Lemma, Lemmas, MANY, Pages, Pattern};

/// Runs through the interleavings with at most so many forced switches of threads.
fn model(preemptions: usize, work: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    // Steps of one run: lemmas are many words.
    builder.max_branches = 4_000;
    builder.preemption_bound = Some(preemptions);
    builder.check(work);
}

fn budget(threads: usize) -> Budget {
    Budget::new(u64::MAX, threads)
}

/// Does this in two threads at once, with their numbers, and gives what both return.
fn both<T: 'static, R: 'static>(shared: &Arc<T>, work: fn(&T, u32) -> R) -> [R; 2] {
    let other = Arc::clone(shared);
    let other = thread::spawn(move || work(&other, 1));
    let own = work(shared, 0);
    [own, other.join().unwrap()]
}

#[test]
fn records_are_given_out_once_and_keep_what_is_written() {
    model(3, || {
        let shared = Arc::new((Records::<2>::new(8, 2), budget(2)));
        let given = both(&shared, |(records, budget), thread| {
            [0, 1].map(|nth| {
                let number = records.add(budget).unwrap();
                assert_eq!(read(&records.get(number)[1]), 0, "a new record is empty");
                write(&records.get(number)[1], 10 * thread + nth + 1);
                number
            })
        });
        let (records, budget) = &*shared;
        for (thread, numbers) in (0..).zip(given) {
            for (nth, number) in (0..).zip(numbers) {
                assert_eq!(read(&records.get(number)[1]), 10 * thread + nth + 1);
            }
        }
        assert_eq!(records.len(), 4);
        assert_eq!(budget.used(), 2 * 2 * size_of::<[Shared; 2]>() as u64, "each chunk is counted once");
        assert!(!budget.is_full(), "two of four chunks are for the search");
    });
}

#[test]
fn records_say_that_they_are_full_before_they_are() {
    model(2, || {
        // Two chunks of two for the search, and one for each thread to finish.
        let shared = Arc::new((Records::<1>::new(8, 2), budget(2)));
        let [first, second] = both(&shared, |(records, budget), _| {
            let mut given = 0;
            while !budget.is_full() {
                records.add(budget).unwrap();
                given += 1;
            }
            // Whoever has been told can still finish.
            records.add(budget).unwrap();
            given + 1
        });
        assert_eq!(shared.0.len(), first + second);
        assert!(first + second <= 8);
    });
}

#[test]
fn a_thread_without_a_number_is_told_and_the_table_stays_whole() {
    model(2, || {
        let shared = Arc::new((Records::<1>::new(4, 1), budget(1)));
        let given = both(&shared, |(records, budget), thread| {
            let mut given = Vec::new();
            loop {
                match records.add(budget) {
                    Ok(number) => {
                        write(&records.get(number)[0], thread + 1);
                        given.push(number);
                    }
                    Err(Full) => {
                        assert!(budget.is_full());
                        return given;
                    }
                }
            }
        });
        let mut all = given.concat();
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3]);
        assert_eq!(shared.0.len(), 4);
        for (thread, numbers) in (1..).zip(given) {
            assert!(numbers.iter().all(|number| read(&shared.0.get(*number)[0]) == thread));
        }
    });
}

#[test]
fn runs_of_words_do_not_overlap() {
    model(3, || {
        let shared = Arc::new((<Words>::new(40, 2), budget(2)));
        let places = both(&shared, |(words, budget), thread| {
            let mut cursor = Cursor::default();
            // The second does not fit into the chunk of the first, the third is longer than any.
            [10, 7, 20, 3].map(|length| {
                let place = words.add(&mut cursor, length, budget).unwrap();
                for word in &words.from(place)[..length] {
                    assert_eq!(read(&word[0]), 0);
                    write(&word[0], 100 * (thread + 1) + length as u32);
                }
                (place, length)
            })
        });
        for (thread, runs) in (1..).zip(places) {
            for (place, length) in runs {
                let run = &shared.0.from(place)[..length];
                assert!(numbers(run).all(|word| word == 100 * thread + length as u32));
            }
        }
    });
}

#[test]
fn words_end_after_they_were_declared_full() {
    model(2, || {
        // 16 chunks are kept back for the one thread they were made for; two use them.
        let shared = Arc::new((<Words>::new(18, 1), budget(1)));
        let given = both(&shared, |(words, budget), _| {
            let mut given = Vec::new();
            loop {
                // Five chunks at once.
                match words.add(&mut Cursor::default(), 5 << 4, budget) {
                    Ok(place) => given.push(place),
                    Err(Full) => {
                        assert!(budget.is_full());
                        return given;
                    }
                }
            }
        });
        let mut all = given.concat();
        all.sort_unstable();
        assert_eq!(all, [0, 5 << 4, 10 << 4]);
    });
}

/// Values in records, and their numbers in an index: as the search keeps positions.
struct Table {
    records: Records<1>,
    index: Index,
    budget: Budget,
}

impl Table {
    fn number(&self, value: u32) -> u32 {
        // Values that differ may have the same hash.
        let hash = value / 2;
        let same = |number: u32| read(&self.records.get(number)[0]) == value;
        let hash_of = |number: u32| read(&self.records.get(number)[0]) / 2;
        let make = || {
            let number = self.records.add(&self.budget)?;
            write(&self.records.get(number)[0], value);
            Ok(number)
        };
        self.index.find_or_add(hash, same, hash_of, &self.budget, make).unwrap()
    }
}

fn table(bound: u64) -> Arc<Table> {
    let budget = Budget::new(bound, 2);
    Arc::new(Table { records: Records::new(16, 2), index: Index::new(), budget })
}

#[test]
fn a_value_has_one_number_and_whoever_finds_it_sees_what_was_written() {
    model(2, || {
        let shared = table(u64::MAX);
        // The first part has two places, so it grows while the other thread reads.
        let given = both(&shared, |table, thread| match thread {
            0 => [7, 8, 9].map(|value| (value, table.number(value))),
            _ => [9, 7, 12].map(|value| (value, table.number(value))),
        });
        for (value, number) in given.concat() {
            assert_eq!(read(&shared.records.get(number)[0]), value);
            assert_eq!(shared.number(value), number, "the number it was given");
        }
        assert_eq!(shared.records.len(), 4);
    });
}

#[test]
fn a_glance_gives_the_number_of_some_value() {
    model(3, || {
        let shared = table(u64::MAX);
        both(&shared, |table, thread| {
            if thread == 0 {
                table.number(4);
                table.number(6);
            } else {
                let number = table.index.glance(2);
                assert!(number == NONE || [4, 6].contains(&read(&table.records.get(number)[0])));
            }
        });
    });
}

#[test]
fn an_index_without_memory_to_grow_is_filled_further_and_asks_for_a_pause() {
    model(2, || {
        // Room for the records and for parts of 2 and 4 places, and for none of 8.
        let shared = table(2 * 4 + 4 * 4 + 4 * 8);
        both(&shared, |table, thread| {
            for value in 0..3 {
                table.number(10 * thread + 2 * value);
            }
        });
        assert!(shared.budget.is_full());
        for thread in 0..2 {
            for value in 0..3 {
                let number = shared.number(10 * thread + 2 * value);
                assert_eq!(read(&shared.records.get(number)[0]), 10 * thread + 2 * value);
            }
        }
        assert_eq!(shared.records.len(), 6, "all are found again");
    });
}

/// A list of lemmas, as a node has one.
struct List {
    head: Shared,
    lemmas: Lemmas,
    graph: Graph,
}

impl List {
    /// Adds a lemma that wants these facts absent, and drops those it covers.
    fn prove(&self, cursor: &mut Cursor, absent: &[u32]) -> Lemma {
        let claim = Claim { node: NodeNumber(5), kind: 0, memory: MemoryNumber::EMPTY, effort: 9 };
        let conditions = Conditions {
            absent: absent.iter().map(|fact| FactNumber(u64::from(*fact))).collect(),
            ..Conditions::default()
        };
        let left = self.lemmas.drop_covered(&self.head, claim, &conditions, &[true], &self.graph);
        let lemma = self.lemmas.add(Some(&self.head), claim, &conditions, None, cursor, &self.graph);
        self.lemmas.gather(&self.head, left, &self.graph);
        lemma.unwrap()
    }

    /// A lemma that a history with these facts does not spoil: what it wants absent.
    fn served(&self, history: &[u32]) -> Option<Vec<u32>> {
        let holds = |fact: FactNumber| history.iter().any(|known| u64::from(*known) == fact.0);
        let facts = || history.iter().map(|fact| FactNumber(u64::from(*fact)));
        let (lemma, _) = self.lemmas.find(
            (&self.graph, &self.head),
            facts,
            holds,
            (|_: Pages| false, |_: &Pattern| false),
            &[true],
            |_, _| true,
        )?;
        Some(facts_of(self.lemmas.conditions(lemma).0).map(|fact| fact.0 as u32).collect())
    }

    /// The facts that must be absent, of each lemma that can be found.
    fn found(&self) -> Vec<Vec<u32>> {
        let lemmas = self.lemmas.list(&self.head);
        lemmas
            .map(|lemma| {
                assert_eq!(self.lemmas.claim(lemma).node, NodeNumber(5), "a lemma that is found is complete");
                facts_of(self.lemmas.conditions(lemma).0).map(|fact| fact.0 as u32).collect()
            })
            .collect()
    }
}

fn list() -> Arc<List> {
    list_with_room(MANY)
}

/// A list that becomes a long one when it has so many lemmas.
fn list_with_room(many: usize) -> Arc<List> {
    let mut lemmas = Lemmas::new(&"1x2".parse().unwrap(), 16, <Words>::new(40, 2), 2);
    lemmas.many = many;
    Arc::new(List { head: Shared::new(NONE), lemmas, graph: Graph { budget: budget(2) } })
}

#[test]
fn lemmas_that_are_found_are_complete() {
    model(3, || {
        let shared = list();
        both(&shared, |list, thread| {
            if thread == 0 {
                let mut cursor = Cursor::default();
                list.prove(&mut cursor, &[1, 2]);
                list.prove(&mut cursor, &[3]);
            } else {
                let known = [vec![1, 2], vec![3]];
                assert!(list.found().iter().all(|facts| known.contains(facts)));
                assert!(list.served(&[1]).is_none_or(|facts| facts == [3]));
            }
        });
        assert_eq!(shared.found(), [vec![3], vec![1, 2]]);
    });
}

#[test]
fn of_two_threads_that_add_to_one_list_none_loses_its_lemma() {
    model(3, || {
        let shared = list();
        both(&shared, |list, thread| {
            list.prove(&mut Cursor::default(), &[thread + 1]);
        });
        let mut found = shared.found();
        found.sort();
        assert_eq!(found, [[1], [2]]);
    });
}

#[test]
fn lists_that_are_changed_at_once_stay_lists_of_complete_lemmas() {
    model(2, || {
        let shared = list();
        let mut cursor = Cursor::default();
        shared.prove(&mut cursor, &[1, 2]);
        shared.prove(&mut cursor, &[1, 3]);
        // Each covers one of them, next to each other in the list.
        both(&shared, |list, thread| {
            list.prove(&mut Cursor::default(), &[2 + thread]);
        });
        let found = shared.found();
        // A dropped one may stay; none is there twice, and no list goes round.
        let known = [vec![1, 2], vec![1, 3], vec![2], vec![3]];
        assert!(found.iter().all(|facts| known.contains(facts)), "{found:?}");
        assert!(found.contains(&vec![2]) || found.contains(&vec![3]));
        for facts in &known {
            assert!(found.iter().filter(|other| *other == facts).count() <= 1, "{found:?}");
        }
    });
}

#[test]
fn a_list_is_whole_while_its_lemmas_are_gathered() {
    model(2, || {
        let shared = list_with_room(2);
        let mut cursor = Cursor::default();
        for fact in [1, 2, 3] {
            shared.prove(&mut cursor, &[fact]);
        }
        both(&shared, |list, thread| {
            if thread == 0 {
                // Gathers those before it.
                list.prove(&mut Cursor::default(), &[4]);
            } else {
                assert_eq!(list.served(&[1, 2, 4]), Some(vec![3]));
                assert_eq!(list.served(&[2, 3, 4]), Some(vec![1]));
                assert_eq!(list.served(&[1, 2, 3, 4]), None);
            }
        });
        assert_eq!(shared.found(), [[4], [3], [2], [1]]);
        assert_eq!(shared.served(&[4, 2]), Some(vec![3]));
    });
}

#[test]
fn lists_that_two_threads_gather_at_once_stay_lists_of_complete_lemmas() {
    model(2, || {
        let shared = list_with_room(1);
        let mut cursor = Cursor::default();
        shared.prove(&mut cursor, &[1, 2]);
        // One covers the lemma that is there.
        both(&shared, |list, thread| {
            list.prove(&mut Cursor::default(), &[2 + thread]);
        });
        let found = shared.found();
        let known = [vec![1, 2], vec![2], vec![3]];
        assert!(found.iter().all(|facts| known.contains(facts)), "{found:?}");
        assert!(found.contains(&vec![2]) || found.contains(&vec![3]));
    });
}

#[test]
fn a_value_met_by_two_threads_has_one_number() {
    model(3, || {
        let shared = Arc::new((Interner::<u32>::new(), budget(2)));
        let given = both(&shared, |(values, budget), thread| {
            [7, 8 + thread].map(|value| (value, values.number(&value, budget)))
        });
        let (values, _) = &*shared;
        for (value, number) in given.concat() {
            assert_eq!(values.get(number), value);
        }
        assert_eq!(values.all().len(), 3);
    });
}

/// What the search does with a place that says where something is: filled in first, and put there
/// with release.
#[test]
fn what_is_published_is_seen_whole() {
    model(3, || {
        let shared = Arc::new((Shared::new(NONE), <Words>::new(40, 2), budget(2)));
        both(&shared, |(place, words, budget), thread| {
            if thread == 0 {
                let run = words.add(&mut Cursor::default(), 2, budget).unwrap();
                write(&words.from(run)[0][0], 4);
                write(&words.from(run)[1][0], 5);
                place.store(run as u32, Ordering::Release);
            } else {
                let run = place.load(Ordering::Acquire);
                if run != NONE {
                    assert_eq!(numbers(&words.from(run.into())[..2]).collect::<Vec<_>>(), [4, 5]);
                }
            }
        });
    });
}
