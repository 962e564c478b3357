//! Which part of a survey: `3/16` is the third of sixteen.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use crate::error::PartError;

/// One of the parts that a survey is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// The most parts.
    pub const MOST: u32 = 9999;

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many parts there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// The name of its file: `table-03-of-16.part`.
    pub(crate) fn file(self, command: &str) -> String {
        let width = self.of.to_string().len();
        format!("{command}-{:0width$}-of-{}.{ENDING}", self.number, self.of)
    }

    /// The places of its units among all, in order. Every part gets about the same work: the longest
    /// unit goes first, each to the part that has least so far (Graham, 1969). So no part has more
    /// than a third over the least possible longest, as far as the forecasts are right.
    pub(crate) fn places(self, forecasts: &[u64]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..forecasts.len()).collect();
        order.sort_by_key(|place| Reverse(forecasts[*place]));
        let mut loads = vec![0u64; self.of as usize];
        let mut own = Vec::new();
        for place in order {
            let least = (0..loads.len()).min_by_key(|part| loads[*part]).expect("there are parts");
            loads[least] = loads[least].saturating_add(forecasts[place].max(1));
            if least + 1 == self.number as usize {
                own.push(place);
            }
        }
        own.sort_unstable();
        own
    }
}

/// What the names of files with parts end with.
pub(crate) const ENDING: &str = "part";

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Part, PartError> {
        let wrong = || PartError::Number(kosolver_board::shortened(text, 32).to_string());
        let number = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|number| digits && (1..=Part::MOST).contains(number))
        };
        let (one, all) = text.trim().split_once('/').ok_or_else(wrong)?;
        match (number(one), number(all)) {
            (Some(number), Some(of)) if number <= of => Ok(Part { number, of }),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_in_one_part_and_parts_weigh_the_same() {
        let forecasts: Vec<u64> = (0..100).map(|unit: u64| unit * unit % 37).collect();
        for of in [1, 2, 3, 7, 100, 150] {
            let parts: Vec<Vec<usize>> =
                (1..=of).map(|number| Part { number, of }.places(&forecasts)).collect();
            let mut all = parts.concat();
            all.sort_unstable();
            assert_eq!(all, (0..100).collect::<Vec<_>>(), "in {of} parts");
            if of < 10 {
                let load = |part: &Vec<usize>| part.iter().map(|place| forecasts[*place]).sum::<u64>();
                let loads: Vec<u64> = parts.iter().map(load).collect();
                let (least, most) = (loads.iter().min().unwrap(), loads.iter().max().unwrap());
                assert!(most - least <= 36, "{loads:?}");
            }
        }
    }

    #[test]
    fn a_part_is_written_as_two_numbers() {
        let part: Part = "3/16".parse().unwrap();
        assert_eq!((part.number(), part.of(), part.to_string().as_str()), (3, 16, "3/16"));
        assert_eq!(part.file("table"), "table-03-of-16.part");
        for text in ["", "3", "0/3", "4/3", "1/0", "-1/3", "+1/3", "1/10000", "1/3/5", "a/b", "1 of 3"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
