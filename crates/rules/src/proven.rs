use kosolver_board::{Colour, PointSet};

use crate::{Fact, Node, Scope, Threshold};

/// What a certificate has proved: from a node a player wins at a threshold, under every history that meets the
/// conditions. A checker hands it to a search (`docs/certificate.md`, version 5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The node.
    pub node: Node,
    /// The threshold as the certificate has it.
    pub threshold: Threshold,
    /// Who wins.
    pub winner: Colour,
    /// Facts that the history must not have.
    pub absent: Vec<Fact>,
    /// Groups no fact of which it must have, nor an image of one.
    pub groups: Vec<u16>,
    /// Patterns no fact of which it must have: scope, player, the points on which he has stones, and those on
    /// one of which he has one.
    pub patterns: Vec<(Scope, Colour, PointSet, PointSet)>,
    /// Facts that it must have.
    pub present: Vec<Fact>,
}
