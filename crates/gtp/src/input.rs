//! What arrives: lines from a thread that reads them, and the end of work that another thread does.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use kosolver::{Interrupt, Meter};

use crate::protocol::is_interrupt;

/// How often it is asked whether the program is to end.
const TICK: Duration = Duration::from_millis(50);
/// The most bytes of a line.
pub const BYTES: usize = 1 << 16;
/// The most lines that wait to be answered. Further ones are left unread until there is room: to refuse
/// them would let what a script is answered depend on how fast it is read.
const LINES: usize = 1024;

/// A line as it arrives.
pub struct Line {
    /// Its text, as far as it is kept.
    pub text: String,
    /// Whether that is all of it.
    pub whole: bool,
}

enum Event {
    Line(Line),
    End,
    Done,
}

/// What stops work before it is done, besides its limit of time and the end of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Only GoGui's interrupt.
    Finish,
    /// Any line, and the end of the input.
    UntilLine,
}

/// Why work has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It was done, or its time was over.
    Done,
    /// A line came that stops it.
    Line,
    /// The program is to end.
    Stopped,
}

/// The lines that arrive, in order.
pub struct Input {
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// As many as there are lines that were read and not taken.
    taken: Receiver<()>,
    waiting: VecDeque<Line>,
    ended: bool,
    /// Whether the program is to end.
    stop: Interrupt,
}

/// Says that work is done, also if it panics.
struct Telling(Sender<Event>);

impl Drop for Telling {
    fn drop(&mut self) {
        // Whoever asked for the work waits for it.
        let _ = self.0.send(Event::Done);
    }
}

/// Reads a line, and skips what is too much of it; nothing at the end.
fn read(reader: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    reader.by_ref().take(BYTES as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
    let whole = ended || bytes.len() <= BYTES;
    if !whole {
        reader.skip_until(b'\n')?;
    }
    Ok(Some(Line { text: String::from_utf8_lossy(&bytes).into_owned(), whole }))
}

impl Input {
    /// Reads lines in a thread of its own, which ends with the input or the program.
    pub fn new(mut reader: impl BufRead + Send + 'static, stop: &Interrupt) -> Input {
        let (sender, events) = channel();
        let (room, taken) = sync_channel(LINES);
        let lines = sender.clone();
        thread::spawn(move || {
            // A fault of the input ends it.
            while let Ok(Some(line)) = read(&mut reader) {
                if room.send(()).is_err() || lines.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            let _ = lines.send(Event::End);
        });
        Input { events, sender, taken, waiting: VecDeque::new(), ended: false, stop: stop.clone() }
    }

    /// Whether the program is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// The next line; nothing if there will be none.
    pub fn line(&mut self) -> Option<Line> {
        while !self.wait(TICK) && !self.ended {
            if self.is_stopped() {
                return None;
            }
        }
        let line = self.waiting.pop_front()?;
        // There is room for another.
        let _ = self.taken.try_recv();
        Some(line).filter(|_| !self.is_stopped())
    }

    /// Waits for a while for a line, the end of the input or of the program, and says whether one of these is
    /// there.
    pub fn quiet(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if self.wait(left.min(TICK)) || self.ended || self.is_stopped() {
                return true;
            }
            if left.is_zero() {
                return false;
            }
        }
    }

    /// Waits for a line, and says whether one is waiting.
    fn wait(&mut self, time: Duration) -> bool {
        if self.waiting.is_empty() && !self.ended {
            match self.events.recv_timeout(time) {
                Ok(Event::Line(line)) => self.waiting.push_back(line),
                Ok(Event::End) => self.ended = true,
                Ok(Event::Done) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
        }
        !self.waiting.is_empty()
    }

    /// Lets another thread work, counted by a meter that stops it when its time is over, when a line
    /// comes for which it is to stop, or when the program is to end. Meanwhile something may be done now and
    /// then.
    pub fn during<T: Send>(
        &mut self,
        patience: Patience,
        limit: Option<Duration>,
        every: Option<Duration>,
        mut now_and_then: impl FnMut(),
        work: impl FnOnce(&Meter) -> T + Send,
    ) -> (T, Why) {
        let interrupt = Interrupt::default();
        let limited = limit.map_or_else(|| interrupt.clone(), |limit| interrupt.by(Instant::now() + limit));
        let meter = Meter::until(limited);
        let mut why = Why::Done;
        let mut next = every.map(|every| Instant::now() + every);
        if patience == Patience::UntilLine && (self.ended || !self.waiting.is_empty()) {
            why = Why::Line;
            interrupt.stop();
        }
        let result = thread::scope(|scope| {
            let telling = Telling(self.sender.clone());
            let worker = scope.spawn(move || {
                let _telling = telling;
                work(&meter)
            });
            loop {
                let event = self.events.recv_timeout(TICK);
                if let (Some(due), Some(every)) = (next, every)
                    && Instant::now() >= due
                {
                    now_and_then();
                    next = Some(Instant::now() + every);
                }
                match event {
                    Ok(Event::Done) => break,
                    Ok(Event::Line(line)) => {
                        if patience == Patience::UntilLine || is_interrupt(&line.text) {
                            why = Why::Line;
                            interrupt.stop();
                        }
                        self.waiting.push_back(line);
                    }
                    Ok(Event::End) => {
                        self.ended = true;
                        if patience == Patience::UntilLine {
                            why = Why::Line;
                            interrupt.stop();
                        }
                    }
                    Err(_) if self.stop.is_stopped() => {
                        why = Why::Stopped;
                        interrupt.stop();
                    }
                    Err(_) => {}
                }
            }
            worker.join()
        });
        (result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)), why)
    }
}
