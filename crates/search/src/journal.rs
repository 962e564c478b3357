//! What every lemma rests on, kept so that a certificate can be written.

use rustc_hash::FxHashMap;

use crate::lemma::Lemma;

/// A lemma cited for a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Citation {
    /// The edge of the node.
    pub index: u16,
    /// The lemma of where it leads; [`Lemma::PLAIN`] also for an edge that ends the game.
    pub lemma: Lemma,
}

/// The citations of every lemma proved so far.
#[derive(Default)]
pub(crate) struct Journal {
    entries: FxHashMap<Lemma, (u32, u32, u32)>,
    citations: Vec<Citation>,
}

impl Journal {
    /// Notes what a lemma of a node rests on: the winning move, or every legal one.
    pub(crate) fn write(&mut self, lemma: Lemma, node: u32, citations: impl IntoIterator<Item = Citation>) {
        let start = self.citations.len() as u32;
        self.citations.extend(citations);
        let end = u32::try_from(self.citations.len()).expect("fewer than 2^32 citations");
        self.entries.insert(lemma, (node, start, end));
    }

    /// The node of a lemma, and what it rests on.
    pub(crate) fn read(&self, lemma: Lemma) -> Option<(u32, &[Citation])> {
        let (node, start, end) = *self.entries.get(&lemma)?;
        Some((node, &self.citations[start as usize..end as usize]))
    }
}
