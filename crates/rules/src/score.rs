use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use num_rational::Ratio;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Error;

/// A score from Black's side, exact: an integer, or a fraction where a komi or Kee's mean
/// makes one; or a win that is no number of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(Ratio<i64>);

impl Score {
    /// The draw.
    pub const ZERO: Score = Score(Ratio::new_raw(0, 1));

    /// A game won otherwise than by points, above every number of points: printed `win`, and `-win`
    /// for a game lost.
    pub const WIN: Score = Score(Ratio::new_raw(1 << 20, 1));

    /// A whole number of points.
    pub fn points(points: i32) -> Score {
        Score(Ratio::from_integer(i64::from(points)))
    }

    /// `numerator / denominator`.
    ///
    /// # Panics
    /// If the denominator is 0.
    pub fn fraction(numerator: i64, denominator: i64) -> Score {
        Score(Ratio::new(numerator, denominator))
    }

    /// The numerator, in lowest terms; it bears the sign.
    pub fn numerator(self) -> i64 {
        *self.0.numer()
    }

    /// The denominator, in lowest terms, at least 1.
    pub fn denominator(self) -> i64 {
        *self.0.denom()
    }

    /// This many times the score.
    pub fn times(self, count: i64) -> Score {
        Score(self.0 * count)
    }

    /// The number in decimals, where fractions are not known: at most six of them.
    pub fn decimal(self) -> String {
        if self.denominator() == 1 {
            return self.numerator().to_string();
        }
        let decimals = format!("{:.6}", self.numerator() as f64 / self.denominator() as f64);
        decimals.trim_end_matches('0').to_owned()
    }

    /// The largest whole number that is no more than this.
    pub fn floor(self) -> i64 {
        self.0.floor().to_integer()
    }

    /// The absolute value.
    pub fn abs(self) -> Score {
        self.max(-self)
    }
}

impl Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;

    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Score::WIN {
            f.pad("win")
        } else if *self == -Score::WIN {
            f.pad("-win")
        } else {
            f.pad(&self.0.to_string())
        }
    }
}

impl FromStr for Score {
    type Err = Error;

    fn from_str(text: &str) -> Result<Score, Error> {
        let fault = || Error::Score(text.to_owned());
        match text {
            "win" => return Ok(Score::WIN),
            "-win" => return Ok(-Score::WIN),
            _ => {}
        }
        // Six digits keep every sum the rules make far from the ends of an i64, and what is
        // printed can be read again.
        let whole = |part: &str| -> Result<i64, Error> {
            if part.is_empty() || part.len() > 6 || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(fault());
            }
            part.parse().map_err(|_| fault())
        };
        let (sign, size) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let score = if let Some((numerator, denominator)) = size.split_once('/') {
            let denominator = whole(denominator)?;
            if denominator == 0 {
                return Err(fault());
            }
            Score::fraction(whole(numerator)?, denominator)
        } else if let Some((points, decimals)) = size.split_once('.') {
            if points.is_empty() || decimals.is_empty() {
                return Err(fault());
            }
            // Zeros at the end are no more decimals.
            let decimals = decimals.trim_end_matches('0');
            let digits = whole(&format!("{points}{decimals}"))?;
            Score::fraction(digits, 10_i64.pow(decimals.len() as u32))
        } else {
            Score::fraction(whole(size)?, 1)
        };
        Ok(score.times(sign))
    }
}

/// An integer where it is one, else a string such as `"5/2"`.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.denominator() == 1 && self.abs() != Score::WIN {
            serializer.serialize_i64(self.numerator())
        } else {
            serializer.collect_str(self)
        }
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Whole(i32),
            Text(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Whole(points) => Ok(Score::points(points)),
            Form::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_exactly() {
        for (text, printed) in [
            ("0", "0"),
            ("-0", "0"),
            ("7", "7"),
            ("+7", "7"),
            ("-3", "-3"),
            ("6.5", "13/2"),
            ("-0.25", "-1/4"),
            ("6.500000", "13/2"),
            ("7.00000000000", "7"),
            ("999999.0", "999999"),
            ("10/4", "5/2"),
            ("-5/10", "-1/2"),
        ] {
            assert_eq!(text.parse::<Score>().unwrap().to_string(), printed, "{text}");
        }
        for bad in [
            "",
            "-",
            "x",
            "1.",
            ".5",
            "1/0",
            "1/2/3",
            "1e9",
            "--1",
            "+-1",
            "1234567",
            "1/-2",
            "0.1234567",
            ".0",
            "0.12345670",
        ] {
            assert!(bad.parse::<Score>().is_err(), "{bad}");
        }
    }
}
