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

use kosolver_board::{quoted, shortened};
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::{Compensation, End, Error, Ruleset, Score, Scoring, Suicide, error};

/// KataGo's names for rules that are read here, or refused with a reason.
pub const NAMES: [&str; 11] = [
    "tromp-taylor",
    "chinese",
    "chinese-ogs",
    "chinese-kgs",
    "japanese",
    "korean",
    "stone-scoring",
    "aga",
    "bga",
    "aga-button",
    "new-zealand",
];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
struct Rules {
    ko: KoRule,
    scoring: ScoringRule,
    /// Left out, it depends on the scoring.
    #[serde(skip_serializing_if = "Option::is_none")]
    tax: Option<Tax>,
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

/// The rules of one of KataGo's [`NAMES`], in capital or small letters.
///
/// # Errors
/// [`Error::Katago`] if it is none, or the rules cannot be expressed here.
pub fn named(name: &str) -> Result<Ruleset, Error> {
    let area =
        |ko, suicide, white_handicap_bonus| Rules { ko, suicide, white_handicap_bonus, ..Rules::default() };
    rules(match name.to_ascii_lowercase().as_str() {
        "tromp-taylor" => Rules::default(),
        "chinese" => area(KoRule::Simple, false, Bonus::Full),
        "chinese-ogs" | "chinese-kgs" => area(KoRule::Positional, false, Bonus::Full),
        "japanese" | "korean" => {
            Rules { scoring: ScoringRule::Territory, ..area(KoRule::Simple, false, Bonus::Nothing) }
        }
        "stone-scoring" => Rules { tax: Some(Tax::All), ..area(KoRule::Simple, false, Bonus::Nothing) },
        "aga" | "bga" => area(KoRule::Situational, false, Bonus::LessOne),
        "aga-button" => Rules { has_button: true, ..area(KoRule::Situational, false, Bonus::LessOne) },
        "new-zealand" => area(KoRule::Situational, true, Bonus::Nothing),
        _ => {
            let nearest = error::nearest(name, NAMES);
            let known = NAMES.join(", ");
            let meant = error::suggestion(&nearest);
            return Err(refuse(format!(
                "{} is not among KataGo's names{meant} They are {known}",
                quoted(name)
            )));
        }
    })
}

/// Reads rules in JSON.
///
/// # Errors
/// [`Error::Katago`] if the text is no such rules, or they cannot be expressed here.
pub fn read(json: &str) -> Result<Ruleset, Error> {
    rules(
        serde_json::from_str(json).map_err(|error| {
            refuse(format!("this is not their JSON: {}", shortened(&error.to_string(), 256)))
        })?,
    )
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
