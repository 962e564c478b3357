//! A controller.

use std::sync::{Arc, Mutex};

use kosolver::{Interrupt, Resources};
use kosolver_gtp::{Ended, Settings, run};

pub fn settings(board: &str, rules: &str) -> Settings {
    let resources = Resources::default().with_memory(64 << 20).expect("enough");
    let settings = Settings::new(board.parse().expect("a board"), rules.parse().expect("rules"));
    Settings { resources, ..settings }
}

/// What is answered to some commands, each answer without the empty line that ends it, and what is said besides.
pub fn session(settings: Settings, commands: &str) -> (Vec<String>, Vec<String>, Ended) {
    let mut out = Vec::new();
    let said: Arc<Mutex<Vec<String>>> = Arc::default();
    let hears = Arc::clone(&said);
    let input = std::io::Cursor::new(commands.to_owned().into_bytes());
    let ended = run(input, &mut out, settings, &Interrupt::default(), move |text| {
        hears.lock().expect("whole").push(text.to_owned());
    });
    let out = String::from_utf8(out).expect("UTF-8");
    let answers: Vec<String> = out.split_terminator("\n\n").map(str::to_owned).collect();
    let said = said.lock().expect("whole").clone();
    (answers, said, ended.expect("it runs"))
}

/// What is answered to some commands.
pub fn answers(board: &str, rules: &str, commands: &[&str]) -> Vec<String> {
    let (answers, _, _) = session(settings(board, rules), &(commands.join("\n") + "\n"));
    assert_eq!(answers.len(), commands.len(), "{commands:?} {answers:?}");
    answers
}

/// Sends commands, and compares what is answered: an answer ends with `…` where only its beginning counts.
pub fn check(board: &str, rules: &str, talk: &[(&str, &str)]) {
    let commands: Vec<&str> = talk.iter().map(|(command, _)| *command).collect();
    for ((command, expected), answer) in talk.iter().zip(answers(board, rules, &commands)) {
        match expected.strip_suffix('…') {
            Some(beginning) => assert!(answer.starts_with(beginning), "{command}: {answer}"),
            None => assert_eq!(answer.trim_end(), expected.trim_end(), "{command}"),
        }
    }
}
