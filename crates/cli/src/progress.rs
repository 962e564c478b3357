//! What a terminal shows while long work goes on; in a pipe, nothing.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use kosolver_search::Meter;
use kosolver_study::Done;
use kosolver_tablebase::{Progress, Stage};

/// How long work lasts before what it finds is shown line by line: if it is interrupted, that is not
/// lost.
const LONG: Duration = Duration::from_secs(10);

/// Does work that finds so many solutions and says when it has one, while a bar counts them.
pub fn counted<T>(tasks: usize, meter: &Arc<Meter>, work: impl FnOnce(Done) -> T) -> T {
    let bar = ProgressBar::new(tasks as u64);
    show(&bar, "{bar:30} {pos}/{len} solutions, {visited} nodes, {elapsed}", meter);
    let kept: Mutex<Vec<String>> = Mutex::default();
    let done = work(&|found| {
        bar.inc(1);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(found.map(str::to_owned));
        if bar.elapsed() >= LONG {
            kept.drain(..).for_each(|line| bar.println(line));
        }
    });
    bar.finish_and_clear();
    done
}

/// Does one piece of work, while a line counts nodes.
pub fn watched<T>(meter: &Arc<Meter>, work: impl FnOnce() -> T) -> T {
    let line = ProgressBar::new_spinner();
    show(&line, "{spinner} {visited} nodes, {elapsed}", meter);
    let done = work();
    line.finish_and_clear();
    done
}

fn show(bar: &ProgressBar, template: &str, meter: &Arc<Meter>) {
    let meter = Arc::clone(meter);
    let visited = move |_: &ProgressState, text: &mut dyn Write| {
        // A progress line that cannot be drawn is not worth a fault.
        let _ = write!(text, "{}", HumanCount(meter.nodes()));
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("visited", visited));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
}

/// A bar for each stage of work on a tablebase, with its rate and the time that is left, until the
/// work is done.
pub fn stages(progress: &Progress, done: &AtomicBool) {
    let bar = ProgressBar::new(0);
    let template =
        "{msg:22} {bar:30} {percent:>3} %, {human_pos}/{human_len}, {per_sec}, {eta} left, {elapsed}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    let mut shown = None;
    while !done.load(Ordering::Relaxed) {
        let (stage, position, total) = progress.now();
        if shown != Some((stage, total)) {
            shown = Some((stage, total));
            bar.reset();
            bar.set_length(total);
            bar.set_message(match stage {
                Stage::Classes => "positions by symmetry",
                Stage::Moves => "moves of positions",
                Stage::Settling => "plays settled",
                Stage::Writing => "blocks written",
                Stage::Reading => "blocks read",
                Stage::Checking => "positions checked",
                Stage::Counting => "positions counted",
            });
        }
        bar.set_position(position);
        std::thread::park_timeout(Duration::from_millis(200));
    }
    bar.finish_and_clear();
}
