//! Rules as KataGo writes them ("KataGo's Supported Go Rules", version 2; "KataGo GTP Extensions").
//!
//! Only what means the same in both is read and written; all else is refused with a reason.
//!
//! * Ko `POSITIONAL` and `SITUATIONAL` are `psk` and `ssk`. `SPIGHT`, which KataGo has beside the
//!   published three, is `spight`: a pass clears the history but for the position standing then, and a
//!   game ends if a player passes where he has passed before. `SIMPLE` is not `basic`: KataGo's game also
//!   ends, with a score, if a player passes in a situation in which he has passed before, where ours
//!   goes on for ever.
//! * Scoring `AREA` is `area`. It is also equivalence scoring without compensation if White is given
//!   `N-1` for N handicap stones: equivalence scoring is the area score, if the players have moved in
//!   turn; N handicap stones are N-1 moves of Black's too many, and each costs him a point.
//!   `TERRITORY` is not `territory`: KataGo plays two clean-up phases before it counts.
//! * `suicide` is about more than one stone; a lone stone may never remove itself. Under `psk` and
//!   `spight` it may not anyway, since it would repeat the position; under `ssk` it may where lone
//!   suicide is allowed.
//! * `friendlyPassOk` says how programs should behave at the end. It is read, and not used.
//!
//! Handicap stones are no part of it: KataGo counts those on the board. Komi, which programs also set by
//! itself, is 0 where it is left out; the other fields left out are as KataGo takes them, which is close
//! to Tromp and Taylor's rules.
//!
//! KataGo reads rules in three forms, and so does [`read`]: a name such as `new-zealand`, JSON, and the
//! text that it writes into SGF, as `koSITUATIONALscoreAREAtaxNONEsui1`.

use kosolver_board::{quoted, shortened};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::preset::same_name;
use crate::{Compensation, End, Error, Ruleset, Score, Scoring, Suicide, error};

/// KataGo's names for rules that are read here, or refused with a reason.
pub const NAMES: [&str; 15] = [
    "tromp-taylor",
    "chinese",
    "chinese-ogs",
    "chinese-kgs",
    "japanese",
    "korean",
    "stone-scoring",
    "ancient-area",
    "ancient-territory",
    "aga",
    "bga",
    "french",
    "aga-button",
    "new-zealand",
    "ing",
];

/// Other names that KataGo has for some of them.
const ALIASES: [(&str, &str); 2] = [("nz", "new-zealand"), ("goe", "ing")];

/// Fields in the text that KataGo writes: the name there, that in JSON, and what comes after it.
const WRITTEN: [(&str, &str, &[&str]); 8] = [
    ("ko", "ko", &["SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"]),
    ("scoring", "scoring", &["AREA", "TERRITORY"]),
    ("score", "scoring", &["AREA", "TERRITORY"]),
    ("tax", "tax", &["NONE", "SEKI", "ALL"]),
    ("sui", "suicide", &["1", "0"]),
    ("button", "hasButton", &["1", "0"]),
    ("whb", "whiteHandicapBonus", &["N-1", "N", "0"]),
    ("fpok", "friendlyPassOk", &["1", "0"]),
];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
struct Rules {
    ko: KoRule,
    #[serde(alias = "score")]
    scoring: ScoringRule,
    /// Left out, it depends on the scoring.
    #[serde(skip_serializing_if = "Option::is_none")]
    tax: Option<Tax>,
    #[serde(alias = "multiStoneSuicideLegal")]
    suicide: bool,
    has_button: bool,
    white_handicap_bonus: Bonus,
    friendly_pass_ok: bool,
    komi: Number,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum KoRule {
    Simple,
    Positional,
    Situational,
    Spight,
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "UPPERCASE")]
enum ScoringRule {
    Area,
    Territory,
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "UPPERCASE")]
enum Tax {
    None,
    Seki,
    All,
}

#[derive(Serialize, Deserialize)]
enum Bonus {
    #[serde(rename = "0")]
    Nothing,
    #[serde(rename = "N-1")]
    LessOne,
    #[serde(rename = "N")]
    Full,
}

/// What KataGo takes where a field is left out, but komi.
impl Default for Rules {
    fn default() -> Rules {
        Rules {
            ko: KoRule::Positional,
            scoring: ScoringRule::Area,
            tax: None,
            suicide: true,
            has_button: false,
            white_handicap_bonus: Bonus::Nothing,
            friendly_pass_ok: false,
            komi: Number::from(0),
        }
    }
}

fn refuse(reason: impl Into<String>) -> Error {
    Error::Katago(reason.into())
}

/// KataGo's [name](NAMES) that a text is, if it is one, however its words are joined: `new-zealand`,
/// `New Zealand`, `newzealand`. `nz` is another for it, `goe` for `ing`.
pub fn name(text: &str) -> Option<&'static str> {
    let alias = ALIASES.iter().find(|(alias, _)| same_name(alias, text));
    alias.map(|(_, name)| *name).or_else(|| NAMES.into_iter().find(|name| same_name(name, text)))
}

/// Whether a text is in a form that only KataGo's rules have: JSON, or [fields](WRITTEN) one after the other.
pub(crate) fn is_written(text: &str) -> bool {
    let begins = WRITTEN.iter().any(|(word, ..)| text.starts_with(word)) || text.starts_with("komi");
    let has_ko =
        text.split("ko").skip(1).any(|after| after.starts_with(|next: char| next.is_ascii_uppercase()));
    text.starts_with('{') || (begins && has_ko && !text.contains('='))
}

/// Reads rules of KataGo: one of its [names](name), its JSON, or the text that it writes.
///
/// # Errors
/// [`Error::Katago`] if the text is no such rules, or they cannot be expressed here.
pub fn read(text: &str) -> Result<Ruleset, Error> {
    let text = text.trim();
    match name(text) {
        Some(name) => named(name),
        None if text.starts_with('{') => rules(of_json(serde_json::from_str(text))?),
        None if is_written(text) => rules(of_json(serde_json::from_value(Value::Object(fields(text)?)))?),
        None => {
            let meant = error::suggestion(&error::nearest(text, NAMES));
            let known = NAMES.join(", ");
            Err(refuse(format!("{} is not among KataGo's names{meant} They are {known}", quoted(text))))
        }
    }
}

/// The rules of one of the names.
fn named(name: &str) -> Result<Ruleset, Error> {
    let area =
        |ko, suicide, white_handicap_bonus| Rules { ko, suicide, white_handicap_bonus, ..Rules::default() };
    let other = |played: &str, text: &str| {
        Err(refuse(format!(
            "{name}: KataGo plays {played} under this name, and the ko rule of {text} is another; name the ko rule that you mean"
        )))
    };
    rules(match name {
        "chinese" => area(KoRule::Simple, false, Bonus::Full),
        "chinese-ogs" | "chinese-kgs" => area(KoRule::Positional, false, Bonus::Full),
        "japanese" | "korean" => {
            Rules { scoring: ScoringRule::Territory, ..area(KoRule::Simple, false, Bonus::Nothing) }
        }
        "stone-scoring" | "ancient-area" | "ancient-territory" => {
            Rules { tax: Some(Tax::All), ..area(KoRule::Simple, false, Bonus::Nothing) }
        }
        "aga" | "bga" => area(KoRule::Situational, false, Bonus::LessOne),
        "aga-button" => Rules { has_button: true, ..area(KoRule::Situational, false, Bonus::LessOne) },
        "new-zealand" => area(KoRule::Situational, true, Bonus::Nothing),
        "french" => return other("SITUATIONAL", "the French rules"),
        "ing" => return other("POSITIONAL", "Ing's rules"),
        // Tromp and Taylor's.
        _ => Rules::default(),
    })
}

fn of_json(read: serde_json::Result<Rules>) -> Result<Rules, Error> {
    read.map_err(|error| refuse(format!("this is not their JSON: {}", shortened(&error.to_string(), 256))))
}

/// The fields of a text as KataGo writes it, as in its JSON.
fn fields(text: &str) -> Result<Map<String, Value>, Error> {
    let mut fields = Map::new();
    let mut rest = text;
    while !rest.is_empty() {
        let shown = quoted(rest);
        let (name, value, after) = if let Some(komi) = rest.strip_prefix("komi") {
            let end = komi.find(|letter: char| letter.is_ascii_alphabetic() || letter == ' ');
            let (number, after) = komi.split_at(end.unwrap_or(komi.len()));
            let number = serde_json::from_str::<Number>(number);
            (
                "komi",
                Value::Number(number.map_err(|_| refuse(format!("{shown}: after komi comes a number")))?),
                after,
            )
        } else {
            let known =
                WRITTEN.iter().find_map(|field| Some((field, rest.strip_prefix(field.0)?.trim_start())));
            let ((word, name, values), after) = known.ok_or_else(|| {
                let words: Vec<&str> = WRITTEN.iter().map(|(word, ..)| *word).collect();
                refuse(format!("{shown} begins with none of the fields: they are {}, komi", words.join(", ")))
            })?;
            let value = values
                .iter()
                .find(|value| after.starts_with(**value))
                .ok_or_else(|| refuse(format!("{shown}: after {word} comes one of {}", values.join(", "))))?;
            let read = match *values {
                ["1", "0"] => Value::Bool(*value == "1"),
                _ => Value::String((*value).to_owned()),
            };
            (*name, read, &after[value.len()..])
        };
        if fields.insert(name.to_owned(), value).is_some() {
            return Err(refuse(format!("{} gives {name} twice", quoted(text))));
        }
        rest = after.trim_start();
    }
    Ok(fields)
}

fn rules(read: Rules) -> Result<Ruleset, Error> {
    if read.has_button {
        return Err(refuse(
            "hasButton: the pass that takes the button does not count towards the end there, which no rule here has; Ikeda's is another",
        ));
    }
    if read.scoring == ScoringRule::Territory {
        return Err(refuse(
            "scoring TERRITORY: KataGo plays two clean-up phases and then counts; territory here takes the board as it stands",
        ));
    }
    if read.tax.is_some_and(|tax| tax != Tax::None) {
        return Err(refuse("tax SEKI and ALL: no scoring here takes territory away"));
    }
    let ko = match read.ko {
        KoRule::Simple => {
            return Err(refuse(
                "ko SIMPLE: KataGo's game also ends, with a score, if a player passes in a situation in which he has passed before; under basic it goes on",
            ));
        }
        KoRule::Positional => "psk",
        KoRule::Situational => "ssk",
        KoRule::Spight => "spight",
    };
    Ruleset::with(ko.parse()?)
        .suicide(if read.suicide { Suicide::MultiStone } else { Suicide::Forbidden })
        .standing_compensation(match read.white_handicap_bonus {
            Bonus::Nothing => Compensation::None,
            Bonus::LessOne => Compensation::LessOne,
            Bonus::Full => Compensation::Full,
        })
        .komi(checked_komi(read.komi.to_string().parse()?)?)
        .build()
}

/// Writes a ruleset as rules in JSON, with every field.
///
/// # Errors
/// [`Error::Katago`] with the reason if KataGo has no such rules.
pub fn write(rules: &Ruleset) -> Result<String, Error> {
    let ko = match rules.ko().name() {
        "psk" => KoRule::Positional,
        "ssk" => KoRule::Situational,
        "spight" => KoRule::Spight,
        "basic" => {
            return Err(refuse(
                "KataGo has no ko rule basic: its SIMPLE also ends a game, with a score, if a player passes in a situation in which he has passed before",
            ));
        }
        other => return Err(refuse(format!("KataGo has no ko rule {other}"))),
    };
    if rules.end() != End::TwoPasses {
        return Err(refuse(format!("KataGo has no end {}", rules.end())));
    }
    if rules.ikeda() {
        return Err(refuse("KataGo has not Ikeda's rule: its button is another"));
    }
    let white_handicap_bonus = match (rules.scoring(), rules.compensation()) {
        (Scoring::Area, Compensation::None) => Bonus::Nothing,
        (Scoring::Area, Compensation::LessOne) | (Scoring::Equivalence, Compensation::None) => Bonus::LessOne,
        (Scoring::Area, Compensation::Full) => Bonus::Full,
        (Scoring::Equivalence, compensation) => {
            return Err(refuse(format!(
                "KataGo has no equivalence scoring with compensation {compensation}: that is area scoring with K-1 points more"
            )));
        }
        (Scoring::Territory, _) => {
            return Err(refuse(
                "KataGo has no scoring territory that takes the board as it stands: its own plays two clean-up phases first",
            ));
        }
        (Scoring::Stones, _) => {
            return Err(refuse(
                "KataGo has no scoring stones: its stone-scoring taxes groups, and may leave points empty",
            ));
        }
    };
    let suicide = match (rules.suicide(), &ko) {
        (Suicide::Allowed, KoRule::Situational) => {
            return Err(refuse(
                "KataGo prohibits the suicide of a lone stone, which ssk with suicide allowed does not",
            ));
        }
        (suicide, _) => suicide != Suicide::Forbidden,
    };
    let komi = checked_komi(rules.komi())?;
    let komi = match komi.denominator() {
        1 => Number::from(komi.numerator()),
        _ => Number::from_f64(komi.numerator() as f64 / 2.0).expect("a half is finite"),
    };
    let written = Rules {
        ko,
        scoring: ScoringRule::Area,
        tax: Some(Tax::None),
        suicide,
        has_button: false,
        white_handicap_bonus,
        friendly_pass_ok: false,
        komi,
    };
    serde_json::to_string(&written).map_err(|error| refuse(error.to_string()))
}

fn checked_komi(komi: Score) -> Result<Score, Error> {
    if komi.denominator() > 2 || komi.abs() > Score::points(150) {
        return Err(refuse(format!("komi {komi}: KataGo takes whole and half points up to 150")));
    }
    Ok(komi)
}
