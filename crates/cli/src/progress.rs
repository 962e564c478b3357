//! What is shown while long work goes on: by a terminal all the time, in a pipe a line now and then of what
//! may take an hour.

use std::fmt::Write;
use std::fs::File;
use std::io::{BufReader, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressBarIter, ProgressState, ProgressStyle};
use kosolver_rules::Score;
use kosolver_search::{Activity, Meter};
use kosolver_study::Done;
use kosolver_tablebase::{Progress, Size, Stage};

use crate::output;

/// How long work lasts before what it finds is shown line by line: if it is interrupted, that is not
/// lost.
const LONG: Duration = Duration::from_secs(10);

/// Does work that finds so many solutions and says when it has one, while a bar counts them.
pub fn counted<T>(tasks: usize, meter: &Meter, work: impl FnOnce(Done) -> T) -> T {
    let bar = ProgressBar::new(tasks as u64);
    show(&bar, "{bar:20} {pos}/{len} solutions, {visited} nodes, {elapsed}", meter);
    let kept: Mutex<Vec<String>> = Mutex::default();
    let work = || {
        work(&|found| {
            bar.inc(1);
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(found.map(str::to_owned));
            if bar.elapsed() >= LONG {
                kept.drain(..).for_each(|line| bar.println(line));
            }
        })
    };
    let text = |elapsed| {
        let nodes = match meter.nodes() {
            0 => String::new(), // not counted, or not yet
            nodes => format!("{} nodes · ", HumanCount(nodes)),
        };
        format!("{}/{tasks} solutions · {nodes}{:#}", bar.position(), HumanDuration(elapsed))
    };
    let done = if bar.is_hidden() { told(&text, TOLD, &output::tell, work) } else { work() };
    bar.finish_and_clear();
    done
}

/// How often a pipe has a line.
const TOLD: Duration = Duration::from_secs(30);

/// Does one piece of work, while a line shows what is known of the value, and what the search has taken.
pub fn watched<T>(meter: &Meter, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return told(&|elapsed| now_text(meter, elapsed), TOLD, &output::tell, work);
    }
    let line = ProgressBar::new_spinner();
    show(&line, "{spinner} {search}", meter);
    let done = work();
    line.finish_and_clear();
    done
}

/// Does one piece of work, while it is told so often how far that is after some time.
fn told<T>(
    text: &(dyn Fn(Duration) -> String + Sync),
    every: Duration,
    tell: &(dyn Fn(&str) + Sync),
    work: impl FnOnce() -> T,
) -> T {
    let begun = Instant::now();
    std::thread::scope(|scope| {
        // It is dropped when the work is done, or has panicked.
        let (_at_work, done) = channel::<()>();
        scope.spawn(move || {
            while done.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                tell(&text(begun.elapsed()));
            }
        });
        work()
    })
}

/// The same bar in this style.
fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    // A progress line that cannot be drawn is not worth a fault.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn show(bar: &ProgressBar, template: &str, meter: &Meter) {
    let counting = meter.clone();
    let visited = move |_: &ProgressState, text: &mut dyn Write| {
        let _ = write!(text, "{}", HumanCount(counting.nodes()));
    };
    let searching = meter.clone();
    let search = move |state: &ProgressState, text: &mut dyn Write| {
        let _ = text.write_str(&now_text(&searching, state.elapsed()));
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("visited", visited).with_key("search", search));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
}

/// What a search does now, and what it knows.
fn now_text(meter: &Meter, elapsed: Duration) -> String {
    if let Some(guide) = meter.guide() {
        let (stage, done, total) = guide.now();
        return guide_text(stage, done, total, elapsed);
    }
    let bounds = meter.bounds();
    let beside = |doing: &str| beside_text(bounds, doing, elapsed);
    match meter.activity() {
        Activity::Searching => search_text(bounds, meter.nodes(), meter.bytes(), elapsed),
        Activity::Learning { games, of } => {
            beside(&format!("learning who is ahead: {} of {} games", HumanCount(games), HumanCount(of)))
        }
        Activity::LookingAhead { nodes } => beside(&format!("looking ahead: {} nodes", HumanCount(nodes))),
        Activity::KeepingProof { positions } => {
            beside(&format!("keeping what was found ahead: {} positions", HumanCount(positions)))
        }
        Activity::WritingCertificate { of: 0, .. } => beside("writing the certificate"),
        Activity::WritingCertificate { steps, of } => {
            beside(&format!("writing the certificate: {}%", 100 * steps / of))
        }
        Activity::VerifyingCertificate => beside("verifying the certificate"),
    }
}

/// Does work while a line says how far it is.
pub fn described<T>(text: &(dyn Fn() -> String + Sync), work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        let text = |elapsed| format!("{} · {:#}", text(), HumanDuration(elapsed));
        return told(&text, TOLD, &output::tell, work);
    }
    let line = styled(ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let shown = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                line.set_message(text());
                line.tick();
                std::thread::park_timeout(Duration::from_millis(200));
            }
        });
        let found = work();
        done.store(true, Ordering::Relaxed);
        shown.thread().unpark();
        line.finish_and_clear();
        found
    })
}

/// Counts positions, while a bar shows how many points of the board are filled, and beside it in how
/// many ways that are kept, and what they take.
pub fn filling<T>(points: u64, work: impl FnOnce(&dyn Fn(u64, u64, u64)) -> T) -> T {
    let bar = styled(ProgressBar::new(points), "{bar:10} {pos} of {len} points filled, {msg}, {elapsed}");
    let done = work(&|filled, borders, bytes| {
        bar.set_position(filled);
        bar.set_message(format!("{} borders, {}", HumanCount(borders), Size(bytes)));
    });
    bar.finish_and_clear();
    done
}

/// Files that are read, while a bar shows how much has been.
pub struct Reading(ProgressBar);

impl Reading {
    pub fn of(&self, file: File) -> ProgressBarIter<BufReader<File>> {
        self.0.wrap_read(BufReader::new(file))
    }

    /// Says something without the bar in its way.
    pub fn suspended<T>(&self, say: impl FnOnce() -> T) -> T {
        self.0.suspend(say)
    }
}

/// Reads files that are so many bytes long together, while a bar shows how much has been read.
pub fn read<T>(bytes: u64, work: impl FnOnce(&Reading) -> T) -> T {
    let bar = ProgressBar::new(bytes);
    let reading = Reading(styled(bar, "{bar:20} {bytes} of {total_bytes}, {elapsed}, {eta} left"));
    let done = work(&reading);
    reading.0.finish_and_clear();
    done
}

/// What is known of a value.
type Bounds = (Option<Score>, Option<Score>);

/// What is known of a value, if anything is.
pub fn known(bounds: Bounds) -> Option<String> {
    match bounds {
        (Some(lower), Some(upper)) if lower == upper => Some(format!("value = {lower}")),
        (Some(lower), Some(upper)) => Some(format!("{lower} ≤ value ≤ {upper}")),
        (Some(lower), None) => Some(format!("{lower} ≤ value")),
        (None, Some(upper)) => Some(format!("value ≤ {upper}")),
        (None, None) => None,
    }
}

/// The same, with what separates it from what follows.
fn bounds_text(bounds: Bounds) -> String {
    known(bounds).map_or(String::new(), |known| known + " · ")
}

/// What is known of a value between these bounds, and what is done beside the search.
fn beside_text(bounds: Bounds, doing: &str, elapsed: Duration) -> String {
    format!("{}{doing} · {:#}", bounds_text(bounds), HumanDuration(elapsed))
}

/// What is known of a value between these bounds, and what the search for it has taken so far.
fn search_text(bounds: Bounds, nodes: u64, bytes: u64, elapsed: Duration) -> String {
    let value = bounds_text(bounds);
    let memory = if bytes > 0 { format!("{} · ", Size(bytes)) } else { String::new() };
    format!("{value}{} nodes · {memory}{:#}", HumanCount(nodes), HumanDuration(elapsed))
}

/// How far the guide is that a search makes.
fn guide_text(stage: Stage, done: u64, total: u64, elapsed: Duration) -> String {
    let percent = done * 100 / total.max(1);
    let what = match stage {
        Stage::Needs => "counting what it takes".to_owned(),
        stage => format!("{percent} % of {} {}", HumanCount(total), what(stage)),
    };
    format!("making a guide: {what} · {:#}", HumanDuration(elapsed))
}

/// A bar for each stage of work on a tablebase, with its rate and the time that is left, until the
/// work is done.
pub fn stages(progress: &Progress, done: &AtomicBool) {
    let bar = styled(ProgressBar::new(0), "{bar:10} {msg}");
    let (mut shown, mut told) = (None, Instant::now());
    while !done.load(Ordering::Relaxed) {
        let (stage, position, total) = progress.now();
        if shown != Some((stage, total)) {
            shown = Some((stage, total));
            bar.reset();
            bar.set_length(total);
        }
        bar.set_position(position);
        let text = stage_text(stage, position, total, bar.per_sec(), bar.eta());
        if bar.is_hidden() && told.elapsed() >= TOLD {
            output::tell(text.trim_start());
            told = Instant::now();
        }
        bar.set_message(text);
        std::thread::park_timeout(Duration::from_millis(200));
    }
    bar.finish_and_clear();
}

fn what(stage: Stage) -> &'static str {
    match stage {
        Stage::Needs => "boards counted",
        Stage::Classes => "positions numbered",
        Stage::Moves => "moves counted",
        Stage::Settling => "plays settled",
        Stage::Writing => "blocks written",
        Stage::Reading => "blocks read",
        Stage::Checking => "positions checked",
        Stage::Counting => "positions counted",
    }
}

/// How far a stage is, beside a bar of ten columns, so that a line fits a terminal of 80.
fn stage_text(stage: Stage, position: u64, total: u64, rate: f64, left: Duration) -> String {
    if stage == Stage::Needs {
        return "counting what it takes".to_owned();
    }
    let what = what(stage);
    let percent = position * 100 / total.max(1);
    // No work is that fast.
    let rate = HumanCount(rate.clamp(0.0, 1e12).round() as u64);
    format!("{percent:>3} % of {} {what}, {rate}/s, {:#} left", HumanCount(total), HumanDuration(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_shows_its_bounds_in_80_columns() {
        let score = |text: &str| Some(text.parse::<Score>().expect("a score"));
        let text =
            |lower, upper, nodes| search_text((lower, upper), nodes, 310 << 20, Duration::from_secs(12));
        assert_eq!(
            text(score("2"), score("9"), 1_234_567),
            "2 ≤ value ≤ 9 · 1,234,567 nodes · 310.0 MiB · 12s"
        );
        assert_eq!(text(score("9"), score("9"), 5), "value = 9 · 5 nodes · 310.0 MiB · 12s");
        assert_eq!(text(score("2"), None, 5), "2 ≤ value · 5 nodes · 310.0 MiB · 12s");
        assert_eq!(text(None, score("-1/2"), 5), "value ≤ -1/2 · 5 nodes · 310.0 MiB · 12s");
        let value = (score("9"), score("9"));
        let minutes = Duration::from_secs(720);
        assert_eq!(
            beside_text(value, "verifying the certificate", minutes),
            "value = 9 · verifying the certificate · 12m"
        );
        assert_eq!(search_text((None, None), 5, 0, Duration::from_secs(90)), "5 nodes · 2m");
        let widest = search_text(
            (score("-63.99"), score("63.99")),
            999_999_999_999,
            1023 << 30,
            Duration::from_secs(59 * 60),
        );
        // The spinner and a space come before, and the last column stays free.
        assert!(widest.chars().count() + 2 < 80, "{widest}");
    }

    #[test]
    fn a_pipe_is_told_of_a_search_until_it_is_done() {
        let (said, heard) = channel();
        let said = Mutex::new(said);
        let tell = |text: &str| said.lock().unwrap().send(text.to_owned()).unwrap();
        // The work is done once something has been said of it.
        let meter = Meter::default();
        let text = |elapsed| now_text(&meter, elapsed);
        let found = told(&text, Duration::from_millis(1), &tell, || heard.recv().unwrap());
        assert!(found.starts_with("0 nodes · "), "{found}");
        assert!(std::panic::catch_unwind(|| told(&|_| String::new(), TOLD, &|_| {}, || panic!())).is_err());
    }

    #[test]
    fn a_stage_fits_a_terminal_of_80_columns() {
        let text = |position, rate| {
            let left = Duration::from_secs(59 * 60);
            stage_text(Stage::Classes, position, 1_840_058_693, rate, left)
        };
        assert_eq!(
            text(920_029_346, 582_798.6),
            " 49 % of 1,840,058,693 positions numbered, 582,799/s, 59m left"
        );
        // A bar of ten columns and a space come before, and the last column stays free.
        assert!(text(1_840_058_693, 99_999_999.9).chars().count() + 11 < 80);
        let guide = guide_text(Stage::Classes, 920_029_346, 1_840_058_693, Duration::from_secs(59 * 60));
        assert_eq!(guide, "making a guide: 49 % of 1,840,058,693 positions numbered · 59m");
        // The spinner and a space come before, and the last column stays free.
        assert!(guide.chars().count() + 2 < 80);
        assert_eq!(stage_text(Stage::Reading, 0, 0, f64::NAN, Duration::ZERO).split(',').count(), 3);
    }
}
