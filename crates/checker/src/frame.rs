//! The compressed part of a certificate: one Zstandard frame with a checksum, which may not hold
//! more than a certificate of its size can need.

use std::io::{self, BufRead, Chain, Cursor, Read};

/// The first bytes of a Zstandard frame (RFC 8878, 3.1.1), and of it the byte after them: the
/// descriptor.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The bit of the descriptor that says that a checksum ends the frame.
const CHECKSUM: u8 = 1 << 2;
/// 8 MiB: what the decompressor may look back on, as the RFC recommends for every decoder.
const WINDOW: u32 = 23;
/// How many bytes may come out of each byte of the frame, beyond those that come free. The
/// certificates of the solver come to 2 to 20.
const EXPANSION: u64 = 256;
const FREE: u64 = 1 << 16;

/// A reader of what is in the frame.
pub(crate) struct Frame<R: BufRead> {
    decoder: zstd::Decoder<'static, Counted<Chain<Cursor<[u8; 5]>, R>>>,
    content: u64,
}

impl<R: BufRead> Frame<R> {
    pub(crate) fn new(mut input: R) -> Result<Frame<R>, String> {
        let mut head = [0; 5];
        input.read_exact(&mut head).map_err(|error| format!("it cannot be read: {error}"))?;
        if head[..4] != MAGIC {
            return Err("no Zstandard frame follows the header".to_owned());
        }
        if head[4] & CHECKSUM == 0 {
            return Err("its frame has no checksum".to_owned());
        }
        let input = Counted { input: Cursor::new(head).chain(input), consumed: 0 };
        let decoder = zstd::Decoder::with_buffer(input).map_err(|error| error.to_string())?;
        let mut decoder = decoder.single_frame();
        decoder.window_log_max(WINDOW).map_err(|error| error.to_string())?;
        Ok(Frame { decoder, content: 0 })
    }

    /// How many bytes of the frame have been taken.
    pub(crate) fn consumed(&self) -> u64 {
        self.decoder.get_ref().consumed
    }

    /// What follows the frame.
    pub(crate) fn rest(&mut self) -> io::Result<&[u8]> {
        self.decoder.get_mut().fill_buf()
    }
}

impl<R: BufRead> Read for Frame<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoder.read(buffer)?;
        self.content += read as u64;
        if self.content > FREE + EXPANSION * self.consumed() {
            return Err(io::Error::other(format!(
                "more than {EXPANSION} bytes come out of each byte of the frame"
            )));
        }
        Ok(read)
    }
}

/// A reader that counts what is taken from it.
struct Counted<R> {
    input: R,
    consumed: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.consumed += read as u64;
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.consumed += amount as u64;
        self.input.consume(amount);
    }
}
