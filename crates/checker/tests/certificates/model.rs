//! Certificates as plain values: a parser and an encoder written from `docs/certificate.md`
//! alone, which share no code with the checker's reader or the solver's writer. What the rules
//! say (which step ends the game) comes from the rules crate.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};

use kosolver_board::{Board, Colour, Point, PointSet, Position};
use kosolver_rules::{Ban, Game, Node, Ruleset, Scope, Score, Slot, Step, Tally, Then, Word};

use super::reader::Reader;

/// The lines of text, without the words in front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub version: String,
    pub board: String,
    pub rules: String,
    pub position: String,
    pub to_play: String,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    pub numerator: i64,
    pub denominator: u64,
    pub strict: u64,
    pub winner: u64,
    pub endless: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    pub scope: u64,
    pub colour: u64,
    pub index: u64,
    pub position: [u64; 2],
    pub to: [u64; 2],
}

/// Facts of a scope by what a player has in their last position: all of some stones and one of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub scope: u64,
    pub player: u64,
    pub stones: u64,
    pub points: u64,
}

/// A lemma that is cited, and the symmetry by which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    pub lemma: i64,
    pub turn: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grounds {
    Decided,
    Assumed { piece: u64, lemma: u64 },
    Win { step: u64, cited: Option<Citation> },
    Loss { cited: Vec<Citation> },
}

/// What a memory has beside tallies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct More {
    /// 1 passed, 2 words follow.
    pub flags: u64,
    pub handicap: u64,
    pub balance: i64,
    pub held: [u64; 2],
    pub net_passes: [i64; 3],
    /// If flag 2 is set: slot, owner, place and type, then black and white stones.
    pub words: Vec<[u64; 6]>,
}

/// A lemma. Those that it cites are given by their own numbers, not by differences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    pub kind: u64,
    pub black: u64,
    pub white: u64,
    pub flags: u64,
    pub ban: u64,
    pub tallies: Vec<(i64, i64)>,
    /// There if flag 8 is set.
    pub more: Option<More>,
    pub absent: Vec<Fact>,
    pub groups: Vec<u64>,
    pub patterns: Vec<Pattern>,
    pub present: Vec<Fact>,
    pub grounds: Grounds,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub header: Header,
    pub kinds: Vec<Kind>,
    /// By symmetry where it takes each point.
    pub symmetries: Vec<Vec<u64>>,
    pub exchange: u64,
    /// Facts with 1 + their group, or 0. Facts of lemmas that are not here are written behind them.
    pub listed: Vec<(Fact, u64)>,
    pub lemmas: Vec<Lemma>,
    /// How many lemmas the end says there were.
    pub count: u64,
    pub claims: Vec<u64>,
}

/// A number of the body and the name of its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub field: &'static str,
    pub value: u64,
}

impl Header {
    pub fn text(&self) -> String {
        let Header { version, board, rules, position, to_play, value } = self;
        let ko = rules.parse().ok().and_then(|rules: Ruleset| rules.ko().text().map(str::to_owned));
        let ko: String = ko.iter().flat_map(|text| text.lines()).map(|line| format!("ko {line}\n")).collect();
        let line = if value.starts_with("claim ") { value.clone() } else { format!("value {value}") };
        format!(
            "kosolver certificate {version}\nboard {board}\nrules {rules}\n{ko}position {position}\nto-play {to_play}\n{line}\n\n"
        )
    }

    /// Made once for each board and ruleset.
    pub fn game(&self) -> Game {
        static GAMES: LazyLock<Mutex<HashMap<[String; 2], Game>>> = LazyLock::new(Mutex::default);
        let board: Board = self.board.parse().unwrap();
        let make = || Game::new(board, self.rules.parse::<Ruleset>().unwrap()).unwrap();
        let mut games = GAMES.lock().unwrap();
        games.entry([self.board.clone(), self.rules.clone()]).or_insert_with(make).clone()
    }
}

impl Lemma {
    pub fn to_move(&self) -> u64 {
        self.flags & 1
    }

    /// The position and all else that says where the game is, the memory apart.
    pub fn place(&self) -> [u64; 4] {
        [self.black, self.white, self.flags, self.ban]
    }

    pub fn node(&self) -> Node {
        let ban = match self.ban {
            0 => Ban::None,
            1 => Ban::LoneSuicide,
            point => Ban::Point(Point::new((point - 2) as u8)),
        };
        let tally = |&(sum, count): &(i64, i64)| Tally { sum: sum as i32, count: count as i32 };
        let tallies: Vec<Tally> = self.tallies.iter().map(tally).collect();
        let position = stones([self.black, self.white]);
        let to_move = Colour::BOTH[self.to_move() as usize];
        let node = Node { passes: (self.flags >> 1 & 3) as u8, ban, ..Node::new(position, to_move) };
        let more = self.more.clone().unwrap_or_default();
        node.carrying(|memory| {
            *memory = memory.with_tallies(tallies);
            memory.set_flag(Slot::PASSED, more.flags & 1 != 0);
            memory.set(Slot::HANDICAP, Word::Number(more.handicap as i32));
            memory.set(Slot::BALANCE, Word::Balance(more.balance as i32));
            for player in Colour::BOTH {
                let held = more.held[player as usize] as i32;
                memory.set(Slot::HELD.of(player), Word::Number(held));
            }
            let [now, least, most] = more.net_passes.map(|passes| passes as i32);
            memory.set(Slot::NET_PASSES, Word::Balance(now));
            memory.set(Slot::NET_PASSES_RANGE, Word::Range(least, most));
            for [number, owner, place, _, black, white] in more.words {
                let slot = Slot::from_code(number as u8, owner as u8, place as u16).expect("a slot");
                memory.set(slot, Word::Board(stones([black, white])));
            }
        })
    }

    pub fn citations(&self) -> &[Citation] {
        match &self.grounds {
            Grounds::Win { cited, .. } => cited.as_slice(),
            Grounds::Loss { cited } => cited,
            Grounds::Decided | Grounds::Assumed { .. } => &[],
        }
    }

    pub fn citations_mut(&mut self) -> &mut [Citation] {
        match &mut self.grounds {
            Grounds::Win { cited, .. } => cited.as_mut_slice(),
            Grounds::Loss { cited } => cited,
            Grounds::Decided | Grounds::Assumed { .. } => &mut [],
        }
    }

    /// The numbers of the lemmas cited.
    pub fn cited(&self) -> Vec<i64> {
        self.citations().iter().map(|citation| citation.lemma).collect()
    }
}

impl Pattern {
    /// Whether it is the absence of a fact.
    pub fn has(&self, fact: &kosolver_rules::Fact) -> bool {
        let own = fact.last_position().stones(Colour::BOTH[self.player as usize]).bits();
        self.scope == u64::from(fact.scope.0) && self.stones & !own == 0 && self.points & own != 0
    }
}

impl Kind {
    pub fn met_by(&self, score: Score) -> bool {
        let threshold = Score::fraction(self.numerator, self.denominator as i64);
        score > threshold || (self.strict == 0 && score == threshold)
    }
}

/// The position whose sets of black and white stones are these words.
fn stones(words: [u64; 2]) -> Position {
    let [black, white] = words.map(PointSet::from_bits);
    Position { black, white }
}

impl Fact {
    /// The same fact in the words of the rules crate.
    pub fn fact(&self) -> kosolver_rules::Fact {
        kosolver_rules::Fact {
            scope: kosolver_rules::Scope(self.scope as u8),
            colour: (self.colour > 0).then(|| Colour::BOTH[self.colour as usize - 1]),
            index: self.index as u16,
            position: stones(self.position),
            to: stones(self.to),
        }
    }

    /// One that no step knows and that is its own image; it differs from others by its index.
    pub fn strange(index: u64) -> Fact {
        Fact { scope: 77, colour: 0, index, position: [0, 0], to: [0, 0] }
    }

    /// As it stands in the body.
    fn numbers(&self, put: &mut impl FnMut(&'static str, u64)) {
        put("scope", self.scope);
        put("colour", self.colour);
        put("index", self.index);
        put("position", self.position[0]);
        put("position", self.position[1]);
        put("to", self.to[0]);
        put("to", self.to[1]);
    }

    /// The other way round.
    pub fn of(fact: &kosolver_rules::Fact) -> Fact {
        Fact {
            scope: u64::from(fact.scope.0),
            colour: fact.colour.map_or(0, |colour| 1 + colour as u64),
            index: u64::from(fact.index),
            position: [fact.position.black, fact.position.white].map(PointSet::bits),
            to: [fact.to.black, fact.to.white].map(PointSet::bits),
        }
    }
}

// Encoding.

fn zigzag(value: i64) -> u64 {
    // In 128 bits, so that the least number there is can be written too.
    let value = i128::from(value);
    (if value >= 0 { 2 * value } else { -2 * value - 1 }) as u64
}

pub fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Seven bits a byte, the low ones first; the high bit says that more follow.
pub fn leb128(mut value: u64, out: &mut Vec<u8>) {
    while value > 0x7f {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

pub fn content(tokens: &[Token]) -> Vec<u8> {
    let mut out = Vec::new();
    for token in tokens {
        leb128(token.value, &mut out);
    }
    out
}

/// One frame with a checksum.
pub fn compress(content: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// A whole certificate from its two parts.
pub fn assemble(header: &str, content: &[u8]) -> Vec<u8> {
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend(compress(content));
    bytes
}

impl Certificate {
    /// The numbers of the body, in order.
    pub fn tokens(&self) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut put = |field, value| tokens.push(Token { field, value });
        put("kinds", self.kinds.len() as u64);
        for kind in &self.kinds {
            put("numerator", zigzag(kind.numerator));
            put("denominator", kind.denominator);
            put("strict", kind.strict);
            put("winner", kind.winner);
            put("endless", kind.endless);
        }
        put("symmetries", self.symmetries.len() as u64);
        put("exchange", self.exchange);
        self.symmetries.iter().flatten().for_each(|point| put("point", *point));
        let mut given: HashMap<&Fact, u64> = HashMap::new();
        let mut listed: Vec<(&Fact, u64)> = self.listed.iter().map(|(fact, group)| (fact, *group)).collect();
        given.extend(listed.iter().zip(0..).map(|((fact, _), number)| (*fact, number)));
        for fact in self.lemmas.iter().flat_map(|lemma| lemma.absent.iter().chain(&lemma.present)) {
            given.entry(fact).or_insert_with(|| {
                listed.push((fact, 0));
                listed.len() as u64 - 1
            });
        }
        put("facts", listed.len() as u64);
        for (fact, group) in listed {
            fact.numbers(&mut put);
            put("group", group);
        }
        let mut sets: HashMap<&[u64], u64> = HashMap::from([(&[][..], 0)]);
        for (own, lemma) in self.lemmas.iter().enumerate() {
            put("kind", 1 + lemma.kind);
            put("black", lemma.black);
            put("white", lemma.white);
            put("flags", lemma.flags);
            put("ban", lemma.ban);
            put("tallies", lemma.tallies.len() as u64);
            for &(sum, count) in &lemma.tallies {
                put("sum", zigzag(sum));
                put("count", zigzag(count));
            }
            if let Some(more) = &lemma.more {
                put("memory flags", more.flags);
                put("handicap", more.handicap);
                put("balance", zigzag(more.balance));
                more.held.iter().for_each(|held| put("held", *held));
                more.net_passes.iter().for_each(|passes| put("net passes", zigzag(*passes)));
                if more.flags & 2 != 0 {
                    put("words", more.words.len() as u64);
                    more.words.iter().flatten().for_each(|number| put("word", *number));
                }
            }
            let ascending = |put: &mut dyn FnMut(&'static str, u64), names: [_; 2], numbers: &[u64]| {
                put(names[0], numbers.len() as u64);
                let mut least = 0_u64;
                for number in numbers {
                    put(names[1], number.wrapping_sub(least));
                    least = number + 1;
                }
            };
            let numbers = |facts: &[Fact]| {
                let mut numbers: Vec<u64> = facts.iter().map(|fact| given[fact]).collect();
                numbers.sort_unstable();
                numbers
            };
            ascending(&mut put, ["A", "fact"], &numbers(&lemma.absent));
            match sets.get(&lemma.groups[..]) {
                Some(number) => put("set", 1 + number),
                None => {
                    put("set", 0);
                    ascending(&mut put, ["groups", "group"], &lemma.groups);
                    sets.insert(&lemma.groups, sets.len() as u64);
                }
            }
            put("patterns", lemma.patterns.len() as u64);
            for Pattern { scope, player, stones, points } in &lemma.patterns {
                put("pattern scope", *scope);
                put("player", *player);
                put("stones", *stones);
                put("points", *points);
            }
            ascending(&mut put, ["B", "fact"], &numbers(&lemma.present));
            match &lemma.grounds {
                Grounds::Decided => put("grounds", 0),
                Grounds::Assumed { piece, lemma } => {
                    put("grounds", 1);
                    put("piece", *piece);
                    put("assumed", *lemma);
                }
                Grounds::Win { step, .. } => put("grounds", step.wrapping_add(2)),
                Grounds::Loss { cited } => put("grounds", cited.len() as u64 + 2),
            }
            // Less than 0 it is written as what no lemma is far enough for.
            let endless = self.kinds.get(lemma.kind as usize).is_some_and(|kind| kind.endless == 1);
            for Citation { lemma, turn } in lemma.citations() {
                let distance = (own as i64).wrapping_sub(*lemma);
                let distance = if endless { zigzag(distance) } else { distance as u64 };
                put("cited", distance.wrapping_mul(self.turns()).wrapping_add(*turn));
            }
        }
        put("end", 0);
        put("lemmas", self.count);
        put("claims", self.claims.len() as u64);
        self.claims.iter().for_each(|claim| put("claim", *claim));
        tokens
    }

    pub fn content(&self) -> Vec<u8> {
        content(&self.tokens())
    }

    pub fn encode(&self) -> Vec<u8> {
        assemble(&self.header.text(), &self.content())
    }
}

// Parsing.

/// Where the header ends and the frame begins.
pub fn body_start(bytes: &[u8]) -> usize {
    2 + bytes.windows(2).position(|pair| pair == b"\n\n").expect("an empty line")
}

pub fn decompress(frame: &[u8]) -> Vec<u8> {
    zstd::decode_all(frame).expect("a Zstandard frame")
}

impl Certificate {
    /// Reads a certificate that is well formed; panics at one that is not.
    pub fn decode(bytes: &[u8]) -> Certificate {
        let start = body_start(bytes);
        let text = std::str::from_utf8(&bytes[..start]).unwrap();
        let mut lines = text.split('\n').filter(|line| !line.starts_with("ko ")).map(str::to_owned);
        let mut line = |name: &str| {
            let line = lines.next().unwrap();
            line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')).expect(name).to_owned()
        };
        let header = Header {
            version: line("kosolver certificate"),
            board: line("board"),
            rules: line("rules"),
            position: line("position"),
            to_play: line("to-play"),
            value: line("value"),
        };
        let game = header.game();
        let mut reader = Reader::new(decompress(&bytes[start..]));
        let kinds = reader.many(Reader::kind);
        let (symmetries, exchange) = (reader.number(), reader.number());
        let points = game.board().points();
        let symmetries = (0..symmetries).map(|_| (0..points).map(|_| reader.number()).collect()).collect();
        let listed = reader.many(|reader| (reader.fact(), reader.number()));
        let mut certificate = Certificate {
            header,
            kinds,
            symmetries,
            exchange,
            listed,
            lemmas: Vec::new(),
            count: 0,
            claims: Vec::new(),
        };
        let turns = certificate.turns();
        let mut sets = vec![Vec::new()];
        loop {
            let tag = reader.number();
            if tag == 0 {
                break;
            }
            let own = certificate.lemmas.len() as i64;
            let mut lemma = Lemma {
                kind: tag - 1,
                black: reader.number(),
                white: reader.number(),
                flags: reader.number(),
                ban: reader.number(),
                tallies: reader.many(|reader| (reader.signed(), reader.signed())),
                more: None,
                absent: Vec::new(),
                groups: Vec::new(),
                patterns: Vec::new(),
                present: Vec::new(),
                grounds: Grounds::Decided,
            };
            lemma.more = (lemma.flags & 8 != 0).then(|| reader.more());
            lemma.absent = reader.facts(&certificate.listed);
            lemma.groups = reader.groups(&mut sets);
            lemma.patterns = reader.many(Reader::pattern);
            lemma.present = reader.facts(&certificate.listed);
            let kind = certificate.kind(&lemma);
            let (endless, win) = (kind.endless == 1, certificate.is_win(&lemma));
            let citation = |reader: &mut Reader| {
                let number = reader.number();
                let distance = if endless { unzigzag(number / turns) } else { (number / turns) as i64 };
                Citation { lemma: own - distance, turn: number % turns }
            };
            lemma.grounds = match reader.number() {
                0 => Grounds::Decided,
                1 => Grounds::Assumed { piece: reader.number(), lemma: reader.number() },
                number if win => {
                    let step = number - 2;
                    let ends = matches!(game.steps(&lemma.node())[step as usize].then, Then::End(_));
                    Grounds::Win { step, cited: (!ends).then(|| citation(&mut reader)) }
                }
                number => Grounds::Loss { cited: (2..number).map(|_| citation(&mut reader)).collect() },
            };
            certificate.lemmas.push(lemma);
        }
        certificate.count = reader.number();
        certificate.claims = reader.many(Reader::number);
        assert_eq!(reader.content.len(), 0, "nothing follows");
        certificate
    }

    /// How many symmetries there are, those that exchange the colours included.
    pub fn turns(&self) -> u64 {
        (self.symmetries.len() as u64) << self.exchange
    }

    /// Where a symmetry takes a fact.
    pub fn image(&self, turn: u64, fact: &kosolver_rules::Fact) -> kosolver_rules::Fact {
        let (position, to) = (self.turned(turn, fact.position), self.turned(turn, fact.to));
        let image = kosolver_rules::Fact { position, to, ..*fact };
        if self.exchanges(turn) { self.header.game().exchanged_fact(image) } else { image }
    }

    /// What a symmetry takes to a fact.
    pub fn before_image(&self, turn: u64, fact: &kosolver_rules::Fact) -> kosolver_rules::Fact {
        let mut images = (0..self.turns()).map(|turn| self.image(turn, fact));
        images.find(|image| self.image(turn, image) == *fact).expect("a symmetry has an inverse")
    }

    /// Where a symmetry takes a pattern in the words of the rules crate.
    pub fn image_pattern(
        &self,
        turn: u64,
        (scope, player, stones, points): &(Scope, Colour, PointSet, PointSet),
    ) -> Pattern {
        let turned =
            |black: PointSet| self.turned(turn, Position { black, white: PointSet::EMPTY }).black.bits();
        let (mut scope, mut player) = (*scope, *player);
        if self.exchanges(turn) {
            (scope, player) = (self.header.game().exchanged_scope(scope), !player);
        }
        let (stones, points) = (turned(*stones), turned(*points));
        Pattern { scope: scope.0.into(), player: player as u64, stones, points }
    }

    /// Where a symmetry takes a node.
    pub fn image_node(&self, turn: u64, node: &Node) -> Node {
        let ban = match node.ban {
            Ban::Point(point) => Ban::Point(self.point(turn, point)),
            ban => ban,
        };
        let memory = node.memory.mapped(|board| self.turned(turn, board));
        let image = Node { position: self.turned(turn, node.position), ban, memory, ..*node };
        if self.exchanges(turn) { self.header.game().exchanged_node(&image) } else { image }
    }

    fn exchanges(&self, turn: u64) -> bool {
        turn >= self.symmetries.len() as u64
    }

    fn point(&self, turn: u64, point: Point) -> Point {
        let symmetry = &self.symmetries[turn as usize % self.symmetries.len()];
        Point::new(symmetry[usize::from(point.number())] as u8)
    }

    /// The colours are not exchanged.
    fn turned(&self, turn: u64, position: Position) -> Position {
        let turned = |points: PointSet| points.iter().map(|point| self.point(turn, point)).collect();
        Position { black: turned(position.black), white: turned(position.white) }
    }

    /// The kind of a lemma.
    pub fn kind(&self, lemma: &Lemma) -> &Kind {
        &self.kinds[lemma.kind as usize]
    }

    /// Whether the winner is to move.
    pub fn is_win(&self, lemma: &Lemma) -> bool {
        self.kind(lemma).winner == lemma.to_move()
    }

    /// The steps of a lemma's node.
    pub fn steps(&self, lemma: &Lemma) -> Vec<Step> {
        self.header.game().steps(&lemma.node())
    }
}

/// The certificates in `tests/data`: name, what the header says of the game, the value, the
/// number of lemmas.
pub const FIXTURES: &[(&str, &str, &str, u64)] = &[
    ("basic-1x5", "1x5 basic forbidden 0 ..... black", "-5 5", 183),
    ("basic-2x2", "2x2 basic forbidden 0 ../.. black", "-4 4", 153),
    ("basic-fixed-1x2-suicide", "1x2 basic-fixed allowed 0 .. black", "0", 7),
    ("basic-fixed-1x4", "1x4 basic-fixed forbidden 0 .... black", "4", 8),
    ("basic-fixed-1x5", "1x5 basic-fixed forbidden 0 ..... black", "5", 29),
    ("basic-ko-rules-1x2-suicide", "1x2 basic-ko-rules allowed 0 .. black", "0", 7),
    ("basic-ko-rules-1x5", "1x5 basic-ko-rules forbidden 0 ..... black", "5", 30),
    ("configuration-rules-1x5", "1x5 configuration-rules forbidden 0 ..... black", "1", 57),
    ("fixed-1x4", "1x4 fixed forbidden 0 .... black", "0", 12),
    ("kee-1x2", "1x2 kee forbidden 1/2 .. black", "-1/2", 25),
    ("kee-2020-03-1x5", "1x5 kee-2020-03 forbidden 0 ..... black", "0", 53),
    ("kee-2020-03-free-1x2", "1x2 kee-2020-03:free allowed 0 .. black", "0", 12),
    ("kee-2020-03-free-same-1x5", "1x5 kee-2020-03:free+same forbidden 0 ..... black", "0", 74),
    ("kee-2020-03-same-1x2", "1x2 kee-2020-03:same forbidden 0 .. black", "0", 14),
    ("kee-2x2", "2x2 kee forbidden 0 ../.. black", "0", 211),
    ("kee-cycle-1x2", "1x2 kee:cycle forbidden 0 .. black", "0", 22),
    ("kee-cycle-1x5", "1x5 kee:cycle forbidden 0 ..... black", "0", 71),
    ("kee-passer-sum-1x2", "1x2 kee:passer+sum forbidden 1/2 .. black", "-1", 25),
    ("kee-passer-sum-cycle-1x2", "1x2 kee:passer+sum+cycle allowed 1/2 .. black", "-1", 28),
    ("kee-passer-sum-cycle-1x3", "1x3 kee:passer+sum+cycle forbidden 1 ... black", "2", 16),
    ("newko-1x5", "1x5 newko-reconstruction forbidden 0 ..... black", "0", 39),
    ("none-1x3", "1x3 none forbidden 0 ... black", "3 3", 3),
    ("nssk-1x2-suicide", "1x2 nssk allowed 0 .. black", "0", 7),
    ("nssk-2x2", "2x2 nssk forbidden 0 ../.. black", "1", 40),
    ("primitive-1x5", "1x5 primitive forbidden 0 ..... black", "1", 18),
    ("psk-1x2", "1x2 psk forbidden 0 .. black", "0", 7),
    ("psk-1x5", "1x5 psk forbidden 0 ..... black", "0", 38),
    ("psk-1x5-white", "1x5 psk forbidden 0 .X.O. white", "0", 17),
    ("psk-2x2", "2x2 psk forbidden 0 ../.. black", "1", 42),
    ("psk-2x3", "2x3 psk forbidden 0 .../... black", "0", 73),
    ("psk-star-5", "star:5 psk forbidden 0 ..... black", "5", 2),
    ("spight-1x2", "1x2 spight forbidden 0 .. black", "0", 14),
    ("spight-1x2-suicide", "1x2 spight allowed 1/2 .. black", "-1/2", 24),
    ("spight-1x5", "1x5 spight forbidden 0 ..... black", "0", 42),
    ("spight-2-1x5", "1x5 spight-2 multi-stone 0 ..... black", "0", 42),
    ("spight-2x2", "2x2 spight forbidden 0 ../.. black", "0", 117),
    ("ssk-1x2-komi", "1x2 ssk forbidden 1/2 .. black", "-1/2", 10),
    ("ssk-1x5-komi", "1x5 ssk forbidden 1/2 ..... black", "-1/2", 49),
    ("ssk-1x5-komi-1", "1x5 ssk forbidden 1 ..... black", "-1", 49),
    ("suicide-1x3", "1x3 psk allowed 0 ... black", "3", 3),
    ("suicide-2x2", "2x2 psk allowed 0 ../.. black", "1", 43),
];

/// The same where a game carries more along than tallies.
pub const CARRYING: &[(&str, &str, &str)] = &[
    ("agreement-1x3", "1x3 ko=psk suicide=forbidden scoring=area komi=0 no-result=0 end=agreement", "3"),
    ("equivalence-2x2", "2x2 ko=ssk suicide=forbidden scoring=equivalence komi=0 no-result=0", "1"),
    (
        "handicap-1x5",
        "1x5 ko=psk suicide=forbidden scoring=area komi=0 no-result=0 handicap=2 compensation=K-1",
        "4",
    ),
    ("ikeda-1x4", "1x4 ko=psk suicide=forbidden scoring=area komi=0 no-result=0 ikeda=yes", "3"),
    ("kee-2007-1x3", "1x3 ko=kee-2007 suicide=forbidden scoring=area komi=0 no-result=0", "3"),
    ("kee-2020-1x3", "1x3 ko=kee-2020 suicide=forbidden scoring=area komi=0 no-result=0", "3"),
    ("long-cycle-1x2", "1x2 ko=basic suicide=forbidden scoring=territory komi=0 no-result=0", "0"),
    ("long-cycle-1x3", "1x3 ko=basic suicide=forbidden scoring=territory komi=0 no-result=1", "2"),
    (
        "prisoner-return-1x4",
        "1x4 ko=psk suicide=forbidden scoring=win-loss komi=0 no-result=0 end=prisoner-return",
        "1",
    ),
    ("territory-1x4", "1x4 ko=psk suicide=forbidden scoring=territory komi=0 no-result=0", "3"),
];

pub fn bytes(name: &str) -> Vec<u8> {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "tests", "data", &format!("{name}.kcert")].iter().collect();
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn load(name: &str) -> Certificate {
    Certificate::decode(&bytes(name))
}

/// All of them.
pub fn fixtures() -> Vec<(&'static str, Certificate)> {
    FIXTURES.iter().map(|(name, ..)| (*name, load(name))).collect()
}
