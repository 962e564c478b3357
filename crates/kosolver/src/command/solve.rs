use std::io::BufWriter;
use std::sync::Arc;

use anyhow::Result;
use board::Position;
use report::{Format, render_solution};
use rules::Game;
use search::{Meter, Request, solve};

use crate::arguments::{GameArguments, SolveArguments};
use crate::{output, progress};

/// The start of a game as the user wrote it.
pub fn request(arguments: &GameArguments) -> Result<Request> {
    let position = match &arguments.position {
        Some(text) => Position::parse(&arguments.board, text)?,
        None => Position::EMPTY,
    };
    let game = Game::new(arguments.board, arguments.rules()?);
    Ok(Request { openings: true, line: true, ..Request::new(game, position, arguments.to_play) })
}

pub fn run(arguments: &SolveArguments) -> Result<()> {
    let mut request = request(&arguments.game)?;
    request.certificate = arguments.certificate.is_some();
    request.openings = !arguments.value_only;
    request.line = !arguments.value_only;
    if let Some(path) = &arguments.certificate {
        output::check_target(path)?;
    }
    let meter = Arc::new(Meter::default());
    let line = progress::line(&meter);
    let solution = solve(&request, &meter);
    line.finish_and_clear();
    let solution = solution?;
    let rendered = render_solution(&request, &solution, arguments.format == Format::Json)?;
    if let (Some(path), Some(certificate)) = (&arguments.certificate, &solution.certificate) {
        output::write_with(path, |file| certificate.write(BufWriter::new(file)))?;
        eprintln!("wrote {} ({} lemmas)", path.display(), certificate.lemmas());
    }
    output::print(&rendered)
}
