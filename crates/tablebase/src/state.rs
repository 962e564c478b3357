use crate::rank::Rank;

/// What the analysis has to know of a class, besides sets: its ranks are not needed to find others.
///
/// ```text
/// 15  12 11       6 5                    4                   0
/// 0      deficit    the attacker's plays  the defender's plays
///        of an end  are settled           that are open
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct State(u16);

const PLAYS: u16 = 31;
const ATTACK: u16 = 1 << 5;
const DEFICIT: u32 = 6;

impl State {
    /// Of a class whose area score falls short of the whole board by this much, and in which the
    /// defender has so many plays.
    pub(crate) fn new(deficit: u8, plays: u32) -> State {
        assert!(deficit < 63 && plays <= u32::from(PLAYS), "boards have at most 31 points");
        State(u16::from(deficit) << DEFICIT | plays as u16)
    }

    /// By how much the score falls short of the whole board if both pass.
    #[inline]
    pub(crate) fn deficit(self) -> u8 {
        (self.0 >> DEFICIT) as u8
    }

    /// Whether a game that ends here by a pass has at most this rank's deficit.
    #[inline]
    pub(crate) fn ends_by(self, rank: Rank) -> bool {
        rank.deficit().is_none_or(|deficit| self.deficit() <= deficit)
    }

    /// Whether the attacker's plays are settled.
    #[inline]
    pub(crate) fn attack(self) -> bool {
        self.0 & ATTACK != 0
    }

    /// Whether the defender's plays are settled.
    #[inline]
    pub(crate) fn defend(self) -> bool {
        self.0 & PLAYS == 0
    }

    /// Some plays lead to settled nodes now: the attacker needs one, the defender has lost when no
    /// other is left. Whether that settles his plays.
    #[inline]
    pub(crate) fn settle(&mut self, plays: u32, defender: bool) -> bool {
        if !defender {
            let open = !self.attack();
            self.0 |= ATTACK;
            return open;
        }
        assert!(u32::from(self.0 & PLAYS) >= plays, "each play of the defender is settled once");
        self.0 -= plays as u16;
        self.defend()
    }

    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    /// The state that has these bits; `None` if none has.
    pub(crate) fn from_bits(bits: u16) -> Option<State> {
        (bits >> DEFICIT < 63).then_some(State(bits))
    }
}
