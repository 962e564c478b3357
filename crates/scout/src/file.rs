//! Files of networks and of proofs that scouts have kept: a header in plain text, a body as a Zstandard frame,
//! and the SHA-256 of both.

use std::io::{self, Read, Write};
use std::str::{FromStr, Lines};

use sha2::{Digest, Sha256};

use crate::error::Error;

/// The header is searched for in so many bytes.
const HEADER: usize = 400;

/// Writes a file: its title, the lines of its header, and its body.
pub(crate) fn write(mut out: impl Write, title: &str, header: &str, body: &[u8]) -> io::Result<()> {
    let mut file = format!("{title}\n{header}\n").into_bytes();
    file.extend(zstd::bulk::compress(body, 9)?);
    file.extend(Sha256::digest(&file));
    out.write_all(&file)?;
    out.flush()
}

/// A title without its version.
fn name(title: &str) -> &str {
    title.trim_end_matches(|last: char| last.is_ascii_digit() || last == ' ')
}

/// Whether a file that begins so has this title, in whatever version.
pub(crate) fn begins(bytes: &[u8], title: &str) -> bool {
    bytes.starts_with(name(title).as_bytes())
}

/// A file that has been read.
pub(crate) struct File {
    bytes: Vec<u8>,
    /// Where its header and its body end.
    ends: [usize; 2],
}

fn broken(fault: &str) -> Error {
    Error::Broken(fault.to_owned())
}

impl File {
    /// Reads a file with a title.
    pub(crate) fn read(mut input: impl Read, title: &str) -> Result<File, Error> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        if !begins(&bytes, title) {
            return Err(Error::Broken(format!("it does not begin with \"{}\"", name(title))));
        }
        let end = bytes.windows(2).take(HEADER).position(|pair| pair == b"\n\n");
        let end = end.ok_or_else(|| broken("its header does not end"))?;
        let whole = bytes.len().saturating_sub(<Sha256 as Digest>::output_size());
        let file = File { bytes, ends: [end, whole] };
        if file.lines()?.0 != title {
            return Err(Error::Broken(format!("it is of another version; this program reads \"{title}\"")));
        }
        Ok(file)
    }

    fn lines(&self) -> Result<(&str, Lines<'_>), Error> {
        let header = std::str::from_utf8(&self.bytes[..self.ends[0]]);
        let mut lines = header.map_err(|_| broken("its header is no text"))?.lines();
        Ok((lines.next().unwrap_or_default(), lines))
    }

    /// The value of a line of its header.
    pub(crate) fn field<T: FromStr>(&self, name: &str) -> Result<T, Error> {
        let value = self.lines()?.1.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let value = value.ok_or_else(|| Error::Broken(format!("its header has no line '{name}'")))?;
        value.parse().map_err(|_| Error::Broken(format!("its header has the {name} '{value}'")))
    }

    /// How many bytes its body takes in the file, with its digest.
    pub(crate) fn packed(&self) -> usize {
        self.bytes.len() - self.ends[0]
    }

    /// Its body, which has so many bytes.
    pub(crate) fn body(&self, length: usize) -> Result<Vec<u8>, Error> {
        let ([header, whole], file) = (self.ends, &self.bytes);
        if whole < header + 2 {
            return Err(broken("it is cut off"));
        }
        if Sha256::digest(&file[..whole])[..] != file[whole..] {
            return Err(broken("it is cut off or was changed: its digest does not fit"));
        }
        // No more is taken than there is, whatever the header says.
        let mut bytes = Vec::new();
        let body = zstd::Decoder::new(&file[header + 2..whole]).map(|body| body.take(length as u64 + 1));
        let read = body.and_then(|mut body| body.read_to_end(&mut bytes));
        let fits = read.is_ok() && bytes.len() == length;
        fits.then_some(bytes).ok_or_else(|| broken("its length does not fit its header"))
    }
}
