use std::fmt;
use std::num::NonZeroU8;

use kosolver_board::Colour;

/// A player, by the order of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(NonZeroU8);

impl Player {
    /// The most players of a game.
    pub const MOST: u8 = 4;

    /// The stones of the players, in the order of moves.
    const SYMBOLS: [char; 4] = ['X', 'O', '#', '@'];

    /// Who moves first.
    pub const FIRST: Player = Player(NonZeroU8::MIN);

    /// The players of a game of so many, in the order of moves.
    pub fn all(players: u8) -> impl DoubleEndedIterator<Item = Player> + Clone {
        (1..=players.min(Player::MOST)).filter_map(|number| NonZeroU8::new(number).map(Player))
    }

    /// His place in the order of moves, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0.get() - 1)
    }

    /// Who moves after him, in a game of so many.
    pub fn next(self, players: u8) -> Player {
        if self.0.get() < players { Player(self.0.saturating_add(1)) } else { Player::FIRST }
    }

    /// His stones: `X`, `O`, `#` or `@`.
    pub fn symbol(self) -> char {
        Player::SYMBOLS[self.index()]
    }

    /// What he is called in a game of two.
    pub fn colour(self) -> Colour {
        if self == Player::FIRST { Colour::Black } else { Colour::White }
    }

    /// The player with these stones; letters may be small.
    pub fn of_symbol(symbol: char) -> Option<Player> {
        Player::all(Player::MOST).find(|player| player.symbol() == symbol.to_ascii_uppercase())
    }
}

/// Black is the first of two players.
impl From<Colour> for Player {
    fn from(colour: Colour) -> Player {
        match colour {
            Colour::Black => Player::FIRST,
            Colour::White => Player::FIRST.next(2),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol().encode_utf8(&mut [0; 4]))
    }
}
