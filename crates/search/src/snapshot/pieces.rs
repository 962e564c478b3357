//! Bytes in memory that are written once and read once: piece by piece, so that they are never
//! copied, and gone as soon as they have been read.

use std::collections::VecDeque;
use std::io::{self, Read, Write};

/// Bytes in a piece.
const PIECE: usize = 1 << 16;

/// At most so many bytes.
pub(crate) struct Pieces {
    pieces: VecDeque<Box<[u8]>>,
    /// How much of the last is written, and of the first read.
    written: usize,
    read: usize,
    room: usize,
}

impl Pieces {
    /// Room for about so many bytes.
    pub(crate) fn new(most: u64) -> Pieces {
        let room = usize::try_from(most).unwrap_or(usize::MAX) / PIECE;
        Pieces { pieces: VecDeque::new(), written: PIECE, read: 0, room }
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.written == PIECE {
            if self.pieces.len() >= self.room {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.pieces.push_back(vec![0; PIECE].into());
            self.written = 0;
        }
        let Some(piece) = self.pieces.back_mut() else { return Ok(0) };
        let length = bytes.len().min(PIECE - self.written);
        piece[self.written..self.written + length].copy_from_slice(&bytes[..length]);
        self.written += length;
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Pieces {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.read == PIECE {
            self.pieces.pop_front();
            self.read = 0;
        }
        let end = if self.pieces.len() == 1 { self.written } else { PIECE };
        let Some(piece) = self.pieces.front() else { return Ok(0) };
        let length = into.len().min(end - self.read);
        into[..length].copy_from_slice(&piece[self.read..self.read + length]);
        self.read += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 5 * PIECE + 77] {
            let bytes: Vec<u8> = (0..length).map(|place| (place * 7 % 251) as u8).collect();
            let mut pieces = Pieces::new(10 * PIECE as u64);
            for part in bytes.chunks(1000) {
                pieces.write_all(part).unwrap();
            }
            let mut read = Vec::new();
            pieces.read_to_end(&mut read).unwrap();
            assert_eq!(read, bytes);
        }
    }

    #[test]
    fn there_is_no_more_room_than_was_said() {
        let mut pieces = Pieces::new(3 * PIECE as u64);
        pieces.write_all(&vec![1; 3 * PIECE]).unwrap();
        assert_eq!(pieces.write_all(&[1]).unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
