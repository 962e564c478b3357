//! Certificates as plain values: a parser and an encoder written from `docs/certificate.md`
//! alone, which share no code with the checker's reader or the solver's writer. What the rules
//! say (which step ends the game) comes from the rules crate.

use std::collections::HashMap;
use std::path::PathBuf;

use kosolver_board::{Board, Colour, Point, PointSet, Position};
use kosolver_rules::{Ban, Game, Node, Ruleset, Slot, Step, Tally, Then, Word};

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grounds {
    Win { step: u64, cited: Option<i64> },
    Loss { cited: Vec<i64> },
}

/// What a memory has beside tallies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct More {
    /// 1 passed, 2 must pass, 4 and 8 boards passed last by Black and White.
    pub flags: u64,
    pub handicap: u64,
    pub balance: i64,
    pub held: [u64; 2],
    pub net_passes: [i64; 3],
    /// Those that the flags announce.
    pub last_passed: Vec<[u64; 2]>,
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
    /// Of version 2.
    pub groups: Vec<u64>,
    pub present: Vec<Fact>,
    pub grounds: Grounds,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    pub header: Header,
    pub kinds: Vec<Kind>,
    /// Of version 2: facts with 1 + their group, or 0.
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
        format!(
            "kosolver certificate {version}\nboard {board}\nrules {rules}\nposition {position}\nto-play {to_play}\nvalue {value}\n\n"
        )
    }

    pub fn game(&self) -> Game {
        let board: Board = self.board.parse().unwrap();
        Game::new(board, self.rules.parse::<Ruleset>().unwrap()).unwrap()
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
        let mut boards = more.last_passed.iter().copied().map(stones);
        node.carrying(|memory| {
            *memory = memory.with_tallies(tallies);
            memory.set_flag(Slot::PASSED, more.flags & 1 != 0);
            memory.set_flag(Slot::MUST_PASS, more.flags & 2 != 0);
            memory.set(Slot::HANDICAP, Word::Number(more.handicap as i32));
            memory.set(Slot::BALANCE, Word::Balance(more.balance as i32));
            for (player, flag) in Colour::BOTH.into_iter().zip([4, 8]) {
                if more.flags & flag != 0 {
                    let board = Word::Board(boards.next().expect("a flag has its board"));
                    memory.set(Slot::LAST_PASSED.of(player), board);
                }
                let held = more.held[player as usize] as i32;
                memory.set(Slot::HELD.of(player), Word::Number(held));
            }
            let [now, least, most] = more.net_passes.map(|passes| passes as i32);
            memory.set(Slot::NET_PASSES, Word::Balance(now));
            memory.set(Slot::NET_PASSES_RANGE, Word::Range(least, most));
        })
    }

    pub fn cited(&self) -> Vec<i64> {
        match &self.grounds {
            Grounds::Win { cited, .. } => cited.iter().copied().collect(),
            Grounds::Loss { cited } => cited.clone(),
        }
    }

    /// The number of the lemma cited at a place, to be changed.
    pub fn cited_mut(&mut self) -> Vec<&mut i64> {
        match &mut self.grounds {
            Grounds::Win { cited, .. } => cited.iter_mut().collect(),
            Grounds::Loss { cited } => cited.iter_mut().collect(),
        }
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
        let mut given: HashMap<&Fact, u64> = HashMap::new();
        put("kinds", self.kinds.len() as u64);
        for kind in &self.kinds {
            put("numerator", zigzag(kind.numerator));
            put("denominator", kind.denominator);
            put("strict", kind.strict);
            put("winner", kind.winner);
            put("endless", kind.endless);
        }
        let mut sets: HashMap<&[u64], u64> = HashMap::from([(&[][..], 0)]);
        if self.is_grouped() {
            put("facts", self.listed.len() as u64);
            for (fact, group) in &self.listed {
                fact.numbers(&mut put);
                put("group", *group);
                given.insert(fact, given.len() as u64);
            }
        }
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
                for [black, white] in &more.last_passed {
                    put("last passed", *black);
                    put("last passed", *white);
                }
            }
            for (name, facts) in [("A", &lemma.absent), ("B", &lemma.present)] {
                if name == "B" && self.is_grouped() {
                    match sets.get(&lemma.groups[..]) {
                        Some(number) => put("set", 1 + number),
                        None => {
                            put("set", 0);
                            put("groups", lemma.groups.len() as u64);
                            let mut least = 0_u64;
                            for group in &lemma.groups {
                                put("group", group.wrapping_sub(least));
                                least = group + 1;
                            }
                            sets.insert(&lemma.groups, sets.len() as u64);
                        }
                    }
                }
                put(name, facts.len() as u64);
                for fact in facts {
                    if let Some(number) = given.get(fact) {
                        put("fact", 1 + number);
                        continue;
                    }
                    put("fact", 0);
                    fact.numbers(&mut put);
                    given.insert(fact, given.len() as u64);
                }
            }
            let back = |number: &i64| zigzag((own as i64).wrapping_sub(*number));
            match &lemma.grounds {
                Grounds::Win { step, cited } => {
                    put("step", *step);
                    cited.iter().for_each(|number| put("cited", back(number)));
                }
                Grounds::Loss { cited } => {
                    put("citations", cited.len() as u64);
                    cited.iter().for_each(|number| put("cited", back(number)));
                }
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
        let mut lines = text.split('\n');
        let mut line = |name: &str| {
            let line = lines.next().unwrap().strip_prefix(name).expect(name);
            line.strip_prefix(' ').expect(name).to_owned()
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
        let is_grouped = header.version == "2";
        let listed =
            if is_grouped { reader.many(|reader| (reader.fact(), reader.number())) } else { Vec::new() };
        let mut given: Vec<Fact> = listed.iter().map(|(fact, _)| fact.clone()).collect();
        let mut sets = vec![Vec::new()];
        let mut lemmas: Vec<Lemma> = Vec::new();
        loop {
            let tag = reader.number();
            if tag == 0 {
                break;
            }
            let own = lemmas.len() as i64;
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
                present: Vec::new(),
                grounds: Grounds::Loss { cited: Vec::new() },
            };
            lemma.more = (lemma.flags & 8 != 0).then(|| reader.more());
            lemma.absent = reader.facts(&mut given);
            lemma.groups = if is_grouped { reader.groups(&mut sets) } else { Vec::new() };
            lemma.present = reader.facts(&mut given);
            lemma.grounds = if lemma.to_move() == kinds[lemma.kind as usize].winner {
                let step = reader.number();
                let ends = matches!(game.steps(&lemma.node())[step as usize].then, Then::End(_));
                Grounds::Win { step, cited: (!ends).then(|| own - reader.signed()) }
            } else {
                Grounds::Loss { cited: reader.many(|reader| own - reader.signed()) }
            };
            lemmas.push(lemma);
        }
        let count = reader.number();
        let claims = reader.many(Reader::number);
        assert_eq!(reader.content.len(), 0, "nothing follows");
        Certificate { header, kinds, listed, lemmas, count, claims }
    }

    /// Whether it is of version 2.
    pub fn is_grouped(&self) -> bool {
        self.header.version == "2"
    }

    /// All facts that must be absent for a lemma.
    pub fn absent<'a>(&'a self, lemma: &'a Lemma) -> impl Iterator<Item = &'a Fact> {
        let in_groups =
            self.listed.iter().filter(|(_, group)| *group > 0 && lemma.groups.contains(&(group - 1)));
        lemma.absent.iter().chain(in_groups.map(|(fact, _)| fact))
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
    ("basic-fixed-1x2-suicide", "1x2 basic-fixed allowed 0 .. black", "0", 16),
    ("basic-fixed-1x4", "1x4 basic-fixed forbidden 0 .... black", "4", 9),
    ("basic-ko-rules-1x2-suicide", "1x2 basic-ko-rules allowed 0 .. black", "0", 16),
    ("basic-ko-rules-1x5", "1x5 basic-ko-rules forbidden 0 ..... black", "5", 57),
    ("configuration-rules-1x5", "1x5 configuration-rules forbidden 0 ..... black", "1", 91),
    ("fixed-1x4", "1x4 fixed forbidden 0 .... black", "0", 29),
    ("kee-1x2", "1x2 kee forbidden 1/2 .. black", "-1/2", 39),
    ("kee-2020-03-1x5", "1x5 kee-2020-03 forbidden 0 ..... black", "0", 109),
    ("kee-2020-03-free-1x2", "1x2 kee-2020-03:free allowed 0 .. black", "0", 30),
    ("kee-2020-03-free-same-1x5", "1x5 kee-2020-03:free+same forbidden 0 ..... black", "0", 187),
    ("kee-2020-03-same-1x2", "1x2 kee-2020-03:same forbidden 0 .. black", "0", 38),
    ("kee-2x2", "2x2 kee forbidden 0 ../.. black", "0", 1271),
    ("kee-cycle-1x2", "1x2 kee:cycle forbidden 0 .. black", "0", 40),
    ("kee-cycle-1x5", "1x5 kee:cycle forbidden 0 ..... black", "0", 122),
    ("kee-passer-sum-1x2", "1x2 kee:passer+sum forbidden 1/2 .. black", "-1", 39),
    ("kee-passer-sum-cycle-1x3", "1x3 kee:passer+sum+cycle forbidden 1 ... black", "2", 20),
    ("kee-passer-sum-cycle-1x2", "1x2 kee:passer+sum+cycle allowed 1/2 .. black", "-1", 42),
    ("none-1x3", "1x3 none forbidden 0 ... black", "3 3", 3),
    ("nssk-1x2-suicide", "1x2 nssk allowed 0 .. black", "0", 16),
    ("nssk-2x2", "2x2 nssk forbidden 0 ../.. black", "1", 124),
    ("primitive-1x5", "1x5 primitive forbidden 0 ..... black", "1", 32),
    ("psk-1x2", "1x2 psk forbidden 0 .. black", "0", 16),
    ("psk-1x5", "1x5 psk forbidden 0 ..... black", "0", 70),
    ("psk-1x5-white", "1x5 psk forbidden 0 .X.O. white", "0", 26),
    ("psk-2x2", "2x2 psk forbidden 0 ../.. black", "1", 121),
    ("spight-1x2", "1x2 spight forbidden 0 .. black", "0", 38),
    ("spight-1x2-suicide", "1x2 spight allowed 1/2 .. black", "-1/2", 40),
    ("spight-2-1x5", "1x5 spight-2 multi-stone 0 ..... black", "0", 142),
    ("spight-2x2", "2x2 spight forbidden 0 ../.. black", "0", 1105),
    ("ssk-1x2-komi", "1x2 ssk forbidden 1/2 .. black", "-1/2", 16),
    ("ssk-1x5-komi", "1x5 ssk forbidden 1/2 ..... black", "-1/2", 68),
    ("suicide-1x3", "1x3 psk allowed 0 ... black", "3", 3),
    ("suicide-2x2", "2x2 psk allowed 0 ../.. black", "1", 121),
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

/// Certificates of version 2: name, the one of version 1 about the same game.
pub const GROUPED: &[(&str, &str)] = &[
    ("fixed-1x4-groups", "fixed-1x4"),
    ("kee-1x2-groups", "kee-1x2"),
    ("kee-2020-1x3-groups", "kee-2020-1x3"),
    ("nssk-1x2-suicide-groups", "nssk-1x2-suicide"),
    ("psk-1x2-groups", "psk-1x2"),
    ("psk-2x2-groups", "psk-2x2"),
    ("spight-1x2-groups", "spight-1x2"),
    ("spight-2x2-groups", "spight-2x2"),
    ("ssk-1x2-komi-groups", "ssk-1x2-komi"),
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
