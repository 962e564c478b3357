//! The New Ko Rules, reconstructed, against what R. Jasiek's "Examples 1" says of positions: each
//! sentence on a board built for it (`data/new-ko-rules.json`), with the real game and referee.

use std::collections::HashSet;

use kosolver_board::structure::{Analysis, Class, JudgedKo, Kos};
use kosolver_board::{Board, Colour, Play, PointSet, Position, legal_positions};
use kosolver_rules::{Game, Ko, Legality, Move, Never, Node, Referee, Ruleset, Slot, Then};
use serde_json::Value;

use crate::oracle::sequence::{Diagram, Item, Sequence, with_room};

/// A diagram of the data, on its board with room for plays elsewhere.
struct Shown {
    name: String,
    board: Board,
    wide: Board,
    room: PointSet,
    start: Position,
    letters: Diagram,
    kos: Kos,
    game: Game,
}

/// A move made, whatever a ko rule says: a play, or nothing for a pass.
type Made = (Position, Option<Play>, Position);

const WIDEST: usize = 8;

impl Shown {
    fn of(data: &Value, ko: &str) -> Shown {
        let rows = text(data, "rows");
        let sides = (rows.split('/').count(), rows.split('/').next().unwrap().len());
        let board = Board::new(sides.0 as u64, sides.1 as u64).unwrap();
        let letters: String = data["letters"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(letter, points)| format!("{letter} = {}\n", points.as_str().unwrap()))
            .collect();
        let (wide, room) = with_room(&board, WIDEST).unwrap();
        let rules: Ruleset = ko.parse().unwrap();
        Shown {
            name: text(data, "name").to_owned(),
            start: Position::parse(&board, rows).unwrap(),
            letters: Diagram::parse(&board, &letters).unwrap(),
            kos: Kos::new(wide),
            game: Game::new(wide, rules).unwrap(),
            board,
            wide,
            room,
        }
    }

    fn play(&self, item: Item, position: Position, mover: Colour) -> Option<Play> {
        let point = match item {
            Item::Letter(letter) => self.letters.point(letter, &self.kos, position, mover).unwrap(),
            Item::Tenuki => (self.room - position.occupied()).first().unwrap(),
            Item::Pass => return None,
        };
        Some(position.play(&self.wide, mover, point).unwrap())
    }

    /// The sequence with what it repeats written out.
    fn sequence(&self, text: &str) -> (Colour, Vec<Item>) {
        let sequence = Sequence::parse(text, &self.letters).unwrap();
        let times = if sequence.repeats { 3 } else { 1 };
        let items = std::iter::repeat_n(sequence.items, times).flatten().collect();
        (sequence.first.unwrap_or(Colour::Black), items)
    }

    /// The moves of a sequence without any ko rule.
    fn freely(&self, text: &str) -> Vec<Made> {
        let (mut mover, items) = self.sequence(text);
        let mut here = self.start;
        items
            .into_iter()
            .map(|item| {
                let play = self.play(item, here, mover);
                let made = (here, play, play.map_or(here, |play| play.after));
                (here, mover) = (made.2, !mover);
                made
            })
            .collect()
    }

    fn after(&self, check: &Value) -> Position {
        match check["ms"].as_str() {
            Some(sequence) => self.freely(sequence).last().unwrap().2,
            None => self.start,
        }
    }

    /// The game after a sequence, with the reason against its first illegal move and that move's number.
    fn refereed(&self, text: &str) -> (Referee, Option<(usize, &'static str)>) {
        let (first, items) = self.sequence(text);
        let mut referee = Referee::new(self.game.clone(), self.start, first);
        for (number, item) in items.iter().enumerate() {
            let play = self.play(*item, referee.position(), referee.node().to_move);
            let made = play.map_or(Move::Pass, |play| Move::Play(play.point));
            if let Some(reason) = self.reason(&referee, made) {
                assert!(referee.play(made).is_err());
                return (referee, Some((number + 1, reason)));
            }
            referee.play(made).unwrap();
        }
        (referee, None)
    }

    /// Which rule prohibits a move.
    fn reason(&self, referee: &Referee, made: Move) -> Option<&'static str> {
        let steps = self.game.steps(referee.node());
        let step = steps.iter().find(|step| step.made == made && step.applies(|fact| referee.knows(fact)))?;
        match &step.legality {
            Legality::Always => None,
            Legality::Never(Never::BasicKo) => Some("basic"),
            Legality::Never(Never::Fighting) => Some("fighting"),
            Legality::Never(Never::Disturber) => Some("disturber"),
            Legality::Never(other) => panic!("{other}"),
            Legality::Unless(facts) => facts
                .iter()
                .filter(|fact| referee.knows(fact))
                .map(|fact| fact.scope.0)
                .min()
                .map(|scope| if scope < 3 { "prohibition" } else { "residual" }),
        }
    }

    /// The ko position at a letter.
    fn at(&self, analysis: &Analysis, check: &Value) -> Option<JudgedKo> {
        let letter = text(check, "at");
        let points = self.points_of(letter);
        let found = analysis.kos.iter().find(|ko| !(ko.position.points & points).is_empty());
        found.cloned()
    }

    fn points_of(&self, letter: &str) -> PointSet {
        self.letters.points(letter.chars().next().unwrap()).iter().copied().collect()
    }

    fn key(&self, position: Position) -> (PointSet, Position) {
        let points = self.kos.structure(position).points();
        (points, Position { black: position.black - points, white: position.white - points })
    }

    fn is_ko_move(&self, play: &Play) -> bool {
        self.kos.structure(play.before).ko_of(play).is_some()
    }

    fn ko_moves(&self, position: Position, points: PointSet, mover: Colour) -> Vec<Play> {
        let plays = (points - position.occupied()).iter().filter_map(|p| position.play(&self.wide, mover, p));
        plays.filter(|play| self.is_ko_move(play)).collect()
    }

    /// Whether a sentence holds here; `None` if that cannot be decided.
    fn holds(&self, check: &Value) -> Option<bool> {
        let sequence = || text(check, "ms");
        let expected = &check["expect"];
        let analysis = || self.kos.analysis(self.after(check));
        let number = |found: u64| {
            let rest = text(check, "expect").strip_prefix('n').unwrap();
            let (sign, number) = rest.split_at(rest.find(|c: char| c.is_ascii_digit()).unwrap());
            let number: u64 = number.parse().unwrap();
            match sign {
                "==" => found == number,
                ">=" => found >= number,
                ">" => found > number,
                other => panic!("{other}"),
            }
        };
        let sizes = |found: Vec<u32>| {
            let mut found = found;
            found.sort_unstable();
            found.len() as u64 == check["n"].as_u64().unwrap()
                && check.get("sizes").is_none_or(|sizes| *sizes == Value::from(found.clone()))
        };
        Some(match text(check, "do") {
            "nd" => return None,
            "cyclical" => *expected == (self.freely(sequence()).last().unwrap().2 == self.start),
            "komsonly" => self.freely(sequence()).iter().all(|(_, play, _)| {
                let play = play.unwrap();
                let (before, after) = (self.kos.analysis(play.before), self.kos.analysis(play.after));
                let strings = |analysis: &Analysis| -> Vec<_> {
                    analysis.kos.iter().flat_map(|ko| ko.position.strings.clone()).collect()
                };
                let placed =
                    strings(&after).into_iter().find(|string| string.chain.points.contains(play.point));
                let taken = strings(&before)
                    .into_iter()
                    .filter(|string| !(string.chain.points & play.captured).is_empty());
                self.is_ko_move(&play)
                    && placed.is_some_and(|placed| match check["what"].as_str() {
                        None => true,
                        Some("single") => {
                            placed.chain.points.len() == 1
                                && taken.clone().all(|string| string.chain.points.len() == 1)
                        }
                        Some("complete") => taken.clone().all(|string| string.complete),
                        Some(other) => panic!("{other}"),
                    })
            }),
            "mouths" => sizes(
                analysis().kos.iter().flat_map(|ko| &ko.position.mouths).map(|mouth| mouth.len()).collect(),
            ),
            "koposcount" => sizes(analysis().kos.iter().map(|ko| ko.position.points.len()).collect()),
            "coupling" => {
                self.at(&analysis(), check).is_some_and(|ko| number(ko.position.coupling.len() as u64))
            }
            "strings" => {
                let mut found: Vec<(u32, bool)> = analysis()
                    .kos
                    .iter()
                    .flat_map(|ko| &ko.position.strings)
                    .map(|string| (string.chain.points.len(), string.complete))
                    .collect();
                found.sort_unstable();
                serde_json::to_value(found).unwrap() == *expected
            }
            "allstrings2" => {
                let position = self.after(check);
                let mut coupling =
                    analysis().kos.clone().into_iter().flat_map(|ko| ko.position.coupling).peekable();
                coupling.peek().is_some() && coupling.all(|chain| chain.breaths(&self.wide, position) >= 2)
            }
            "type" => self.at(&analysis(), check).is_some_and(|ko| ko.class.to_string() == *expected),
            "breaths" => {
                let position = self.after(check);
                let point = self.board.parse_point(text(check, "string")).unwrap();
                let stones = if position.black.contains(point) { position.black } else { position.white };
                let string = self.wide.connected(point.bit(), stones);
                assert!(!string.is_empty());
                number(u64::from((self.wide.adjacent(string) & position.empty(&self.wide)).len()))
            }
            "disturbs" => {
                let (_, play, _) = *self.freely(sequence()).last().unwrap();
                *expected == (self.kos.is_disturbing(&play.unwrap()))
            }
            "infinite" => {
                let position = self.after(check);
                let ko = self.at(&self.kos.analysis(position), check);
                ko.is_some_and(|ko| *expected == (self.kos.is_endless(position, ko.position.points)))
            }
            "legal" => self.refereed(sequence()).1.is_none(),
            "illegal" => {
                let last = self.sequence(sequence()).1.len();
                let refused = self.refereed(sequence()).1;
                refused.is_some_and(|(number, reason)| {
                    number == last && text(check, "rule").split('|').any(|rule| rule == reason)
                })
            }
            "cycbasic" => self.cycles_need_basic_ko(check),
            "sametype_allms" => self.stays_fight(check),
            "notinFK" => {
                let (referee, refused) = self.refereed(sequence());
                refused.is_none() && referee.node().memory.board(FIGHT.of(!referee.node().to_move)).is_none()
            }
            "disturber" => {
                let (referee, refused) = self.refereed(sequence());
                let memory = &referee.node().memory;
                let found = Colour::BOTH.iter().find(|player| memory.board(DISTURBER.of(**player)).is_some());
                let name = found.map_or("None", |player| if *player == Colour::Black { "B" } else { "W" });
                refused.is_none() && (expected == name || expected.is_null() && found.is_none())
            }
            "nokomove" => {
                let (referee, refused) = self.refereed(sequence());
                let moves = self.ko_moves(referee.position(), self.board.all(), referee.node().to_move);
                refused.is_none()
                    && !moves.is_empty()
                    && moves.iter().all(|play| self.reason(&referee, Move::Play(play.point)).is_some())
            }
            "samekey" => *expected == (self.key(self.after(check)) == self.key(self.start)),
            other => panic!("{other}"),
        })
    }

    /// Whether every way to come back to the start by ko stone moves in a ko position that takes all
    /// of its ko strings violates simple ko, and there is one.
    fn cycles_need_basic_ko(&self, check: &Value) -> bool {
        let Some(JudgedKo { position: ko, .. }) = self.at(&self.kos.analysis(self.start), check) else {
            return false;
        };
        let returns = |basic: bool| {
            let mut open: Vec<(Position, Option<Position>, Colour, usize)> =
                Colour::BOTH.map(|first| (self.start, None, first, 0)).to_vec();
            let mut seen: HashSet<_> = open.iter().copied().collect();
            while let Some((here, before, mover, taken)) = open.pop() {
                for play in self.ko_moves(here, ko.points, mover) {
                    if basic && before == Some(play.after) {
                        continue;
                    }
                    let now = ko.strings.iter().enumerate().filter(|(_, s)| s.chain.points == play.captured);
                    let taken = now.fold(taken, |taken, (number, _)| taken | 1 << number);
                    if play.after == self.start && taken == (1 << ko.strings.len()) - 1 {
                        return true;
                    }
                    let next = (play.after, Some(here), !mover, taken);
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            false
        };
        returns(false) && !returns(true)
    }

    /// Whether a ko position stays a fighting ko however ko stones are played in it; as the rule
    /// remembers it, or by the stones alone.
    fn stays_fight(&self, check: &Value) -> bool {
        let Some(ko) = self.at(&self.kos.analysis(self.start), check) else { return false };
        let points = ko.position.points;
        let mut open: Vec<Node> = Colour::BOTH.map(|first| self.game.start(self.start, first).0).to_vec();
        let mut seen: HashSet<Node> = open.iter().cloned().collect();
        while let Some(node) = open.pop() {
            let analysis = self.kos.analysis(node.position);
            let Some(ko) = analysis.with_points(points) else { return false };
            let remembered =
                node.memory.board(FOUGHT_IN.of(Colour::Black)).is_some_and(|board| board.black == points);
            let sticky = check["sticky"] == true && ko.class == Class::Rider && remembered;
            if !(ko.class.is_fight() || sticky) {
                return false;
            }
            let moves = self.ko_moves(node.position, points, node.to_move);
            for step in self.game.steps(&node) {
                let goes =
                    moves.iter().any(|play| step.made == Move::Play(play.point)) || step.made == Move::Pass;
                if let (true, Then::Node(next)) = (goes, step.then)
                    && seen.insert(next.clone())
                {
                    open.push(next);
                }
            }
        }
        true
    }
}

/// The words of the rule in a node, as `docs/certificate.md` numbers them.
const FIGHT: Slot = Slot::own(0);
const DISTURBER: Slot = Slot::own(1);
const FOUGHT_IN: Slot = Slot::own(3);

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} in {value}"))
}

fn data() -> Value {
    serde_json::from_str(include_str!("../data/new-ko-rules.json")).unwrap()
}

/// What "On the board are 19 ko stones, …" counts, over the boards of the diagram; the second has
/// two ko positions alike.
fn totals(what: &str, diagrams: &[Value]) -> u64 {
    let boards = ["count-abcdef", "count-ghi", "count-ghi", "count-m", "count-no", "count-pq", "count-rs"];
    let count = |name: &str| {
        let data = diagrams.iter().find(|data| data["name"] == name).unwrap();
        let shown = Shown::of(data, "newko");
        let analysis = shown.kos.analysis(shown.start);
        let strings = || analysis.kos.iter().flat_map(|ko| &ko.position.strings);
        let of_length = |length: u32| strings().filter(|string| string.chain.points.len() == length).count();
        (match what {
            "stones" => strings().map(|string| string.chain.points.len() as usize).sum(),
            "strings" => strings().count(),
            "single" => of_length(1),
            "double" => of_length(2),
            "mouths" => analysis.kos.iter().map(|ko| ko.position.mouths.len()).sum(),
            "couplings" => analysis.kos.iter().filter(|ko| !ko.position.coupling.is_empty()).count(),
            "kopos" => analysis.kos.len(),
            other => panic!("{other}"),
        }) as u64
    };
    boards.into_iter().map(count).sum()
}

#[test]
fn the_sentences_of_the_document_hold() {
    let data = data();
    let diagrams = data["diagrams"].as_array().unwrap();
    let (mut held, mut contradicted, mut undecidable, mut wrong) = (0, 0, 0, Vec::new());
    for diagram in diagrams {
        let shown = Shown::of(diagram, "newko");
        for check in diagram["verdicts"].as_array().unwrap() {
            let holds = match text(check, "do") {
                "total" => Some(totals(text(check, "what"), diagrams) == check["n"].as_u64().unwrap()),
                _ => shown.holds(check),
            };
            match (holds, check["contradicted"] == true) {
                (None, _) => undecidable += 1,
                (Some(true), false) => held += 1,
                (Some(false), true) => contradicted += 1,
                _ => wrong.push(format!("{}: {check}", shown.name)),
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    // One sentence contradicts another if classes depend on the stones alone; of eight the shapes or
    // the definitions are lost.
    assert_eq!((held, contradicted, undecidable), (217, 1, 8));
}

fn replay(board: &str, rules: &str, moves: &str) -> Referee {
    let board: Board = board.parse().unwrap();
    let mut referee =
        Referee::new(Game::new(board, rules.parse().unwrap()).unwrap(), Position::EMPTY, Colour::Black);
    for word in moves.split_whitespace() {
        let made = Move::parse(&board, word).unwrap();
        referee.play(made).unwrap_or_else(|refused| panic!("{board} {rules} {moves}: {refused}"));
    }
    referee
}

fn refusal(board: &str, rules: &str, moves: &str, last: &str) -> String {
    let referee = replay(board, rules, moves);
    let made = Move::parse(referee.game().board(), last).unwrap();
    referee.why_illegal(made).map_or("legal".to_owned(), |refused| refused.to_string())
}

#[test]
fn short_games_are_refereed() {
    let never = |player: &str, point: &str, why: &str| format!("{player} {point} is prohibited: {why}");
    let basic = "basic ko: it leads back to the position before the last play";
    assert_eq!(refusal("1x2", "newko", "A1 B1", "A1"), never("black", "A1", basic));
    // Send two, return one.
    assert_eq!(refusal("1x3", "newko", "A1 C1 B1 C1", "A1"), "legal");
    assert_eq!(refusal("1x4", "newko", "B1 C1 pass A1", "B1"), never("black", "B1", basic));
    assert_eq!(refusal("1x3", "newko", "A1 B1 pass C1", "A1"), "legal");
    assert_eq!(
        refusal("1x3", "newko", "A1 B1 pass C1 A1", "B1"),
        "white B1 is prohibited by the New Ko Rules of 1996 (reconstruction): white has played B1 from the position X.. before, by move 2"
    );
    assert_eq!(refusal("1x2", "newko suicide=multi-stone", "A1 B1 pass", "A1"), "legal");
}

/// No position of 2x2 has a ko, so only the residual rule ends this round of six; simple ko does not.
#[test]
fn a_round_without_ko_is_stopped_by_the_residual_rule() {
    let board: Board = "2x2".parse().unwrap();
    let kos = Kos::new(board);
    assert!(legal_positions(&board).all(|position| kos.analysis(position).kos.is_empty()));
    let moves = "A2 B1 B2 A1 B2 A2 B2 A1 A2 B1";
    let refused = refusal("2x2", "newko", moves, "B2");
    assert!(refused.contains("black has played B2 from the position"), "{refused}");
    assert!(refused.contains("(reconstruction)"), "{refused}");
    let without = replay("2x2", "basic", &format!("{moves} {}", "B2 A2 B2 A1 A2 B1 ".repeat(3)));
    assert_eq!(without.score(), None);
}

#[test]
fn it_says_that_it_is_a_reconstruction() {
    let ko: Ko = "NewKo".parse().unwrap();
    assert!(ko.name().contains("reconstruction") && ko.title().contains("reconstruction"));
    assert!(ko.on_request() && ko.sentence().contains("reconstruction"));
    assert_eq!(ko.readings().count(), 1);
    let unknown = "newko:strings-4".parse::<Ko>().unwrap_err().to_string();
    assert!(unknown.starts_with("'newko:strings-4' is not a ko rule"), "{unknown}");
}
