//! What a text means, read a second time: a small interpreter that shares nothing with the library's. It parses
//! the text its own way and goes through the record of the game from the start for each question.

use std::collections::{BTreeMap, BTreeSet};

use kosolver_board::{Board, Colour, Play, Point, PointSet, Position};
use kosolver_rules::{Move, Suicide};

use crate::oracle;

/// What a term stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Player(Colour),
    Board(Position),
    Point(Point),
    /// The points of kos, and the stones off them.
    Frame(PointSet, Position),
    Nothing,
}

type Known = BTreeSet<(String, Vec<Value>)>;
type Kept = BTreeMap<(String, Colour), Value>;

/// A move as the text sees it.
struct Event {
    name: &'static str,
    mover: Colour,
    before: Position,
    after: Position,
    point: Option<Point>,
    passes: usize,
    retakes: bool,
    board: Board,
}

/// A rule as its lines, each cut into words and signs.
pub struct Text(Vec<Vec<String>>);

fn words(line: &str) -> Vec<String> {
    let line = line.split('#').next().unwrap().replace(">=", " @ ");
    let mut spaced = String::new();
    for sign in line.chars() {
        if "(),=".contains(sign) { spaced += &format!(" {sign} ") } else { spaced.push(sign) }
    }
    spaced.split_whitespace().map(|word| word.replace('@', ">=")).collect()
}

/// A condition is read while it is decided.
struct Reader<'a> {
    words: &'a [String],
    at: usize,
    event: &'a Event,
    known: &'a Known,
    kept: &'a Kept,
    variable: Option<(&'a str, Value)>,
}

impl Reader<'_> {
    fn next(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self, word: &str) -> bool {
        let there = self.next() == word;
        self.at += usize::from(there);
        there
    }

    fn word(&mut self) -> String {
        self.at += 1;
        self.words[self.at - 1].clone()
    }

    fn player(&self, word: &str) -> Colour {
        if word == "mover" { self.event.mover } else { !self.event.mover }
    }

    fn term(&mut self) -> Value {
        let word = self.word();
        match word.as_str() {
            "before" => Value::Board(self.event.before),
            "after" => Value::Board(self.event.after),
            "mover" | "next" => Value::Player(self.player(&word)),
            "point" => Value::Point(self.event.point.unwrap()),
            "nothing" => Value::Nothing,
            "frame" => {
                assert!(self.take("("));
                let Value::Board(position) = self.term() else { panic!("a frame of a position") };
                assert!(self.take(")"));
                let kos = oracle::kos(&self.event.board, Suicide::MultiStone, position);
                let off = Position { black: position.black - kos, white: position.white - kos };
                Value::Frame(kos, off)
            }
            name if self.variable.is_some_and(|(variable, _)| variable == name) => self.variable.unwrap().1,
            name => {
                assert!(self.take("("));
                let of = self.word();
                let of = self.player(&of);
                assert!(self.take(")"));
                self.kept.get(&(name.to_owned(), of)).copied().unwrap_or(Value::Nothing)
            }
        }
    }

    /// `NAME(TERMS)`.
    fn fact(&mut self) -> (String, Vec<Value>) {
        let name = self.word();
        assert!(self.take("("));
        let mut values = vec![self.term()];
        while self.take(",") {
            values.push(self.term());
        }
        assert!(self.take(")"));
        (name, values)
    }

    fn any(&mut self) -> bool {
        let mut holds = self.all();
        while self.take("or") {
            holds |= self.all();
        }
        holds
    }

    fn all(&mut self) -> bool {
        let mut holds = self.one();
        while self.take("and") {
            holds &= self.one();
        }
        holds
    }

    fn one(&mut self) -> bool {
        if self.take("(") {
            let holds = self.any();
            assert!(self.take(")"));
            return holds;
        }
        if self.take("not") {
            return !self.one();
        }
        if self.take("retakes") {
            return self.event.retakes;
        }
        if self.take("passes") {
            let exactly = self.word() == "=";
            let count: usize = self.word().parse().unwrap();
            return if exactly { self.event.passes == count } else { self.event.passes >= count };
        }
        // A fact, unless a comparison follows.
        let from = self.at;
        let mut depth = 0;
        while !(depth == 0 && self.at > from + 1) && self.at < self.words.len() {
            depth += i32::from(self.next() == "(") - i32::from(self.next() == ")");
            self.at += 1;
            if depth == 0 && self.next() != "(" {
                break;
            }
        }
        let compared = self.next() == "=";
        self.at = from;
        if compared {
            let one = self.term();
            assert!(self.take("="));
            return one == self.term();
        }
        let fact = self.fact();
        self.known.contains(&fact)
    }
}

impl Text {
    /// A text, or its reading with an option, whose statements take the place of those of their kind and name.
    pub fn new(text: &str, chosen: bool) -> Text {
        let (text, option) = text.split_once("option ").unwrap_or((text, ""));
        let lines = |text: &str| text.lines().map(words).filter(|words| words.len() > 1).collect::<Vec<_>>();
        let kind = |words: &[String]| match words[0].as_str() {
            "no" | "stuck" => words[0].clone(),
            _ => words[..2].join(" "),
        };
        let (mut own, mut option) = (lines(text), lines(option).split_off(usize::from(!option.is_empty())));
        if chosen {
            own.retain(|line| option.iter().all(|other| kind(other) != kind(line)));
            own.append(&mut option);
        }
        Text(own)
    }

    fn of(&self, first: &str) -> impl Iterator<Item = &[String]> {
        self.0.iter().filter(move |words| words[0] == first).map(Vec::as_slice)
    }

    /// Whether a statement is about an event, and its own condition holds.
    fn speaks(words: &[String], event: &Event, known: &Known, kept: &Kept) -> bool {
        let on = words.iter().position(|word| word == "on").unwrap();
        let condition = words.iter().position(|word| word == "if").unwrap_or(words.len());
        let holds = |at| Reader { words, at, event, known, kept, variable: None }.any();
        words[on..condition].iter().any(|word| word == event.name)
            && (condition == words.len() || holds(condition + 1))
    }

    /// Whether some `forbid` or `end` of this event holds.
    fn holds(&self, kind: &str, event: &Event, known: &Known, kept: &Kept) -> bool {
        self.of(kind).filter(|words| words[1] == event.name).any(|words| {
            let at = words.iter().position(|word| word == "if").unwrap() + 1;
            Reader { words, at, event, known, kept, variable: None }.any()
        })
    }

    /// What is known and kept after an event.
    fn after(&self, event: &Event, known: &Known, kept: &Kept) -> (Known, Kept) {
        let mut next = known.clone();
        for words in self.of("remember").filter(|words| words.iter().any(|word| word == "each")) {
            if !Text::speaks(words, event, known, kept) {
                continue;
            }
            let each = words.iter().position(|word| word == "each").unwrap() + 1;
            let variable =
                words[each..].iter().find(|word| word.starts_with(|c: char| c.is_uppercase())).unwrap();
            for board in
                known.iter().flat_map(|(_, values)| values).filter(|value| matches!(value, Value::Board(_)))
            {
                let variable = Some((variable.as_str(), *board));
                let mut from = Reader { words, at: each, event, known, kept, variable };
                if known.contains(&from.fact()) {
                    next.insert(Reader { words, at: 1, event, known, kept, variable }.fact());
                }
            }
        }
        for words in self.of("forget").filter(|words| Text::speaks(words, event, known, kept)) {
            let whose =
                (words[2] == "(").then(|| if words[3] == "mover" { event.mover } else { !event.mover });
            next.retain(|(name, values)| {
                let his = whose.is_none_or(|player| values.contains(&Value::Player(player)));
                *name != words[1] || !his
            });
        }
        let mut keeps = kept.clone();
        for words in self.of("keep").filter(|words| Text::speaks(words, event, known, kept)) {
            let mut reader = Reader { words, at: 1, event, known, kept, variable: None };
            let name = reader.word();
            assert!(reader.take("("));
            let who = reader.word();
            let player = reader.player(&who);
            assert!(reader.take(")") && reader.take("="));
            keeps.insert((name, player), reader.term());
        }
        for words in self.of("remember").filter(|words| !words.iter().any(|word| word == "each")) {
            if Text::speaks(words, event, known, kept) {
                next.insert(Reader { words, at: 1, event, known, kept: &keeps, variable: None }.fact());
            }
        }
        (next, keeps)
    }
}

/// A game as it was written down.
#[derive(Clone)]
pub struct Record {
    pub board: Board,
    pub start: Position,
    pub first: Colour,
    pub moves: Vec<Move>,
}

/// The game at its last move, as the text has it.
pub struct Now {
    pub mover: Colour,
    pub position: Position,
    pub last: Option<Position>,
    pub passes: usize,
    known: Known,
    kept: Kept,
    pub over: bool,
    /// What stands behind `with` where a play has ended the game.
    pub how: Option<String>,
}

impl Record {
    pub fn play(&self, now: &Now, point: Point) -> Option<Play> {
        now.position.play(&self.board, now.mover, point)
    }

    fn event(&self, now: &Now, play: Option<&Play>) -> Event {
        let after = play.map_or(now.position, |play| play.after);
        Event {
            name: if play.is_some() { "play" } else { "pass" },
            mover: now.mover,
            before: now.position,
            after,
            point: play.map(|play| play.point),
            passes: now.passes,
            retakes: play.is_some() && now.last == Some(after),
            board: self.board,
        }
    }

    pub fn now(&self, text: &Text) -> Now {
        let start = Event {
            name: "start",
            mover: !self.first,
            before: self.start,
            after: self.start,
            point: None,
            passes: 0,
            retakes: false,
            board: self.board,
        };
        let (known, kept) = text.after(&start, &Known::new(), &Kept::new());
        let mut now = Now {
            mover: self.first,
            position: self.start,
            last: None,
            passes: 0,
            known,
            kept,
            over: false,
            how: None,
        };
        for made in &self.moves {
            let play = match made {
                Move::Play(point) => Some(self.play(&now, *point).unwrap()),
                Move::Pass => None,
            };
            let event = self.event(&now, play.as_ref());
            let of_passes = text.of("end").any(|words| words[1] == "pass");
            let ends = match event.name == "play" || of_passes {
                true => text.holds("end", &event, &now.known, &now.kept),
                false => now.passes > 0 && text.of("stuck").count() == 0,
            };
            let how = |words: &&[String]| {
                let at = words.iter().position(|word| word == "if").unwrap() + 1;
                words[1] == event.name
                    && Reader { words, at, event: &event, known: &now.known, kept: &now.kept, variable: None }
                        .any()
            };
            let how =
                text.of("end").find(how).filter(|words| words[2] == "with").map(|words| words[3].clone());
            let (known, kept) = text.after(&event, &now.known, &now.kept);
            now = Now {
                mover: !now.mover,
                position: event.after,
                last: play.map(|play| play.before),
                passes: if event.name == "pass" { now.passes + 1 } else { 0 },
                known,
                kept,
                over: ends,
                how,
            };
        }
        now.over |= text.of("stuck").count() > 0 && self.legal(text, &now).is_empty();
        now
    }

    pub fn legal(&self, text: &Text, now: &Now) -> Vec<Move> {
        if now.over {
            return Vec::new();
        }
        let free = |play: &Play| !text.holds("forbid", &self.event(now, Some(play)), &now.known, &now.kept);
        let plays = now.position.empty(&self.board).iter().filter_map(|point| self.play(now, point));
        let legal = plays.filter(|play| play.suicide.len() != 1).filter(free);
        let mut legal: Vec<Move> = legal.map(|play| Move::Play(play.point)).collect();
        let pass = self.event(now, None);
        if text.of("no").count() == 0 && !text.holds("forbid", &pass, &now.known, &now.kept) {
            legal.push(Move::Pass);
        }
        legal
    }
}
