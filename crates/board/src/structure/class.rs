//! Life and death of ko positions.

use std::fmt;

use crate::{Colour, Play, PointSet, Position};
use ahash::{HashMap, HashMapExt};

use super::Kos;
use super::candidate::within;
use super::mouth::Mouth;
use super::strings::{Chain, KoPosition, around};

/// The class of a ko position. All but [`Class::Fight`] are *disturbing* kos (DK).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Coupled, and both players' coupling strings live for now.
    StableLife,
    /// Coupled, and one ko stone move away from a stable DLife.
    InstableLife,
    /// Coupled, and one player's coupling strings can be taken.
    StableDeath,
    /// Coupled, and one ko stone move away from a stable DDeath.
    InstableDeath,
    /// Not coupled, and nobody can fight in it for ever.
    SingleLife,
    /// Not coupled, of more than two points, and with only one ko string: there nobody would fight.
    Rider,
    /// Not coupled: when the ko ends, this player's strings around it are taken.
    SingleDeath(Colour),
    /// A *fighting* ko (FK).
    Fight,
}

impl Class {
    /// Whether it is a fighting ko; else it is a disturbing one.
    pub fn is_fight(self) -> bool {
        self == Class::Fight
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Class::StableLife => "stable coupled DLife",
            Class::InstableLife => "instable coupled DLife",
            Class::StableDeath => "stable coupled DDeath",
            Class::InstableDeath => "instable coupled DDeath",
            Class::SingleLife | Class::Rider => "single DLife",
            Class::SingleDeath(_) => "single DDeath",
            Class::Fight => "FK",
        })
    }
}

impl Kos {
    /// The class of a ko position of a position.
    pub(crate) fn class(&self, position: Position, ko: &KoPosition) -> Class {
        if ko.coupling.is_empty() {
            self.single_class(position, ko)
        } else if self.is_stable_life(position, ko) {
            Class::StableLife
        } else if self.is_instable_life(position, ko) {
            Class::InstableLife
        } else if self.looks_dead(position, ko) {
            Class::StableDeath
        } else if self.after_moves(position, ko).any(|(_, after)| self.is_stable_death(after, ko.points)) {
            Class::InstableDeath
        } else {
            Class::Fight
        }
    }

    /// The ko stone moves on some points, of both players.
    fn moves(&self, position: Position, points: PointSet) -> Vec<Play> {
        let structure = self.structure(position);
        let empty = points - position.occupied();
        let plays = Colour::BOTH.into_iter().flat_map(|colour| {
            empty.iter().filter_map(move |point| position.play(self.board(), colour, point))
        });
        plays.filter(|play| structure.ko_of(play).is_some()).collect()
    }

    fn after_moves(
        &self,
        position: Position,
        ko: &KoPosition,
    ) -> impl Iterator<Item = (Play, Position)> + use<> {
        self.moves(position, ko.points).into_iter().map(|play| (play, play.after))
    }

    fn breaths(&self, chain: &Chain, position: Position) -> u32 {
        chain.breaths(self.board(), position)
    }

    /// Whether all of a player's strings have two breaths.
    fn breathe(&self, chains: &[Chain], colour: Colour, position: Position) -> bool {
        chains.iter().filter(|chain| chain.colour == colour).all(|chain| self.breaths(chain, position) >= 2)
    }

    /// Stable DLife: every coupling string has two breaths, and after any ko stone move that leaves
    /// one with a single breath its player has a ko stone move that gives them all two again, without
    /// coming back to the same position.
    fn is_stable_life(&self, position: Position, ko: &KoPosition) -> bool {
        let two = Colour::BOTH.iter().all(|colour| self.breathe(&ko.coupling, *colour, position));
        let everywhere = self.structure(position).points();
        two && self.moves(position, everywhere).iter().all(|play| {
            let hurt = !play.colour;
            let is_hit = |chain: &Chain| chain.colour == hurt && self.breaths(chain, play.after) == 1;
            !ko.coupling.iter().any(is_hit)
                || self.moves(play.after, ko.points).iter().any(|answer| {
                    answer.colour == hurt
                        && answer.after != position
                        && self.breathe(&ko.coupling, hurt, answer.after)
                })
        })
    }

    /// Instable DLife, of one that is not stable: a ko stone move in it makes it stable.
    fn is_instable_life(&self, position: Position, ko: &KoPosition) -> bool {
        self.after_moves(position, ko).any(|(_, after)| {
            let structure = self.structure(after);
            let then = structure.with_points(ko.points).filter(|then| !then.coupling.is_empty());
            then.is_some_and(|then| self.is_stable_life(after, then))
        })
    }

    /// What stable DDeath asks beside that it is no DLife: two mouths of two points, a ko stone of each
    /// colour, one player's coupling strings with a breath too few, the other's with enough.
    fn looks_dead(&self, position: Position, ko: &KoPosition) -> bool {
        let stones = within(position, ko.points);
        let one = |colour: Colour| {
            let is_one = |chain: &Chain| chain.colour == colour && self.breaths(chain, position) == 1;
            ko.coupling.iter().any(is_one) && self.breathe(&ko.coupling, !colour, position)
        };
        ko.mouths.len() == 2
            && ko.mouths.iter().all(|mouth| mouth.len() == 2)
            && stones.black.len() == 1
            && stones.white.len() == 1
            && Colour::BOTH.into_iter().any(one)
    }

    /// Whether these points are a ko position in stable DDeath.
    fn is_stable_death(&self, position: Position, points: PointSet) -> bool {
        let structure = self.structure(position);
        structure.with_points(points).is_some_and(|ko| {
            !ko.coupling.is_empty()
                && !self.is_stable_life(position, ko)
                && !self.is_instable_life(position, ko)
                && self.looks_dead(position, ko)
        })
    }

    fn single_class(&self, position: Position, ko: &KoPosition) -> Class {
        if !self.is_endless(position, ko.points) {
            return Class::SingleLife;
        }
        if ko.points.len() == 2 {
            let dead = Colour::BOTH.into_iter().find(|colour| self.is_single_death(position, ko, *colour));
            return dead.map_or(Class::Fight, Class::SingleDeath);
        }
        if ko.strings.len() == 1 { Class::Rider } else { Class::Fight }
    }

    /// Whether the players can alternate for ever in the mouths that a position has on some points,
    /// whoever begins. (Between, a mouth may be none for a while.)
    pub fn is_endless(&self, position: Position, points: PointSet) -> bool {
        let structure = self.structure(position);
        let mouths: Vec<&Mouth> =
            structure.mouths().iter().filter(|mouth| (mouth.points() - points).is_empty()).collect();
        let mut known: Vec<(Position, Colour)> = Colour::BOTH.map(|first| (position, first)).to_vec();
        let mut numbers: HashMap<(Position, Colour), usize> = HashMap::new();
        known.iter().enumerate().for_each(|(number, state)| {
            numbers.insert(*state, number);
        });
        let mut sources: Vec<Vec<usize>> = vec![Vec::new(); 2];
        let mut ways: Vec<usize> = Vec::new();
        while let Some(&(here, mover)) = known.get(ways.len()) {
            let mut leads = 0;
            let empty = (points - here.occupied()).iter();
            let plays = empty.filter_map(|point| here.play(self.board(), mover, point));
            for play in plays.filter(|play| mouths.iter().any(|mouth| mouth.has_move(play))) {
                let next = (play.after, !mover);
                let number = *numbers.entry(next).or_insert_with(|| {
                    known.push(next);
                    sources.push(Vec::new());
                    known.len() - 1
                });
                sources[number].push(ways.len());
                leads += 1;
            }
            ways.push(leads);
        }
        // Take away states from which nothing leads on; what is left goes on for ever.
        let mut stuck: Vec<usize> = (0..ways.len()).filter(|state| ways[*state] == 0).collect();
        let mut left = ways.len();
        while let Some(state) = stuck.pop() {
            left -= 1;
            for source in &sources[state] {
                ways[*source] -= 1;
                if ways[*source] == 0 {
                    stuck.push(*source);
                }
            }
        }
        left > 0
    }

    /// Single DDeath of a player: where his opponent holds the ko, all of his strings around it have
    /// one breath and no play elsewhere gives one of them two; the opponent's have two in both states.
    fn is_single_death(&self, position: Position, ko: &KoPosition, dead: Colour) -> bool {
        let board = self.board();
        let structure = self.structure(position);
        let Some(mouth) = structure.mouths().iter().find(|mouth| mouth.points() == ko.points) else {
            return false;
        };
        let held_by = |colour: Colour| {
            let rest = Position { black: position.black - ko.points, white: position.white - ko.points };
            match colour {
                Colour::Black => Position { black: rest.black | mouth.side(colour), ..rest },
                Colour::White => Position { white: rest.white | mouth.side(colour), ..rest },
            }
        };
        let strings = around(board, position, ko.points);
        let taken = held_by(!dead);
        let mut own = strings.iter().filter(|chain| chain.colour == dead).peekable();
        let gains = |chain: &Chain| {
            let elsewhere = taken.empty(board) - ko.points;
            elsewhere
                .iter()
                .filter_map(|point| taken.play(board, dead, point))
                .any(|play| play.suicide.is_empty() && chain.breaths(board, play.after) >= 2)
        };
        own.peek().is_some()
            && own.all(|chain| self.breaths(chain, taken) == 1 && !gains(chain))
            && Colour::BOTH.iter().all(|colour| self.breathe(&strings, !dead, held_by(*colour)))
    }

    /// Whether a ko stone move in a ko position of this class disturbs it. A fighting ko is not
    /// disturbed.
    pub(crate) fn disturbs(&self, ko: &KoPosition, class: Class, play: &Play) -> bool {
        let takes_breath = |chains: &[Chain]| {
            chains.iter().any(|chain| {
                chain.colour != play.colour
                    && self.breaths(chain, play.after) < self.breaths(chain, play.before)
            })
        };
        match class {
            Class::StableLife | Class::InstableLife => takes_breath(&ko.coupling),
            Class::SingleLife | Class::Rider => true,
            Class::StableDeath => !self.is_stable_death(play.after, ko.points),
            Class::SingleDeath(dead) => play.colour == dead,
            Class::InstableDeath | Class::Fight => false,
        }
    }
}
