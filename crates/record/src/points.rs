use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

use num_rational::Ratio;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An exact number of points: whole, or a fraction where several positions are scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points(Ratio<i64>);

impl Points {
    /// None.
    pub const ZERO: Points = Points(Ratio::new_raw(0, 1));

    /// A whole number.
    pub fn whole(points: i64) -> Points {
        Points(Ratio::from_integer(points))
    }

    /// `numerator / denominator`.
    ///
    /// # Panics
    /// If the denominator is 0.
    pub fn fraction(numerator: i64, denominator: i64) -> Points {
        Points(Ratio::new(numerator, denominator))
    }

    /// The largest whole number that is no more than this.
    pub fn floor(self) -> i64 {
        self.0.floor().to_integer()
    }

    /// Whether it is a whole number.
    pub fn is_whole(self) -> bool {
        self.0.is_integer()
    }

    /// The numerator in lowest terms, with the sign.
    pub fn numerator(self) -> i64 {
        *self.0.numer()
    }

    /// The denominator in lowest terms, at least 1.
    pub fn denominator(self) -> i64 {
        *self.0.denom()
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

/// No number of points is written so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a number of points: write a whole number, or a fraction as in 5/2")]
pub struct NotPoints(String);

impl FromStr for Points {
    type Err = NotPoints;

    fn from_str(text: &str) -> Result<Points, NotPoints> {
        let fault = || NotPoints(text.chars().take(64).collect());
        // Nine digits keep products of two far from the ends of an i64.
        let short = text.split('/').all(|part| part.trim_start_matches('-').len() <= 9);
        match text.parse::<Ratio<i64>>() {
            Ok(ratio) if short => Ok(Points(ratio)),
            _ => Err(fault()),
        }
    }
}

/// An integer where it is one, else a string such as `"5/2"`.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_whole() {
            serializer.serialize_i64(self.numerator())
        } else {
            serializer.collect_str(self)
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Whole(i32),
            Text(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Whole(points) => Ok(Points::whole(points.into())),
            Form::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}
