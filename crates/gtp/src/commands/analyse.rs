//! Analysis that goes on until another line arrives.

use super::Handler::{self, With};
use crate::analysis::{Format, read, stream};
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;

pub const COMMANDS: [(&str, Handler); 2] = [
    ("lz-analyze", With(|engine, arguments| analyse(engine, arguments, Format::Leela))),
    ("kata-analyze", With(|engine, arguments| analyse(engine, arguments, Format::Kata))),
];

fn analyse(engine: &mut Engine, arguments: &Arguments, format: Format) -> Result<Answer, Fault> {
    let analysis = read(engine, &arguments.words(), format)?;
    Ok(Answer::Stream(Box::new(move |engine, id, out| stream(engine, &analysis, id, out))))
}
