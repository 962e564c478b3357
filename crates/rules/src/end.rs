use crate::{Game, Node, Slot, Step, Word};

/// How a game ends, under ko rules that leave it open. Spight's and Kee's rules and the primitive
/// rules have ends of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// Two consecutive passes.
    #[default]
    TwoPasses,
    /// Two consecutive passes open an agreement phase, in which a play takes the game up again and
    /// two more passes end it (the Flower rules).
    Agreement,
    /// There are no passes: a player without a legal play loses (no-pass Go).
    NoPass,
    /// As in no-pass Go, but a player may pass by giving back a prisoner (Berlekamp and Wolfe,
    /// "Mathematical Go", 1994).
    PrisonerReturn,
}

impl End {
    /// Whether the outcome is only who wins.
    pub fn win_or_loss(self) -> bool {
        matches!(self, End::NoPass | End::PrisonerReturn)
    }

    /// The end in words.
    pub fn in_words(self) -> &'static str {
        match self {
            End::TwoPasses => "two consecutive passes",
            End::Agreement => {
                "four consecutive passes: two open the agreement phase, in which a play takes the game up again"
            }
            End::NoPass => "a player without a legal play loses; there are no passes",
            End::PrisonerReturn => {
                "a player without a legal move loses; a pass gives back a prisoner the player has taken"
            }
        }
    }

    /// The pass of the player to move, if he has one.
    pub(crate) fn pass(self, game: &Game, at: &Node) -> Option<Step> {
        match self {
            End::TwoPasses if at.passes == 0 => Some(Step::pass(at)),
            End::Agreement if at.passes < 3 => Some(Step::pass(at)),
            End::TwoPasses | End::Agreement => Some(Step::end(game.end_score(at))),
            End::NoPass => None,
            End::PrisonerReturn => {
                let held = Slot::HELD.of(at.to_move);
                let left = at.memory.number(held) - 1;
                (left >= 0).then(|| {
                    let pass = Step::pass(at).counting_passes(0);
                    pass.carrying(|memory| memory.set(held, Word::Number(left)))
                })
            }
        }
    }
}

kosolver_board::named!(End, "an end of the game", str::eq, {
    TwoPasses => "two-passes",
    Agreement => "agreement",
    NoPass => "no-pass",
    PrisonerReturn => "prisoner-return",
});
