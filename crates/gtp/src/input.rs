//! What arrives: lines from a thread that reads them, and the end of work that another thread does.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use kosolver::{Interrupt, Meter};

use crate::protocol::is_interrupt;

/// How often it is asked whether the program is to end.
const TICK: Duration = Duration::from_millis(50);

enum Event {
    Line(String),
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
    waiting: VecDeque<String>,
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

impl Input {
    /// Reads lines in a thread of its own, which ends with the input or the program.
    pub fn new(mut reader: impl BufRead + Send + 'static, stop: &Interrupt) -> Input {
        let (sender, events) = channel();
        let lines = sender.clone();
        thread::spawn(move || {
            let mut line = Vec::new();
            // A fault of the input ends it.
            while reader.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
                if line.last() == Some(&b'\n') {
                    line.pop();
                }
                if lines.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
                    return;
                }
                line.clear();
            }
            let _ = lines.send(Event::End);
        });
        Input { events, sender, waiting: VecDeque::new(), ended: false, stop: stop.clone() }
    }

    /// Whether the program is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// The next line; nothing if there will be none.
    pub fn line(&mut self) -> Option<String> {
        while !self.wait(TICK) && !self.ended {
            if self.is_stopped() {
                return None;
            }
        }
        self.waiting.pop_front().filter(|_| !self.is_stopped())
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
                        if patience == Patience::UntilLine || is_interrupt(&line) {
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
