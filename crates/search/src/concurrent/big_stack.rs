//! A thread that keeps what it works on between calls.

use std::panic::resume_unwind;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};

/// The stack of a searching thread: the recursion is as deep as a game is long. Of this address
/// space only what is used becomes memory.
pub(crate) const STACK: usize = 1 << 30;

type Job<T> = Box<dyn FnOnce(&mut T) + Send>;

/// Something that lives on a thread of its own, which has the stack for deep recursion. Calls come
/// one at a time, so it need not be shared.
pub(crate) struct Deep<T> {
    jobs: Option<Sender<Job<T>>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: 'static> Deep<T> {
    /// Starts the thread, which makes the thing.
    ///
    /// # Panics
    /// If the system starts no thread.
    pub(crate) fn new(make: impl FnOnce() -> T + Send + 'static) -> Deep<T> {
        let (jobs, received) = channel::<Job<T>>();
        let work = move || {
            let mut thing = make();
            received.into_iter().for_each(|job| job(&mut thing));
        };
        let thread = Builder::new().name("kosolver".to_owned()).stack_size(STACK).spawn(work);
        match thread {
            Ok(thread) => Deep { jobs: Some(jobs), thread: Some(thread) },
            Err(error) => panic!("no thread could be started: {error}"),
        }
    }

    /// Does something with the thing, and waits for it. A panic there is one here.
    pub(crate) fn run<R: Send + 'static>(&mut self, job: impl FnOnce(&mut T) -> R + Send + 'static) -> R {
        let (answer, answered) = channel();
        let job: Job<T> = Box::new(move |thing| {
            // Nobody has stopped waiting: the caller is in this function.
            let _ = answer.send(job(thing));
        });
        let sent = self.jobs.as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        match answered.recv() {
            Ok(answer) if sent => answer,
            _ => self.fail(),
        }
    }

    /// The thread is gone: so is whoever asked it.
    fn fail(&mut self) -> ! {
        self.jobs = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(panic)) => resume_unwind(panic),
            _ => panic!("a search that has failed was asked again"),
        }
    }
}

impl<T> Drop for Deep<T> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // Whoever asked has seen the panic, if there was one.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_kept_between_calls() {
        let mut deep = Deep::new(Vec::new);
        for number in 0..3 {
            deep.run(move |numbers: &mut Vec<u32>| numbers.push(number));
        }
        assert_eq!(deep.run(|numbers| numbers.clone()), [0, 1, 2]);
    }

    #[test]
    #[should_panic(expected = "what went wrong")]
    fn a_panic_reaches_the_caller() {
        Deep::new(|| ()).run(|()| panic!("what went wrong"));
    }
}
