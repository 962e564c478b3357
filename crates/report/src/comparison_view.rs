//! A comparison as templates see it: words, diagrams, steps.

use comfy_table::{ContentArrangement, Table as Grid, presets};
use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{Game, Move};
use serde::Serialize;

use crate::comparison::{BoardComparison, Comparison, Pair, Separator, Solved, Start};
use crate::diagram::diagram;
use crate::drawing::Drawing;
use crate::format::RenderError;
use crate::rules::{NamedRules, NamedRulesView};
use crate::steps::{Step, Valuer, steps};
use crate::text::shown;

/// A comparison in words.
#[derive(Serialize)]
pub(crate) struct ComparisonView<'a> {
    title: &'a str,
    /// Nothing where whole rulesets are compared.
    suicide: Option<&'a str>,
    /// What the rules have in common.
    setting: String,
    /// Whether the starts are with White to move too.
    both: bool,
    rules: Vec<NamedRulesView<'a>>,
    /// Whether optimal play may have no result.
    endless: bool,
    /// What that counts as.
    no_result: &'static str,
    boards: Vec<BoardView<'a>>,
}

#[derive(Serialize)]
struct BoardView<'a> {
    board: Board,
    rules: &'a [String],
    /// Rules of the comparison that this board was not solved under.
    left_out: Vec<&'a str>,
    positions: u64,
    starts: usize,
    both: bool,
    agreed: usize,
    /// By two rules: how often they differ, and by how much at most.
    matrix: Vec<Vec<Entry>>,
    /// The matrix, drawn for a terminal.
    grid: String,
    separators: Vec<SeparatorView<'a>>,
}

/// One entry of the matrix; nothing on the diagonal.
#[derive(Clone, Serialize)]
struct Entry {
    differ: Option<usize>,
    largest: String,
    /// What part of the starts, in hundredths.
    share: usize,
}

#[derive(Serialize)]
struct SeparatorView<'a> {
    position: &'a str,
    to_play: Option<Colour>,
    diagram: Vec<String>,
    drawing: Drawing,
    values: Vec<ValueView<'a>>,
    pairs: Vec<PairView<'a>>,
}

#[derive(Serialize)]
struct ValueView<'a> {
    name: &'a str,
    headline: String,
    /// Name and headline, for a terminal.
    label: String,
    /// What each player can force where play can go on for ever.
    bounds: Option<String>,
    variation: String,
    /// The board after each move of the variation, the start first.
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct PairView<'a> {
    one: &'a str,
    other: &'a str,
    /// The two values.
    values: [String; 2],
    /// `smallest`, `largest swing`, or both.
    role: &'static str,
    /// Where the rules differ, and what each prohibits of the other's variation.
    says: Vec<String>,
    /// The board after each move of the line on which the rules differ, the start first; at the end
    /// what sets them apart.
    steps: Vec<Step>,
}

impl Separator {
    /// Where the rules differ, and which moves of the variations the other rule prohibits.
    fn says(&self, names: [&str; 2]) -> Vec<String> {
        let mut says = vec![self.parting.sentence(names, self.first())];
        for (index, found) in self.prohibited.iter().enumerate() {
            if let Some(found) = found {
                says.push(format!(
                    "Move {} of {}'s variation: {}.",
                    found.number, names[index], found.reason
                ));
            }
        }
        if self.prohibited == [None, None] {
            says.push("In the variations above, the other rule prohibits nothing.".to_owned());
        }
        says
    }
}

impl Comparison {
    /// For text at most so many columns wide; with the values of all moves along best play, if somebody
    /// values them.
    ///
    /// # Errors
    /// [`RenderError::Board`] or [`RenderError::Rules`] if the records contradict themselves, and those of the
    /// one who values moves.
    pub(crate) fn view(
        &self,
        width: u16,
        mut valuer: Option<&mut Valuer>,
    ) -> Result<ComparisonView<'_>, RenderError> {
        let boards = self.boards.iter().map(|board| self.board_view(board, width, valuer.as_deref_mut()));
        let boards: Result<_, RenderError> = boards.collect();
        let no_results = || self.rules.iter().filter_map(|rules| rules.rules.no_result);
        Ok(ComparisonView {
            title: &self.title,
            suicide: self.suicide.as_deref(),
            setting: match &self.suicide {
                Some(suicide) => format!("area scoring, komi 0, suicide {suicide}"),
                None => "each ruleset with its own scoring, komi and suicide".to_owned(),
            },
            both: self.boards.iter().any(|board| board.both_to_play),
            rules: self.rules.iter().map(NamedRules::view).collect(),
            endless: no_results().next().is_some(),
            no_result: if no_results().all(|worth| worth == kosolver_rules::Score::ZERO) {
                "0"
            } else {
                "what the rules say"
            },
            boards: boards?,
        })
    }

    fn board_view<'a>(
        &'a self,
        compared: &'a BoardComparison,
        width: u16,
        mut valuer: Option<&mut Valuer>,
    ) -> Result<BoardView<'a>, RenderError> {
        let separators = compared.separators.iter();
        let separators: Result<_, RenderError> =
            separators.map(|start| self.separator_view(compared, start, valuer.as_deref_mut())).collect();
        let matrix = matrix(compared);
        Ok(BoardView {
            board: compared.board,
            rules: &compared.rules,
            left_out: self
                .rules
                .iter()
                .map(NamedRules::name)
                .filter(|name| !compared.rules.iter().any(|rules| rules == name))
                .collect(),
            positions: compared.positions,
            starts: compared.starts,
            both: compared.both_to_play,
            agreed: compared.agreed,
            grid: grid(&compared.rules, &matrix, width),
            matrix,
            separators: separators?,
        })
    }

    fn separator_view<'a>(
        &'a self,
        compared: &'a BoardComparison,
        start: &'a Start,
        mut valuer: Option<&mut Valuer>,
    ) -> Result<SeparatorView<'a>, RenderError> {
        let board = compared.board;
        let position = Position::parse(&board, &start.position)?;
        let names = start.values.iter().map(|solved| shown(solved.rules.name())).max();
        let wide = names.unwrap_or_default().max(11) + 1;
        let value = |solved| self.value_view(board, position, start, solved, wide, valuer.as_deref_mut());
        let values: Result<_, RenderError> = start.values.iter().map(value).collect();
        let pairs: Result<Vec<Option<PairView>>, RenderError> =
            compared.pairs.iter().map(|pair| self.pair_view(board, position, pair, start)).collect();
        Ok(SeparatorView {
            position: &start.position,
            to_play: start.to_play,
            diagram: diagram(&board, position),
            drawing: Drawing::of(&board, position, &[]),
            values: values?,
            pairs: pairs?.into_iter().flatten().collect(),
        })
    }

    fn value_view<'a>(
        &self,
        board: Board,
        position: Position,
        start: &Start,
        solved: &'a Solved,
        wide: usize,
        valuer: Option<&mut Valuer>,
    ) -> Result<ValueView<'a>, RenderError> {
        let name = solved.rules.name();
        let moves: Result<Vec<Move>, kosolver_board::Error> =
            solved.variation.iter().map(|made| Move::parse(&board, made)).collect();
        let again = solved.repeats_after.map(|after| format!(" … and again from move {}", after + 1));
        let headline = solved.headline();
        Ok(ValueView {
            name,
            label: format!("  {name:wide$}{headline:12}"),
            headline,
            bounds: solved.value.bounds_in_words(),
            variation: solved.variation.join(" ") + &again.unwrap_or_default(),
            steps: steps(&self.game(board, name)?, (position, start.first()), &moves?, 0, valuer)?.0,
        })
    }

    /// A board under the rules of this name.
    fn game(&self, board: Board, name: &str) -> Result<Game, RenderError> {
        let rules = self.rules.iter().find(|rules| rules.name() == name);
        let rules = rules.ok_or_else(|| RenderError::NoRules { name: name.to_owned() })?.rules.ruleset()?;
        Ok(Game::new(board, rules)?)
    }

    /// A pair of rules, if this start is its smallest separator or its largest swing.
    fn pair_view<'a>(
        &self,
        board: Board,
        position: Position,
        pair: &'a Pair,
        start: &'a Start,
    ) -> Result<Option<PairView<'a>>, RenderError> {
        let here = |separator: &'a Option<Separator>| separator.as_ref().filter(|one| start.is(one));
        let (separator, role) = match (here(&pair.smallest), here(&pair.swing)) {
            (Some(separator), Some(_)) => (separator, "smallest and largest swing"),
            (Some(separator), None) => (separator, "smallest"),
            (None, Some(separator)) => (separator, "largest swing"),
            (None, None) => return Ok(None),
        };
        let names = pair.rules.each_ref().map(String::as_str);
        let value = |name: &str| start.under(name).map(Solved::headline).unwrap_or_default();
        let line: Result<Vec<Move>, kosolver_board::Error> =
            separator.parting.line.iter().map(|made| Move::parse(&board, made)).collect();
        let from = (position, start.first());
        let (mut steps, _) = steps(&self.game(board, names[0])?, from, &line?, 0, None)?;
        if let Some(last) = steps.last() {
            let event = &separator.parting.event;
            steps.push(last.then(event.sentence(names), event.point(&board)?));
        }
        let says = separator.says(names);
        Ok(Some(PairView { one: names[0], other: names[1], values: names.map(value), role, says, steps }))
    }
}

fn matrix(compared: &BoardComparison) -> Vec<Vec<Entry>> {
    let entry = |one: &str, other: &str| match compared.pairs.iter().find(|pair| pair.is_of(one, other)) {
        Some(pair) => Entry {
            differ: Some(pair.differ),
            largest: pair.largest.to_string(),
            share: (100 * pair.differ).div_ceil(compared.starts),
        },
        None => Entry { differ: None, largest: String::new(), share: 0 },
    };
    let row = |one: &String| compared.rules.iter().map(|other| entry(one, other)).collect();
    compared.rules.iter().map(row).collect()
}

/// The matrix of a board, drawn: in several blocks if its columns do not fit side by side.
fn grid(rules: &[String], matrix: &[Vec<Entry>], width: u16) -> String {
    let text = |entry: &Entry| match entry.differ {
        None => String::new(),
        Some(0) => "–".to_owned(),
        Some(differ) => format!("{differ} (≤ {})", entry.largest),
    };
    // Names that are too wide are wrapped.
    let names = rules.iter().map(|name| shown(name) + 2).max().unwrap_or_default();
    let names = names.min(usize::from(width) / 2);
    let wide = |column: usize| {
        let entries = matrix.iter().map(|row| shown(&text(&row[column])));
        entries.chain([shown(&rules[column])]).max().unwrap_or_default() + 2
    };
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for column in 0..rules.len() {
        match blocks.last_mut() {
            Some(block) if wide(column) <= room => block.push(column),
            _ => {
                blocks.push(vec![column]);
                room = usize::from(width).saturating_sub(names);
            }
        }
        room = room.saturating_sub(wide(column));
    }
    let drawn = blocks.iter().map(|block| {
        let mut grid = Grid::new();
        grid.load_style(presets::NOTHING);
        grid.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        grid.set_header(std::iter::once("").chain(block.iter().map(|column| rules[*column].as_str())));
        for (name, row) in rules.iter().zip(matrix) {
            let entries = block.iter().map(|column| text(&row[*column]));
            grid.add_row(std::iter::once(name.clone()).chain(entries));
        }
        grid.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    });
    drawn.collect::<Vec<_>>().join("\n\n")
}
