/// How the text of 1996 is read where it leaves a choice. The default is what is called "the
/// reconstruction"; `docs/new-ko-rules.md` says which choices its examples leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The most stones of a complete ko string, 1 to 7. More than 3 is slow on boards with large empty
    /// regions.
    pub longest: u32,
    /// Whether ko strings of other mouths can be strings of a coupling.
    pub ko_strings_couple: bool,
    /// After which moves a stable coupling must regain its second breath.
    pub regaining: Regaining,
    /// Whether either player's move may make an instable DLife stable; else that of the player whose
    /// string has one breath.
    pub either_restores: bool,
    /// Whether single DDeath asks for two breaths of the opponent's strings in both states of the ko;
    /// else in the present one.
    pub both_states: bool,
    /// Whether a mouth of more than two points with one ko string is a single DLife.
    pub rider: bool,
    /// Whether every ko stone move in a single DLife disturbs it; else those that take a breath from
    /// an adjacent string.
    pub always_disturbs: bool,
}

/// After which moves a coupling must regain its second breath to be stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Regaining {
    /// After ko stone moves in any mouth of the board.
    AfterAll,
    /// After those in the mouths of its own ko position.
    AfterOwn,
    /// After none: two breaths are enough.
    Never,
}

impl Reading {
    /// The default.
    pub const USUAL: Reading = Reading {
        longest: 3,
        ko_strings_couple: true,
        regaining: Regaining::AfterAll,
        either_restores: true,
        both_states: true,
        rider: true,
        always_disturbs: true,
    };
}

impl Default for Reading {
    fn default() -> Reading {
        Reading::USUAL
    }
}
