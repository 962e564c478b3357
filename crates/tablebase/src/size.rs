use std::fmt;
use std::str::FromStr;

use kosolver_board::quoted;
use thiserror::Error;

/// A number of bytes, read and shown with binary units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

const UNITS: [(&str, u32); 4] = [("GiB", 30), ("MiB", 20), ("KiB", 10), ("", 0)];

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.into_iter().find(|(_, shift)| self.0 >> shift > 0) {
            Some((unit, shift)) if shift > 0 => {
                let tenths = (u128::from(self.0) * 10).div_ceil(1 << shift);
                f.pad(&format!("{}.{} {unit}", tenths / 10, tenths % 10))
            }
            _ => f.pad(&format!("{} bytes", self.0)),
        }
    }
}

impl FromStr for Size {
    type Err = NotASize;

    /// Reads what [`Display`](fmt::Display) shows, and numbers without a unit. A part of a byte is left
    /// out.
    fn from_str(text: &str) -> Result<Size, NotASize> {
        let size = Size::read(text).filter(|size| size.0 > 0);
        size.ok_or_else(|| NotASize(text.to_owned()))
    }
}

impl Size {
    fn read(text: &str) -> Option<Size> {
        let mut units = [("bytes", 0)].into_iter().chain(UNITS);
        let (digits, shift) = units.find_map(|(unit, shift)| Some((text.strip_suffix(unit)?, shift)))?;
        let digits = digits.trim_end();
        let (whole, tail) = match digits.split_once('.') {
            Some((whole, tail)) if shift > 0 && !tail.is_empty() => (whole, tail),
            Some(_) => return None,
            None => (digits, ""),
        };
        let number = |digits: &str| -> Option<u128> {
            let all = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u64>().ok().filter(|_| all).map(u128::from)
        };
        let parts = 10_u128.checked_pow(u32::try_from(tail.len()).ok()?)?;
        let more = if tail.is_empty() { 0 } else { number(tail)? };
        let bytes = (number(whole)? << shift) + (more << shift) / parts;
        u64::try_from(bytes).ok().map(Size)
    }
}

/// The text is not a size of memory.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} is not a size: write bytes, or a number with KiB, MiB or GiB, as in 8GiB or 1.5GiB", quoted(.0))]
pub struct NotASize(String);
