use board::{Board, Colour, Play, Position};
use smallvec::{SmallVec, smallvec};

use super::KoRule;
use crate::{Fact, Game, Ledger, Node, Scope, Score, Step, Tally, Threshold};

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

    /// The score that scoring positions make together.
    fn combined(&self, game: &Game, tally: Tally) -> Score {
        let Tally { sum, count } = tally;
        if count == 0 {
            return Score::ZERO; // without any scoring position, a draw
        }
        match self.combine {
            Combine::Mean => Score::fraction(i64::from(sum), i64::from(count)) - game.rules.komi,
            Combine::Sum => Score::points(sum) - game.rules.komi.times(i64::from(count)),
        }
    }

    /// A pass after which the game goes on.
    fn going_on(&self, at: &Node, ledger: &Ledger) -> Step {
        let kept = (*ledger != Ledger::default()).then(|| ledger.clone());
        Step::pass(at)
            .clearing(self.scope(at.to_move))
            .inserting(self.occurred(at.to_move, at.position))
            .with_ledger(kept)
    }

    /// The pass where all scoring positions of the game count: the node carries their tally,
    /// the history which they are.
    fn pass_counting_game(&self, game: &Game, at: &Node, ledger: &Ledger, steps: &mut Vec<Step>) {
        let passed = Fact::about(PASSED, at.position).of(at.to_move);
        let mut push = |ledger: &Ledger, guard: &dyn Fn(Step) -> Step| {
            let score = self.combined(game, ledger.tally(0));
            steps.push(guard(Step::end(score).when(passed)));
            steps.push(guard(self.going_on(at, ledger).without(passed).inserting(passed)));
        };
        if at.passes == 0 {
            push(ledger, &|step| step);
            return;
        }
        // It answers a pass on the same board: a scoring position, counted once.
        let scored = Fact::about(SCORED, at.position);
        let grown = Ledger { tallies: vec![one_more(ledger.tally(0), game, at.position)] };
        push(ledger, &|step| step.when(scored));
        push(&grown, &|step| step.without(scored).inserting(scored));
    }

    /// The pass where the closing cycle counts: the node carries the tallies since each scoring
    /// position, the history how many of those there were at each pass.
    fn pass_counting_cycle(&self, game: &Game, at: &Node, ledger: &Ledger, steps: &mut Vec<Step>) {
        let so_far = ledger.tallies.len();
        let passed = |k: usize| Fact::about(PASSED, at.position).of(at.to_move).at(k as u16);
        let mut push = |ledger: &Ledger, guard: &dyn Fn(Step) -> Step| {
            // Of the facts that he has passed here at such a time, at most one holds.
            for k in 0..=so_far {
                let score = self.combined(game, ledger.tally(k));
                let end = Step::end(score).when(passed(k));
                steps.push(guard(
                    (0..=so_far).filter(|other| *other != k).map(passed).fold(end, Step::without),
                ));
            }
            let on = self.going_on(at, ledger).inserting(passed(ledger.tallies.len()));
            steps.push(guard((0..=so_far).map(passed).fold(on, Step::without)));
        };
        if at.passes == 0 {
            push(ledger, &|step| step);
            return;
        }
        // It answers a pass on the same board: a scoring position. The spans that have it
        // already, those that began before it was made last, do not count it again.
        let scored = |k: usize| Fact::about(SCORED, at.position).at(k as u16);
        let grown = |new_from: usize| Ledger {
            tallies: (0..=so_far)
                .map(|k| {
                    if k < new_from { ledger.tally(k) } else { one_more(ledger.tally(k), game, at.position) }
                })
                .collect(),
        };
        let now = scored(so_far);
        for last in 0..so_far {
            let guard =
                |step: Step| (last + 1..so_far).map(scored).fold(step.when(scored(last)), Step::without);
            push(&grown(last + 1), &|step| guard(step).inserting(now));
        }
        push(&grown(0), &|step| (0..so_far).map(scored).fold(step, Step::without).inserting(now));
    }
}

/// A tally with one more scoring position.
fn one_more(tally: Tally, game: &Game, position: Position) -> Tally {
    Tally { sum: tally.sum + position.area(&game.board), count: tally.count + 1 }
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
            (2.., Span::Game) => steps.push(Step::end(self.combined(game, ledger.tally(0)))),
            (2.., Span::Cycle) => {
                let here = one_more(Tally::default(), game, at.position);
                steps.push(Step::end(self.combined(game, here)));
            }
            (_, Span::Game) => self.pass_counting_game(game, at, &ledger, steps),
            (_, Span::Cycle) => self.pass_counting_cycle(game, at, &ledger, steps),
        }
    }

    /// Scoring positions to come add the same to both ledgers. So compare what each is above
    /// the threshold: for the mean, sum − (threshold + komi) · count; for the sum,
    /// sum − komi · count. Only if none come does it matter that an empty tally is a draw.
    /// Where a cycle counts, this must hold of every span.
    fn outweighs(&self, game: &Game, threshold: Threshold, ledger: &Ledger, other: &Ledger) -> bool {
        let each = match self.combine {
            Combine::Mean => threshold.score + game.rules.komi,
            Combine::Sum => game.rules.komi,
        };
        let excess = |tally: Tally| Score::points(tally.sum) - each.times(i64::from(tally.count));
        let met_now = |tally: Tally| threshold.met_by(self.combined(game, tally));
        let as_good = |ours: Tally, theirs: Tally| {
            excess(ours) >= excess(theirs) && (met_now(ours) || !met_now(theirs))
        };
        match self.span {
            Span::Game => as_good(ledger.tally(0), other.tally(0)),
            Span::Cycle => {
                ledger.tallies.len() == other.tallies.len()
                    && ledger.tallies.iter().zip(&other.tallies).all(|(ours, theirs)| as_good(*ours, *theirs))
            }
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
