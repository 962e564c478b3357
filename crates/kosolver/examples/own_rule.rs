//! A ko rule of one's own: `cargo run --release --example own_rule`.
//!
//! The Configuration Rules of Robert Jasiek (27 October 1996): nobody may play on a point on which
//! anybody has played since the present position first stood; besides, simple ko.

use kosolver::board::{Board, Play};
use kosolver::rules::{Ban, Fact, FactList, KoMoves, KoRule, Never, Node, Pull, Scope, Step};
use kosolver::{Colour, Game, Ko, Move, Point, Position, Ruleset, Session, verify};

/// The rule as it is written down.
#[derive(Debug)]
pub struct Configuration;

/// "This position has stood."
const STOOD: Scope = Scope(0);
/// "Since this position first stood somebody has played on the point of the second position's stone."
const PLAYED: Scope = Scope(1);

/// A point as a position, since symmetries map positions. Exchanging the colours changes the stone: so
/// what is said of a point is said with either, and a player asks with his own.
fn marked(point: Point, stone: Colour) -> Position {
    let mut position = Position::EMPTY;
    match stone {
        Colour::Black => position.black |= point.bit(),
        Colour::White => position.white |= point.bit(),
    }
    position
}

impl KoRule for Configuration {
    fn name(&self) -> &'static str {
        "configuration"
    }

    fn title(&self) -> &'static str {
        "the Configuration Rules"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited on a point that anybody has played on since the position before the play first stood, and if simple ko prohibits it."
    }

    fn source(&self) -> &'static str {
        "R. Jasiek, 27 October 1996"
    }

    fn bans_retaking(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Configuration)
    }
}

impl KoMoves for Configuration {
    fn start(&self, start: &Node) -> FactList {
        self.implied(start)
    }

    /// The position on the board has stood.
    fn implied(&self, node: &Node) -> FactList {
        FactList::from(Fact::about(STOOD, node.position))
    }

    fn play(&self, game: &Game, at: &Node, play: &Play) -> Step {
        let played = |stone| Fact::about(PLAYED, at.position).to(marked(play.point, stone));
        let mut step = Step::play(at, play)
            .banning(Ban::after(game.board(), play))
            .unless(played(at.to_move))
            .inserting(Fact::about(STOOD, play.after));
        // Of every position: this point has been played on since it first stood, if it has stood.
        let stood = Fact::about(STOOD, at.position).predicate();
        for stone in Colour::BOTH {
            step = step.pulling(Pull { to: played(stone).predicate(), from: stood });
        }
        if at.ban.hits(play) { step.never(Never::BasicKo) } else { step }
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let position = fact.position.text(board);
        match fact.scope {
            PLAYED => {
                let point = fact.to.occupied().iter().map(|point| board.point_name(point));
                let point = point.collect::<String>();
                format!("{point} has been played on since the position {position} first stood")
            }
            _ => format!("the position {position} has stood"),
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ko = Ko::register(Configuration)?;
    for board in ["1x3", "1x4", "1x5", "2x2"] {
        let mut game = Session::new(Game::new(board.parse()?, Ruleset::new(ko))?);
        println!("{board} {}", game.value()?);
    }

    // It is refereed.
    let mut game = Session::new(Game::new("1x3".parse()?, "ko=configuration".parse()?)?);
    for made in ["A1", "B1", "pass", "C1", "A1"] {
        game.play(made)?;
    }
    for candidate in game.candidates() {
        match candidate.illegal {
            Some(reason) => println!("{reason}"),
            None => println!("white {} is legal", candidate.made),
        }
    }
    assert_eq!(game.legal().iter().map(|made| made.made()).collect::<Vec<_>>(), [Move::Pass]);

    // Its values have proofs.
    game.undo();
    let mut file = Vec::new();
    game.certificate()?.write(&mut file)?;
    println!("{}", verify(&file[..])?);

    // It is compared with others.
    let comparison = kosolver::compare("1x4", &["configuration", "basic-fixed", "psk"])?;
    print!("{}", kosolver::report::Format::Text.comparison(&comparison, 80)?);
    Ok(())
}
