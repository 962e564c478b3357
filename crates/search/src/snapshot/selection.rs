//! What is kept of the tables: all for a checkpoint, part of it when they are full.

use crate::concurrent::read;
use crate::graph::{Base, Graph, NodeNumber, STATE, facts};
use crate::lemma::{Lemma, Lemmas};
use crate::snapshot::{Chosen, NumberSet};
use crate::tables::Tables;

/// Which entries of the tables are kept. Each takes the number that it has among those that are.
pub(crate) struct Selection {
    pub positions: Chosen,
    /// Of the list of facts.
    pub entries: Chosen,
    pub nodes: Chosen,
    /// By number.
    pub lemmas: NumberSet,
    /// Those of them that are in a list, if not all are.
    in_list: Option<NumberSet>,
    least_effort: u8,
}

impl Selection {
    /// All lemmas in lists that took at least so much effort, the proof numbers that did, and whatever these speak
    /// of. For a proof all other lemmas too: what each rests on is found again by their order. With an effort of 0,
    /// all tables.
    pub(crate) fn of(tables: &Tables, for_proof: bool, least_effort: u8) -> Selection {
        let Tables { graph, lemmas } = tables;
        let mut listed = NumberSet::none(lemmas.len().into());
        for lemma in tables.listed().filter(|lemma| lemmas.claim(*lemma).effort >= least_effort) {
            listed.insert(lemma.0);
        }
        let (marked, in_list) =
            if for_proof { (NumberSet::all(lemmas.len()), Some(listed)) } else { (listed, None) };
        let mut kept = Selection {
            positions: Chosen::All(graph.positions.len()),
            entries: Chosen::All(graph.facts.listed()),
            nodes: Chosen::All(graph.len()),
            lemmas: marked.counted(),
            in_list,
            least_effort,
        };
        if least_effort > 0 {
            kept.choose(tables);
        }
        kept
    }

    /// Keeps only the nodes, positions and entries that are needed.
    fn choose(&mut self, Tables { graph, lemmas }: &Tables) {
        let mut nodes = NumberSet::none(graph.len().into());
        let mut positions = NumberSet::none(graph.positions.len().into());
        let mut entries = NumberSet::none(graph.facts.listed().into());
        for lemma in self.lemmas.iter().map(Lemma) {
            nodes.insert(lemmas.claim(lemma).node.0);
            let (absent, present) = lemmas.conditions(lemma);
            for fact in facts(absent).chain(facts(present)) {
                match graph.facts.base(fact) {
                    Base::Position(position) => positions.insert(position),
                    Base::Entry(entry) => entries.insert(entry),
                };
            }
        }
        // The node that stands for kin was made before them, and is made again with them.
        for node in graph.all().rev() {
            if nodes.has(node.0) || self.numbered(graph, node) {
                nodes.insert(node.0);
                nodes.insert(graph.kin(node, graph.record(node)).0.0);
                positions.insert(graph.position_of(node));
            }
        }
        let (entries, nodes) = (entries.counted(), nodes.counted());
        for entry in entries.iter() {
            positions.insert(graph.facts.position_of_entry(entry));
        }
        self.positions = Chosen::Some(positions.counted());
        self.entries = Chosen::Some(entries);
        self.nodes = Chosen::Some(nodes);
    }

    /// Whether the proof numbers of a node are kept.
    pub(crate) fn numbered(&self, graph: &Graph, node: NodeNumber) -> bool {
        let state = graph.more(graph.record(node)).map_or(0, |more| read(&more[STATE]));
        state != 0 && state as u8 >= self.least_effort
    }

    /// Whether a proof may need any of the lemmas, so that none can be left out.
    pub(crate) fn is_proof(&self) -> bool {
        self.in_list.is_some()
    }

    pub(crate) fn in_list(&self, lemma: Lemma) -> bool {
        self.in_list.as_ref().is_none_or(|listed| listed.has(lemma.0))
    }

    /// About how many bytes they take in tables.
    pub(crate) fn bytes(&self, lemmas: &Lemmas) -> u64 {
        let words: u64 = self.lemmas.iter().map(|lemma| lemmas.bytes(Lemma(lemma))).sum();
        words + table_bytes(self.positions.len(), self.entries.len(), self.nodes.len())
    }
}

/// About how many bytes tables take without lemmas and moves: the records, and for each two to three
/// places in an index.
pub(crate) fn table_bytes(positions: u32, entries: u32, nodes: u32) -> u64 {
    let [positions, entries, nodes] = [positions, entries, nodes].map(u64::from);
    positions * (16 + 10) + entries * (32 + 10) + nodes * (16 + 24 + 20 + 10)
}

/// How many bytes the lemmas in lists have, by their effort.
pub(crate) fn bytes_by_effort(tables: &Tables) -> Vec<u64> {
    let mut bytes = vec![0; 256];
    for lemma in tables.listed() {
        bytes[usize::from(tables.lemmas.claim(lemma).effort)] += tables.lemmas.bytes(lemma);
    }
    bytes
}

/// The least effort, from 1 on, such that the lemmas that took no less have about so many bytes.
pub(crate) fn least_effort(bytes_by_effort: &[u64], room: u64) -> u8 {
    let mut kept = 0_u64;
    let fits = |effort: &u8| {
        kept = kept.saturating_add(bytes_by_effort.get(usize::from(*effort)).copied().unwrap_or(0));
        kept <= room
    };
    (1..=u8::MAX).rev().take_while(fits).last().unwrap_or(u8::MAX)
}
