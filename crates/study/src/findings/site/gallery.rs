//! The positions of the explorer's gallery, and the boards on which rules differ, to step through with the
//! value of every move.

use kosolver_board::{Board, Position};
use kosolver_report::{
    BoardComparison, Comparison, Example, OnSite, RenderError, ValueRecord, Valuer, gallery,
};
use kosolver_rules::{Game, Move};
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::lines::{BoardView, Limits, Sessions};
use super::{Site, papers};
use crate::error::PublicationError;
use crate::parallel::each;

/// What the values of a position may take: of one of the gallery as it is shown first and of those that
/// follow, and of the starts on which rules differ and those that follow.
const GALLERY: Limits = Limits { first: 1_000_000, later: 30_000, memory: 512 << 20 };
const SEPARATORS: Limits = Limits { first: 5_000, later: 5_000, memory: 64 << 20 };

/// A position of the gallery as it is shown.
#[derive(Serialize)]
pub(super) struct Shown {
    id: String,
    title: String,
    sentence: String,
    #[serde(flatten)]
    board: BoardView,
}

impl Shown {
    /// Solves a position under its rules, and values all moves along best play from there.
    fn of(number: usize, example: &Example, quick: bool) -> Result<Shown, PublicationError> {
        let Example { title, sentence, game: shown, .. } = example;
        let board: Board = shown.board.parse()?;
        let start = match shown.position.as_str() {
            "" => Position::EMPTY,
            rows => Position::parse(&board, rows)?,
        };
        let mut view = BoardView::of(&board, start, shown.to_play)?;
        for rules in example.rules() {
            let game = Game::new(board, rules.parse()?)?;
            let mut sessions = Sessions::new(GALLERY, shown.moves.len());
            let session = sessions.of(&game)?;
            let made: Result<Vec<Move>, _> =
                shown.moves.iter().map(|name| Move::parse(&board, name)).collect();
            let here = session.request(start, shown.to_play)?.after(&made?)?;
            let solution = session.solve(&here.with_line(true))?;
            let mut moves = shown.moves.clone();
            moves.extend(solution.line.moves.iter().map(|made| made.name(&board)));
            let value = ValueRecord::of(&solution.value, shown.to_play).headline();
            let label = format!("{rules}: {value}");
            let valued = Some(&mut sessions).filter(|_| !quick);
            view.line(&game, rules, label, start, &moves, (shown.moves.len(), valued))?;
        }
        Ok(Shown { id: format!("p{number}"), title: title.clone(), sentence: sentence.clone(), board: view })
    }
}

/// Adds the page of the gallery, and gives its first position.
pub(super) fn add(site: &mut Site) -> Result<Option<Shown>, PublicationError> {
    let examples = gallery().map_err(RenderError::from)?;
    let quick = site.quick;
    let shown = each(examples.iter().enumerate(), |(number, example)| Shown::of(number + 1, example, quick))?;
    let positions = context! { positions => Serde(&shown) };
    site.add("positions.html", "positions.html", "Positions to play through", positions)?;
    Ok(shown.into_iter().next())
}

/// Adds the comparison: an overview, and a page for each board with the value of every move.
pub(super) fn add_separators(site: &mut Site) -> Result<(), PublicationError> {
    let (comparison, quick) = (site.from.separators()?, site.quick);
    let of = |board: &BoardComparison| {
        let name = format!("separators/{}.html", board.board);
        let one = Comparison {
            title: format!("Where rules differ on {}", board.board),
            boards: vec![board.clone()],
            ..comparison.clone()
        };
        let menu = super::menu(&papers::root(&name))?;
        let mut sessions = Sessions::new(SEPARATORS, 0);
        let mut values = |game: &Game, start, first, line: &[Move]| sessions.values(game, start, first, line);
        let site = OnSite { root: &papers::root(&name), menu: &menu, split: false };
        let valuer: &mut Valuer = &mut values;
        let page = one.page(site, Some(valuer).filter(|_| !quick))?;
        Ok::<_, PublicationError>((name, page.into_bytes()))
    };
    let separated = comparison.boards.iter().filter(|board| !board.separators.is_empty());
    site.files.extend(each(separated, of)?);
    let overview = comparison.page(OnSite { root: "", menu: &super::menu("")?, split: true }, None)?;
    site.files.insert("separators.html".to_owned(), overview.into_bytes());
    Ok(())
}
