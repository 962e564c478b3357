//! Questions at work: tables that several pages share, and how a question is watched and stopped.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use kosolver::{Error, Game, Meter, Resources, Session};
use tokio::sync::mpsc::Sender;
use tokio::sync::{Mutex as Shared, OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::interval;

use crate::event::{Event, Progress, Stage, Task};
use crate::fault::Fault;
use crate::limits::Limits;

/// How often progress is told.
const TICK: Duration = Duration::from_millis(150);

/// The games whose tables are kept, and the places for questions.
pub struct Work {
    limits: Limits,
    /// The game asked about last is the last.
    games: Mutex<Vec<StoredGame>>,
    /// The certificates that are being made.
    certificates: Mutex<Vec<Weak<Making>>>,
    /// For each question that is worked on or waits.
    places: Arc<Semaphore>,
    /// For each question that is worked on.
    workers: Arc<Semaphore>,
}

/// A game and all that was found out about it. Pages that ask about the same game share it, and take
/// turns.
struct StoredGame {
    game: Game,
    session: Arc<Shared<Session>>,
}

/// Where a question tells what it has found, and what it is looking for.
#[derive(Clone)]
pub struct Reporter {
    events: Sender<Event>,
    /// What is looked for, how much of it was found, and how much there is.
    stage: Arc<Mutex<(Stage, usize, usize)>>,
}

impl Reporter {
    fn new(events: Sender<Event>) -> Reporter {
        Reporter { events, stage: Arc::default() }
    }

    /// Something was found.
    pub fn tell(&self, event: Event) {
        if matches!(event, Event::Move(_)) {
            self.at().1 += 1;
        }
        // Nobody listens any more: then the search is being stopped.
        let _ = self.events.blocking_send(event);
    }

    /// From now on this is looked for.
    pub fn stage(&self, stage: Stage, of: usize) {
        *self.at() = (stage, 0, of);
    }

    fn at(&self) -> MutexGuard<'_, (Stage, usize, usize)> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn progress(&self, meter: &Meter, began: Instant) -> Event {
        let (stage, found, of) = *self.at();
        let (lower, upper) = if stage == Stage::Value { meter.bounds() } else { (None, None) };
        Event::Progress(Progress {
            stage,
            found,
            of,
            lower,
            upper,
            nodes: meter.nodes(),
            bytes: meter.bytes(),
            seconds: (began.elapsed().as_secs_f64() * 10.0).round() / 10.0,
            task: Task::of(meter),
        })
    }
}

/// A certificate that is being made. It stops when nobody waits for it any more.
pub struct Making {
    /// The game it is of.
    pub game: Game,
    /// How far it is.
    pub meter: Meter,
}

impl Drop for Making {
    fn drop(&mut self) {
        self.meter.interrupt();
    }
}

/// Stops the work that a meter counts when nobody waits for it any more.
struct Stopping(Meter);

impl Drop for Stopping {
    fn drop(&mut self) {
        self.0.interrupt();
    }
}

impl Work {
    /// No game yet.
    pub fn new(limits: Limits) -> Work {
        let places = Arc::new(Semaphore::new(limits.solves + limits.waiting));
        let workers = Arc::new(Semaphore::new(limits.solves));
        Work { limits, games: Mutex::default(), certificates: Mutex::default(), places, workers }
    }

    /// What may be used.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What the search for one game may use.
    pub fn resources(&self) -> Result<Resources, Error> {
        // Beside the tables that are kept, each worker may search for a certificate.
        let shares = self.limits.games + self.limits.solves;
        Resources::default().with_memory(self.limits.memory / shares as u64)
    }

    /// How many questions are worked on or wait.
    pub fn asked(&self) -> usize {
        self.limits.solves + self.limits.waiting - self.places.available_permits()
    }

    /// A place for a question.
    pub fn place(&self) -> Result<OwnedSemaphorePermit, Fault> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            Fault::busy(format!(
                "{} questions are worked on or wait already: stop one of them, or ask again later",
                self.limits.solves + self.limits.waiting
            ))
        })
    }

    /// A worker for a question that has a place.
    pub async fn worker(&self) -> Result<OwnedSemaphorePermit, Fault> {
        Arc::clone(&self.workers).acquire_owned().await.map_err(|_| Fault::failed())
    }

    /// A certificate that is begun.
    pub fn make(&self, game: &Game) -> Arc<Making> {
        let making = Arc::new(Making { game: game.clone(), meter: Meter::default() });
        self.at_certificates().push(Arc::downgrade(&making));
        making
    }

    /// The certificates that are being made now.
    pub fn certificates(&self) -> Vec<Arc<Making>> {
        let mut all = self.at_certificates();
        all.retain(|making| making.strong_count() > 0);
        all.iter().filter_map(Weak::upgrade).collect()
    }

    fn at_certificates(&self) -> MutexGuard<'_, Vec<Weak<Making>>> {
        self.certificates.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn games(&self) -> MutexGuard<'_, Vec<StoredGame>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables of a game: those that are kept, or new ones in place of those that nobody has asked for
    /// longest.
    fn session(&self, game: &Game) -> Result<Arc<Shared<Session>>, Fault> {
        let mut games = self.games();
        let forgotten;
        let kept = match games.iter().position(|kept| kept.game == *game) {
            Some(place) => games.remove(place),
            None => {
                if games.len() >= self.limits.games {
                    let idle = games.iter().position(|kept| Arc::strong_count(&kept.session) == 1);
                    let Some(idle) = idle else {
                        return Err(Fault::busy(format!(
                            "{} games are being solved already: stop one of them, or ask again later",
                            self.limits.games
                        )));
                    };
                    forgotten = Some(games.remove(idle));
                    // Freeing large tables takes time.
                    std::thread::spawn(move || drop(forgotten));
                }
                let session = Session::with(game.clone(), self.resources()?, &Meter::default());
                StoredGame { game: game.clone(), session: Arc::new(Shared::new(session)) }
            }
        };
        let session = Arc::clone(&kept.session);
        games.push(kept);
        Ok(session)
    }

    /// Forgets the tables of a game whose search has failed.
    fn forget(&self, game: &Game) {
        self.games().retain(|kept| kept.game != *game);
    }

    /// Works on a question about a game, and tells what is found as long as somebody listens.
    ///
    /// # Errors
    /// If there is too much work already.
    pub fn start<F>(self: Arc<Self>, game: &Game, events: Sender<Event>, question: F) -> Result<(), Fault>
    where
        F: FnOnce(&mut Session, &Reporter) -> Result<(), Error> + Send + 'static,
    {
        let place = self.place()?;
        let session = self.session(game)?;
        let game = game.clone();
        tokio::spawn(async move {
            let last = tokio::select! {
                () = events.closed() => return,
                last = self.run(session, &events, question) => last,
            };
            let last = last.unwrap_or_else(|fault| {
                if fault == Fault::failed() {
                    self.forget(&game);
                }
                Event::Fault(fault)
            });
            // Free again before the last word is said: whoever hears it may ask at once.
            drop(place);
            let _ = events.send(last).await;
        });
        Ok(())
    }

    /// Waits for its turn, and works. If this is dropped, the work stops.
    async fn run<F>(
        &self,
        session: Arc<Shared<Session>>,
        events: &Sender<Event>,
        question: F,
    ) -> Result<Event, Fault>
    where
        F: FnOnce(&mut Session, &Reporter) -> Result<(), Error> + Send + 'static,
    {
        if session.try_lock().is_err() || self.workers.available_permits() == 0 {
            let _ = events.send(Event::Waiting).await;
        }
        let mut session = session.lock_owned().await;
        let worker = self.worker().await?;
        let (meter, report) = (Meter::default(), Reporter::new(events.clone()));
        let stopping = Stopping(meter.clone());
        let began = Instant::now();
        let (watched, told) = (meter.clone(), report.clone());
        let mut work: JoinHandle<Result<(), Error>> = spawn_blocking(move || {
            let _worker = worker;
            session.watch(&watched);
            question(&mut session, &told)
        });
        let mut ticks = interval(TICK);
        ticks.tick().await;
        let mut late = false;
        let done = loop {
            tokio::select! {
                done = &mut work => break done,
                _ = ticks.tick() => {
                    late = began.elapsed() > self.limits.time;
                    if late {
                        meter.interrupt();
                    } else {
                        // A reader that is slow misses some.
                        let _ = events.try_send(report.progress(&meter, began));
                    }
                }
            }
        };
        drop(stopping);
        match done {
            Ok(Ok(())) => Ok(Event::Done { nodes: meter.nodes() }),
            Ok(Err(Error::Interrupted { .. })) if late => Err(Error::Time { time: self.limits.time }.into()),
            Ok(Err(error)) => Err(error.into()),
            Err(_) => Err(Fault::failed()),
        }
    }
}
