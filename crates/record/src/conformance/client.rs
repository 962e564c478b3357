use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use kosolver_board::{Interrupt, shortened};

use crate::conformance::Error;

/// The most bytes of a line.
const MOST: u64 = 1 << 16;

/// The most lines of an answer.
const LINES: usize = 4_096;

/// How often it is asked whether the work is to stop.
const TICK: Duration = Duration::from_millis(20);

/// A program that speaks GTP, the Go Text Protocol (G. Farnebäck 2002), version 2.
#[derive(Debug)]
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    timeout: Duration,
    stop: Interrupt,
    known: BTreeSet<String>,
}

/// What a program answers: `Err` where it refuses a command, with what it says.
pub(crate) type Answer = Result<String, String>;

impl Client {
    /// Starts a program, which ends with the client. Its words are parted by spaces; quotation marks
    /// keep spaces. A command may take so long, and is given up if the work is to stop.
    ///
    /// # Errors
    /// [`Error`] if it cannot be started, or does not say which commands it knows.
    pub fn start(command: &str, timeout: Duration, stop: &Interrupt) -> Result<Client, Error> {
        let words = words(command)?;
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| Error::Command("the command of the program is empty".to_owned()))?;
        let mut started = Command::new(program);
        started.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // With what it starts in turn it is a group of its own, which ends as one. So a terminal's
        // Ctrl-C does not reach it before it reaches this program.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut started, 0);
        let fault = |error: std::io::Error| {
            Error::Command(format!("{} cannot be started: {}", shortened(program, 64), error.kind()))
        };
        let mut child = started.spawn().map_err(fault)?;
        let input = child.stdin.take();
        let output = child.stdout.take().expect("the output is a pipe");
        // A program that says more than anybody reads waits; so does the thread.
        let (sender, lines) = sync_channel(LINES);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                match output.by_ref().take(MOST).read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => return,
                    Ok(_) if sender.send(line).is_err() => return,
                    Ok(_) => {}
                }
            }
        });
        let stop = stop.clone();
        let mut client = Client { child, input, lines, timeout, stop, known: BTreeSet::new() };
        let list = client.must("list_commands")?;
        client.known = list.split_whitespace().map(str::to_owned).collect();
        Ok(client)
    }

    /// Whether the program knows a command.
    pub fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// Asks, and waits for the answer.
    ///
    /// # Errors
    /// [`Error::Program`] if there is none; [`Error::Interrupted`].
    pub fn ask(&mut self, command: &str) -> Result<Answer, Error> {
        let asked = shortened(command, 64);
        let died = || Error::Program(format!("ended when it was asked {asked}"));
        let input = self.input.as_mut().ok_or_else(died)?;
        let sent = input.write_all(format!("{command}\n").as_bytes()).and_then(|()| input.flush());
        sent.map_err(|_| died())?;
        let until = Instant::now() + self.timeout;
        let mut said: Vec<String> = Vec::new();
        loop {
            // It may be the interrupt by which the program has ended.
            if self.stop.is_stopped() {
                return Err(Error::Interrupted);
            }
            let left = until.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left.min(TICK)) {
                Ok(line) => String::from_utf8_lossy(&line).trim_end().replace('\t', " "),
                Err(RecvTimeoutError::Disconnected) => return Err(died()),
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => continue,
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.timeout.as_secs();
                    return Err(Error::Program(format!("gave no answer to {asked} in {seconds} s")));
                }
            };
            if said.is_empty() && line.is_empty() {
                continue;
            }
            if line.is_empty() {
                break;
            }
            if (said.is_empty() && !line.starts_with(['=', '?'])) || said.len() > LINES {
                return Err(Error::Program(format!(
                    "answered {asked} by {}: an answer in GTP begins with = or ?",
                    shortened(&line, 64)
                )));
            }
            said.push(line);
        }
        let text = said.join("\n");
        let (mark, text) = text.split_at(1);
        let text = text.trim().to_owned();
        Ok(if mark == "=" { Ok(text) } else { Err(text) })
    }

    /// Asks for something that must not be refused.
    ///
    /// # Errors
    /// As [`Client::ask`], and if it is refused.
    pub fn must(&mut self, command: &str) -> Result<String, Error> {
        let refused = |said: &str| format!("refuses {}: {}", shortened(command, 64), shortened(said, 64));
        self.ask(command)?.map_err(|said| Error::Program(refused(&said)))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // A program that has ended needs no farewell.
            let _ = input.write_all(b"quit\n");
        }
        // One that does not hear it is ended.
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(self.child.id() as i32), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn words(command: &str) -> Result<Vec<String>, Error> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for character in command.chars() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    match quote {
        None => Ok(words),
        Some(_) => {
            Err(Error::Command("the command of the program has a quotation mark without its pair".to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn quotation_marks_keep_spaces() {
        let words = |text| super::words(text).unwrap();
        assert_eq!(words("a  b\tc"), ["a", "b", "c"]);
        assert_eq!(words(r#"'a b' "c 'd" e"f g""#), ["a b", "c 'd", "ef g"]);
        assert_eq!(words("a ''"), ["a", ""]);
        assert!(words(" ").is_empty());
        assert!(super::words("a 'b").unwrap_err().to_string().contains("quotation mark"));
    }
}
