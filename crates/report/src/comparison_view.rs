//! A comparison as templates see it: words, diagrams, steps.

use comfy_table::{ContentArrangement, Table as Grid, presets};
use kosolver_board::{Board, Position};
use kosolver_rules::{Game, Move};
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;

use crate::comparison::{BoardComparison, Comparison, Pair, Separator, Solved, Start};
use crate::diagram::diagram;
use crate::drawing::Drawing;
use crate::format::RenderError;
use crate::rules::NamedRules;
use crate::steps::steps;
use crate::text::shown;

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
    /// For text at most so many columns wide.
    pub(crate) fn view(&self, width: u16) -> Result<Value, RenderError> {
        let boards = self.boards.iter().map(|board| self.board_view(board, width));
        let boards: Vec<Value> = boards.collect::<Result<_, RenderError>>()?;
        let no_results = || self.rules.iter().filter_map(|rules| rules.rules.no_result);
        let setting = match &self.suicide {
            Some(suicide) => format!("area scoring, komi 0, suicide {suicide}"),
            None => "each ruleset with its own scoring, komi and suicide".to_owned(),
        };
        let zero = no_results().all(|worth| worth == kosolver_rules::Score::ZERO);
        Ok(context! {
            title => &self.title,
            // Nothing where whole rulesets are compared.
            suicide => self.suicide.as_deref(),
            // What the rules have in common.
            setting,
            // Whether the starts are with White to move too.
            both => self.boards.iter().any(|board| board.both_to_play),
            rules => self.rules.iter().map(NamedRules::view).collect::<Vec<Value>>(),
            // Whether optimal play may have no result, and what that counts as.
            endless => no_results().next().is_some(),
            no_result => if zero { "0" } else { "what the rules say" },
            boards,
        })
    }

    fn board_view(&self, compared: &BoardComparison, width: u16) -> Result<Value, RenderError> {
        let separators = compared.separators.iter();
        let separators: Result<Vec<Value>, RenderError> =
            separators.map(|start| self.separator_view(compared, start)).collect();
        let matrix = matrix(compared);
        let names = self.rules.iter().map(NamedRules::name);
        let left_out = names.filter(|name| !compared.rules.iter().any(|rules| rules == name));
        Ok(context! {
            board => compared.board.to_string(),
            rules => &compared.rules,
            // Rules of the comparison that this board was not solved under.
            left_out => left_out.map(str::to_owned).collect::<Vec<String>>(),
            positions => compared.positions,
            starts => compared.starts,
            both => compared.both_to_play,
            agreed => compared.agreed,
            // The matrix, drawn for a terminal.
            grid => grid(&compared.rules, &compared.rules, &texts(&matrix), width),
            // By two rules: how often they differ, and by how much at most.
            matrix => Serde(matrix),
            separators => separators?,
        })
    }

    fn separator_view(&self, compared: &BoardComparison, start: &Start) -> Result<Value, RenderError> {
        let board = compared.board;
        let position = Position::parse(&board, &start.position)?;
        let names = start.values.iter().map(|solved| shown(solved.rules.name())).max();
        let wide = names.unwrap_or_default().max(11) + 1;
        let value = |solved| self.value_view(board, position, start, solved, wide);
        let values: Vec<Value> = start.values.iter().map(value).collect::<Result<_, RenderError>>()?;
        let pairs: Result<Vec<Option<Value>>, RenderError> =
            compared.pairs.iter().map(|pair| self.pair_view(board, position, pair, start)).collect();
        Ok(context! {
            position => &start.position,
            to_play => Serde(start.to_play),
            diagram => diagram(&board, position),
            drawing => Serde(Drawing::of(&board, position, &[])),
            values,
            pairs => pairs?.into_iter().flatten().collect::<Vec<Value>>(),
        })
    }

    fn value_view(
        &self,
        board: Board,
        position: Position,
        start: &Start,
        solved: &Solved,
        wide: usize,
    ) -> Result<Value, RenderError> {
        let name = solved.rules.name();
        let moves: Result<Vec<Move>, kosolver_board::Error> =
            solved.variation.iter().map(|made| Move::parse(&board, made)).collect();
        let steps = steps(self.game(board, name)?, (position, start.first()), &moves?);
        let again = solved.repeats_after.map(|after| format!(" … and again from move {}", after + 1));
        let headline = solved.headline();
        Ok(context! {
            name,
            // Name and headline, for a terminal.
            label => format!("  {name:wide$}{headline:12}"),
            headline,
            // What each player can force where play can go on for ever.
            bounds => solved.value.bounds_in_words(),
            variation => solved.variation.join(" ") + &again.unwrap_or_default(),
            // The board after each move of the variation, the start first.
            steps => Serde(steps),
        })
    }

    /// A board under the rules of this name.
    fn game(&self, board: Board, name: &str) -> Result<Game, RenderError> {
        let rules = self.rules.iter().find(|rules| rules.name() == name);
        let rules = rules.ok_or_else(|| RenderError::NoRules { name: name.to_owned() })?.rules.ruleset()?;
        Ok(Game::new(board, rules)?)
    }

    /// A pair of rules, if this start is its smallest separator or its largest swing.
    fn pair_view(
        &self,
        board: Board,
        position: Position,
        pair: &Pair,
        start: &Start,
    ) -> Result<Option<Value>, RenderError> {
        let here = |separator| Option::as_ref(separator).filter(|one: &&Separator| start.is(one));
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
        let mut steps = steps(self.game(board, names[0])?, from, &line?);
        if let Some(last) = steps.last() {
            let event = &separator.parting.event;
            steps.push(last.then(event.sentence(names), event.point(&board)?));
        }
        // The two values, where the rules differ and what each prohibits of the other's variation; and the
        // board after each move of the line to there, at the end what sets them apart.
        let (values, says, steps) = (names.map(value), separator.says(names), Serde(steps));
        Ok(Some(context! { one => names[0], other => names[1], values, role, says, steps }))
    }
}

/// One entry of the matrix; nothing on the diagonal.
#[derive(Clone, Serialize)]
struct Entry {
    differ: Option<usize>,
    largest: String,
    /// What part of the starts, in hundredths.
    share: usize,
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

/// The entries of a matrix for a terminal.
fn texts(matrix: &[Vec<Entry>]) -> Vec<Vec<String>> {
    let text = |entry: &Entry| match entry.differ {
        None => String::new(),
        Some(0) => "–".to_owned(),
        Some(differ) => format!("{differ} (≤ {})", entry.largest),
    };
    matrix.iter().map(|row| row.iter().map(text).collect()).collect()
}

/// A table drawn for a terminal, of rows and columns with these names: in several blocks if its columns do not
/// fit side by side.
pub(crate) fn grid<Name: AsRef<str>>(
    rows: &[String],
    columns: &[Name],
    cells: &[Vec<String>],
    width: u16,
) -> String {
    // Names that are too wide are wrapped.
    let names = rows.iter().map(|name| shown(name) + 2).max().unwrap_or_default();
    let names = names.min(usize::from(width) / 2);
    let wide = |column: usize| {
        let entries = cells.iter().map(|row| shown(&row[column]));
        entries.chain([shown(columns[column].as_ref())]).max().unwrap_or_default() + 2
    };
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for column in 0..columns.len() {
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
        grid.set_header(std::iter::once("").chain(block.iter().map(|column| columns[*column].as_ref())));
        for (name, row) in rows.iter().zip(cells) {
            let entries = block.iter().map(|column| row[*column].clone());
            grid.add_row(std::iter::once(name.clone()).chain(entries));
        }
        grid.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    });
    drawn.collect::<Vec<_>>().join("\n\n")
}
