//! The kos of a position in words, for programs, and drawn.

use kosolver_board::structure::{Analysis, Chain, JudgedKo, Kos};
use kosolver_board::{Board, Colour, Point, PointSet, Position};
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::{Deserialize, Serialize};

use crate::diagram::diagram;
use crate::drawing::Drawing;
use crate::format::RenderError;
use crate::page::page;
use crate::text::{WIDTH, fill};

/// The ko structure of a position: a reconstruction of the first layer of the New Ko Rules of 1996.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KoReport {
    /// The board, as in `3x4`.
    pub board: Board,
    /// The position: rows from the top with `/` between them.
    pub position: String,
    /// Whose work it is.
    pub source: String,
    /// The ko positions, the one with the lowest point first.
    pub ko_positions: Vec<KoRecord>,
}

/// A ko position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KoRecord {
    /// Its points.
    pub points: Vec<String>,
    /// Its class, as in `stable coupled DLife` or `FK`.
    pub class: String,
    /// Whether it is a fighting ko (FK); else it is a disturbing one (DK).
    pub fighting: bool,
    /// The points of each of its mouths.
    pub mouths: Vec<Vec<String>>,
    /// Its ko strings.
    pub ko_strings: Vec<StringRecord>,
    /// The strings of its coupling, or none.
    pub coupling: Vec<StringRecord>,
    /// The ko stone moves in it.
    pub moves: Vec<KoMoveRecord>,
}

/// A string.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StringRecord {
    /// Whose it is: `black` or `white`.
    pub colour: Colour,
    /// Its points.
    pub points: Vec<String>,
    /// Its breaths: liberties.
    pub breaths: u32,
    /// Of a ko string, whether it is complete: no stone can be added to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
}

/// A ko stone move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KoMoveRecord {
    /// Who plays: `black` or `white`.
    pub player: Colour,
    /// Where.
    pub point: String,
    /// Whether it disturbs a disturbing ko.
    pub disturbs: bool,
}

const SOURCE: &str =
    "a reconstruction of the definitions of R. Jasiek's New Ko Rules (1996), whose text is lost";

fn names(board: &Board, points: PointSet) -> Vec<String> {
    points.iter().map(|point| board.point_name(point)).collect()
}

impl KoReport {
    /// The kos of a position.
    pub fn of(kos: &Kos, position: Position) -> KoReport {
        let analysis = kos.analysis(position);
        let board = kos.board();
        KoReport {
            board: *board,
            position: position.text(board),
            source: SOURCE.to_owned(),
            ko_positions: analysis.kos.iter().map(|ko| record(kos, position, &analysis, ko)).collect(),
        }
    }

    /// For a terminal.
    ///
    /// # Errors
    /// [`RenderError::Board`] if the record does not fit its board.
    pub fn text(&self, width: u16) -> Result<String, RenderError> {
        let position = Position::parse(&self.board, &self.position)?;
        let mut text = format!("{}\n", fill("", &format!("{}: {}", self.board, self.source), width));
        diagram(&self.board, position).iter().for_each(|line| text += &format!("  {line}\n"));
        if self.ko_positions.is_empty() {
            return Ok(text + "\nno ko\n");
        }
        for ko in &self.ko_positions {
            text += "\n";
            let kind = if ko.fighting { "a fighting ko" } else { "a disturbing ko" };
            let mouths: Vec<String> = ko.mouths.iter().map(|mouth| mouth.join(" ")).collect();
            let line = |label: &str, words: &str| fill(&format!("{label:<12}"), words, width) + "\n";
            text += &line("ko position", &ko.points.join(" "));
            text += &line("class", &format!("{} ({kind})", ko.class));
            text += &line("mouths", &mouths.join(", "));
            text += &line("ko strings", &strings(&ko.ko_strings));
            text += &line("coupling", &strings(&ko.coupling));
            let moves: Vec<String> = ko
                .moves
                .iter()
                .map(|made| {
                    let disturbs = if made.disturbs { " (disturbs)" } else { "" };
                    format!("{} {}{disturbs}", made.player, made.point)
                })
                .collect();
            let moves = if moves.is_empty() { "none".to_owned() } else { moves.join(", ") };
            text += &line("moves", &moves);
        }
        Ok(text)
    }

    /// Drawn, as SVG: each mouth in a colour and with a letter, stones of couplings with a ring.
    ///
    /// # Errors
    /// [`RenderError::Board`] if the record does not fit its board, [`RenderError::Template`] if the
    /// template library refuses.
    pub fn svg(&self) -> Result<String, RenderError> {
        let position = Position::parse(&self.board, &self.position)?;
        let mut marks = Vec::new();
        let mut legend = Vec::new();
        let mut letters = ('a'..='z').cycle();
        for ko in &self.ko_positions {
            let mut own = String::new();
            for mouth in &ko.mouths {
                let (colour, letter) = (PALETTE[marks.len() % PALETTE.len()], letters.next().unwrap_or('a'));
                let points: Result<PointSet, _> =
                    mouth.iter().map(|name| self.board.parse_point(name)).collect();
                marks.push(Mark { letter, colour, points: points? });
                own.push(letter);
            }
            let coupled = if ko.coupling.is_empty() { "" } else { ", coupled (ringed)" };
            let letters: Vec<String> = own.chars().map(String::from).collect();
            legend.push(format!("{}: {}{coupled}", letters.join("-"), ko.class));
        }
        let coupling: Result<PointSet, _> = self
            .ko_positions
            .iter()
            .flat_map(|ko| &ko.coupling)
            .flat_map(|string| &string.points)
            .map(|name| self.board.parse_point(name))
            .collect();
        let drawing = Drawing::of(&self.board, position, &[]);
        Ok(page("kos.svg", view(&drawing, &marks, coupling?, legend), WIDTH)?)
    }
}

fn strings(strings: &[StringRecord]) -> String {
    let words = |string: &StringRecord| {
        let breaths =
            if string.breaths == 1 { "1 breath".to_owned() } else { format!("{} breaths", string.breaths) };
        let complete = match string.complete {
            Some(true) => "complete, ",
            Some(false) => "incomplete, ",
            None => "",
        };
        format!("{} {} ({complete}{breaths})", string.colour, string.points.join(" "))
    };
    if strings.is_empty() {
        "none".to_owned()
    } else {
        strings.iter().map(words).collect::<Vec<_>>().join(", ")
    }
}

fn record(kos: &Kos, position: Position, analysis: &Analysis, ko: &JudgedKo) -> KoRecord {
    let board = kos.board();
    let string = |chain: &Chain, complete| StringRecord {
        colour: chain.colour,
        points: names(board, chain.points),
        breaths: chain.breaths(board, position),
        complete,
    };
    let mut moves = Vec::new();
    for player in Colour::BOTH {
        for point in ko.position.points - position.occupied() {
            if let Some(play) = position.play(board, player, point)
                && analysis.ko_of(&play).is_some()
            {
                moves.push(KoMoveRecord {
                    player,
                    point: board.point_name(point),
                    disturbs: kos.is_disturbing(&play),
                });
            }
        }
    }
    KoRecord {
        points: names(board, ko.position.points),
        class: ko.class.to_string(),
        fighting: ko.class.is_fight(),
        mouths: ko.position.mouths.iter().map(|mouth| names(board, *mouth)).collect(),
        ko_strings: ko.position.strings.iter().map(|own| string(&own.chain, Some(own.complete))).collect(),
        coupling: ko.position.coupling.iter().map(|chain| string(chain, None)).collect(),
        moves,
    }
}

/// Colours that people tell apart who do not see all colours (M. Okabe and K. Ito, 2008).
const PALETTE: [&str; 7] = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"];

struct Mark {
    letter: char,
    colour: &'static str,
    points: PointSet,
}

fn view(drawing: &Drawing, marks: &[Mark], coupling: PointSet, legend: Vec<String>) -> Value {
    let places = drawing.places();
    let place = |point: Point| places[usize::from(point.number())];
    let (mut squares, mut seen) = (Vec::new(), Vec::new());
    for Mark { letter, colour, points } in marks {
        for point in *points {
            let (x, y, stone) = place(point);
            // How far in it is drawn, where mouths share the point.
            let inset = 4 * seen.iter().filter(|other| **other == point).count() as u32;
            let side = 38_u32.saturating_sub(2 * inset).max(8);
            squares
                .push(context! { x => x - 19, y => y - 19, inset, side, colour => *colour, letter, stone });
            seen.push(point);
        }
    }
    let rings = coupling.iter().map(|point| {
        let (x, y, _) = place(point);
        context! { x, y }
    });
    let (width, height) = drawing.size();
    let lines = if legend.is_empty() { vec!["no ko".to_owned()] } else { legend };
    let longest = lines.iter().map(|words| words.chars().count() as u32 * 8 + 16).max().unwrap_or(0);
    let below = |number: usize| height as usize + 18 * number;
    let legend = lines.iter().enumerate().map(|(number, words)| context! { y => below(number + 1), words });
    context! {
        drawing => Serde(drawing),
        width => width.max(longest),
        height => below(lines.len()) + 10,
        squares,
        rings => rings.collect::<Vec<Value>>(),
        legend => legend.collect::<Vec<Value>>(),
    }
}
