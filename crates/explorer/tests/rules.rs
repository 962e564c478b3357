//! Ko rules of one's own, and how many of them one explorer takes. They are counted in the whole process, so
//! this is one test.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use kosolver::study::Files;
use kosolver_explorer::{Limits, router};
use serde_json::{Value, json};
use tower::ServiceExt;

const TEXT: &str = "rule mine\ntitle my rule\nremember made(after) on play\nforbid play if made(after)\n";

async fn ask(router: &Router, path: &str, body: Value) -> (StatusCode, Value) {
    let request = Request::builder().method(Method::POST).uri(path).header("host", "127.0.0.1:8361");
    let request =
        request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap();
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap())
}

/// A game that the rule forbids to go on: Black has made the position before.
fn game(rules: &str) -> Value {
    json!({"board": "1x2", "rules": rules, "moves": ["A1", "B1"]})
}

#[tokio::test]
async fn a_rule_is_read_played_saved_and_there_are_only_so_many() {
    let router = router(Limits { memory: 64 << 20, ..Limits::default() }, &Files::new(), 8361);

    // A text in words, which changes nothing.
    let (status, read) = ask(&router, "/api/rule", json!({"text": TEXT})).await;
    assert_eq!(status, StatusCode::OK);
    let reading = &read["readings"][0];
    assert_eq!((&reading["name"], &reading["title"]), (&json!("mine"), &json!("my rule")));
    assert_eq!(reading["sentence"], "A play is prohibited if a play has made T before.");
    assert_eq!(
        reading["normal_form"],
        "rule mine\nremember made(after) on play\nforbid play if made(after)\n"
    );
    assert!(reading["why_it_ends"][0].as_str().is_some() && read.get("error").is_none());
    let (status, _) = ask(&router, "/api/position", game("mine")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "nobody has played under it");

    // What is wrong, and where.
    let (status, read) = ask(&router, "/api/rule", json!({"text": TEXT.replace("if made", "if maed")})).await;
    assert_eq!((status, &read["readings"]), (StatusCode::OK, &json!([])));
    let error = &read["error"];
    assert_eq!((&error["line"], &error["column"], &error["length"]), (&json!(4), &json!(16), &json!(11)));
    assert!(error["message"].as_str().unwrap().contains("maed"), "{error}");
    let (_, read) = ask(&router, "/api/rule", json!({"text": TEXT.replace("mine", "psk")})).await;
    assert_eq!(
        (&read["error"]["line"], &read["error"]["column"]),
        (&json!(1), &json!(6)),
        "the name is taken"
    );
    let long = |bytes: usize| json!({"text": format!("{TEXT}#{}", "x".repeat(bytes))});
    let (_, read) = ask(&router, "/api/rule", long(64 << 10)).await;
    assert!(read["error"]["message"].as_str().unwrap().contains("65536 bytes"), "{read}");
    let (status, _) = ask(&router, "/api/rule", long(128 << 10)).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);

    // Played, with fields or without.
    for rules in [TEXT.to_owned(), format!("suicide=allowed komi=1\n{TEXT}")] {
        let (status, standing) = ask(&router, "/api/position", game(&rules)).await;
        assert_eq!(status, StatusCode::OK, "{standing}");
        assert_eq!((&standing["rules"]["title"], &standing["legal"]), (&json!("my rule"), &json!(["pass"])));
        let reason = standing["illegal"][0]["reason"].as_str().unwrap();
        assert!(reason.starts_with("black A1 is prohibited by my rule: "), "{reason}");
        assert!(standing["rules"]["rule"].as_str().unwrap().starts_with("rule mine\n"));
    }
    // A game of another text of the same name is another game.
    let other = TEXT.replace("on play", "on start, play");
    let (_, standing) = ask(&router, "/api/position", json!({"board": "2x2", "rules": other})).await;
    let (_, again) = ask(&router, "/api/position", game(TEXT)).await;
    assert_ne!(standing["rules"]["rule"], again["rules"]["rule"]);

    // In the file, and out of it.
    let rules = format!("komi=1\n{TEXT}");
    let tree = json!({"board": "1x2", "rules": rules, "tree": {"moves": ["A1", "B1", "pass"]}});
    let (status, written) = ask(&router, "/api/sgf/write", tree).await;
    let sgf = written["sgf"].as_str().unwrap();
    assert_eq!(status, StatusCode::OK);
    assert!(
        sgf.contains("komi=1; rule mine; remember made(after) on play; forbid play if made(after)]"),
        "{sgf}"
    );
    let (status, read) = ask(&router, "/api/sgf/read", json!({"sgf": sgf})).await;
    assert_eq!((status, &read["tree"]["moves"]), (StatusCode::OK, &json!(["A1", "B1", "pass"])));
    let (_, standing) = ask(&router, "/api/position", game(read["rules"].as_str().unwrap())).await;
    assert_eq!((&standing["rules"]["rule"], &standing["legal"]), (&again["rules"]["rule"], &json!(["pass"])));

    // One after the other, until it is enough.
    let mut number = 0;
    let full = loop {
        number += 1;
        let (status, answer) =
            ask(&router, "/api/position", game(&TEXT.replace("mine", &format!("mine-{number}")))).await;
        if status != StatusCode::OK {
            break (status, answer);
        }
    };
    assert_eq!(
        (full.0, number),
        (StatusCode::TOO_MANY_REQUESTS, 998),
        "met before: two texts, and one without its title"
    );
    assert!(full.1["error"].as_str().unwrap().contains("1000 different ko rules"), "{}", full.1);
    // Rules that were met before, those with names, and questions about texts go on.
    for rules in [TEXT, "psk"] {
        assert_eq!(ask(&router, "/api/position", game(rules)).await.0, StatusCode::OK);
    }
    let (status, read) = ask(&router, "/api/rule", json!({"text": TEXT.replace("mine", "another")})).await;
    assert_eq!((status, &read["readings"][0]["name"]), (StatusCode::OK, &json!("another")));
    let file =
        json!({"sgf": sgf.replace("rule mine", "rule yet-another").replace("ko=mine", "ko=yet-another")});
    // A file whose rules are one more does not.
    assert_eq!(ask(&router, "/api/sgf/read", file).await.0, StatusCode::TOO_MANY_REQUESTS);
}
