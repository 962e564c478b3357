use board::{Board, Colour, Play, Position};
use smallvec::{SmallVec, smallvec};

use super::KoRule;
use crate::{Fact, Game, Ledger, Node, Scope, Score, Step};

/// Wilton Kee's rules of 12 May 2009 for two players.
///
/// Three questions are open, since parts of the document are lost; each combination of
/// answers is a reading with a name of its own.
#[derive(Debug)]
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
/// "This is a scoring position."
const SCORED: Scope = Scope(4);

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
    fn occurred_for_all(&self, position: Position) -> SmallVec<[Fact; 2]> {
        match self.lift {
            Lift::Everybody => smallvec![self.occurred(Colour::Black, position)],
            Lift::Passer => Colour::BOTH.map(|player| self.occurred(player, position)).into(),
        }
    }

    /// The score of `count` scoring positions with areas adding up to `sum`.
    fn combined(&self, game: &Game, sum: i32, count: i32) -> Score {
        if count == 0 {
            return Score::ZERO; // without any scoring position, a draw
        }
        match self.combine {
            Combine::Mean => Score::fraction(i64::from(sum), i64::from(count)) - game.rules.komi,
            Combine::Sum => Score::points(sum) - game.rules.komi.times(i64::from(count)),
        }
    }

    /// The score of some scoring positions, each counted once.
    fn score_of(&self, game: &Game, positions: &[Position]) -> Score {
        let mut once: SmallVec<[Position; 4]> = positions.iter().copied().collect();
        once.sort_unstable();
        once.dedup();
        let sum = once.iter().map(|position| position.area(&game.board)).sum();
        self.combined(game, sum, once.len() as i32)
    }

    /// A pass after which the game goes on.
    fn going_on(&self, at: &Node, ledger: &Ledger) -> Step {
        let kept = (*ledger != Ledger::default()).then(|| ledger.clone());
        Step::pass(at)
            .clearing(self.scope(at.to_move))
            .inserting(self.occurred(at.to_move, at.position))
            .with_ledger(kept)
    }

    /// The pass where all scoring positions of the game count: the node carries their sum and
    /// number, the history which they are.
    fn pass_counting_game(&self, game: &Game, at: &Node, ledger: &Ledger, steps: &mut Vec<Step>) {
        let passed = Fact::about(PASSED, at.position).of(at.to_move);
        let mut push = |ledger: &Ledger, guard: &dyn Fn(Step) -> Step| {
            let score = self.combined(game, ledger.sum, ledger.count);
            steps.push(guard(Step::end(score).when(passed)));
            steps.push(guard(self.going_on(at, ledger).without(passed).inserting(passed)));
        };
        if at.passes == 0 {
            push(ledger, &|step| step);
            return;
        }
        // It answers a pass on the same board: a scoring position, counted once.
        let scored = Fact::about(SCORED, at.position);
        let mut grown = ledger.clone();
        grown.sum += at.position.area(&game.board);
        grown.count += 1;
        push(ledger, &|step| step.when(scored));
        push(&grown, &|step| step.without(scored).inserting(scored));
    }

    /// The pass where the closing cycle counts: the node carries the scoring positions in
    /// order, the history how many of them there were at each pass.
    fn pass_counting_cycle(&self, game: &Game, at: &Node, ledger: &Ledger, steps: &mut Vec<Step>) {
        let passed = |when: usize| Fact::about(PASSED, at.position).of(at.to_move).at(when as u16);
        let before = ledger.positions.len();
        let mut grown = ledger.clone();
        if at.passes > 0 {
            grown.positions.push(at.position);
        }
        // Of the facts that he has passed here at such a time, at most one holds.
        let without = |step: Step, but: Option<usize>| {
            (0..=before).filter(|when| Some(*when) != but).fold(step, |step, when| step.without(passed(when)))
        };
        for when in 0..=before {
            let score = self.score_of(game, &grown.positions[when..]);
            steps.push(without(Step::end(score).when(passed(when)), Some(when)));
        }
        let on = self.going_on(at, &grown).inserting(passed(grown.positions.len()));
        steps.push(without(on, None));
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

    fn start(&self, start: &Node) -> SmallVec<[Fact; 2]> {
        self.implied(start)
    }

    fn implied(&self, node: &Node) -> SmallVec<[Fact; 2]> {
        self.occurred_for_all(node.position)
    }

    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        let mut step = Step::play(at, play).unless(self.occurred(at.to_move, play.after));
        step.inserts = self.occurred_for_all(play.after);
        step
    }

    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        let ledger = at.ledger.as_deref().cloned().unwrap_or_default();
        match (at.passes, self.span) {
            // The third pass in a row: this player passed here two moves ago, and the pass
            // between has made the position a scoring one. The history need not be asked.
            (2.., Span::Game) => {
                steps.push(Step::end(self.combined(game, ledger.sum, ledger.count)));
            }
            (2.., Span::Cycle) => steps.push(Step::end(self.score_of(game, &[at.position]))),
            (_, Span::Game) => self.pass_counting_game(game, at, &ledger, steps),
            (_, Span::Cycle) => self.pass_counting_cycle(game, at, &ledger, steps),
        }
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let position = fact.position.text(board);
        let player = fact.colour.map(|colour| colour.to_string()).unwrap_or_default();
        match fact.scope {
            PASSED => format!("{player} has passed in the position {position} before"),
            SCORED => format!("{position} is a scoring position"),
            SINCE_PASS => format!("the position {position} has occurred at or after the last pass"),
            _ => format!("the position {position} has occurred at or after the player's own last pass"),
        }
    }
}
