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

    fn from_str(text: &str) -> Result<Size, NotASize> {
        let fault = || NotASize(text.to_owned());
        let found = UNITS.into_iter().find(|(unit, _)| text.len() >= unit.len() && text.ends_with(unit));
        let (unit, shift) = found.ok_or_else(fault)?;
        let digits = text[..text.len() - unit.len()].trim_end();
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(fault());
        }
        let number: u64 = digits.parse().map_err(|_| fault())?;
        let bytes = number.checked_mul(1 << shift).ok_or_else(fault)?;
        if bytes == 0 { Err(fault()) } else { Ok(Size(bytes)) }
    }
}

/// The text is not a size of memory.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} is not a size: write bytes, or a number with KiB, MiB or GiB, as in 8GiB", quoted(.0))]
pub struct NotASize(String);
