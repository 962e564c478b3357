//! Rulesets that people play by, by name.

use kosolver_board::without_mark;

#[cfg(feature = "katago")]
use crate::katago;
use crate::ruleset::{overridden, parse};
use crate::{Error, Ko, Ruleset, error, language};

/// A ruleset that an organisation, a server or an author has published, as far as it bears on the
/// value of a position.
///
/// Komi is 0 in all of them, whatever the publication says: a komi that balances 19x19 decides a tiny
/// board before the first move. Life and death are never settled by agreement: the board is taken as
/// it stands, and what is dead must be captured first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The short name, as users write it.
    pub name: &'static str,
    /// The name in words.
    pub title: &'static str,
    /// Who published it.
    pub source: &'static str,
    /// When: a year or several, or nothing where it is not known.
    pub date: &'static str,
    /// What should be known about this reading of it.
    pub notes: &'static str,
    /// The ruleset as text; fields left out are as in [`Ruleset::new`].
    text: &'static str,
}

impl Preset {
    /// All of them, in the order of tables.
    pub fn all() -> &'static [Preset] {
        &PRESETS
    }

    /// The preset of this name: in capital or small letters, and with `-`, `_`, a space or nothing between
    /// its words. Other names that KataGo has for the same, as `nz`, are names of it too.
    pub fn named(name: &str) -> Option<&'static Preset> {
        let named = |name: &str| PRESETS.iter().find(|preset| same_name(preset.name, name));
        named(name).or_else(|| named(katago::name(name)?))
    }

    /// The preset of this name.
    ///
    /// # Errors
    /// [`Error::Ruleset`] with the nearest name, if one is close, if there is none.
    pub fn find(name: &str) -> Result<&'static Preset, Error> {
        let names = || PRESETS.iter().map(|preset| preset.name);
        Preset::named(name).ok_or_else(|| unknown(name, names()))
    }

    /// The ruleset.
    pub fn rules(&self) -> Ruleset {
        parse(self.text).expect("a test reads every preset")
    }

    /// Source and date, as in `American Go Association, 1991`.
    pub fn published(&self) -> String {
        [self.source, self.date].join(", ").trim_end_matches(", ").to_owned()
    }
}

impl Ruleset {
    /// The ruleset that a user names: a [preset](Preset), rules as KataGo writes them in JSON or
    /// names them (with the feature `katago`), or the text of a ruleset. Where a name has several meanings, the
    /// first of these holds. Names of presets and of KataGo may be in capital or small letters, and their words joined
    /// in any way. Fields after a name take the place of its own, as in `aga scoring=area`.
    ///
    /// The text of a [ko rule of one's own](Ko::parse) can stand in place of its name, after the fields: in lines
    /// of its own, or in the same line with `;` between statements. [`Ruleset::in_full`] writes it so.
    ///
    /// # Errors
    /// Those of reading rules of KataGo or a ruleset; [`Error::Ruleset`] if a single word is none of
    /// these, with the name most like it.
    pub fn named(text: &str) -> Result<Ruleset, Error> {
        let text = without_mark(text).trim();
        if let Some((fields, rule)) = language::split(text) {
            return Ruleset::with_rule(&fields, &rule);
        }
        if let Some(preset) = Preset::named(text) {
            return Ok(preset.rules());
        }
        if let Some(rules) = of_katago(text) {
            return rules.map_err(|error| meant(error, text));
        }
        let fields = text.split_whitespace().find(|word| word.contains('='));
        if let Some((name, fields)) = fields.and_then(|field| text.split_at_checked(text.find(field)?)) {
            let name = name.trim();
            // Of what is a name of both, the ko rule is meant.
            return match name.is_empty() || name.parse::<Ko>().is_ok() || Ruleset::is_spelled_out(name) {
                true => parse(text),
                false => Ruleset::named(name).and_then(|rules| overridden(rules, fields)),
            };
        }
        if text.contains(char::is_whitespace) {
            return parse(text);
        }
        let names = PRESETS.iter().map(|preset| preset.name).chain(katago::NAMES);
        let kos: Vec<&str> = Ko::all().map(|ko| ko.name()).collect();
        text.parse().map(Ruleset::new).map_err(|_| unknown(text, names.chain(kos)))
    }

    /// Whether a text is meant to spell a ruleset out, and is no name: fields, the text of a ko rule, or rules as
    /// KataGo writes them. Whether it says what can be read is another question.
    pub fn is_spelled_out(text: &str) -> bool {
        let text = without_mark(text).trim();
        text.contains('=') || katago::is_written(text) || language::split(text).is_some()
    }
}

/// Whether two names are the same but for capitals, and for what stands between their words.
pub(crate) fn same_name(one: &str, other: &str) -> bool {
    let letters = |name: &str| -> Vec<u8> {
        name.bytes().filter(|byte| !b"-_ ".contains(byte)).map(|byte| byte.to_ascii_lowercase()).collect()
    };
    letters(one) == letters(other)
}

/// Rules as KataGo names or writes them, if the text is such.
fn of_katago(text: &str) -> Option<Result<Ruleset, Error>> {
    (katago::is_written(text) || katago::name(text).is_some()).then(|| katago::read(text))
}

/// Without the feature nothing is KataGo's.
#[cfg(not(feature = "katago"))]
mod katago {
    use crate::{Error, Ruleset};

    pub const NAMES: [&str; 0] = [];

    pub fn is_written(_: &str) -> bool {
        false
    }

    pub fn name(_: &str) -> Option<&'static str> {
        None
    }

    pub fn read(text: &str) -> Result<Ruleset, Error> {
        super::parse(text)
    }
}

/// The refusal of rules of KataGo, with the presets whose names begin with theirs, as `japanese-kgs` does
/// with `japanese`.
fn meant(error: Error, name: &str) -> Error {
    let begins = |preset: &&Preset| {
        let rest = preset.name.strip_prefix(&name.to_ascii_lowercase());
        rest.is_some_and(|rest| rest.starts_with('-'))
    };
    let presets: Vec<&str> = PRESETS.iter().filter(begins).map(|preset| preset.name).collect();
    match error {
        Error::Katago(reason) if !presets.is_empty() => {
            let presets = presets.join(" or ");
            Error::Fields(format!(
                "{name} cannot be read; did you mean {presets}? (KataGo's rules of this name: {reason})"
            ))
        }
        error => error,
    }
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Error {
    Error::Ruleset {
        name: name.to_owned(),
        nearest: error::nearest(name, known),
        known: PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", "),
    }
}

const PRESETS: [Preset; 24] = [
    Preset {
        name: "tromp-taylor",
        title: "the Logical Rules of Tromp and Taylor",
        source: "J. Tromp and B. Taylor",
        date: "1996",
        notes: "A lone suicide would repeat the position, so superko prohibits it.",
        text: "ko=psk suicide=allowed",
    },
    Preset {
        name: "new-zealand",
        title: "New Zealand rules",
        source: "New Zealand Go Society",
        date: "1978, 1986",
        notes: "White is given nothing for handicap stones. A lone suicide changes whose move it is, so it is legal unless that repeats a situation.",
        text: "ko=ssk suicide=allowed",
    },
    Preset {
        name: "aga",
        title: "AGA rules",
        source: "American Go Association",
        date: "1991",
        notes: "Under equivalence scoring K handicap stones cost Black K-1 points against area scoring, since he has moved K-1 times more: so nothing is given for them besides, and the score is the area score less K-1.",
        text: "ko=ssk scoring=equivalence compensation=0",
    },
    Preset {
        name: "bga",
        title: "BGA rules",
        source: "British Go Association",
        date: "2008",
        notes: "The AGA's rules, taken over.",
        text: "ko=ssk scoring=equivalence compensation=0",
    },
    Preset {
        name: "chinese",
        title: "Chinese rules, as they are refereed",
        source: "Chinese Weiqi Association",
        date: "2002",
        notes: "The text has a superko, but referees void games with long cycles in which both lose as many stones: they have no result. So has, here, any endless play.",
        text: "ko=basic compensation=K",
    },
    Preset {
        name: "chinese-kgs",
        title: "Chinese rules on KGS",
        source: "KGS Go Server, Supported Rule Sets; W. Shubert, computer-go list (KO_SAMEBOARD)",
        date: "2005",
        notes: "Positional superko, as the text of the Chinese rules has it.",
        text: "ko=psk compensation=K",
    },
    Preset {
        name: "aga-kgs",
        title: "AGA rules on KGS",
        source: "KGS Go Server, Supported Rule Sets; W. Shubert, computer-go list (KO_SAMESTATE)",
        date: "2005",
        notes: "KGS counts games under AGA rules by area, and gives White a point for each handicap stone but the first.",
        text: "ko=ssk compensation=K-1",
    },
    Preset {
        name: "new-zealand-kgs",
        title: "New Zealand rules on KGS",
        source: "KGS Go Server, Supported Rule Sets; W. Shubert, computer-go list (KO_SAMESTATE)",
        date: "2005",
        notes: "White is given nothing for handicap stones.",
        text: "ko=ssk suicide=allowed",
    },
    Preset {
        name: "japanese-kgs",
        title: "Japanese rules on KGS",
        source: "KGS Go Server, Supported Rule Sets; long cycles: R. Jasiek, Japanese 2003 Rules",
        date: "2005",
        notes: "Agreement on life and death is left out: the board is taken as it stands, and territory counts in seki too. KGS gives no result to a long cycle that neither side wants to break; here a cycle that removes more stones of one side is a win for the other, and only a balanced one has no result.",
        text: "ko=basic scoring=territory",
    },
    Preset {
        name: "ikeda-area-3",
        title: "Ikeda's Area Rules III",
        source: "T. Ikeda, On the Rules of Go",
        date: "",
        notes: "If White makes the first pass of the game, half a point moves from Black to White: a difference of one.",
        text: "ko=psk ikeda=yes",
    },
    Preset {
        name: "flower",
        title: "the Flower rules",
        source: "Flower's eclectic rules, version 0.1, Sensei's Library",
        date: "January 2007",
        notes: "Tromp and Taylor's rules with equivalence scoring. A first pass of the game by White hands over no pass stone (Ikeda's rule), and White's passes while handicap stones are placed hand over none. Passes of the agreement phase are passes like others. Komi is found by divide and choose or by auction, which leads to fair komi.",
        text: "ko=psk suicide=allowed scoring=equivalence end=agreement ikeda=yes compensation=0",
    },
    Preset {
        name: "spight",
        title: "Spight's superko",
        source: "B. Spight",
        date: "",
        notes: "Of the position standing at a pass, KataGo's reading.",
        text: "ko=spight",
    },
    Preset {
        name: "kee-2009",
        title: "Kee's rules of 2009",
        source: "W. Kee",
        date: "12 May 2009",
        notes: "Parts of the document are lost; three questions are open, and a suicide rule is not known: it is read as forbidden.",
        text: "ko=kee",
    },
    Preset {
        name: "kee-2007",
        title: "Kee's rules of 2007",
        source: "W. Kee",
        date: "5 March 2007",
        notes: "For two players.",
        text: "ko=kee-2007 suicide=allowed",
    },
    Preset {
        name: "kee-2020",
        title: "Kee's rules of 2020",
        source: "W. Kee",
        date: "8 October 2020",
        notes: "For two players; suicide is read as forbidden.",
        text: "ko=kee-2020",
    },
    Preset {
        name: "primitive",
        title: "the primitive rules",
        source: "R. Jasiek",
        date: "",
        notes: "Nothing is counted: a player who cannot play loses.",
        text: "ko=primitive",
    },
    Preset {
        name: "no-pass",
        title: "no-pass Go",
        source: "B. Spight's nimgo of the 1970s; Sensei's Library, No Pass Go",
        date: "",
        notes: "The published games are under positional superko.",
        text: "ko=psk end=no-pass",
    },
    Preset {
        name: "prisoner-return",
        title: "no-pass Go with prisoner return",
        source: "E. Berlekamp and D. Wolfe, Mathematical Go",
        date: "1994",
        notes: "A pass gives back a prisoner. Positional superko is assumed.",
        text: "ko=psk end=prisoner-return",
    },
    Preset {
        name: "basic-fixed",
        title: "the basic-fixed-ko rules",
        source: "R. Jasiek",
        date: "",
        notes: "",
        text: "ko=basic-fixed",
    },
    Preset {
        name: "basic-ko-rules",
        title: "the Basic Ko Rules",
        source: "R. Jasiek, The Basic Ko Rules",
        date: "26 February 1997",
        notes: "A suicide rule and a scoring are not part of the text: suicide is read as forbidden, and the area is counted.",
        text: "ko=basic-ko-rules",
    },
    Preset {
        name: "configuration-rules",
        title: "the Configuration Rules",
        source: "R. Jasiek, The Configuration Rules",
        date: "27 October 1996",
        notes: "A suicide rule and a scoring are not part of the text: suicide is read as forbidden, and the area is counted.",
        text: "ko=configuration-rules",
    },
    Preset {
        name: "kee-2020-03",
        title: "Kee's rules of March 2020",
        source: "W. Kee",
        date: "16 March 2020",
        notes: "For two players; suicide is read as forbidden. Two questions are open.",
        text: "ko=kee-2020-03",
    },
    Preset {
        name: "spight-2",
        title: "Spight Rules II",
        source: "B. Spight, Sensei's Library, Spight Rules II",
        date: "",
        notes: "Suicide is read as forbidden.",
        text: "ko=spight-2",
    },
    Preset {
        name: "newko-reconstruction",
        title: "the New Ko Rules of 1996 (reconstruction)",
        source: "reconstructed from R. Jasiek, New Ko Rules, Examples 1",
        date: "1996",
        notes: "The text is lost: docs/new-ko-rules.md says what is his and what is ours.",
        text: "ko=newko-reconstruction",
    },
];
