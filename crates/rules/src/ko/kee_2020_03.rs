use kosolver_board::{Board, Play, Position};

use super::{KoMoves, KoRule};
use crate::{Fact, FactList, Game, Node, Ruleset, Scope, Step};

/// Wilton Kee's rules of 16 March 2020, for two players.
///
/// A play that answers a single pass is **disturbing**. Two questions are open; each combination of
/// answers is a reading with a name of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kee2020March {
    name: &'static str,
    standing: Standing,
    again: Again,
}

/// Whether the position that stands at a pass is encountered after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It is: the next player has it before him.
    Encountered,
    /// A position is encountered when a play makes it, and at the start.
    Free,
}

/// What a player who has made a disturbing play in a position may not do there again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    /// Make any disturbing play.
    Any,
    /// Make one that leads to the same position.
    Same,
}

const fn reading(name: &'static str, standing: Standing, again: Again) -> Kee2020March {
    Kee2020March { name, standing, again }
}

/// The four readings, the default first.
pub(super) static READINGS: [&dyn KoRule; 4] = [
    &reading("kee-2020-03", Standing::Encountered, Again::Any),
    &reading("kee-2020-03:free", Standing::Free, Again::Any),
    &reading("kee-2020-03:same", Standing::Encountered, Again::Same),
    &reading("kee-2020-03:free+same", Standing::Free, Again::Same),
];

/// "This position has been encountered, and nobody has passed since."
const ENCOUNTERED: Scope = Scope(0);
/// "This player has made a disturbing play in this position", with `same` one to the second.
const DISTURBED: Scope = Scope(1);
/// "This player has passed in this position, and nobody has made a disturbing play since."
const PASSED: Scope = Scope(2);

fn encountered(position: Position) -> Fact {
    Fact::about(ENCOUNTERED, position)
}

impl Kee2020March {
    fn disturbed(&self, at: &Node, play: &Play) -> Fact {
        let disturbed = Fact::about(DISTURBED, at.position).of(at.to_move);
        if self.again == Again::Same { disturbed.to(play.after) } else { disturbed }
    }
}

impl KoRule for Kee2020March {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        "Kee's disturbing plays"
    }

    fn sentence(&self) -> &'static str {
        match (self.standing, self.again) {
            (Standing::Encountered, Again::Any) => {
                "A play is prohibited if T has been encountered and nobody has passed since, the position standing at a pass being encountered after it; or if it answers a single pass and the player has done so in this position before."
            }
            (Standing::Free, Again::Any) => {
                "A play is prohibited if T has been made, or was the start, and nobody has passed since; or if it answers a single pass and the player has done so in this position before."
            }
            (Standing::Encountered, Again::Same) => {
                "A play is prohibited if T has been encountered and nobody has passed since, the position standing at a pass being encountered after it; or if it answers a single pass and the player has done so in this position before by a play to T."
            }
            (Standing::Free, Again::Same) => {
                "A play is prohibited if T has been made, or was the start, and nobody has passed since; or if it answers a single pass and the player has done so in this position before by a play to T."
            }
        }
    }

    fn source(&self) -> &'static str {
        "W. Kee, rules of 16 March 2020"
    }

    fn has_own_end(&self) -> bool {
        true
    }

    fn end(&self) -> &'static str {
        "a player passes in a position in which he has passed before, and no play since has answered a single pass"
    }

    fn on_request(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(*self)
    }
}

impl KoMoves for Kee2020March {
    fn start(&self, start: &Node) -> FactList {
        FactList::from(encountered(start.position))
    }

    fn implied(&self, node: &Node) -> FactList {
        match self.standing {
            Standing::Free if node.passes > 0 => FactList::new(),
            _ => FactList::from(encountered(node.position)),
        }
    }

    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        let encountered = encountered(play.after);
        let step = Step::play(at, play).unless(encountered).inserting(encountered);
        if at.passes != 1 {
            return step;
        }
        let disturbed = self.disturbed(at, play);
        step.unless(disturbed).clearing(PASSED).inserting(disturbed)
    }

    /// At the third pass in a row the history need not be asked: this player passed here two moves
    /// ago, and nobody has played since.
    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        if at.passes >= 2 {
            steps.push(Step::end(game.end_score(at)));
            return;
        }
        let passed = Fact::about(PASSED, at.position).of(at.to_move);
        steps.push(Step::end(game.end_score(at)).when(passed));
        let on = Step::pass(at).without(passed).clearing(ENCOUNTERED).inserting(passed);
        steps.push(match self.standing {
            Standing::Encountered => on.inserting(encountered(at.position)),
            Standing::Free => on,
        });
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let position = fact.position.text(board);
        let player = fact.colour.map(|colour| colour.to_string()).unwrap_or_default();
        match fact.scope {
            ENCOUNTERED => {
                format!("the position {position} has been encountered, and nobody has passed since")
            }
            DISTURBED if self.again == Again::Same => {
                let to = fact.to.text(board);
                format!(
                    "{player} has answered a single pass in the position {position} before by a play to {to}"
                )
            }
            DISTURBED => {
                format!("{player} has answered a single pass in the position {position} before by a play")
            }
            _ => format!(
                "{player} has passed in the position {position}, and no disturbing play has been made since"
            ),
        }
    }
}
