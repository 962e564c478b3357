use std::sync::LazyLock;

use kosolver_board::{Board, Colour, Play, Position};

use super::{KoMoves, KoRule};
use crate::language::{Program, TextRule, Traits};
use crate::{Fact, FactList, Game, Memory, Node, Ruleset, Scope, Score, Step, Tally, Threshold};

/// Wilton Kee's rules of 12 May 2009 for two players.
///
/// Three questions are open, since parts of the document are lost; each combination of
/// answers is a reading with a name of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kee {
    name: &'static str,
    lift: Lift,
    combine: Combine,
    span: Span,
}

/// Whose ban a pass lifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lift {
    Everybody,
    Passer,
}

/// The score of several scoring positions, each counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combine {
    Mean,
    Sum,
}

/// Which scoring positions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Span {
    /// All of the game.
    Game,
    /// Those of the closing cycle: made after the last player's earlier pass on the position
    /// on which he now ends the game, up to and with the pass that ends it.
    Cycle,
}

const fn reading(name: &'static str, lift: Lift, combine: Combine, span: Span) -> Kee {
    Kee { name, lift, combine, span }
}

/// The eight readings, the default first.
pub(super) static READINGS: [&dyn KoRule; 8] = [
    &reading("kee", Lift::Everybody, Combine::Mean, Span::Game),
    &reading("kee:sum", Lift::Everybody, Combine::Sum, Span::Game),
    &reading("kee:cycle", Lift::Everybody, Combine::Mean, Span::Cycle),
    &reading("kee:sum+cycle", Lift::Everybody, Combine::Sum, Span::Cycle),
    &reading("kee:passer", Lift::Passer, Combine::Mean, Span::Game),
    &reading("kee:passer+sum", Lift::Passer, Combine::Sum, Span::Game),
    &reading("kee:passer+cycle", Lift::Passer, Combine::Mean, Span::Cycle),
    &reading("kee:passer+sum+cycle", Lift::Passer, Combine::Sum, Span::Cycle),
];

/// "This position has occurred at or after the last pass", of anybody.
const SINCE_PASS: Scope = Scope(0);
/// The same of this player's own last pass.
const SINCE_OWN_PASS: [Scope; 2] = [Scope(1), Scope(2)];
/// "This player has passed in this position", when there had been so many scoring positions.
const PASSED: Scope = Scope(3);

impl Kee {
    fn scope(&self, player: Colour) -> Scope {
        match self.lift {
            Lift::Everybody => SINCE_PASS,
            Lift::Passer => SINCE_OWN_PASS[player as usize],
        }
    }

    fn occurred(&self, player: Colour, position: Position) -> Fact {
        Fact::about(self.scope(player), position)
    }

    /// "The position has occurred", in every scope there is.
    fn occurred_for_all(&self, position: Position) -> FactList {
        match self.lift {
            Lift::Everybody => FactList::from([self.occurred(Colour::Black, position)]),
            Lift::Passer => Colour::BOTH.map(|player| self.occurred(player, position)).into(),
        }
    }

    /// The score that scoring positions make together.
    fn combined(&self, game: &Game, tally: Tally) -> Score {
        let Tally { sum, count } = tally;
        if count == 0 {
            return Score::ZERO; // without any scoring position, a draw
        }
        match self.combine {
            Combine::Mean => Score::fraction(i64::from(sum), i64::from(count)) - game.given(),
            Combine::Sum => Score::points(sum) - game.given().times(i64::from(count)),
        }
    }

    /// A pass after which the game goes on.
    fn going_on(&self, at: &Node, memory: Memory) -> Step {
        Step::pass(at)
            .clearing(self.scope(at.to_move))
            .inserting(self.occurred(at.to_move, at.position))
            .carrying(|carried| *carried = memory)
    }

    /// The memory after a pass here. A pass that answers a pass on the same board makes the
    /// board a scoring position, and a new one: were it one already, both players would have
    /// passed on it, and the pass that is answered would have ended the game.
    fn memory_after_pass(&self, game: &Game, at: &Node) -> Memory {
        if at.passes == 0 {
            return at.memory.clone();
        }
        let score = game.rules().scoring().of_board(game.board(), at.position);
        let more = |tally: Tally| Tally { sum: tally.sum + score, count: tally.count + 1 };
        match self.span {
            Span::Game => at.memory.with_tallies([more(at.memory.tally(0))]),
            Span::Cycle => at.memory.with_tallies(at.memory.tallies().chain([Tally::default()]).map(more)),
        }
    }
}

impl KoRule for Kee {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        "Kee's superko"
    }

    fn sentence(&self) -> &'static str {
        match self.lift {
            Lift::Everybody => {
                "A play is prohibited if T has occurred at or after the last pass, the position standing at that pass included."
            }
            Lift::Passer => {
                "A play is prohibited if T has occurred at or after the player's own last pass, the position standing at that pass included."
            }
        }
    }

    fn source(&self) -> &'static str {
        "W. Kee, rules of 12 May 2009"
    }

    fn has_own_end(&self) -> bool {
        true
    }

    fn end(&self) -> &'static str {
        match (self.combine, self.span) {
            (Combine::Mean, Span::Game) => {
                "a player passes in a position in which he has passed before; the score is the mean of all scoring positions (passed by both players consecutively), a draw without any"
            }
            (Combine::Sum, Span::Game) => {
                "a player passes in a position in which he has passed before; the score is the sum of all scoring positions (passed by both players consecutively), a draw without any"
            }
            (Combine::Mean, Span::Cycle) => {
                "a player passes in a position in which he has passed before; the score is the mean of the scoring positions (passed by both players consecutively) after that earlier pass, a draw without any"
            }
            (Combine::Sum, Span::Cycle) => {
                "a player passes in a position in which he has passed before; the score is the sum of the scoring positions (passed by both players consecutively) after that earlier pass, a draw without any"
            }
        }
    }

    fn combines_scores(&self) -> bool {
        true
    }

    /// A mean lies between the least and the greatest score of a position, and a draw is 0; a sum
    /// has no bounds.
    fn score_range(&self, (low, high): (Score, Score), _rules: &Ruleset) -> Option<(Score, Score)> {
        (self.combine == Combine::Mean).then(|| (low.min(Score::ZERO), high.max(Score::ZERO)))
    }

    fn program(&self) -> Option<&Program> {
        const TEXT: &str = include_str!("../../rules/kee.ko");
        static TEXTS: LazyLock<[TextRule; 8]> =
            LazyLock::new(|| std::array::from_fn(|chosen| TextRule::built_in(TEXT, chosen, Traits::USUAL)));
        let chosen = [self.lift == Lift::Passer, self.combine == Combine::Sum, self.span == Span::Cycle];
        let bits = chosen.iter().rev().fold(0, |bits, chosen| bits << 1 | usize::from(*chosen));
        TEXTS[bits].program()
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(*self)
    }
}

impl KoMoves for Kee {
    fn start(&self, start: &Node) -> FactList {
        self.implied(start)
    }

    fn implied(&self, node: &Node) -> FactList {
        self.occurred_for_all(node.position)
    }

    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        let mut step = Step::play(at, play).unless(self.occurred(at.to_move, play.after));
        step.inserts = self.occurred_for_all(play.after);
        step
    }

    /// The history need not be asked at the third pass in a row: this player passed here two
    /// moves ago, and the pass between has made the position a scoring one.
    ///
    /// Otherwise it is asked whether he has passed here before; where a cycle counts also when,
    /// as the number of scoring positions there were then.
    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        if at.passes >= 2 {
            let tally = match self.span {
                Span::Game => at.memory.tally(0),
                Span::Cycle => {
                    Tally { sum: game.rules().scoring().of_board(game.board(), at.position), count: 1 }
                }
            };
            steps.push(Step::end(self.combined(game, tally)));
            return;
        }
        let times = match self.span {
            Span::Game => 0,
            Span::Cycle => at.memory.tallies().len(),
        };
        let passed = |time: usize| Fact::about(PASSED, at.position).of(at.to_move).at(time as u16);
        let memory = self.memory_after_pass(game, at);
        for time in 0..=times {
            steps.push(Step::end(self.combined(game, memory.tally(time))).when(passed(time)));
        }
        let now = match self.span {
            Span::Game => 0,
            Span::Cycle => memory.tallies().len(),
        };
        let on = self.going_on(at, memory).inserting(passed(now));
        steps.push((0..=times).map(passed).fold(on, Step::without));
    }

    fn exchanged(&self, scope: Scope) -> Scope {
        match SINCE_OWN_PASS.iter().position(|own| *own == scope) {
            Some(player) => SINCE_OWN_PASS[1 - player],
            None => scope,
        }
    }

    /// A player who has passed in a position does not go on to pass in it at another time.
    fn excludes(&self, fact: &Fact, other: &Fact) -> bool {
        fact.scope == PASSED && Fact { index: other.index, ..*fact } == *other && fact != other
    }

    /// Where a cycle counts, memories with as many scoring positions: facts of the history name
    /// the spans by their number.
    fn comparable(&self, memory: &Memory) -> Memory {
        match self.span {
            Span::Game => memory.with_tallies([]),
            Span::Cycle => memory.with_tallies(memory.tallies().map(|_| Tally::default())),
        }
    }

    /// Scoring positions to come add the same to both memories. So compare what each is above
    /// the threshold: for the mean, sum − (threshold + komi) · count; for the sum,
    /// sum − komi · count. Only if none come does it matter that an empty tally is a draw.
    /// Where a cycle counts, this must hold of every span.
    fn outweighs(&self, game: &Game, threshold: Threshold, memory: &Memory, other: &Memory) -> bool {
        let each = match self.combine {
            Combine::Mean => threshold.score + game.given(),
            Combine::Sum => game.given(),
        };
        let excess = |tally: Tally| Score::points(tally.sum) - each.times(i64::from(tally.count));
        let met_now = |tally: Tally| threshold.met_by(self.combined(game, tally));
        let as_good = |ours: Tally, theirs: Tally| {
            excess(ours) >= excess(theirs) && (met_now(ours) || !met_now(theirs))
        };
        match self.span {
            Span::Game => as_good(memory.tally(0), other.tally(0)),
            Span::Cycle => {
                memory.tallies().len() == other.tallies().len()
                    && memory.tallies().zip(other.tallies()).all(|(ours, theirs)| as_good(ours, theirs))
            }
        }
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let position = fact.position.text(board);
        let player = fact.colour.map(|colour| colour.to_string()).unwrap_or_default();
        match fact.scope {
            PASSED => format!("{player} has passed in the position {position} before"),
            SINCE_PASS => format!("the position {position} has occurred at or after the last pass"),
            _ => format!("the position {position} has occurred at or after the player's own last pass"),
        }
    }
}
