//! A ko rule of one's own: `cargo run --release --example own_rule`.
//!
//! Spight's superko with a longer memory. Under his rule a pass lifts the ban on every position that
//! occurred before it; here only the second pass after it does.

use kosolver::board::{Board, Play};
use kosolver::rules::{Fact, FactList, KoMoves, KoRule, Node, Pull, Scope, Step};
use kosolver::{Game, Ko, Move, Ruleset, Session, verify};

/// The rule as it is written down.
#[derive(Debug)]
pub struct TwoPasses;

/// "This position has occurred at or after the last pass."
const RECENT: Scope = Scope(0);
/// "This position has occurred before the last pass, but at or after the last but one."
const EARLIER: Scope = Scope(1);
/// "This player has passed in this position."
const PASSED: Scope = Scope(2);

impl KoRule for TwoPasses {
    fn name(&self) -> &'static str {
        "spight-two-passes"
    }

    fn title(&self) -> &'static str {
        "Spight's superko with a longer memory"
    }

    fn sentence(&self) -> &'static str {
        "A play is prohibited if T has occurred at or after the last pass but one."
    }

    fn source(&self) -> &'static str {
        "an example of kosolver"
    }

    /// As under Spight's rule: so passes are finitely many, and between two no position comes twice.
    fn has_own_end(&self) -> bool {
        true
    }

    fn end(&self) -> &'static str {
        "a player passes in a position in which he has passed before"
    }

    fn pulls(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(TwoPasses)
    }
}

impl KoMoves for TwoPasses {
    fn start(&self, start: &Node) -> FactList {
        self.implied(start)
    }

    /// The position on the board has occurred since the last pass.
    fn implied(&self, node: &Node) -> FactList {
        FactList::from(Fact::about(RECENT, node.position))
    }

    /// Two facts prohibit a play; it makes one of them true.
    fn play(&self, _game: &Game, at: &Node, play: &Play) -> Step {
        let recent = Fact::about(RECENT, play.after);
        let earlier = Fact::about(EARLIER, play.after);
        Step::play(at, play).unless(recent).unless(earlier).inserting(recent)
    }

    /// A pass in a position in which the player has passed before ends the game. Any other makes all
    /// that was recent earlier: of every position, what is said of it as earlier after the pass was said
    /// of it as recent before. What was earlier is forgotten.
    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        let passed = Fact::about(PASSED, at.position).of(at.to_move);
        let (recent, earlier) = (Fact::about(RECENT, at.position), Fact::about(EARLIER, at.position));
        steps.push(Step::end(game.end_score(at)).when(passed));
        steps.push(
            Step::pass(at)
                .counting_passes(0)
                .without(passed)
                .pulling(Pull { to: earlier.predicate(), from: recent.predicate() })
                .clearing(RECENT)
                .inserting(recent)
                .inserting(passed),
        );
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let position = fact.position.text(board);
        match fact.scope {
            RECENT => format!("the position {position} has occurred at or after the last pass"),
            EARLIER => format!("the position {position} has occurred at or after the last pass but one"),
            _ => format!("somebody has passed in the position {position}"),
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ko = Ko::register(TwoPasses)?;
    for board in ["1x3", "1x4", "1x5", "2x2"] {
        let mut game = Session::new(Game::new(board.parse()?, Ruleset::new(ko))?);
        println!("{board} {}", game.value()?);
    }

    // It is refereed: after one pass X.. is still banned, after two it is free.
    let mut game = Session::new(Game::new("1x3".parse()?, "ko=spight-two-passes".parse()?)?);
    for made in ["A1", "B1", "pass", "C1"] {
        game.play(made)?;
    }
    for candidate in game.candidates() {
        match candidate.illegal {
            Some(reason) => println!("{reason}"),
            None => println!("black {} is legal", candidate.made),
        }
    }
    assert_eq!(game.legal().iter().map(|made| made.made()).collect::<Vec<_>>(), [Move::Pass]);

    // Its values have proofs.
    let mut file = Vec::new();
    game.certificate()?.write(&mut file)?;
    println!("{}", verify(&file[..])?);

    // It is compared with others.
    let comparison = kosolver::compare("1x4", &["spight-two-passes", "spight", "psk"])?;
    print!("{}", kosolver::report::Format::Text.comparison(&comparison, 80)?);
    Ok(())
}
