//! The ko rules, one file each, and their registry.

mod newko;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::FromStr;
use std::sync::OnceLock;

use kosolver_board::{Board, Play};
use sha2::{Digest, Sha256};

use crate::language::{self, Ending, Program, TextRule, Traits};
use crate::{Error, Fact, FactList, Game, Memory, Node, Ruleset, Scope, Score, Step, Threshold, error};

/// The readings of a rule.
enum Readings {
    Rust(&'static [&'static dyn KoRule]),
    Text(BuiltIn),
    Texts(&'static [BuiltIn]),
}

/// A rule that comes as a text, read when it is first asked for.
struct BuiltIn {
    name: &'static str,
    text: &'static str,
    /// Its options that are chosen, as bits.
    chosen: usize,
    traits: Traits,
    rule: OnceLock<Box<TextRule>>,
}

impl BuiltIn {
    const fn new(name: &'static str, text: &'static str, traits: Traits) -> BuiltIn {
        BuiltIn::choosing(0, name, text, traits)
    }

    const fn choosing(chosen: usize, name: &'static str, text: &'static str, traits: Traits) -> BuiltIn {
        BuiltIn { name, text, chosen, traits, rule: OnceLock::new() }
    }

    fn rule(&self) -> &TextRule {
        self.rule.get_or_init(|| Box::new(TextRule::built_in(self.text, self.chosen, self.traits)))
    }
}

const USUAL: Traits = Traits::USUAL;
const ON_REQUEST: Traits = Traits { on_request: true, ..USUAL };
const KEE_2007: Traits = USUAL
    .ending("a player answers a pass with a pass, and his own pass before that was in the same position");
const KEE_2020: Traits = Traits {
    said: &[
        ("appeared", "the position {position} has occurred at or after the last pass"),
        ("initialised", "in the position {position} the opponent of {player} has passed before"),
    ],
    ..USUAL
};
const KEE_MARCH: Traits = ON_REQUEST.ending("a player passes in a position in which he has passed before, and no play since has answered a single pass");

static KEE: [BuiltIn; 8] = {
    const TEXT: &str = include_str!("../../rules/kee.ko");
    const ALL: Traits = USUAL.published("A play is prohibited if T has occurred at or after the last pass, the position standing at that pass included.");
    const PASSER: Traits = USUAL.published("A play is prohibited if T has occurred at or after the player's own last pass, the position standing at that pass included.");
    [
        BuiltIn::new("kee", TEXT, ALL),
        BuiltIn::choosing(2, "kee:sum", TEXT, ALL),
        BuiltIn::choosing(4, "kee:cycle", TEXT, ALL),
        BuiltIn::choosing(6, "kee:sum+cycle", TEXT, ALL),
        BuiltIn::choosing(1, "kee:passer", TEXT, PASSER),
        BuiltIn::choosing(3, "kee:passer+sum", TEXT, PASSER),
        BuiltIn::choosing(5, "kee:passer+cycle", TEXT, PASSER),
        BuiltIn::choosing(7, "kee:passer+sum+cycle", TEXT, PASSER),
    ]
};

static KEE_2020_03: [BuiltIn; 4] = {
    const TEXT: &str = include_str!("../../rules/kee-2020-03.ko");
    [
        BuiltIn::new("kee-2020-03", TEXT, KEE_MARCH.published("A play is prohibited if T has been encountered and nobody has passed since, the position standing at a pass being encountered after it; or if it answers a single pass and the player has done so in this position before.")),
        BuiltIn::choosing(1, "kee-2020-03:free", TEXT, KEE_MARCH.published("A play is prohibited if T has been made, or was the start, and nobody has passed since; or if it answers a single pass and the player has done so in this position before.")),
        BuiltIn::choosing(2, "kee-2020-03:same", TEXT, KEE_MARCH.published("A play is prohibited if T has been encountered and nobody has passed since, the position standing at a pass being encountered after it; or if it answers a single pass and the player has done so in this position before by a play to T.")),
        BuiltIn::choosing(3, "kee-2020-03:free+same", TEXT, KEE_MARCH.published("A play is prohibited if T has been made, or was the start, and nobody has passed since; or if it answers a single pass and the player has done so in this position before by a play to T.")),
    ]
};

/// The registry: every rule with its readings, in the order in which tables show them. Kee's
/// own order comes first: simple ko, superko, Spight, Kee.
static REGISTRY: [Readings; 17] = [
    Readings::Text(BuiltIn::new("basic", include_str!("../../rules/basic.ko"), USUAL)),
    Readings::Text(BuiltIn::new("psk", include_str!("../../rules/psk.ko"), USUAL)),
    Readings::Text(BuiltIn::new("spight", include_str!("../../rules/spight.ko"), USUAL.published("A play is prohibited if T has occurred at or after the last pass, the position standing at that pass included."))),
    Readings::Texts(&KEE),
    Readings::Text(BuiltIn::new("none", include_str!("../../rules/none.ko"), USUAL)),
    Readings::Text(BuiltIn::new("ssk", include_str!("../../rules/ssk.ko"), USUAL.published("A play is prohibited if T has occurred before with the same player to move. The start position counts, as if the player not to move had made it. A pass makes a situation too."))),
    Readings::Text(BuiltIn::new("nssk", include_str!("../../rules/nssk.ko"), USUAL.published("A play is prohibited if the same player has created T before by a play. Passes create nothing, and nobody created the start position."))),
    Readings::Text(BuiltIn::new("fixed", include_str!("../../rules/fixed.ko"), USUAL)),
    Readings::Text(BuiltIn::new("basic-fixed", include_str!("../../rules/basic-fixed.ko"), USUAL.published("A play is prohibited if simple ko or fixed ko prohibits it."))),
    Readings::Text(BuiltIn::new("primitive", include_str!("../../rules/primitive.ko"), USUAL)),
    Readings::Text(BuiltIn::new("kee-2007", include_str!("../../rules/kee-2007.ko"), KEE_2007.published("A play is prohibited if the opponent has been to move in T before, and the player's latest pass was then in the same position as it is now (or he had not passed then, and has not passed now)."))),
    Readings::Text(BuiltIn::new(
        "kee-2020",
        include_str!("../../rules/kee-2020.ko"),
        KEE_2020.published("A play is prohibited if T has occurred at or after the last pass, the position standing at that pass included, or if the opponent has just passed, and had passed to the player in this position before.").ending("three consecutive passes"),
    )),
    Readings::Text(BuiltIn::new(
        "basic-ko-rules",
        include_str!("../../rules/basic-ko-rules.ko"),
        ON_REQUEST.published("Two points are a ko if a play on one followed by the opponent's play on the other repeats the position. A play is prohibited if simple ko prohibits it, or if the player has played on the point before, when the same points were in kos and the stones on all other points were the same."),
    )),
    Readings::Text(BuiltIn::new(
        "configuration-rules",
        include_str!("../../rules/configuration-rules.ko"),
        ON_REQUEST.published("A play is prohibited if simple ko prohibits it, or if anybody has played on the point since the position before the play first stood; the start position stood at the start."),
    )),
    Readings::Texts(&KEE_2020_03),
    Readings::Text(BuiltIn::new("spight-2", include_str!("../../rules/spight-2.ko"), ON_REQUEST.published("A play is prohibited if the opponent has made a play in the position T and nobody has passed since, or if the opponent has passed in the position T and the player did not pass at once."))),
    Readings::Rust(&[&newko::NewKo]),
];

impl Readings {
    fn kos(&'static self) -> impl Iterator<Item = Ko> {
        let (rust, texts) = match self {
            Readings::Rust(rust) => (*rust, &[][..]),
            Readings::Text(text) => (&[][..], std::slice::from_ref(text)),
            Readings::Texts(texts) => (&[][..], *texts),
        };
        let rust = rust.iter().map(|rule| Ko(Source::Rule(*rule)));
        rust.chain(texts.iter().map(|text| Ko(Source::Text(text))))
    }
}

/// A ko rule as it is written down: its name, its words and what kind of rule it is. What it does on
/// a board is in [`KoMoves`].
pub trait KoRule: fmt::Debug + Send + Sync {
    /// The short name, as users write it: lower-case letters, digits and `-`, `:`, `+`.
    fn name(&self) -> &'static str;

    /// Whether a text means this rule beside its name: a shorter one, which is never printed.
    fn is_also_called(&self, _text: &str) -> bool {
        false
    }

    /// The name in words.
    fn title(&self) -> &'static str;

    /// The rule in one or two sentences. T is the position after the play.
    fn sentence(&self) -> &'static str;

    /// Who wrote the rule down, and when.
    fn source(&self) -> &'static str;

    /// The rule on a board, under a ruleset. It may hold tables made for this board.
    fn bind(&self, board: &Board, rules: &Ruleset) -> Box<dyn KoMoves>;

    /// Whether play can go on for ever. Then every position of a board can be solved at once: nothing is
    /// prohibited, or if the rule [bans retaking](KoRule::bans_retaking) what simple ko prohibits, and two
    /// passes end the game.
    fn endless(&self) -> bool {
        false
    }

    /// Whether the value of a game that starts here lies between L and U of the same game without a
    /// ko rule: what each player can force there he can force here. `docs/tablebase.md` proves it.
    fn within_endless(&self) -> bool {
        false
    }

    /// Whether a stone that took one stone may be banned from being taken back at once.
    fn bans_retaking(&self) -> bool {
        false
    }

    /// Whether it prohibits a play only because of the position that the play makes: a fact of the history
    /// whose last position that is, or a play that would undo at once what the last move did. And it
    /// lets a player pass whenever he likes, and two passes end the game, or a pass where he has passed
    /// before. Then `DESIGN.md` knows [decided positions](crate::Game::has_decided_positions).
    fn bans_what_it_makes(&self) -> bool {
        false
    }

    /// Whether its steps may have [pulls](crate::Step::pulls).
    fn pulls(&self) -> bool {
        false
    }

    /// Whether fights can be so long that even 2x2 takes more than half a million nodes. Tables leave such a
    /// rule out unless it is asked for, and searches begin its questions again soon.
    fn has_long_fights(&self) -> bool {
        false
    }

    /// Whether tables, comparisons and surveys leave the rule out unless it is asked for by name.
    fn on_request(&self) -> bool {
        false
    }

    /// Whether it asks where kos are and who lives in them.
    fn reads_structure(&self) -> bool {
        false
    }

    /// Whether each of its facts is about one position alone, and says of it what some fact says that a
    /// step of the empty board inserts, or its image with the colours exchanged. Then more facts have
    /// numbers.
    fn has_plain_facts(&self) -> bool {
        false
    }

    /// Whether its nodes have words in [slots of its own](crate::Slot::own).
    fn has_words(&self) -> bool {
        false
    }

    /// Whether the outcome is only who wins, not by how much.
    fn win_or_loss(&self) -> bool {
        false
    }

    /// Whether the score need not be an area score less komi.
    fn combines_scores(&self) -> bool {
        false
    }

    /// The least and the greatest score a game can end with, if one position can end with those
    /// given; `None` if there are no bounds.
    fn score_range(&self, of_position: (Score, Score), _rules: &Ruleset) -> Option<(Score, Score)> {
        Some(of_position)
    }

    /// Whether the rule says how a game ends; else the ruleset does.
    fn has_own_end(&self) -> bool {
        false
    }

    /// The text it is made from, in its [normal form](Ko::parse); `None` if it is not made from one.
    fn text(&self) -> Option<&'static str> {
        None
    }

    /// The text it is made from, as it was written; with all of its readings.
    fn written(&self) -> Option<&'static str> {
        None
    }

    /// What its text says; `None` if it is not made from one.
    fn program(&self) -> Option<&Program> {
        None
    }

    /// Whether a play can end a game in such a way.
    fn has_ending(&self, of: &dyn Fn(Ending) -> bool) -> bool {
        self.program().is_some_and(|program| program.has_ending(of))
    }

    /// Why games end, as its text shows it.
    fn why_it_ends(&self) -> &[String] {
        &[]
    }

    /// Which text it is a reading of, if it is of a text that was [parsed](Ko::parse).
    fn family(&self) -> Option<usize> {
        None
    }

    /// The most steps that one move can be, beside those for passes of a long cycle and for tallies.
    fn most_steps(&self) -> u8 {
        2
    }

    /// How a game ends, in words.
    fn end(&self) -> &'static str {
        "two consecutive passes"
    }
}

/// A ko rule bound to a board: what the history prohibits, what ends the game, and what a move adds to
/// the history.
///
/// It must keep the promises P1 to P4 of `DESIGN.md`; what is proved rests on them. All points that
/// facts and memories speak of are in positions, so that a symmetry of the board maps them.
pub trait KoMoves: fmt::Debug + Send + Sync {
    /// The facts a history starts with at the start position.
    fn start(&self, _start: &Node) -> FactList {
        FactList::new()
    }

    /// Facts that hold at a node under every history that leads to it; at most two.
    fn implied(&self, _node: &Node) -> FactList {
        FactList::new()
    }

    /// What a play does: one step, or several whose guards exclude each other. Suicide rules are
    /// applied by the caller.
    fn play(&self, game: &Game, at: &Node, play: &Play, steps: &mut Vec<Step>);

    /// What a pass does: one step, several whose guards exclude each other, or none if there
    /// are no passes.
    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        steps.extend(game.rules().end().pass(game, at));
    }

    /// The facts of a history that forbid a step in it, for people to read; none where it is legal.
    fn reasons(&self, _game: &Game, _at: &Node, step: &Step, knows: &dyn Fn(&Fact) -> bool) -> FactList {
        step.legality.prohibiting().iter().filter(|fact| knows(fact)).copied().collect()
    }

    /// A memory that stands for all those that this one can be [weighed](KoMoves::outweighs)
    /// against.
    fn comparable(&self, memory: &Memory) -> Memory {
        memory.clone()
    }

    /// Whether a memory is at least as good for Black as another: whatever the moves to come,
    /// if they meet the threshold from a node with `other`, they meet it from the same node
    /// with `memory`.
    fn outweighs(&self, _game: &Game, _threshold: Threshold, memory: &Memory, other: &Memory) -> bool {
        memory == other
    }

    /// The scope that takes the place of this one when Black and White change sides.
    fn exchanged(&self, scope: Scope) -> Scope {
        scope
    }

    /// Whether no history has both of two facts. They differ in their index alone.
    fn excludes(&self, _fact: &Fact, _other: &Fact) -> bool {
        false
    }

    /// A fact of this rule in words, as in "the position X. has occurred before".
    fn describe(&self, fact: &Fact, board: &Board) -> String;
}

/// One of the known ko rules.
#[derive(Clone, Copy)]
pub struct Ko(Source);

#[derive(Clone, Copy)]
enum Source {
    Rule(&'static dyn KoRule),
    Text(&'static BuiltIn),
}

impl Ko {
    /// The short name, as users write it.
    pub fn name(self) -> &'static str {
        match self.0 {
            Source::Rule(rule) => rule.name(),
            Source::Text(text) => text.name,
        }
    }

    /// What its text says, to be read from the record of a game. There no frame of a position is known.
    pub fn said(self) -> Option<&'static Program> {
        let program = match self.0 {
            Source::Rule(rule) => rule.program(),
            Source::Text(text) => text.rule().program(),
        };
        program.filter(|program| !program.frames)
    }

    /// The game without a ko rule.
    pub fn none() -> Ko {
        let none = Ko::all().find(|ko| ko.name() == "none");
        none.unwrap_or_else(|| unreachable!("it comes with this library"))
    }

    pub(crate) fn of(rule: &'static dyn KoRule) -> Ko {
        Ko(Source::Rule(rule))
    }

    /// The ko rule that a text says; `docs/rule-language.md` has the language. Its name is known from then
    /// on.
    ///
    /// ```
    /// use kosolver_rules::Ko;
    ///
    /// let ko = Ko::parse("rule mine\nremember made(after) on play\nforbid play if made(after)")?;
    /// assert_eq!(ko.sentence(), "A play is prohibited if a play has made T before.");
    /// assert_eq!(ko.text(), Some("rule mine\nremember made(after) on play\nforbid play if made(after)\n"));
    /// # Ok::<(), kosolver_rules::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Text`], with the line and the column.
    pub fn parse(text: &str) -> Result<Ko, Error> {
        Ok(language::parsed(text)?[0])
    }

    /// The ko rule that an argument of a command means: a name, or a file with a text. A file's path ends
    /// in `.ko` or contains a `/`; a reading may follow, as in `mine.ko:free`.
    ///
    /// # Errors
    /// If there is no such rule, or the file cannot be read or is none; with the line that is wrong.
    pub fn of_argument(argument: &str) -> Result<Ko, Error> {
        language::of_argument(argument)
    }

    /// The normal form of the text that it was [parsed](Ko::parse) from; `None` if it comes with this
    /// library, or is no text.
    pub fn own_text(self) -> Option<&'static str> {
        self.family().and(self.text())
    }

    /// The rule that comes with this library and says the same, if this one is a text without facts: all
    /// that is known of endless play is known by that name.
    pub fn known_as(self) -> Ko {
        let known = |retakes: bool| Ko::all().find(|ko| ko.endless() && ko.bans_retaking() == retakes);
        let same = (self.own_text().is_some() && self.endless()).then(|| known(self.bans_retaking()));
        same.flatten().unwrap_or(self)
    }

    /// The SHA-256 of the [normal form](Ko::parse) of its text, in hexadecimal digits.
    pub fn digest(self) -> Option<String> {
        let digest = Sha256::digest(self.text()?.as_bytes());
        Some(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The readings of the texts that were [parsed](Ko::parse); of the same name the one that was parsed last comes
    /// last.
    pub fn parsed() -> Vec<Ko> {
        language::known()
    }

    /// All that come with this library, each in its default reading only, in the order of tables.
    pub fn all() -> impl Iterator<Item = Ko> {
        REGISTRY.iter().filter_map(|readings| readings.kos().next())
    }

    /// The readings of this rule, the default first; most rules have one.
    pub fn readings(self) -> impl Iterator<Item = Ko> {
        let built_in = REGISTRY.iter().find(|readings| readings.kos().any(|ko| ko == self));
        let texts = || language::known().into_iter().filter(|ko| ko.family() == self.family()).collect();
        let mut readings: Vec<Ko> = built_in.map_or_else(texts, |readings| readings.kos().collect());
        if readings.is_empty() {
            readings.push(self);
        }
        readings.into_iter()
    }
}

impl Deref for Ko {
    type Target = dyn KoRule;

    fn deref(&self) -> &Self::Target {
        match self.0 {
            Source::Rule(rule) => rule,
            Source::Text(text) => text.rule(),
        }
    }
}

impl PartialEq for Ko {
    fn eq(&self, other: &Ko) -> bool {
        let built_in = |ko: &Ko| matches!(ko.0, Source::Text(_));
        self.name() == other.name() && (built_in(self) && built_in(other) || self.text() == other.text())
    }
}

impl Eq for Ko {}

impl Hash for Ko {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Ko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ko({})", self.name())
    }
}

impl fmt::Display for Ko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Shorter texts occur in names by chance.
const SHORTEST: usize = 5;

/// The rules in whose names in words a text occurs, such as "positional superko".
fn called_so(text: &str) -> String {
    let text = text.to_ascii_lowercase().replace(['-', '_'], " ");
    if text.len() < SHORTEST {
        return String::new();
    }
    let so: Vec<Ko> = Ko::all().filter(|ko| ko.title().to_ascii_lowercase().contains(&text)).collect();
    // Those that are called after nobody are better known.
    let of_all = so.iter().filter(|ko| !ko.title().contains('\''));
    let names: Vec<&str> = of_all.map(|ko| ko.name()).collect();
    let names = if names.is_empty() { so.iter().map(|ko| ko.name()).collect() } else { names };
    names.join(" or ")
}

impl FromStr for Ko {
    type Err = Error;

    fn from_str(text: &str) -> Result<Ko, Error> {
        if language::split(text).is_some() {
            let rules = Ruleset::named(text)?;
            return match rules == Ruleset::new(rules.ko()) {
                true => Ok(rules.ko()),
                false => Err(Error::Contradiction(format!("{rules} is more than a ko rule"))),
            };
        }
        // Of texts of one name the last is meant.
        let texts = language::known().into_iter().rev();
        let known: Vec<Ko> = Ko::all().flat_map(Ko::readings).chain(texts).collect();
        let named = known.iter().find(|ko| ko.name().eq_ignore_ascii_case(text));
        let called = || known.iter().find(|ko| matches!(ko.0, Source::Rule(_)) && ko.is_also_called(text));
        // A title that one rule has, as in positional-superko; "ko" may be left out.
        let titled = || {
            let text = text.to_ascii_lowercase().replace(['-', '_'], " ");
            let is_it = |ko: &&Ko| {
                let title = ko.title().to_ascii_lowercase();
                ko.own_text().is_none() && (title == text || title.strip_suffix(" ko") == Some(&text))
            };
            known.iter().find(is_it).filter(|ko| ko.readings().count() == 1)
        };
        named.or_else(called).or_else(titled).copied().ok_or_else(|| {
            // Of a rule that is known only the readings can be meant; of another, rules come first.
            let rule = |name: &'static str| name.split(':').next().unwrap_or(name);
            let meant = text.split_once(':').map(|(rule, _)| rule.to_ascii_lowercase()).unwrap_or_default();
            let readings: Vec<&str> =
                known.iter().map(|ko| ko.name()).filter(|name| rule(name) == meant).collect();
            let accepted = if readings.is_empty() {
                let rules: Vec<&str> = Ko::all().map(|ko| ko.name()).collect();
                format!("The ko rules are {}", rules.join(", "))
            } else {
                format!("The readings of {meant} are {}", readings.join(", "))
            };
            let mut nearest = error::nearest(text, known.iter().map(|ko| ko.name()));
            if nearest.is_empty() {
                nearest = called_so(text);
            }
            Error::Ko { name: text.to_owned(), nearest, accepted }
        })
    }
}
