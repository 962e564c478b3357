//! The bytes of a certificate. Every length is checked against what is really there: nothing
//! is allocated because a number in the file says so.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read};
use std::str::FromStr;

use kosolver_board::{Board, Colour, Point, PointSet, Position, quoted, shortened};
use kosolver_rules::{
    Ban, Fact, Game, Ko, Memory, Move, Node, Referee, Ruleset, Scope, Score, Slot, Tally, Threshold, Word,
};

use crate::frame::Frame;
use crate::groups::{Group, Groups, SetNumber};
use crate::lemma::{FactNumber, Facts, Kind, KindNumber, Lemma, LemmaNumber};
use crate::limits::Fault;
use crate::pieces::Digest;
use crate::turns::{self, Pattern, PatternNumber, Patterns, Turns};
use crate::{Error, Proved, limits};

/// The lines of text at the head of a certificate.
pub(crate) struct Header {
    pub position: Position,
    pub to_play: Colour,
    /// The game as it stands after the moves of the header.
    pub referee: Referee,
    pub value: Proved,
    /// The certificates that prove what it assumes.
    pub pieces: Vec<Digest>,
}

/// The first line: what it is, and the version of the format.
const MAGIC: &str = "kosolver certificate ";
const VERSION: &str = "6";

const LONGEST_LINE: u64 = 4096;
/// Of all lines with the ko rule.
const LONGEST_TEXT: usize = 1 << 16;
/// Of the line that lists moves, or stands in its place.
const LONGEST_GAME: u64 = 1 << 14;
const MOST_PIECES: usize = 1 << 16;

impl Header {
    pub(crate) fn read(input: &mut impl BufRead) -> Result<Header, Error> {
        let magic = line(input, LONGEST_LINE)?;
        match magic.strip_prefix(MAGIC) {
            Some(VERSION) => {}
            Some(version) => {
                let version = shortened(version, 64);
                let text = format!(
                    "it is of version {version}; this program reads version {VERSION}, older releases the others"
                );
                return Err(Error::Header(text));
            }
            None => {
                return Err(Error::Header("it does not begin with 'kosolver certificate'".to_owned()));
            }
        }
        let value = |text: &str, name: &str| {
            let value = text.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            value
                .map(str::to_owned)
                .ok_or_else(|| Error::Header(format!("{} stands where '{name} …' belongs", quoted(text))))
        };
        let board: Board = parse(&value(&line(input, LONGEST_LINE)?, "board")?)?;
        let rules = value(&line(input, LONGEST_LINE)?, "rules")?;
        let wrong = |error: &dyn Display| Error::Header(error.to_string());
        let (text, after) = ko_text(input)?;
        let rules = ruleset(&rules, &text)?;
        let text = after;
        let game = Game::new(board, rules).map_err(|error| wrong(&error))?;
        let text = value(&text, "position")?;
        let position = Position::parse(&board, &text).map_err(|error| wrong(&error))?;
        canonical(&text, &position.text(&board))?;
        let to_play = parse(&value(&line(input, LONGEST_LINE)?, "to-play")?)?;
        game.check_start(position, to_play).map_err(|error| wrong(&error))?;
        let referee = Referee::new(game, position, to_play);
        let mut text = line(input, LONGEST_GAME)?;
        let referee = match text.strip_prefix("moves ") {
            None if text.len() as u64 >= LONGEST_LINE => return Err(too_long()),
            None => referee,
            Some(moves) => {
                let referee = played(referee, moves)?;
                text = line(input, LONGEST_LINE)?;
                referee
            }
        };
        let value = match (text.strip_prefix("value "), text.strip_prefix("claim ")) {
            (_, Some(said)) => claim(said)?,
            (Some(value), _) => match (rules.endless(), value.split_once(' ')) {
                (false, None) => Proved::Score(parse(value)?),
                (true, Some((lower, upper))) => Proved::Bounds(parse(lower)?, parse(upper)?),
                _ => {
                    return Err(Error::Header(format!("{} is no value under {}", quoted(value), rules.ko())));
                }
            },
            _ => return Err(Error::Header(format!("{} stands where 'value …' belongs", quoted(&text)))),
        };
        let mut pieces = Vec::new();
        loop {
            let text = line(input, LONGEST_LINE)?;
            match text.strip_prefix("piece ") {
                Some(digest) if pieces.len() < MOST_PIECES => {
                    pieces.push(parse(digest)?);
                }
                None if text.is_empty() => {
                    return Ok(Header { position, to_play, referee, value, pieces });
                }
                _ => return Err(Error::Header(format!("{} stands where it should end", quoted(&text)))),
            }
        }
    }
}

/// A claim: a player, and the threshold at which he wins.
fn claim(text: &str) -> Result<Proved, Error> {
    let fault = || Error::Header(format!("{} is no claim", quoted(text)));
    let (winner, threshold) = text.split_once(' ').ok_or_else(fault)?;
    let (sign, score) = threshold.split_once(' ').ok_or_else(fault)?;
    let (winner, score): (Colour, Score) = (parse(winner)?, parse(score)?);
    match sign {
        ">=" => Ok(Proved::Claim(Threshold::at_least(score), winner)),
        ">" => Ok(Proved::Claim(Threshold::more_than(score), winner)),
        _ => Err(fault()),
    }
}

/// The text of the ko rule that the header has, and the line after it.
fn ko_text(input: &mut impl BufRead) -> Result<(String, String), Error> {
    let mut text = String::new();
    loop {
        let line = line(input, LONGEST_LINE)?;
        match line.strip_prefix("ko ") {
            Some(line) if text.len() < LONGEST_TEXT => text += &format!("{line}\n"),
            Some(_) => return Err(Error::Header("the text of its ko rule is too long".to_owned())),
            None => return Ok((text, line)),
        }
    }
}

/// The ruleset, whose ko rule has this text, or none.
fn ruleset(rules: &str, text: &str) -> Result<Ruleset, Error> {
    let wrong = |error: kosolver_rules::Error| Error::Header(error.to_string());
    if text.is_empty() {
        let rules: Ruleset = parse(rules)?;
        return match rules.ko().text() {
            Some(_) => Err(Error::Header(format!("the text of {} is missing", rules.ko()))),
            None => Ok(rules),
        };
    }
    let ko = Ko::parse(text).map_err(|error| Error::Header(format!("its ko rule: {error}")))?;
    canonical(text, ko.text().unwrap_or_default())?;
    let under = Ruleset::under(ko, rules).map_err(wrong)?;
    canonical(rules, &under.to_string())?;
    Ok(under)
}

/// The game after some moves, none of which ends it.
fn played(mut referee: Referee, moves: &str) -> Result<Referee, Error> {
    let board = *referee.game().board();
    let mut names = Vec::new();
    for name in moves.split(' ') {
        let made = Move::parse(&board, name).map_err(|error| Error::Header(error.to_string()))?;
        let number = names.len() + 1;
        let illegal = |error| Error::Header(format!("move {number} is illegal: {error}"));
        referee.play(made).map_err(illegal)?;
        if referee.score().is_some() {
            return Err(Error::Header(format!("move {number} ends the game: nothing is left to prove")));
        }
        names.push(made.name(&board));
    }
    canonical(moves, &names.join(" "))?;
    Ok(referee)
}

fn too_long() -> Error {
    Error::Header("it ends in the middle of a line, or a line is too long".to_owned())
}

fn line(input: &mut impl BufRead, longest: u64) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(longest).read_until(b'\n', &mut bytes);
    read.map_err(|error| Error::Header(error.to_string()))?;
    if bytes.pop() != Some(b'\n') {
        return Err(too_long());
    }
    String::from_utf8(bytes).map_err(|_| Error::Header("it is not text".to_owned()))
}

fn parse<T: Display + FromStr<Err: Display>>(text: &str) -> Result<T, Error> {
    let value: T = text.parse().map_err(|error: T::Err| Error::Header(error.to_string()))?;
    canonical(text, &value.to_string())?;
    Ok(value)
}

/// What is proved stands in the header in one way only.
fn canonical(text: &str, proper: &str) -> Result<(), Error> {
    if text == proper {
        Ok(())
    } else {
        Err(Error::Header(format!("{} should be {}", quoted(text), quoted(proper))))
    }
}

/// The compressed part.
pub(crate) struct Body<R: BufRead> {
    /// How many symmetries lemmas are cited by.
    turns: u64,
    bytes: BufReader<Frame<R>>,
}

/// Why a lemma holds, as far as the first number says.
pub(crate) enum Grounds {
    /// Its position is decided.
    Decided,
    /// A lemma of the piece at a place of the header says so, under a symmetry.
    Assumed { piece: u64, lemma: u64, turn: u64 },
    /// The number of a step, or of citations.
    Number(u64),
}

/// 0, 1, 2, 3, … as 0, -1, 1, -2, ….
fn unfolded(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Sums and scores of real games stay far below; beyond, arithmetic might overflow.
const LARGEST: i64 = 1 << 24;
/// Far beyond real games. A node has a step for each of its tallies.
const MOST_TALLIES: u64 = 1 << 10;

impl<R: BufRead> Body<R> {
    pub(crate) fn new(input: R) -> Result<Body<R>, String> {
        Ok(Body { turns: 1, bytes: BufReader::with_capacity(1 << 16, Frame::new(input)?) })
    }

    /// How many bytes of the frame have been taken.
    pub(crate) fn frame(&self) -> u64 {
        self.bytes.get_ref().consumed()
    }

    fn byte(&mut self) -> Result<u8, String> {
        let mut byte = [0];
        self.bytes.read_exact(&mut byte).map_err(|error| format!("it cannot be read: {error}"))?;
        Ok(byte[0])
    }

    /// Seven bits a byte, the low ones first; the high bit says that more follow.
    pub(crate) fn number(&mut self) -> Result<u64, String> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err("a number has more than 64 bits".to_owned())
    }

    fn signed(&mut self) -> Result<i64, String> {
        Ok(unfolded(self.number()?))
    }

    fn below(&mut self, limit: u64, what: &str) -> Result<u64, String> {
        match self.number()? {
            value if value < limit => Ok(value),
            value => Err(format!("{value} is no {what}")),
        }
    }

    fn small(&mut self, what: &str) -> Result<i64, String> {
        match self.signed()? {
            value if value.unsigned_abs() < LARGEST as u64 => Ok(value),
            value => Err(format!("{value} is no {what}")),
        }
    }

    fn colour(&mut self) -> Result<Colour, String> {
        Ok(Colour::BOTH[self.below(2, "colour")? as usize])
    }

    /// What lemmas of each kind say.
    pub(crate) fn kinds(&mut self, rules: &Ruleset) -> Result<Vec<Kind>, String> {
        let count = self.below(1 << 16, "number of kinds")?;
        let mut kinds = Vec::new();
        for _ in 0..count {
            let numerator = self.small("numerator")?;
            let denominator = self.below(LARGEST as u64, "denominator")?;
            if denominator == 0 {
                return Err("a denominator is 0".to_owned());
            }
            let score = Score::fraction(numerator, denominator as i64);
            let strict = self.below(2, "yes or no")? == 1;
            let winner = self.colour()?;
            let endless = self.below(2, "yes or no")? == 1;
            if endless && !rules.endless() {
                return Err(format!(
                    "a kind says that endless play is a win; under {} no play is endless",
                    rules.ko()
                ));
            }
            kinds.push(Kind { threshold: Threshold { score, strict }, winner, endless });
        }
        Ok(kinds)
    }

    /// The symmetries by which lemmas are cited.
    pub(crate) fn turns(&mut self, game: &Game) -> Result<Turns, String> {
        let count = self.below(1 + turns::most(game.board()), "number of symmetries")?;
        let exchanges = self.below(2, "yes or no")? == 1;
        let mut permutations = Vec::new();
        for _ in 0..count {
            let point = |_| Ok(Point::new(self.below(game.board().points().into(), "point")? as u8));
            permutations.push((0..game.board().points()).map(point).collect::<Result<_, String>>()?);
        }
        let turns = Turns::new(game, &permutations, exchanges).map_err(str::to_owned)?;
        self.turns = turns.len();
        Ok(turns)
    }

    /// The facts, which all stand before the lemmas, each with its group.
    pub(crate) fn listed(
        &mut self,
        game: &Game,
        facts: &mut Facts,
        groups: &mut Groups,
        turns: &mut Turns,
    ) -> Result<(), Fault> {
        for _ in 0..self.number()? {
            let number = facts.give(self.fact(game.board())?)?;
            let group = self.below(1 + (1 << 16), "group")?.checked_sub(1);
            if let Some(group) = group.map(|group| Group(group as u16)) {
                groups.list(number, group, facts)?;
                turns.list(game, facts.get(number), group)?;
            }
        }
        Ok(())
    }

    /// The next lemma up to its grounds, or nothing at the end of the list. Its conditions are
    /// marked, but not those in groups.
    pub(crate) fn lemma(
        &mut self,
        game: &Game,
        kinds: usize,
        (facts, given, patterns): (&mut Facts, &mut Groups, &mut Patterns),
    ) -> Result<Option<Lemma>, Fault> {
        let tag = self.below(1 + kinds as u64, "kind of lemma")?;
        if tag == 0 {
            return Ok(None);
        }
        let node = self.node(game)?;
        limits::fits(game, &node.memory)?;
        let absent = self.facts(facts, false)?;
        let groups = self.groups(given)?;
        let patterns = self.patterns(game, patterns)?;
        let present = self.facts(facts, true)?;
        // There are fewer than 2^16 kinds.
        Ok(Some(Lemma { kind: KindNumber(tag as u16 - 1), node, absent, groups, patterns, present }))
    }

    fn node(&mut self, game: &Game) -> Result<Node, String> {
        let board = game.board();
        let position = self.position(board)?;
        let flags = self.below(16, "player to move")?;
        let ban = match self.below(2 + u64::from(board.points()), "ban")? {
            0 => Ban::None,
            1 => Ban::LoneSuicide,
            point => Ban::Point(Point::new(point as u8 - 2)),
        };
        let count = self.below(MOST_TALLIES, "number of tallies")?;
        let mut tallies = Vec::new();
        for _ in 0..count {
            let (sum, count) = (self.small("sum")? as i32, self.small("count")? as i32);
            if count < 0 {
                // Where fewer than none are counted, more is worse: they cannot be weighed.
                return Err(format!("{count} is no count"));
            }
            tallies.push(Tally { sum, count });
        }
        let mut memory = Memory::EMPTY.with_tallies(tallies);
        if flags >> 3 == 1 {
            self.rest_of_memory(game, &mut memory)?;
        }
        let node = Node {
            passes: (flags >> 1 & 3) as u8,
            ban,
            ..Node::new(position, Colour::BOTH[(flags & 1) as usize])
        };
        Ok(node.carrying(|carried| *carried = memory))
    }

    fn stones(&mut self) -> Result<Position, String> {
        let [black, white] = [self.number()?, self.number()?].map(PointSet::from_bits);
        Ok(Position { black, white })
    }

    fn position(&mut self, board: &Board) -> Result<Position, String> {
        let position = self.stones()?;
        if !position.fits(board) {
            return Err(format!("its position is none of {board}"));
        }
        Ok(position)
    }

    /// What a memory has beside tallies, within bounds that real games do not come near and that
    /// no move leaves unnoticed.
    fn rest_of_memory(&mut self, game: &Game, memory: &mut Memory) -> Result<(), String> {
        let board = game.board();
        let own = game.rules().ko().has_words();
        let flags = self.below(if own { 4 } else { 2 }, "set of flags")?;
        memory.set_flag(Slot::PASSED, flags & 1 == 1);
        let handicap = self.below(64, "number of handicap stones")? as i32;
        memory.set(Slot::HANDICAP, Word::Number(handicap));
        memory.set(Slot::BALANCE, Word::Balance(self.small("balance")? as i32));
        for player in Colour::BOTH {
            let held = self.below(1 << 15, "number of prisoners")? as i32;
            memory.set(Slot::HELD.of(player), Word::Number(held));
        }
        let mut net_passes = [0; 3];
        for passes in &mut net_passes {
            *passes = match self.signed()? {
                passes if passes.unsigned_abs() < MOST_TALLIES => passes as i32,
                passes => return Err(format!("{passes} is no number of passes")),
            };
        }
        let [now, least, most] = net_passes;
        if !(least..=most).contains(&now) || !(least..=most).contains(&0) {
            return Err(format!("{now} passes more were never between {least} and {most}"));
        }
        memory.set(Slot::NET_PASSES, Word::Balance(now));
        memory.set(Slot::NET_PASSES_RANGE, Word::Range(least, most));
        if flags & 2 == 2 { self.own_words(board, memory) } else { Ok(()) }
    }

    /// The words of a ko rule, in the order of their slots.
    fn own_words(&mut self, board: &Board, memory: &mut Memory) -> Result<(), String> {
        let count = self.below(MOST_TALLIES, "number of words")?;
        let mut last = None;
        for _ in 0..count {
            let (number, owner) = (self.below(1 << 8, "slot")? as u8, self.below(3, "owner")? as u8);
            let slot = Slot::from_code(number, owner, self.below(1 << 16, "place")? as u16)
                .filter(|slot| last.is_none_or(|last| last < *slot))
                .ok_or_else(|| format!("{number} is no slot here"))?;
            last = Some(slot);
            if self.number()? != 4 {
                return Err("a word of its memory is no board".to_owned());
            }
            let word = Word::Board(self.position(board)?);
            memory.set(slot, word);
        }
        Ok(())
    }

    /// Numbers of facts in ascending order, each marked with what the lemma says of it.
    fn facts(&mut self, facts: &mut Facts, says: bool) -> Result<Vec<FactNumber>, Fault> {
        let count = self.number()?;
        let (mut numbers, mut next) = (Vec::new(), 0_u64);
        for _ in 0..count {
            let place = self.number()?.saturating_add(next);
            let number = facts.given(place).ok_or_else(|| format!("{place} is no number of a fact"))?;
            if !facts.mark(number, says) {
                return Err("a fact is absent and present".into());
            }
            numbers.push(number);
            next = place + 1;
        }
        Ok(numbers)
    }

    /// Patterns, each in full.
    fn patterns(&mut self, game: &Game, patterns: &mut Patterns) -> Result<Vec<PatternNumber>, String> {
        let mut numbers = Vec::new();
        for _ in 0..self.number()? {
            let (scope, player) = (Scope(self.below(256, "scope")? as u8), self.colour()?);
            let [stones, points] = [self.number()?, self.number()?].map(PointSet::from_bits);
            if !((stones | points) - game.board().all()).is_empty() {
                return Err("a pattern has points beside the board".to_owned());
            }
            numbers.push(patterns.number(Pattern { scope, player, stones, points })?);
        }
        Ok(numbers)
    }

    /// Why a lemma holds, up to what it cites.
    pub(crate) fn grounds(&mut self) -> Result<Grounds, String> {
        Ok(match self.number()? {
            0 => Grounds::Decided,
            1 => {
                let (piece, number) = (self.number()?, self.number()?);
                Grounds::Assumed { piece, lemma: number / self.turns, turn: number % self.turns }
            }
            number => Grounds::Number(number - 2),
        })
    }

    /// The number of a lemma that another one cites, and the number of the symmetry by which it does. Only one
    /// where endless play is a win may cite itself and later ones.
    pub(crate) fn citation(&mut self, own: u64, endless: bool) -> Result<(i128, u64), String> {
        let number = self.number()?;
        let (distance, turn) = (number / self.turns, number % self.turns);
        let distance = if endless { i128::from(unfolded(distance)) } else { i128::from(distance) };
        Ok((i128::from(own) - distance, turn))
    }

    /// The number of a set of groups; a new set is given in full where it is first used.
    fn groups(&mut self, groups: &mut Groups) -> Result<SetNumber, String> {
        let Some(place) = self.number()?.checked_sub(1) else {
            let mut set = Vec::new();
            let mut next = 0;
            for _ in 0..self.number()? {
                let group = self.below((1 << 16) - next, "group of an ascending list")? + next;
                set.push(Group(group as u16));
                next = group + 1;
            }
            return groups.add(set);
        };
        groups.given(place).ok_or_else(|| format!("{place} is no number of a set of groups"))
    }

    fn fact(&mut self, board: &Board) -> Result<Fact, String> {
        let scope = Scope(self.below(256, "scope")? as u8);
        let colour = match self.below(3, "colour")? {
            0 => None,
            colour => Some(Colour::BOTH[colour as usize - 1]),
        };
        let index = self.below(1 << 16, "index")? as u16;
        let (position, to) = (self.position(board)?, self.position(board)?);
        Ok(Fact { scope, colour, index, position, to })
    }

    /// The end of the certificate: the number of lemmas once more, and the lemma that makes
    /// each claim.
    pub(crate) fn end(&mut self, lemmas: u64) -> Result<Vec<Option<LemmaNumber>>, String> {
        let said = self.number()?;
        if said != lemmas {
            return Err(format!("it ends after {lemmas} lemmas and says that there are {said}"));
        }
        let count = self.number()?;
        let mut roots = Vec::new();
        for _ in 0..count {
            roots.push(self.below(lemmas + 1, "lemma")?.checked_sub(1).and_then(LemmaNumber::new));
        }
        match self.bytes.read(&mut [0]) {
            Ok(0) => {}
            Ok(_) => return Err("something follows the end".to_owned()),
            Err(error) => return Err(format!("the end cannot be read: {error}")),
        }
        match self.bytes.get_mut().rest() {
            Ok([]) => Ok(roots),
            Ok(_) => Err("something follows the compressed part".to_owned()),
            Err(error) => Err(format!("the end cannot be read: {error}")),
        }
    }
}
