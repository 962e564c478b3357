use anyhow::Result;
use rules::Ko;

use crate::output;

pub fn run() -> Result<()> {
    let mut text = String::from("T is the position after a play.\n");
    for ko in Ko::all() {
        for reading in ko.readings() {
            text += &format!("\n{}  ({})\n  {}\n", reading.name(), reading.title(), reading.sentence());
            text += &format!("  The game ends: {}.\n  Source: {}.\n", reading.end(), reading.source());
        }
    }
    output::print(&text)
}
