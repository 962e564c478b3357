//! Enums whose variants have names, by which people write them.

use crate::{Error, quoted};

/// Gives an enum all its variants in order, and the names as which they print and are read.
///
/// `$what` says in the refusal of other text what the enum is, as in "a scoring". `$same` compares a name with a text:
/// `str::eq`, or `str::eq_ignore_ascii_case`.
#[macro_export]
macro_rules! named {
    ($type:ident, $what:literal, $same:path, { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// All of them, in order.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self { $($type::$variant => $name),+ })
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::Error;

            fn from_str(text: &str) -> Result<$type, $crate::Error> {
                let names = [$($name),+];
                let place = names.iter().position(|name| $same(*name, text));
                place.map(|place| $type::ALL[place]).ok_or_else(|| $crate::no_name(text, $what, &names))
            }
        }
    };
}

/// The refusal of a text that is none of these names.
pub fn no_name(text: &str, what: &str, names: &[&str]) -> Error {
    let (last, others) = names.split_last().unwrap_or((&"nothing", &[]));
    Error::Name(format!("{} is not {what}: write {} or {last}", quoted(text), others.join(", ")))
}
