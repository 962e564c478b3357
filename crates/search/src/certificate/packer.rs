//! The numbers of a certificate, compressed as they come: a large one is never whole in memory as it is.

use std::io::{self, Write};

use kosolver_rules::{Code, Fact, Node};

use crate::graph::ban_number;

/// How hard the library that compresses tries: enough; more costs more time than it saves space.
const LEVEL: i32 = 4;

/// So many bytes are given to it at once.
const CHUNK: usize = 1 << 16;

/// About what the library takes for its window and its tables.
const LIBRARY: usize = 6 << 20;

/// A number, seven bits a byte, the low ones first; the high bit says that more follow.
#[inline]
pub(super) fn leb(mut value: u64, mut byte: impl FnMut(u8)) {
    while value >= 0x80 {
        byte(value as u8 | 0x80);
        value >>= 7;
    }
    byte(value as u8);
}

pub(crate) struct Packer {
    bytes: Vec<u8>,
    frame: zstd::Encoder<'static, Vec<u8>>,
}

impl Default for Packer {
    fn default() -> Packer {
        let frame = zstd::Encoder::new(Vec::new(), LEVEL).and_then(|mut frame| {
            frame.include_checksum(true)?;
            Ok(frame)
        });
        Packer { bytes: Vec::new(), frame: in_memory(frame) }
    }
}

/// Nothing is written to but memory.
fn in_memory<T>(result: io::Result<T>) -> T {
    result.unwrap_or_else(|error| unreachable!("what is in memory can be compressed: {error}"))
}

impl Packer {
    /// About how many bytes it takes: what it has made, and what the library that compresses takes.
    pub(crate) fn bytes(&self) -> usize {
        self.frame.get_ref().capacity() + LIBRARY
    }

    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
        if self.bytes.len() == CHUNK {
            in_memory(self.frame.write_all(&self.bytes));
            self.bytes.clear();
        }
    }

    pub(crate) fn number(&mut self, value: u64) {
        leb(value, |byte| self.byte(byte));
    }

    /// 0, -1, 1, -2, … as 0, 1, 2, 3, ….
    pub(crate) fn signed(&mut self, value: i64) {
        self.number((value << 1 ^ value >> 63) as u64);
    }

    pub(crate) fn node(&mut self, node: &Node) {
        self.number(node.position.black.bits());
        self.number(node.position.white.bits());
        // Most memories are tallies alone, or nothing.
        let more = u64::from(node.memory.has_more());
        self.number(node.to_move as u64 | u64::from(node.passes) << 1 | more << 3);
        self.number(u64::from(ban_number(node.ban)));
        for code in node.memory.code() {
            match code {
                Code::Unsigned(number) => self.number(number),
                Code::Signed(number) => self.signed(number),
            }
        }
    }

    pub(crate) fn fact(&mut self, fact: &Fact) {
        self.number(u64::from(fact.scope.0));
        self.number(fact.colour.map_or(0, |colour| 1 + colour as u64));
        self.number(u64::from(fact.index));
        for set in [fact.position.black, fact.position.white, fact.to.black, fact.to.white] {
            self.number(set.bits());
        }
    }

    /// The frame.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        in_memory(self.frame.write_all(&self.bytes));
        in_memory(self.frame.finish())
    }
}
