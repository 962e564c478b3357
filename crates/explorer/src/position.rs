//! A game as it stands, without values: what the referee knows.

use kosolver::board::PointSet;
use kosolver::report::{Geometry, KoReport, Rules};
use kosolver::rules::{Illegal, Preset};
use kosolver::structure::Kos;
use kosolver::{Board, Colour, Move, Point, Position, Referee, Request, Ruleset};
use serde::Serialize;

use crate::count::Count;
use crate::game::Refused;
use crate::people::{minus, new_position};
use crate::published::{Published, out_of_reach};

/// A game as it stands.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The board as text.
    pub board: String,
    /// The rules in full.
    pub rules: RulesInWords,
    /// How the board is drawn.
    pub geometry: Geometry,
    /// The start position.
    pub start: String,
    /// The stones now: rows from the top.
    pub position: String,
    /// The same in words.
    pub words: String,
    /// Who moves.
    pub to_play: Colour,
    /// The moves so far.
    pub moves: Vec<Made>,
    /// The stones that each player has taken, in play and by the opponent's suicide.
    pub prisoners: Prisoners,
    /// The legal moves, by their names.
    pub legal: Vec<String>,
    /// The empty points on which the player may not play, and the pass if he may not pass; none once the
    /// game is over.
    pub illegal: Vec<Prohibited>,
    /// The kos of the position, if the rules read them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kos: Option<KoReport>,
    /// The empty points on which a stone of the player to move would take stones, whether he may play there or not.
    pub takes: Vec<String>,
    /// How the game has ended, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
    /// What each player has, once the game is over and where that is its score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
    /// What was published of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
    /// Why a search for its value would not end; left out where it may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_reach: Option<String>,
    /// The first illegal move that was sent, if illegal moves were to end the game: it and those after it
    /// were not made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
}

/// A ruleset in words.
#[derive(Clone, Debug, Serialize)]
pub struct RulesInWords {
    /// The ruleset as text.
    pub text: String,
    /// The name in words: that of the preset if it is one, else that of the ko rule.
    pub title: String,
    /// What the ko rule prohibits.
    pub prohibition: String,
    /// How a game ends.
    pub end: String,
    /// What is counted.
    pub counting: String,
    /// The text of the ko rule, if it is one's own: its normal form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
pub struct Made {
    /// Its number, from 1.
    pub number: usize,
    /// Who made it.
    pub player: Colour,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The stones it removed, by their points.
    pub removed: Vec<String>,
    /// The position after it.
    pub position: String,
}

/// The stones that were taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Prisoners {
    /// White stones that Black has taken.
    pub black: u32,
    /// Black stones that White has taken.
    pub white: u32,
}

/// A move that is illegal now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prohibited {
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// Why, in a sentence.
    pub reason: String,
    /// The number of the move that made it illegal, 0 for the start position; left out if it is illegal
    /// under every history.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<usize>,
}

impl RulesInWords {
    /// Some rules in words, with the name by which they were asked for.
    pub fn of(rules: &Ruleset, name: &str) -> RulesInWords {
        let spelled = Rules::of(rules);
        let preset = Preset::named(name.trim());
        RulesInWords {
            text: rules.in_words(),
            title: preset.map_or_else(|| rules.ko().title().to_owned(), |preset| preset.title.to_owned()),
            counting: minus(spelled.counting().trim()),
            prohibition: new_position(&spelled.prohibition),
            end: new_position(&spelled.end),
            rule: rules.ko().own_text().map(str::to_owned),
        }
    }
}

impl Standing {
    /// A game that was asked about under rules of this name.
    pub fn of(asked: &Request, name: &str) -> Standing {
        let game = asked.game();
        let board = game.board();
        let referee = asked.referee();
        let moves = moves(board, asked.position(), &referee);
        let to_move = referee.node().to_move;
        let (mut legal, mut illegal) = (Vec::new(), Vec::new());
        if referee.outcome().is_none() {
            let plays = referee.position().empty(board).iter().map(Move::Play);
            for made in plays.chain([Move::Pass]) {
                match referee.why_illegal(made) {
                    None => legal.push(made.name(board)),
                    Some(reason) => {
                        let since = since(&reason, moves.len());
                        let (made, reason) = (made.name(board), reason.to_string());
                        illegal.push(Prohibited { made, reason, since });
                    }
                }
            }
        }
        let reads = game.rules().ko().reads_structure();
        Standing {
            kos: reads.then(|| KoReport::of(&Kos::shared(*board), referee.position())),
            board: board.to_string(),
            rules: RulesInWords::of(game.rules(), name),
            geometry: Geometry::of(board),
            start: asked.position().text(board),
            position: referee.position().text(board),
            words: words(board, referee.position()),
            to_play: to_move,
            prisoners: prisoners(asked.position(), &referee),
            moves,
            legal,
            illegal,
            refused: None,
            takes: takes(board, &referee),
            over: referee.outcome().map(|outcome| minus(&format!("The game is over: {outcome}."))),
            count: Count::of(&referee, prisoners(asked.position(), &referee)),
            published: Published::of(asked),
            out_of_reach: out_of_reach(asked).filter(|_| referee.outcome().is_none()),
        }
    }
}

/// The moves of a game with what they removed.
pub fn moves(board: &Board, start: Position, referee: &Referee) -> Vec<Made> {
    let mut before = start;
    let record = referee.record().iter().enumerate();
    let made = record.map(|(index, &(player, made, after))| {
        let removed = (before.occupied() | own(made)) - after.occupied();
        before = after;
        Made {
            number: index + 1,
            player,
            made: made.name(board),
            removed: removed.iter().map(|point| board.point_name(point)).collect(),
            position: after.text(board),
        }
    });
    made.collect()
}

/// The point of a move, if it is a play.
fn own(made: Move) -> PointSet {
    made.point().map_or(PointSet::EMPTY, Point::bit)
}

/// A line of play with the positions it leads to.
pub fn line_of_play(here: &Request, line: &[Move]) -> Vec<Made> {
    let mut referee = here.referee();
    let made = referee.record().len();
    for &next in line {
        if referee.play(next).is_err() {
            break;
        }
    }
    moves(here.game().board(), here.position(), &referee).split_off(made)
}

/// Where a stone of the player to move would take stones.
fn takes(board: &Board, referee: &Referee) -> Vec<String> {
    let (position, player) = (referee.position(), referee.node().to_move);
    let taking = |point: &Point| {
        position.play(board, player, *point).is_some_and(|play| play.captured != PointSet::EMPTY)
    };
    let points = position.empty(board).iter().filter(taking);
    points.map(|point| board.point_name(point)).collect()
}

/// The stones that were taken on the way.
fn prisoners(start: Position, referee: &Referee) -> Prisoners {
    let mut taken = Prisoners::default();
    let mut before = start;
    for &(player, made, after) in referee.record() {
        let mut placed = before;
        placed.set(own(made), Some(player));
        taken.black += (placed.white - after.white).len();
        taken.white += (placed.black - after.black).len();
        before = after;
    }
    taken
}

/// The move of the game by which a move became illegal, where there is one.
fn since(reason: &Illegal, made: usize) -> Option<usize> {
    match reason {
        Illegal::History { since, .. } => match since.strip_prefix("move ") {
            Some(number) => number.parse().ok(),
            None => Some(0),
        },
        // Simple ko looks at the position before the last move.
        Illegal::Never { reason: kosolver::rules::Never::BasicKo, .. } => Some(made.saturating_sub(1)),
        _ => None,
    }
}

/// A position in words, for those who do not see it.
pub fn words(board: &Board, position: Position) -> String {
    let stones = |name: &str, stones: PointSet| {
        let points: Vec<String> = stones.iter().map(|point| board.point_name(point)).collect();
        if points.is_empty() { format!("no {name} stones") } else { format!("{name} {}", points.join(" ")) }
    };
    if position == Position::EMPTY {
        return "the empty board".to_owned();
    }
    format!("{}, {}", stones("black", position.black), stones("white", position.white))
}
