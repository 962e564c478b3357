//! No answer depends on threads, memory, or on how often a search was interrupted.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kosolver_board::{Colour, Position};
use kosolver_rules::Game;
use kosolver_search::{Error, Guides, Meter, Request, Resources, Solution, solve};

/// Large enough that a small memory is filled again and again, and not so large that what is forgotten never returns.
const CELLS: [(&str, &str); 7] = [
    ("2x6", "psk"),
    ("2x5", "psk"),
    ("3x3", "ssk komi=0.5"),
    ("1x9", "nssk"),
    ("2x4", "fixed"),
    ("2x4", "spight"),
    ("1x7", "kee"),
];

fn request((board, rules): (&str, &str), resources: Resources) -> Request {
    let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
    Request::empty(game).with_openings(true).with_line(true).with_resources(resources)
}

fn solution(cell: (&str, &str), resources: Resources) -> Solution {
    solve(&request(cell, resources), &Meter::default()).unwrap()
}

#[test]
fn answers_do_not_depend_on_threads_or_memory() {
    let mut replaced = 0;
    for cell in CELLS {
        let alone = solution(cell, Resources::default());
        assert_eq!(alone.effort.replacements, 0);
        for (threads, memory) in [(2, u64::MAX), (5, u64::MAX), (1, 10 << 20), (3, 16 << 20)] {
            let other = {
                let resources = Resources::default().with_threads(threads).unwrap();
                solution(cell, resources.with_memory(memory).unwrap())
            };
            assert_eq!(alone.value, other.value, "{cell:?} {threads} {memory}");
            assert_eq!(alone.openings, other.openings, "{cell:?} {threads} {memory}");
            assert_eq!(alone.line, other.line, "{cell:?} {threads} {memory}");
            replaced += other.effort.replacements;
        }
    }
    assert!(replaced > 0, "the small memories were filled");
}

#[test]
fn one_thread_does_the_same_every_time() {
    for cell in CELLS {
        assert_eq!(solution(cell, Resources::default()), solution(cell, Resources::default()));
    }
}

/// Solves with one interruption after another, and says how many there were.
fn solved_in_pieces(request: &Request) -> (Solution, u32) {
    let mut request = request.clone();
    for interruptions in 0.. {
        let (meter, done) = (Meter::default(), AtomicBool::new(false));
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                // Later every time, so that there is an end to it whatever the machine.
                let pause = Duration::from_millis(20 << interruptions);
                let start = std::time::Instant::now();
                while start.elapsed() < pause && !done.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                meter.interrupt();
            });
            let result = solve(&request, &meter);
            done.store(true, Ordering::Relaxed);
            result
        });
        match result {
            Ok(solution) => return (solution, interruptions),
            // Before the search begins there is nothing to save, and while the certificate is written nothing new.
            Err(Error::Interrupted { saved }) => {
                let is_there = request.resources().unwrap().checkpoint().unwrap().exists();
                assert!(is_there || !saved);
                if is_there {
                    request = resuming(request);
                }
            }
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!()
}

/// How often checkpoints are written here.
const OFTEN: Duration = Duration::from_millis(30);

/// Without a guide the searches are longer, so that there is more to interrupt.
fn kept_in(directory: &Path, threads: usize) -> Resources {
    let resources = Resources::default().with_threads(threads).unwrap().with_guides(Guides::none());
    resources.with_checkpoint(directory.join("search.kcheck"), OFTEN, false)
}

/// The same request, going on from its checkpoint.
fn resuming(request: Request) -> Request {
    let resources = request.resources().unwrap().clone();
    let path = resources.checkpoint().unwrap().to_owned();
    request.with_resources(resources.with_checkpoint(path, OFTEN, true))
}

#[test]
fn an_interrupted_search_goes_on_from_its_checkpoint() {
    let mut interruptions = 0;
    for (threads, cell) in
        [(1, ("3x4", "psk")), (2, ("3x4", "ssk")), (1, ("3x4", "spight")), (2, ("1x9", "kee"))]
    {
        let directory = tempfile::tempdir().unwrap();
        let whole = solution(cell, Resources::default());
        let (pieces, times) = solved_in_pieces(&request(cell, kept_in(directory.path(), threads)));
        assert_eq!(
            (&pieces.value, &pieces.openings, &pieces.line),
            (&whole.value, &whole.openings, &whole.line),
            "{cell:?}"
        );
        interruptions += times;
        let left: Vec<_> = fs::read_dir(directory.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "nothing is left over beside the checkpoint");
    }
    assert!(interruptions > 3, "{interruptions} interruptions");
}

#[test]
fn a_certificate_survives_interruptions_and_a_small_memory() {
    let directory = tempfile::tempdir().unwrap();
    let asked = request(("2x5", "psk"), kept_in(directory.path(), 2)).with_certificate(true);
    let (solution, _) = solved_in_pieces(&asked);
    let mut certificate = Vec::new();
    solution.certificate.unwrap().write(&mut certificate).unwrap();
    assert!(certificate.starts_with(b"kosolver certificate 6\nboard 2x5\n"));

    let asked = asked.with_resources(Resources::default().with_memory(1 << 20).unwrap());
    assert!(matches!(solve(&asked, &Meter::default()), Err(Error::Memory { .. })));
}

fn with_memory(request: Request, memory: u64) -> Request {
    let resources = request.resources().unwrap().clone().with_memory(memory).unwrap();
    request.with_resources(resources)
}

fn resumed(
    path: &Path,
    cell: (&str, &str),
    change: impl FnOnce(Request) -> Request,
) -> Result<Solution, Error> {
    let resources = Resources::default().with_checkpoint(path.to_owned(), OFTEN, true);
    solve(&change(request(cell, resources)), &Meter::default())
}

fn fault(result: Result<Solution, Error>) -> String {
    match result {
        Err(Error::Checkpoint { fault, .. }) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_checkpoint_of_another_search_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("search.kcheck");
    assert!(fault(resumed(&path, ("3x4", "psk"), |same| same)).contains("cannot be read"));

    let meter = Meter::default();
    meter.interrupt();
    let begun = Resources::default().with_checkpoint(path.clone(), OFTEN, false);
    let interrupted = solve(&request(("3x4", "psk"), begun), &meter);
    assert_eq!(interrupted, Err(Error::Interrupted { saved: true }));
    resumed(&path, ("3x4", "psk"), |same| same).unwrap();

    for (cell, said) in [
        (("3x3", "psk"), "'board 3x4', and 'board 3x3'"),
        (("3x4", "ssk"), "ko=psk"),
        (("3x4", "psk komi=1"), "komi=0"),
        (("3x4", "psk suicide=allowed"), "suicide=forbidden"),
    ] {
        assert!(fault(resumed(&path, cell, |same| same)).contains(said), "{cell:?}");
    }
    let by_white = resumed(&path, ("3x4", "psk"), |request| {
        let white = Request::new(request.game().clone(), Position::EMPTY, Colour::White).unwrap();
        white.with_resources(request.resources().unwrap().clone())
    });
    assert!(fault(by_white).contains("to-play black"));
    let certified = resumed(&path, ("3x4", "psk"), |request| request.with_certificate(true));
    assert!(fault(certified).contains("certificate no"));

    let text = fs::read(&path).unwrap();
    let older = String::from_utf8_lossy(&text[..100]).replace("checkpoint 11", "checkpoint 2");
    fs::write(&path, older).unwrap();
    assert!(fault(resumed(&path, ("3x4", "psk"), |same| same)).contains("it says 'kosolver checkpoint 2'"));
    fs::write(&path, "something else").unwrap();
    assert!(fault(resumed(&path, ("3x4", "psk"), |same| same)).contains("not a checkpoint"));
}

#[test]
fn a_damaged_checkpoint_is_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let asked = request(("1x10", "spight"), kept_in(directory.path(), 1));
    let path = directory.path().join("search.kcheck");
    // Once there is something in it.
    let meter = Meter::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while meter.nodes() < 30_000 {
                std::thread::sleep(Duration::from_millis(1));
            }
            meter.interrupt();
        });
        assert_eq!(solve(&asked, &meter), Err(Error::Interrupted { saved: true }));
    });
    let whole = fs::read(&path).unwrap();
    let body = whole.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
    for length in (body..whole.len()).step_by(1 + (whole.len() - body) / 40) {
        fs::write(&path, &whole[..length]).unwrap();
        fault(resumed(&path, ("1x10", "spight"), |same| same));
    }
    for place in (body..whole.len()).step_by(1 + (whole.len() - body) / 60) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x10;
        fs::write(&path, &damaged).unwrap();
        // A flipped bit that the frame's format ignores changes nothing.
        if let Ok(solution) = resumed(&path, ("1x10", "spight"), |same| same) {
            assert_eq!(solution.value, self::solution(("1x10", "spight"), Resources::default()).value);
        }
    }
}

#[test]
fn a_search_goes_on_with_less_memory_than_it_had() {
    let directory = tempfile::tempdir().unwrap();
    let cell = ("3x4", "kee");
    let asked = request(cell, kept_in(directory.path(), 1));
    let meter = Meter::default();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while meter.nodes() < 60_000 {
                std::thread::sleep(Duration::from_millis(1));
            }
            meter.interrupt();
        });
        assert_eq!(solve(&asked, &meter), Err(Error::Interrupted { saved: true }));
    });
    let path = directory.path().join("search.kcheck");
    let whole = resumed(&path, cell, |same| same).unwrap();
    // The lemmas that took the least work are left out.
    let less = resumed(&path, cell, |request| with_memory(request, 24 << 20)).unwrap();
    assert_eq!((&less.value, &less.openings, &less.line), (&whole.value, &whole.openings, &whole.line));
    // Not even the positions fit.
    let little = resumed(&path, cell, |request| with_memory(request, 1 << 20));
    assert!(fault(little).contains("does not fit into 1048576 bytes of memory"));
}

#[test]
fn a_certificate_can_be_written_again_after_an_interruption_among_the_openings() {
    let directory = tempfile::tempdir().unwrap();
    let asked = request(("3x4", "psk"), kept_in(directory.path(), 1)).with_certificate(true);
    let (solution, _) = solved_in_pieces(&asked);
    // The search is over: its last checkpoint is of some moment among the openings, or older.
    let again = solve(&resuming(asked), &Meter::default()).unwrap();
    for solution in [solution, again] {
        let mut certificate = Vec::new();
        solution.certificate.unwrap().write(&mut certificate).unwrap();
        let verified = kosolver_checker::verify(&certificate[..]).unwrap();
        assert_eq!(verified.value, kosolver_checker::Proved::Score(kosolver_rules::Score::points(4)));
    }
}
