//! Changes of bytes, frames and numbers.

use std::process::Command;
use std::time::{Duration, Instant};

use kosolver_checker::Error;

use super::some;
use crate::model::{self, FIXTURES, assemble, bytes, compress, load};

use crate::verdict::verify;

#[test]
fn a_file_cut_short_is_rejected() {
    for (name, ..) in FIXTURES {
        let file = bytes(name);
        let lengths = if file.len() < 1400 { file.len() } else { 400 };
        for length in some((0..file.len()).collect(), lengths).chain(file.len() - 20..file.len()) {
            let result = verify(&file[..length]);
            assert!(result.is_err(), "{name}: {length} of {} bytes: {result:?}", file.len());
        }
    }
}

/// Whatever byte is changed, and how: rejected, or (unused bits of the frame's head) the same
/// thing is proved.
#[test]
fn a_changed_byte_changes_nothing_that_is_proved() {
    for name in ["psk-1x2", "suicide-1x3", "kee-passer-sum-1x2"] {
        let file = bytes(name);
        let start = model::body_start(&file);
        let proved = verify(&file[..]).unwrap();
        for place in 0..file.len() {
            for change in 1..=255u8 {
                let mut changed = file.clone();
                changed[place] ^= change;
                if let Ok(verified) = verify(&changed[..]) {
                    assert_eq!(verified, proved, "{name} byte {place} ^ {change}");
                    assert!(place >= start + 4, "{name} byte {place} ^ {change}: {verified}");
                }
            }
        }
    }
}

#[test]
fn nothing_follows_the_frame() {
    for name in ["psk-1x2", "basic-2x2", "kee-2x2"] {
        let file = bytes(name);
        for more in [
            &b"\0"[..],
            b"\n",
            b"garbage",
            &[0xff; 100],
            &compress(b""),
            &compress(b"\0"),
            &file[model::body_start(&file)..],
            &file,
            // A skippable frame.
            &[0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0],
        ] {
            let error = verify(&[&file, more].concat()[..]).unwrap_err();
            assert_eq!(
                error.to_string(),
                "the value is not proved: something follows the compressed part",
                "{name}"
            );
        }
    }
}

#[test]
fn the_frame_is_one_and_whole() {
    let certificate = load("psk-2x2");
    let (header, content) = (certificate.header.text(), certificate.content());
    // In two frames.
    for cut in [0, 1, content.len() / 2, content.len()] {
        let two = [header.as_bytes(), &compress(&content[..cut]), &compress(&content[cut..])].concat();
        assert!(verify(&two[..]).is_err(), "{cut}");
    }
    // Content cut short or too long.
    for cut in 0..content.len() {
        assert!(verify(&assemble(&header, &content[..cut])[..]).is_err(), "{cut}");
    }
    for more in [&b"\0"[..], b"\x01", &content] {
        let error = verify(&assemble(&header, &[&content, more].concat())[..]).unwrap_err();
        assert_eq!(error.to_string(), "the value is not proved: something follows the end");
    }
    // No frame, raw content, a wrong magic number.
    for body in [&b""[..], &content, b"\x28\xb5\x2f\xfe", b"(\xb5/\xfd"] {
        assert!(matches!(verify(&[header.as_bytes(), body].concat()[..]), Err(Error::Kinds(_))));
    }
    // A wrong checksum.
    let mut file = certificate.encode();
    *file.last_mut().unwrap() ^= 1;
    assert!(verify(&file[..]).is_err());
}

/// The most memory this process has had, in kilobytes, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Every number of the body made absurd: rejected at once, and no memory is taken for it.
#[test]
fn absurd_numbers_are_rejected_at_once() {
    // In a process of its own: what other tests take is not counted.
    const ALONE: &str = "KOSOLVER_TEST_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let mut own = Command::new(std::env::current_exe().unwrap());
        own.args(["--exact", "mutations::encoding::absurd_numbers_are_rejected_at_once"]).env(ALONE, "");
        let output = own.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let before = peak();
    for name in
        ["psk-1x2", "none-1x3", "kee-cycle-1x2", "kee-passer-sum-cycle-1x3", "fixed-1x4", "basic-fixed-1x4"]
    {
        let certificate = load(name);
        let header = certificate.header.text();
        let tokens = certificate.tokens();
        for place in 0..tokens.len() {
            for absurd in [
                u64::MAX,
                u64::MAX - 1,
                1 << 63,
                i64::MAX as u64,
                1 << 40,
                u64::from(u32::MAX),
                (1 << 16) - 1,
            ] {
                let mut changed = tokens.clone();
                changed[place].value = absurd;
                let clock = Instant::now();
                let result = verify(&assemble(&header, &model::content(&changed))[..]);
                assert!(clock.elapsed() < Duration::from_secs(2), "{name} {:?}", tokens[place]);
                let Ok(verified) = result else { continue };
                // A threshold that is no harder; a condition that is met under another name too; a group that
                // nobody names.
                let harmless = match tokens[place].field {
                    "numerator" | "denominator" | "sum" | "index" => absurd < 1 << 16,
                    "position" | "to" | "group" => true,
                    _ => false,
                };
                assert!(harmless, "{name}: number {place}, {:?} to {absurd}: {verified}", tokens[place]);
                assert_eq!(verified.value.to_string(), certificate.header.value);
            }
        }
    }
    if let (Some(before), Some(after)) = (before, peak()) {
        assert!(after < before + 200_000, "{before} kB, then {after} kB");
    }
}

#[test]
fn a_list_takes_no_more_than_what_is_there() {
    let certificate = load("psk-1x2");
    let tokens = certificate.tokens();
    for (field, why) in [("facts", "a fact is listed twice"), ("B", "is no number of a fact")] {
        let list = tokens.iter().position(|token| token.field == field && token.value > 0).unwrap();
        for length in [u64::MAX, 1 << 40] {
            let mut content = model::content(&tokens[..list]);
            model::leb128(length, &mut content);
            // A fact, and the same again and again.
            content.extend(model::content(&tokens[list + 1..list + 9]));
            content.extend(vec![0; 1000]);
            let clock = Instant::now();
            let error = verify(&assemble(&certificate.header.text(), &content)[..]).unwrap_err();
            assert!(error.to_string().ends_with(why), "{error}");
            assert!(clock.elapsed() < Duration::from_secs(2));
        }
    }
}

#[test]
fn numbers_have_at_most_64_bits() {
    let certificate = load("psk-1x2");
    let header = certificate.header.text();
    for (number, fault) in [
        (vec![0xff; 11], "a number has more than 64 bits"),
        ([&[0xff; 9][..], &[2]].concat(), "a number has more than 64 bits"),
        ([&[0xff; 9][..], &[0x81]].concat(), "a number has more than 64 bits"),
        ([&[0xff; 9][..], &[1]].concat(), "18446744073709551615 is no number of kinds"),
    ] {
        match verify(&assemble(&header, &number)[..]) {
            Err(Error::Kinds(why)) => assert_eq!(why, fault),
            other => panic!("{other:?}"),
        }
    }
    // The frame ends within a number.
    assert!(matches!(verify(&assemble(&header, &[0xff])[..]), Err(Error::Kinds(_))));
}
