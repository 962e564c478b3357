/// Which plays may remove the player's own stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Suicide {
    /// None.
    #[default]
    Forbidden,
    /// Those that remove at least two stones.
    MultiStone,
    /// All: a lone stone may remove itself, which leaves the position as it was.
    Allowed,
}

impl Suicide {
    /// The rule in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Suicide::Forbidden => "no play may remove the player's own stones",
            Suicide::MultiStone => "a play may remove two or more of the player's own stones",
            Suicide::Allowed => "a play may remove the player's own stones, also a lone stone itself",
        }
    }

    /// Whether a play may remove so many of the player's own stones.
    pub fn allows(self, removed: u32) -> bool {
        match self {
            Suicide::Forbidden => removed == 0,
            Suicide::MultiStone => removed != 1,
            Suicide::Allowed => true,
        }
    }
}

crate::named!(Suicide, "a suicide rule", str::eq_ignore_ascii_case, {
    Forbidden => "forbidden",
    MultiStone => "multi-stone",
    Allowed => "allowed",
});
