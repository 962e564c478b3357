//! What the gallery and the quiz say of their positions holds.

use kosolver::{
    Board, Colour, Game, Meter, Move, Outcome, Position, Request, Resources, Ruleset, Session, solve,
};
use serde_json::{Value, json};

fn file(path: &str) -> Value {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A value as tables have it.
fn label(value: &kosolver::Value) -> String {
    match value.outcome {
        Outcome::NoResult => "NR".to_owned(),
        _ => value.worth.to_string(),
    }
}

/// A game of the gallery under one of its rulesets.
fn request(session: &Session, board: &Board, example: &Value) -> Request {
    let position = match example["position"].as_str() {
        Some(position) => Position::parse(board, position).unwrap(),
        None => Position::EMPTY,
    };
    let first = if example["to_play"] == "white" { Colour::White } else { Colour::Black };
    let moves = example["moves"].as_array().into_iter().flatten();
    let moves: Vec<Move> = moves.map(|made| Move::parse(board, text(made)).unwrap()).collect();
    session.request(position, first).unwrap().after(&moves).unwrap()
}

/// The names of moves, in order.
fn names(mut all: Vec<String>) -> String {
    all.sort();
    all.join(" ")
}

fn sorted(given: &Value) -> String {
    names(text(given).split_whitespace().map(str::to_owned).collect())
}

/// The values, the forbidden points and the best moves of each example; and they are found quickly.
#[test]
fn what_the_gallery_says_holds() {
    let examples = file("../report/data/gallery.json");
    let examples = examples.as_array().unwrap();
    assert_eq!(examples.len(), 10);
    for example in examples {
        let title = text(&example["title"]);
        let board: Board = text(&example["game"]["board"]).parse().unwrap();
        let rulesets = [Some(&example["game"]["rules"]), example.get("against")];
        let rulesets: Vec<&str> = rulesets.into_iter().flatten().map(text).collect();
        assert_eq!(example["values"].as_array().unwrap().len(), rulesets.len(), "{title}");
        for (number, rules) in rulesets.iter().enumerate() {
            let game = Game::new(board, rules.parse().unwrap()).unwrap();
            let meter = Meter::default();
            let mut session = Session::with(game, Resources::default(), &meter);
            let here = request(&session, &board, &example["game"]);
            let value = session.solve(&here).unwrap().value;
            assert_eq!(label(&value), text(&example["values"][number]), "{title} {rules}");
            // Found in a second, about.
            assert!(meter.nodes() < 600_000, "{title} {rules}: {} nodes", meter.nodes());
            let referee = here.referee();
            let plays = || referee.position().empty(&board).iter().map(Move::Play);
            if let Some(forbidden) = example.get("forbidden") {
                let found = plays().filter(|&made| referee.why_illegal(made).is_some());
                let found = names(found.map(|made| made.name(&board)).collect());
                assert_eq!(found, sorted(&forbidden[number]), "{title} {rules}");
            }
            let Some(best) = example.get("best").map(|best| sorted(&best[number])) else { continue };
            if best.is_empty() {
                continue;
            }
            let legal = plays().chain([Move::Pass]).filter(|&made| referee.why_illegal(made).is_none());
            let keeps = |made: &Move| {
                let after = here.clone().after(&[*made]).unwrap().with_guess(Some(value.worth));
                session.solve(&after).unwrap().value.worth == value.worth
            };
            let found: Vec<Move> = legal.collect::<Vec<_>>().into_iter().filter(keeps).collect();
            assert_eq!(names(found.iter().map(|made| made.name(&board)).collect()), best, "{title} {rules}");
        }
    }
}

/// What the sentences say beside the values of their own boards.
#[test]
fn what_the_gallery_compares_with_holds() {
    for points in 1..=4 {
        let value = solve(&format!("1x{points}"), "basic").unwrap().value;
        assert_ne!(value.outcome, Outcome::NoResult, "1x{points}");
    }
    assert_eq!(label(&solve("1x3", "psk").unwrap().value), "3");
    assert_eq!(label(&solve("1x8", "psk").unwrap().value), "3");
    // Eternal life: the board of the start comes again.
    let board: Board = "1x4".parse().unwrap();
    let none: Ruleset = "none".parse().unwrap();
    let start = Position::parse(&board, ".X.O").unwrap();
    let mut referee = Request::new(Game::new(board, none).unwrap(), start, Colour::Black).unwrap().referee();
    for made in ["A1", "C1", "B1", "D1"] {
        referee.play(Move::parse(&board, made).unwrap()).unwrap();
    }
    assert_eq!(referee.position(), start);
    // In how many starts two rules differ, on the boards before as on its own.
    let separators = file("../../results/separators.json");
    let differ = |board: &str| {
        let boards = separators["boards"].as_array().unwrap();
        let found = boards.iter().find(|one| one["board"] == board).unwrap();
        let pairs = found["pairs"].as_array().unwrap();
        pairs.iter().find(|pair| pair["rules"] == json!(["psk", "ssk"])).unwrap()["differ"].clone()
    };
    let rows = ["1x2", "1x3", "1x4", "1x5", "1x6", "2x3"].map(differ);
    assert_eq!(rows, [0, 0, 0, 0, 1, 3].map(|count| json!(count)));
}

/// The questions of the quiz are separators, with the values and the reasons that were published.
#[test]
fn the_quiz_is_of_the_separators() {
    let separators = file("../../results/separators.json");
    let questions = file("web/quiz.json");
    let questions = questions.as_array().unwrap();
    assert!(questions.len() >= 20);
    for question in questions {
        let (rules, against) = (&question["rules"], &question["against"]);
        let boards = separators["boards"].as_array().unwrap();
        let board = boards.iter().find(|one| one["board"] == question["board"]).unwrap();
        let same = |one: &&Value| one["position"] == question["position"];
        let start = board["separators"].as_array().unwrap().iter().find(same).unwrap();
        let value = |name: &Value| {
            let values = start["values"].as_array().unwrap();
            let found = values.iter().find(|value| value["ko"] == *name).unwrap();
            if found["result"] == "no-result" { json!("NR") } else { found["score"].clone() }
        };
        assert_eq!(question["other"], value(against), "{question}");
        assert_ne!(question["other"], value(rules), "{question}");
        if question["ask"] == "value" {
            assert!(question["choices"].as_array().unwrap().contains(&value(rules)), "{question}");
        } else {
            assert_eq!(question["ask"], "move", "{question}");
        }
        let pairs = board["pairs"].as_array().unwrap().iter();
        let of_both = |pair: &&Value| {
            let both = pair["rules"].as_array().unwrap();
            both.contains(rules) && both.contains(against)
        };
        let pair = pairs.into_iter().find(of_both).unwrap();
        let known = [&pair["smallest"], &pair["swing"]].into_iter().filter(same);
        let why = &question["why"];
        let is_why = |shown: &Value| {
            let parting = &shown["parting"];
            ["line", "by", "reason"].iter().all(|name| parting[name] == why[name])
        };
        assert!(known.into_iter().any(is_why), "{question}");
    }
}
