use kosolver_board::{Board, Colour, Play, Point, Position};

use super::basic::basic_play;
use super::{KoMoves, KoRule};
use crate::{Fact, FactList, Game, Node, Pull, Ruleset, Scope, Step};

/// The Configuration Rules of Robert Jasiek, 27 October 1996.
#[derive(Debug)]
pub(super) struct ConfigurationRules;

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

impl KoRule for ConfigurationRules {
    fn name(&self) -> &'static str {
        "configuration-rules"
    }

    fn title(&self) -> &'static str {
        "the Configuration Rules"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if simple ko prohibits it, or if anybody has played on the point since the position before the play first stood; the start position stood at the start."
    }

    fn source(&self) -> &'static str {
        "R. Jasiek, The Configuration Rules, 27 October 1996"
    }

    fn bans_retaking(&self) -> bool {
        true
    }

    fn on_request(&self) -> bool {
        true
    }

    fn pulls(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(ConfigurationRules)
    }
}

impl KoMoves for ConfigurationRules {
    fn start(&self, start: &Node) -> FactList {
        self.implied(start)
    }

    /// The position on the board has stood.
    fn implied(&self, node: &Node) -> FactList {
        FactList::from(Fact::about(STOOD, node.position))
    }

    /// After a play on a point, somebody has played there since each position first stood that has
    /// stood.
    fn play(&self, game: &Game, at: &Node, play: &Play) -> Step {
        let stood = Fact::about(STOOD, play.after);
        let played = |stone| Fact::about(PLAYED, at.position).to(marked(play.point, stone));
        let step = basic_play(game, at, play).unless(played(at.to_move)).inserting(stood);
        [at.to_move, !at.to_move].into_iter().fold(step, |step, stone| {
            step.pulling(Pull { to: played(stone).predicate(), from: stood.predicate() })
        })
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
