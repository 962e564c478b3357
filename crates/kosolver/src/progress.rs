//! What a terminal shows while long work goes on; in a pipe, nothing.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use search::Meter;

/// A bar that counts solutions.
pub fn bar(tasks: usize, meter: &Arc<Meter>) -> ProgressBar {
    let bar = ProgressBar::new(tasks as u64);
    show(&bar, "{bar:30} {pos}/{len} solutions, {visited} nodes, {elapsed}", meter);
    bar
}

/// A line that counts nodes.
pub fn line(meter: &Arc<Meter>) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    show(&bar, "{spinner} {visited} nodes, {elapsed}", meter);
    bar
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
