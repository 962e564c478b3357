//! What workers send each other, and how they wait for one another.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe, probe};
use timely::worker::Worker;

use crate::error::Error;

/// What one worker sends another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Parcel {
    /// The worker it is for.
    to: usize,
    pub(crate) content: Content,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Content {
    /// Packed plays at classes of the receiver's.
    Plays(#[serde(with = "serde_bytes")] Vec<u8>),
    /// A part of a file.
    Part(#[serde(with = "serde_bytes")] Vec<u8>),
    /// What all are to know at the end of a step.
    Status(Status),
}

/// What a worker tells all others at the end of a step.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Status {
    /// The worker.
    pub(crate) from: usize,
    /// There is more to do of what is done at present.
    pub(crate) more: bool,
    /// Somebody asked for the work to end.
    pub(crate) stop: bool,
    /// It is time to save the work.
    pub(crate) save: bool,
    /// Numbers to be added up; what they are depends on the step.
    pub(crate) numbers: [u64; 4],
}

/// All reports of a step.
#[derive(Debug, Default)]
pub(crate) struct Statuses(pub(crate) Vec<Status>);

impl Statuses {
    pub(crate) fn any(&self, what: fn(&Status) -> bool) -> bool {
        self.0.iter().any(what)
    }

    pub(crate) fn sum(&self, place: usize) -> u64 {
        self.0.iter().map(|report| report.numbers[place]).sum()
    }
}

/// How long a worker waits for messages before it looks whether it is to go on.
const PATIENCE: Duration = Duration::from_millis(100);

/// A worker's access to the dataflow: one input, whose parcels go to the workers they are for, and a
/// probe that says which steps are over. A step is a timestamp.
pub(crate) struct Post<'a> {
    worker: &'a mut Worker,
    input: InputHandle<u64, CapacityContainerBuilder<Vec<Parcel>>>,
    probe: probe::Handle<u64>,
    inbox: Rc<RefCell<Vec<(u64, Parcel)>>>,
    step: u64,
    /// Parcels of the step after this one, of workers that are ahead.
    early: Vec<(u64, Parcel)>,
    /// Bytes of plays sent.
    pub(crate) bytes: u64,
}

impl Post<'_> {
    /// Builds the dataflow. All workers must do so, and then take the same steps.
    pub(crate) fn new(worker: &mut Worker) -> Post<'_> {
        let inbox = Rc::new(RefCell::new(Vec::new()));
        let arrived = Rc::clone(&inbox);
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, parcels) = scope.new_input::<Vec<Parcel>>();
            let delivered = parcels.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                Exchange::new(|parcel: &Parcel| parcel.to as u64),
                "Deliver",
                move |_, _| {
                    move |input, _| {
                        input.for_each(|time, parcels: &mut Vec<Parcel>| {
                            let step = *time.least().unwrap_or(&0);
                            arrived.borrow_mut().extend(parcels.drain(..).map(|parcel| (step, parcel)));
                        });
                    }
                },
            );
            (input, delivered.probe().0)
        });
        Post { worker, input, probe, inbox, step: 0, early: Vec::new(), bytes: 0 }
    }

    /// This worker's number.
    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    /// The number of workers.
    pub(crate) fn peers(&self) -> usize {
        self.worker.peers()
    }

    pub(crate) fn send(&mut self, to: usize, content: Content) {
        if let Content::Plays(bytes) = &content {
            self.bytes += bytes.len() as u64;
        }
        self.input.send(Parcel { to, content });
    }

    /// Ends a step: tells all others, takes what they sent, and waits until all have ended it.
    ///
    /// # Errors
    /// Those of `take`; what `go_on` returns, which is asked now and then.
    pub(crate) fn end_step(
        &mut self,
        report: Status,
        go_on: &dyn Fn() -> Result<(), Error>,
        mut take: impl FnMut(Content) -> Result<(), Error>,
    ) -> Result<Statuses, Error> {
        let report = Status { from: self.index(), ..report };
        for to in 0..self.peers() {
            self.send(to, Content::Status(report));
        }
        let step = self.step;
        self.step += 1;
        self.input.advance_to(self.step);
        self.input.flush();
        let mut reports = Statuses::default();
        let mut arrived = std::mem::take(&mut self.early);
        loop {
            for (of, parcel) in arrived.drain(..) {
                match parcel.content {
                    _ if of > step => self.early.push((of, parcel)),
                    Content::Status(report) => reports.0.push(report),
                    content => take(content)?,
                }
            }
            if !self.probe.less_than(&self.step) && self.inbox.borrow().is_empty() {
                break;
            }
            go_on()?;
            self.worker.step_or_park(Some(PATIENCE));
            arrived.append(&mut self.inbox.borrow_mut());
        }
        reports.0.sort_unstable_by_key(|report| report.from);
        Ok(reports)
    }
}
