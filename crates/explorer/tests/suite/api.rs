//! The interface as a program meets it: answers, refusals, and who may ask.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use kosolver::study::Files;
use kosolver_explorer::{Limits, router};
use serde_json::{Value, json};
use tower::ServiceExt;

#[path = "../../../record/tests/data/cases.rs"]
mod cases;

const PORT: u16 = 8361;

fn limits() -> Limits {
    Limits { memory: 256 << 20, ..Limits::default() }
}

async fn answer(router: &Router, request: Request<Body>) -> (StatusCode, String) {
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // Half of a pair of quotes is a message that was cut.
    assert!(status.is_success() || text.matches('`').count().is_multiple_of(2), "{text}");
    (status, text)
}

fn post(path: &str, body: impl ToString) -> Request<Body> {
    let request = Request::builder().method(Method::POST).uri(path).header("host", "127.0.0.1:8361");
    request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap()
}

async fn ask(router: &Router, path: &str, body: Value) -> (StatusCode, Value) {
    let (status, text) = answer(router, post(path, body)).await;
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// The events of a question, in their order.
async fn events(router: &Router, game: Value) -> Vec<Value> {
    let (status, text) = answer(router, post("/api/solve", game)).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of<'a>(events: &'a [Value], name: &'a str) -> impl Iterator<Item = &'a Value> {
    events.iter().filter(move |event| event["event"] == name)
}

#[tokio::test]
async fn the_referee_says_what_is_illegal_and_by_which_move() {
    let router = router(limits(), &Files::new(), PORT);
    let game = json!({"board": "1x2", "rules": "psk", "moves": ["A1", "B1"]});
    let (status, standing) = ask(&router, "/api/position", game).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(standing["position"], ".O");
    assert_eq!(standing["to_play"], "black");
    assert_eq!(standing["words"], "no black stones, white B1");
    assert_eq!(standing["prisoners"], json!({"black": 0, "white": 1}));
    assert_eq!(standing["moves"][1]["removed"], json!(["A1"]));
    assert_eq!(standing["legal"], json!(["pass"]));
    assert_eq!(
        standing["illegal"],
        json!([{
            "move": "A1",
            "reason": "black A1 is prohibited by positional superko: the position X. has occurred before, by move 1",
            "since": 1,
        }])
    );
    let again = json!({"board": "1x2", "rules": "psk", "moves": ["A1", "B1", "A1", "pass"]});
    let (status, standing) = ask(&router, "/api/position?stop=illegal", again).await;
    assert_eq!((status, &standing["position"]), (StatusCode::OK, &json!(".O")));
    assert_eq!(standing["refused"]["number"], 3);
    assert!(standing["refused"]["reason"].as_str().unwrap().starts_with("black A1 is prohibited"));
    let (status, _) =
        ask(&router, "/api/position?start=illegal", json!({"board": "1x2", "rules": "psk"})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (_, over) =
        ask(&router, "/api/position", json!({"board": "1x2", "rules": "psk", "moves": ["pass", "pass"]}))
            .await;
    assert_eq!(over["over"], "The game is over: score 0.");
    assert_eq!((&over["legal"], &over["illegal"]), (&json!([]), &json!([])));
}

/// The values are those of `results/frontier.md`.
#[tokio::test]
async fn what_is_published_is_told_without_a_search() {
    let router = router(limits(), &Files::new(), PORT);
    let standing = async |board, rules, moves| {
        let game = json!({"board": board, "rules": rules, "moves": moves});
        ask(&router, "/api/position", game).await.1
    };
    let start = standing("4x4", "psk", json!([])).await;
    let published = &start["published"];
    assert_eq!(published["value"]["words"], "Black wins by 2");
    assert_eq!(published["moves"].as_array().unwrap().len(), 17);
    assert_eq!(published["moves"][16]["loss"]["label"], "−4");
    assert_eq!(published["line"][0]["player"], "black");
    let after = standing("4x4", "psk", json!(["A4"])).await;
    assert_eq!(after["published"]["value"]["score"], -16);
    assert_eq!(after["published"]["moves"], json!([]));
    // The certificates of small boards are kept, and the verified checker has proved what it covers.
    assert_eq!(published["proved"], false);
    for (rules, proved) in [("psk", true), ("newko-reconstruction", false)] {
        assert_eq!(standing("2x3", rules, json!([])).await["published"]["proved"], proved);
    }
    assert_eq!(standing("2x3", "psk", json!(["A1"])).await["published"]["proved"], false);
    // Neither of other rules nor of other starts.
    assert!(standing("4x4", "ko=psk komi=1", json!([])).await.get("published").is_none());
    assert!(standing("4x4", "psk", json!(["A4", "A3"])).await.get("published").is_none());
    let far = standing("8x8", "psk", json!([])).await;
    assert!(far["out_of_reach"].as_str().unwrap().starts_with("8x8 has about 10²⁹ positions."));
    assert!(start.get("out_of_reach").is_none());
}

/// The numbers are counted by hand.
#[tokio::test]
async fn the_end_of_a_game_is_counted() {
    let router = router(limits(), &Files::new(), PORT);
    let moves = json!(["B2", "B1", "pass", "C2", "A1", "pass", "pass"]);
    for (rules, words, black) in [
        ("psk", "Black has 2 stones and 1 point, White 2 stones and 1 point", json!(["A2"])),
        (
            "ko=psk komi=1/2",
            "Black has 2 stones and 1 point, White 2 stones and 1 point, komi 1/2",
            json!(["A2"]),
        ),
        ("ko=psk scoring=stones", "Black has 2 stones, White 2 stones", json!([])),
        ("ko=psk scoring=territory komi=-1", "Black has 1 point, White 1 point, komi −1", json!(["A2"])),
    ] {
        let game = json!({"board": "2x3", "rules": rules, "moves": moves});
        let (_, over) = ask(&router, "/api/position", game).await;
        assert_eq!(over["count"]["words"], words, "{over}");
        assert_eq!(over["count"]["black"], black);
    }
    let taken =
        json!({"board": "1x2", "rules": "ko=psk scoring=territory", "moves": ["A1", "B1", "pass", "pass"]});
    let (_, over) = ask(&router, "/api/position", taken).await;
    assert_eq!(over["count"]["words"], "Black has nothing, White 1 point and 1 prisoner");
    let running = json!({"board": "1x2", "rules": "psk", "moves": ["A1"]});
    let (_, standing) = ask(&router, "/api/position", running).await;
    assert!(standing.get("count").is_none());
    assert_eq!(standing["takes"], json!(["B1"]));
}

/// The values are those of the README: 2x2 is 1 under `psk`, A2 keeps it and a pass does not; the fight
/// for 1x2 is lost once it is prohibited to capture back, and a ko threat allows it.
#[tokio::test]
async fn values_lines_and_threats_are_told() {
    let router = router(limits(), &Files::new(), PORT);
    let found = events(&router, json!({"board": "2x2", "rules": "psk"})).await;
    assert_eq!(of(&found, "value").next().unwrap()["value"]["words"], "Black wins by 1");
    let moves: Vec<_> = of(&found, "move")
        .map(|one| (one["move"].as_str().unwrap(), &one["value"]["score"], &one["best"]))
        .collect();
    let (one, less) = (json!(1), json!(-1));
    let (yes, no) = (json!(true), json!(false));
    assert_eq!(
        moves,
        [
            ("A2", &one, &yes),
            ("B2", &one, &yes),
            ("A1", &one, &yes),
            ("B1", &one, &yes),
            ("pass", &less, &no)
        ]
    );
    let losses: Vec<_> = of(&found, "move").map(|one| one["loss"].clone()).collect();
    let best = json!({"points": 0, "label": "✓", "words": "loses nothing", "shade": "loss0"});
    assert!(losses[..4].iter().all(|loss| *loss == best));
    assert_eq!(losses[4], json!({"points": 2, "label": "−2", "words": "loses 2 points", "shade": "loss3"}));
    let line = of(&found, "line").next().unwrap();
    let names: Vec<_> =
        line["moves"].as_array().unwrap().iter().map(|made| made["move"].as_str().unwrap()).collect();
    assert_eq!(names, ["A2", "B1", "B2", "pass", "pass"]);
    assert_eq!(of(&found, "threat").count(), 0, "nothing has happened yet");
    assert_eq!(found.last().unwrap()["event"], "done");

    let found = events(&router, json!({"board": "1x2", "rules": "psk", "moves": ["A1", "B1"]})).await;
    assert_eq!(of(&found, "value").next().unwrap()["value"]["label"], "−2");
    let threat = of(&found, "threat").next().unwrap();
    assert_eq!((&threat["player"], &threat["changes"]), (&json!("black"), &json!(true)));
    assert_eq!(threat["value"]["words"], "Black wins by 2");
    assert_eq!(threat["allows"][0]["move"], "A1");
}

#[tokio::test]
async fn endless_play_has_two_bounds_and_primitive_games_a_winner() {
    let router = router(limits(), &Files::new(), PORT);
    let found = events(&router, json!({"board": "1x2", "rules": "none"})).await;
    let value = &of(&found, "value").next().unwrap()["value"];
    assert_eq!((&value["label"], &value["lower"], &value["upper"]), (&json!("NR"), &json!(-2), &json!(2)));
    assert_eq!(value["bounds"], "Black can force −2; 2 if endless play is his");
    let found = events(&router, json!({"board": "1x3", "rules": "primitive"})).await;
    let value = &of(&found, "value").next().unwrap()["value"];
    assert_eq!((&value["winner"], &value["words"]), (&json!("black"), &json!("Black wins")));
    let loses = of(&found, "move").filter(|one| one["loss"]["words"] == "loses the game");
    assert_eq!(loses.map(|one| one["move"].clone()).collect::<Vec<_>>(), [json!("A1"), json!("C1")]);
}

/// What one page has found out, the next has at once; a page that asks at the same time waits.
#[tokio::test]
async fn pages_share_their_tables() {
    let router = router(limits(), &Files::new(), PORT);
    let game = json!({"board": "3x4", "rules": "ssk"});
    let (first, second) = tokio::join!(events(&router, game.clone()), events(&router, game));
    let nodes = |events: &[Value]| events.last().unwrap()["nodes"].as_u64().unwrap();
    assert!(nodes(&first) > 0, "{first:?}");
    assert_eq!(nodes(&second), 0);
    assert_eq!(of(&second, "waiting").count(), 1);
    let known = |events: &[Value]| {
        events
            .iter()
            .filter(|one| ["value", "move", "line"].contains(&one["event"].as_str().unwrap()))
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(known(&first), known(&second));
}

/// Prisoners are part of the score under territory scoring, with a ko threat as without.
#[tokio::test]
async fn a_threat_keeps_the_prisoners() {
    let router = router(limits(), &Files::new(), PORT);
    let moves = json!(["A1", "B1"]);
    let area = events(&router, json!({"board": "1x2", "rules": "psk", "moves": moves})).await;
    let territory =
        events(&router, json!({"board": "1x2", "rules": "ko=psk scoring=territory", "moves": moves})).await;
    let threat = |events: &[Value]| of(events, "threat").next().unwrap()["value"]["score"].clone();
    // Black takes back and is alone on the board: one point of territory, one prisoner each.
    assert_eq!((threat(&area), threat(&territory)), (json!(2), json!(1)));
}

#[tokio::test]
async fn bad_input_is_refused_in_one_line() {
    let router = router(limits(), &Files::new(), PORT);
    let many = vec!["pass"; 1001];
    for (body, status, said) in [
        (json!({"board": "3y3", "rules": "psk"}), 400, "is not a board"),
        (json!({"board": "3x3", "rules": "skk"}), 400, "did you mean ssk?"),
        (json!({"board": "9x9", "rules": "psk"}), 413, "a board has 1 to 64 points"),
        (json!({"board": "0x9", "rules": "psk"}), 400, "a board has 1 to 64 points"),
        (json!({"board": "1x2", "rules": "psk", "moves": ["A1", "B1", "A1"]}), 400, "move 3 is illegal"),
        (json!({"board": "1x2", "rules": "psk", "moves": ["Z9"]}), 400, "is not a point of 1x2"),
        (json!({"board": "1x2", "rules": "psk", "position": "XX"}), 400, "has no liberty"),
        (json!({"board": "1x2", "rules": "psk", "moves": many}), 413, "send at most 1000"),
        (json!({"board": "1x2", "rules": "psk", "komi": 3}), 400, "unknown field"),
        (json!({"board": "x".repeat(3000), "rules": "psk"}), 413, "at most 2000 characters"),
        (json!({"board": "1x2", "rules": "x".repeat(200_000)}), 413, "longer than 128 KiB"),
    ] {
        for path in ["/api/position", "/api/solve", "/api/certificate"] {
            let (found, fault) = ask(&router, path, body.clone()).await;
            assert_eq!(found.as_u16(), status, "{path} {fault}");
            assert_eq!(fault["status"], status);
            let error = fault["error"].as_str().unwrap();
            assert!(error.contains(said) && !error.contains('\n'), "{error}");
        }
    }
    let (status, fault) = ask(&router, "/api/solve", json!({"board": "8x8", "rules": "basic"})).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{fault}");
    let (status, fault) = answer(&router, post("/api/position", "{")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{fault}");
    let (status, _) =
        ask(&router, "/api/certificate", json!({"board": "1x2", "rules": "psk", "moves": ["pass", "pass"]}))
            .await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn too_much_work_is_refused_with_what_to_do() {
    let router = router(Limits { solves: 1, waiting: 0, ..limits() }, &Files::new(), PORT);
    let long =
        router.clone().oneshot(post("/api/solve", json!({"board": "5x5", "rules": "psk"}))).await.unwrap();
    assert_eq!(long.status(), StatusCode::OK);
    let (status, fault) = ask(&router, "/api/solve", json!({"board": "2x2", "rules": "psk"})).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(fault["error"].as_str().unwrap().contains("stop one of them, or ask again later"), "{fault}");
    // Nobody listens any more: the work stops, and there is room again.
    drop(long);
    let mut status = StatusCode::TOO_MANY_REQUESTS;
    for _ in 0..100 {
        status = ask(&router, "/api/solve", json!({"board": "2x2", "rules": "psk"})).await.0;
        if status == StatusCode::OK {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn time_runs_out_and_what_was_found_is_kept() {
    let time = std::time::Duration::from_millis(400);
    let router = router(Limits { time, ..limits() }, &Files::new(), PORT);
    let found = events(&router, json!({"board": "5x5", "rules": "psk"})).await;
    let last = found.last().unwrap();
    assert_eq!((&last["event"], &last["status"]), (&json!("fault"), &json!(429)));
    assert!(last["error"].as_str().unwrap().contains("ask again to go on"), "{last}");
    assert!(of(&found, "progress").count() > 0);
    let found = events(&router, json!({"board": "2x2", "rules": "psk"})).await;
    assert_eq!(found.last().unwrap()["event"], "done");
}

#[tokio::test]
async fn certificates_hold() {
    let router = router(limits(), &Files::new(), PORT);
    let game = json!({"board": "1x2", "rules": "psk", "moves": ["A1", "B1"]});
    let response = router.clone().oneshot(post("/api/certificate", game)).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let verified = kosolver::verify(&bytes[..]).unwrap();
    assert_eq!((verified.value.to_string(), verified.moves.len()), ("-2".to_owned(), 2));
}

/// A guide that a long search makes is told of; then the search is stopped.
#[tokio::test]
async fn the_making_of_a_guide_is_told() {
    let router = router(Limits { memory: 2 << 30, ..limits() }, &Files::new(), PORT);
    let game = json!({"board": "4x4", "rules": "psk"});
    let mut body = router.oneshot(post("/api/solve", game)).await.unwrap().into_body();
    let mut told = String::new();
    let guide = loop {
        let frame = body.frame().await.expect("a guide is made before the end").unwrap();
        told += &String::from_utf8_lossy(frame.data_ref().unwrap());
        let data = told.lines().filter_map(|line| line.strip_prefix("data: "));
        let mut events = data.filter_map(|line| serde_json::from_str::<Value>(line).ok());
        if let Some(event) = events.find(|event| event["task"]["task"] == "guide") {
            break event["task"].clone();
        }
    };
    assert!(guide["percent"].as_u64().unwrap() <= 100, "{guide}");
    assert!(["positions", "moves", "plays"].contains(&guide["what"].as_str().unwrap()), "{guide}");
}

#[tokio::test]
async fn a_certificate_is_seen_while_it_is_made() {
    let router = router(limits(), &Files::new(), PORT);
    let game = json!({"board": "3x4", "rules": "psk"});
    let made = tokio::spawn(router.clone().oneshot(post("/api/certificate", game)));
    let status = || async {
        let request = Request::builder().uri("/api/status").header("host", "127.0.0.1:8361");
        let (_, text) = answer(&router, request.body(Body::empty()).unwrap()).await;
        serde_json::from_str::<Value>(&text).unwrap()["certificates"].clone()
    };
    let mut seen = Vec::new();
    while !made.is_finished() {
        seen.extend(status().await.as_array().unwrap().clone());
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    assert_eq!(made.await.unwrap().unwrap().status(), StatusCode::OK);
    assert_eq!(status().await, json!([]));
    assert!(seen.iter().all(|one| one["board"] == "3x4"), "{seen:?}");
    let tasks = |name: &str| seen.iter().filter(|one| one["task"]["task"] == name).count();
    assert!(tasks("writing") > 0 && tasks("verifying") > 0, "{seen:?}");
}

#[tokio::test]
async fn games_with_branches_are_written_and_read() {
    let router = router(limits(), &Files::new(), PORT);
    let tree = json!({
        "board": "2x3", "rules": "ko=ssk suicide=forbidden scoring=area komi=13/2",
        "position": "X../...", "to_play": "white",
        "tree": {"moves": ["B2"], "branches": [{"moves": ["A1", "pass"]}, {"moves": ["C1"], "branches": [{"moves": ["A1"]}, {"moves": ["pass"]}]}]},
    });
    let (status, file) = ask(&router, "/api/sgf/write", tree.clone()).await;
    assert_eq!(status, StatusCode::OK, "{file}");
    assert!(file["sgf"].as_str().unwrap().contains("SZ[3:2]"), "{file}");
    let (status, read) = ask(&router, "/api/sgf/read", file).await;
    assert_eq!((status, read), (StatusCode::OK, tree));
    // Rules that nobody knows here are left out, or those that were sent take their place.
    let file = "(;SZ[2]RU[Martian];B[aa];W[ba]C[a\\] (;])";
    let (_, read) = ask(&router, "/api/sgf/read", json!({"sgf": file})).await;
    assert_eq!(read["tree"], json!({"moves": ["A2", "B2"]}));
    assert_eq!(read.get("rules"), None);
    let handicap = "(;SZ[3]HA[2]KM[0.5];B[aa](;B[cc];W[bb])(;B[ca]))";
    for (sgf, rules) in [
        (file, "ko=psk suicide=allowed scoring=area komi=0"),
        (handicap, "ko=psk suicide=allowed scoring=area komi=1/2 handicap=2"),
    ] {
        let sent = json!({"sgf": sgf, "rules": "ko=psk suicide=allowed handicap=3"});
        assert_eq!(ask(&router, "/api/sgf/read", sent).await.1["rules"], rules);
    }
    let (_, read) = ask(&router, "/api/sgf/read", json!({"sgf": handicap, "rules": "psk"})).await;
    assert_eq!(
        read["tree"],
        json!({"moves": ["A3"], "branches": [{"moves": ["pass", "C1", "B2"]}, {"moves": ["pass", "C3"]}]})
    );
    let (status, _) = ask(&router, "/api/sgf/write", read).await;
    assert_eq!(status, StatusCode::OK);
    for (sgf, status) in [
        ("hello".to_owned(), 400),
        ("(;SZ[19])".to_owned(), 413),
        ("(;SZ[2];B[zz])".to_owned(), 400),
        ("(;SZ[2];B[aa];B[ba])".to_owned(), 400),
        ("(;SZ[1:2]AB[aa]AW[ab])".to_owned(), 400),
        ("(;SZ[2]KM[6.5])".to_owned(), 400),
        (format!("(;SZ[2]{}{}", "(;B[aa]".repeat(2000), ")".repeat(2001)), 413),
        (format!("(;SZ[2]{})", ";".repeat(60_000)), 413),
    ] {
        let (found, fault) = ask(&router, "/api/sgf/read", json!({"sgf": sgf})).await;
        assert_eq!(found.as_u16(), status, "{fault}");
    }
    let tree = json!({
        "board": "1x2", "rules": "psk", "tree": {"moves": ["A1"], "branches": [{"moves": ["B1", "A1"]}, {"moves": ["pass"]}]},
    });
    let (status, fault) = ask(&router, "/api/sgf/write", tree).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(
        fault["error"].as_str().unwrap().starts_with("move 3 is illegal: black A1 is prohibited"),
        "{fault}"
    );
    let (status, _) =
        ask(&router, "/api/sgf/write", json!({"board": "cycle:5", "rules": "psk", "tree": {}})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn files_that_were_read_wrongly() {
    let router = router(limits(), &Files::new(), PORT);
    for case in cases::cases("api") {
        let sgf: String = std::fs::read(&case.file).unwrap().into_iter().map(char::from).collect();
        let (status, read) = ask(&router, "/api/sgf/read", json!({"sgf": sgf, "bytes": true})).await;
        if status == StatusCode::OK {
            case.check(&read.to_string());
        } else {
            case.check(read["error"].as_str().unwrap());
        }
    }
    // Text has no charset any more; a byte is no character over U+00FF.
    let file = "(;CA[Shift_JIS]SZ[2];B[aa]C[ソ];W[bb])";
    let (_, read) = ask(&router, "/api/sgf/read", json!({"sgf": file})).await;
    assert_eq!(read["tree"], json!({"moves": ["A2", "B1"]}));
    let (status, _) = ask(&router, "/api/sgf/read", json!({"sgf": file, "bytes": true})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_byte_order_mark_is_no_fault() {
    let router = router(limits(), &Files::new(), PORT);
    let game = json!({"board": "1x2", "rules": "\u{feff}psk", "position": "\u{feff}X."});
    let (status, text) = answer(&router, post("/api/position", format!("\u{feff}{game}"))).await;
    assert_eq!(status, StatusCode::OK, "{text}");
}

#[tokio::test]
async fn other_sites_are_refused() {
    let router = router(limits(), &Files::new(), PORT);
    let game = r#"{"board": "1x2", "rules": "psk"}"#;
    let with = |host: &str, origin: Option<&str>| {
        let request = Request::builder().method(Method::POST).uri("/api/position").header("host", host);
        let request = request.header("content-type", "application/json");
        let request = origin.into_iter().fold(request, |request, origin| request.header("origin", origin));
        request.body(Body::from(game)).unwrap()
    };
    for (host, origin, status) in [
        ("127.0.0.1:8361", None, 200),
        ("127.0.0.1:8361", Some("http://127.0.0.1:8361"), 200),
        ("localhost:8361", Some("http://localhost:8361"), 200),
        ("localhost:8361", Some("http://127.0.0.1:8361"), 403),
        ("127.0.0.1:8361", Some("http://127.0.0.1:9000"), 403),
        ("127.0.0.1:8361", Some("https://evil.example"), 403),
        ("127.0.0.1:8361", Some("null"), 403),
        ("evil.example:8361", None, 403),
        ("evil.example:8361", Some("http://evil.example:8361"), 403),
        ("127.0.0.1", None, 403),
    ] {
        let (found, text) = answer(&router, with(host, origin)).await;
        assert_eq!(found.as_u16(), status, "{host} {origin:?} {text}");
    }
    // A form of another site can send text, but not JSON.
    let request =
        Request::builder().method(Method::POST).uri("/api/position").header("host", "127.0.0.1:8361");
    let (status, said) =
        answer(&router, request.header("content-type", "text/plain").body(Body::from(game)).unwrap()).await;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert!(said.to_string().contains("its Content-Type is application/json\""), "{said}");
}

#[tokio::test]
async fn the_page_loads_nothing_from_elsewhere() {
    let router = router(limits(), &Files::new(), PORT);
    let get = |path: &str| {
        Request::builder().uri(path).header("host", "127.0.0.1:8361").body(Body::empty()).unwrap()
    };
    let response = router.clone().oneshot(get("/?board=2x2")).await.unwrap();
    assert!(
        response.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'")
    );
    let mut waiting = Vec::new();
    for path in ["/", "/?board=2x2", "/quiz"] {
        let (_, page) = answer(&router, get(path)).await;
        assert!(!page.contains(" style="), "the policy refuses it");
        assert!(
            page.contains("id=\"board-wood\"") && page.contains("<main") && !page.contains("<!--"),
            "{path}"
        );
        let named = page.split(['"', '\'']).filter(|text| text.starts_with('/') && !text.starts_with("/>"));
        waiting.extend(named.map(|path| path.replace("&amp;", "&")).filter(|path| path != "/"));
    }
    waiting.sort();
    waiting.dedup();
    assert!(waiting.iter().filter(|path| path.contains("?board=")).count() >= 10, "{waiting:?}");
    let mut seen = Vec::new();
    while let Some(path) = waiting.pop() {
        let (status, text) = answer(&router, get(&path)).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        assert!(
            !text.contains("http://")
                || path.starts_with("/api")
                || !text.replace("http://www.w3.org/", "").contains("http"),
            "{path}"
        );
        seen.push(path);
        let modules = text.split('"').filter(|text| text.starts_with("./") && text.ends_with(".js"));
        let new: Vec<String> = modules
            .map(|name| name[1..].to_owned())
            .filter(|name| !seen.contains(name) && !waiting.contains(name))
            .collect();
        waiting.extend(new);
    }
    assert!(seen.len() >= 22, "{seen:?}");
    let (status, fault) = answer(&router, get("/nothing")).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{fault}");
    let (status, _) = answer(&router, get("/api/solve")).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
}
