//! Which cells the published results have.

use kosolver_board::{Board, canonical_graph, connected_graphs};
use kosolver_report::Verdict;
use kosolver_rules::{Ko, Preset, Suicide};

use crate::asked::{Asked, List, Options};
use crate::boards;
use crate::column::Column;
use crate::found::Cell;
use crate::manifest::Manifest;
use crate::players::PlayersSurvey;

/// The ko rules whose differences are explained; of rulesets none.
const SUPERKOS: [&str; 3] = ["psk", "ssk", "nssk"];

/// Differences are explained on boards whose cells took at most so many nodes.
const EXPLAINED: u64 = 3_000_000;

/// After how many nodes a graph is left open at first.
pub(crate) const GRAPH_NODES: u64 = 20_000;

/// The boards that are published with every position.
const TABLEBASES: [(u64, u64, u64); 4] = [(1, 1, 20), (2, 2, 10), (3, 3, 6), (4, 4, 5)];

/// Rules that somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A ko rule, with any suicide rule.
    Ko(Ko),
    /// Rules in full.
    Rules(Column),
}

impl Wanted {
    fn takes(&self, column: &Column) -> bool {
        match self {
            Wanted::Ko(ko) => column.rules.ko() == *ko,
            Wanted::Rules(wanted) => {
                column.rules == wanted.rules && (column.name.is_none() || column == wanted)
            }
        }
    }
}

/// Some cells of a list: `frontier/2x5/psk`. What is left out is any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    list: List,
    boards: Option<Vec<Board>>,
    rules: Option<Vec<Wanted>>,
}

impl Filter {
    /// Some cells of a list. Graphs stand there under the name that all graphs of that form have.
    pub fn new(list: List, boards: Option<Vec<Board>>, rules: Option<Vec<Wanted>>) -> Filter {
        let named = |board: Board| canonical_graph(&board).filter(|_| list == List::Graphs).unwrap_or(board);
        Filter { list, boards: boards.map(|boards| boards.into_iter().map(named).collect()), rules }
    }

    /// Whether it takes a cell.
    pub fn takes(&self, asked: &Asked) -> bool {
        let Asked { list, board, rules, against, .. } = asked;
        let takes = |column: &Option<Column>| match (&self.rules, column) {
            (Some(wanted), Some(column)) => wanted.iter().any(|wanted| wanted.takes(column)),
            _ => true,
        };
        let on_board = self.boards.as_ref().is_none_or(|boards| boards.contains(board));
        *list == self.list && on_board && takes(rules) && takes(against)
    }

    /// The cells that it names: boards under rules.
    fn named(&self) -> Vec<Asked> {
        let (list, Some(boards)) = (self.list, &self.boards) else { return Vec::new() };
        if list == List::Separators {
            return boards.iter().map(|board| of_board(list, *board)).collect();
        }
        if list == List::FrontierDifferences {
            return Vec::new();
        }
        let rules = self.rules.iter().flatten().flat_map(|wanted| match wanted {
            Wanted::Ko(ko) => columns(list, [*ko]),
            // Lists of ko rules have no rulesets: these are a ko rule with its suicide rule.
            Wanted::Rules(Column { rules, .. }) if !list.of_rulesets() => {
                vec![Column::of_ko(rules.ko(), rules.suicide())]
            }
            Wanted::Rules(column) => vec![column.clone()],
        });
        product(list, boards, &rules.collect::<Vec<_>>())
    }
}

fn of_board(list: List, board: Board) -> Asked {
    Asked { list, board, rules: None, against: None, options: Options::default() }
}

/// Ko rules as a list has them.
fn columns(list: List, kos: impl IntoIterator<Item = Ko>) -> Vec<Column> {
    let suicides: &[Suicide] = match list {
        List::Tablebases => &[Suicide::Forbidden, Suicide::Allowed],
        _ => &[Suicide::Forbidden],
    };
    let column = |ko: Ko| suicides.iter().map(move |suicide| Column::of_ko(ko, *suicide));
    kos.into_iter().flat_map(column).collect()
}

fn product(list: List, boards: &[Board], columns: &[Column]) -> Vec<Asked> {
    let cells = boards.iter().flat_map(|board| columns.iter().map(|column| (*board, column.clone())));
    cells.map(|(board, column)| Asked::of(list, board, column)).collect()
}

/// The cells of a list that the published results have, whatever the manifest has. The frontier has what was
/// asked for by name.
fn published(list: List, manifest: &Manifest) -> Vec<Asked> {
    let each = |boards: Vec<Board>, rules: &dyn Fn(&Board) -> Vec<Column>| -> Vec<Asked> {
        boards.iter().flat_map(|board| product(list, &[*board], &rules(board))).collect()
    };
    let kos = |wanted: fn(&Ko) -> bool| columns(list, Ko::all().filter(wanted));
    match list {
        List::Kee => product(list, &boards::of_tables(), &kos(|ko| !ko.has_long_fights())),
        List::Rulesets => {
            let presets: Vec<Column> = Preset::all().iter().map(Column::of_preset).collect();
            product(list, &boards::of_presets(), &presets)
        }
        List::Costs => each(boards::of_costs(), &|board| columns(list, costed(board))),
        List::Separators => boards::of_comparisons().into_iter().map(|board| of_board(list, board)).collect(),
        List::Frontier | List::FrontierRulesets => Vec::new(),
        List::FrontierDifferences => differences(manifest),
        List::Graphs => {
            let graphs: Vec<Board> = (1..=6).flat_map(connected_graphs).collect();
            product(list, &graphs, &kos(|ko| !ko.on_request()))
        }
        List::Tablebases => {
            let sides =
                TABLEBASES.into_iter().flat_map(|(rows, from, to)| (from..=to).map(move |to| (rows, to)));
            let boards: Vec<Board> =
                sides.filter_map(|(rows, columns)| Board::new(rows, columns).ok()).collect();
            product(list, &boards, &kos(|ko| matches!(ko.name(), "basic" | "none")))
        }
        List::Players => {
            let boards = PlayersSurvey::BOARDS.iter().filter_map(|board| board.parse().ok());
            let kos = PlayersSurvey::KOS.iter().filter_map(|ko| ko.parse().ok());
            product(list, &boards.collect::<Vec<_>>(), &columns(list, kos))
        }
    }
}

/// The ko rules whose costs are published: all but those with long fights and those left for request; those that
/// combine scores only on boards of up to nine points.
fn costed(board: &Board) -> Vec<Ko> {
    let quick = |ko: &Ko| !ko.has_long_fights() && (!ko.combines_scores() || board.points() < 10);
    Ko::all().filter(|ko| !ko.on_request()).filter(quick).collect()
}

/// The pairs of superkos that differ on a board of the frontier, if it is not too large to look at twice.
fn differences(manifest: &Manifest) -> Vec<Asked> {
    let explained = |cell: &&Cell| {
        let Cell { asked: Asked { list, rules, options, .. }, .. } = cell;
        let superko = rules.as_ref().is_some_and(|column| SUPERKOS.contains(&column.rules.ko().name()));
        // As usual it might take far longer.
        let quick = cell.value().is_some_and(|found| {
            found.value.result == Verdict::Score
                && !options.is_guided()
                && found.nodes.is_some_and(|nodes| nodes <= EXPLAINED)
        });
        *list == List::Frontier && superko && quick && options.earlier.is_empty()
    };
    let cells: Vec<&Cell> = manifest.cells().filter(explained).collect();
    let pairs = cells.iter().enumerate().flat_map(|(place, one)| {
        cells[place + 1..]
            .iter()
            .take_while(|other| other.asked.board == one.asked.board)
            .map(move |other| [one, other])
    });
    let worth = |cell: &Cell| cell.value().and_then(|found| found.value.worth());
    let differ = pairs.filter(|[one, other]| worth(one) != worth(other));
    let asked = differ.map(|[one, other]| Asked {
        list: List::FrontierDifferences,
        against: other.asked.rules.clone(),
        options: Options::default(),
        ..one.asked.clone()
    });
    asked.collect()
}

/// How much a run is to do.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Which cells: all that the results have if there is no filter.
    pub filters: Vec<Filter>,
    /// How cells are searched that are made for the first time, and open ones.
    pub options: Options,
    /// Whether cells that are there are made again, as they were, and no others.
    pub again: bool,
}

impl Order {
    /// Whether the order is for a cell.
    pub fn takes(&self, asked: &Asked) -> bool {
        self.filters.is_empty() || self.filters.iter().any(|filter| filter.takes(asked))
    }

    /// The cells that are to be made, in the order of the manifest.
    pub fn cells(&self, manifest: &Manifest) -> Vec<Asked> {
        if self.again {
            let most = self.options.nodes.unwrap_or(u64::MAX);
            let there = manifest.cells().filter(|cell| self.takes(&cell.asked));
            let there = there.filter(|cell| cell.nodes().is_none_or(|nodes| nodes <= most));
            let given = Options { nodes: None, ..self.options.clone() };
            let asked = there.map(|cell| match given == Options::default() {
                true => cell.asked.clone(),
                false => Asked { options: given.clone(), ..cell.asked.clone() },
            });
            return asked.collect();
        }
        let named = self.filters.iter().flat_map(Filter::named);
        let all = named.chain(List::ALL.into_iter().flat_map(|list| published(list, manifest)));
        let mut asked: Vec<Asked> =
            all.filter(|asked| self.takes(asked) && manifest.get(asked).is_none()).collect();
        asked.extend(manifest.cells().filter(|cell| cell.is_open()).map(|cell| cell.asked.clone()));
        asked.retain(|asked| self.takes(asked));
        for asked in &mut asked {
            asked.options = self.options_of(asked);
        }
        asked.retain(|asked| {
            manifest.get(asked).is_none_or(|cell| self.is_more(&asked.options, &cell.asked.options))
        });
        asked.sort_by_cached_key(Asked::key);
        asked.dedup_by_key(|asked| asked.key());
        asked
    }

    /// How a cell is searched.
    fn options_of(&self, asked: &Asked) -> Options {
        let usual = match asked.list {
            List::Graphs => Some(GRAPH_NODES),
            _ => None,
        };
        match asked.list {
            List::Graphs | List::Frontier | List::FrontierRulesets => {
                Options { nodes: self.options.nodes.or(usual), ..self.options.clone() }
            }
            _ => Options::default(),
        }
    }

    /// Whether a search may find what another has left open.
    fn is_more(&self, options: &Options, before: &Options) -> bool {
        let longer = |before: u64| options.nodes.is_none_or(|nodes| nodes > before);
        options.is_unusual() || options.guess.is_some() || before.nodes.is_some_and(longer)
    }
}
