//! Files that are read by their names.

use std::fs::File;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Directory, command, err};

/// All commands that read a file: `FILE` stands for it, and `OUT` for what would be written.
const READERS: [&str; 24] = [
    "solve FILE --ko psk",
    "solve 1x2 --ko FILE",
    "solve 1x2 --rules FILE",
    "solve 1x2 --ko psk --guide FILE",
    "solve 1x2 --ko psk --guide FILE --scout 10",
    "solve 1x2 --ko psk --checkpoint FILE --resume",
    "play 1x2 --ko FILE pass",
    "table --boards 1x1..1x2 --ko FILE",
    "compare 1x2 --ko psk,FILE",
    "verify FILE",
    "verify FILE FILE",
    "cubes solve FILE",
    "rules check FILE",
    "rules show FILE",
    "referee FILE",
    "guide scout 3x3 --score 1 --guide FILE --out OUT",
    "tablebase probe FILE",
    "tablebase stats FILE",
    "tablebase verify FILE",
    "tablebase survey --file FILE --out OUT",
    "tablebase build 2x2 --ko basic --out OUT --checkpoint FILE --resume",
    "tablebase build 2x2 --ko basic --out OUT --hostfile FILE --process 0",
    "conformance --gtp true --kit FILE",
    "gtp 2x2 --ko FILE",
];

/// A pipe to which nobody writes is not waited for, a device without an end is not read, and neither is what is
/// longer than any such file.
#[test]
fn what_is_no_plain_file_is_not_read() {
    let directory = Directory::new("inputs");
    let made = Command::new("mkfifo").arg(directory.file("pipe.ko")).status().expect("it starts");
    assert!(made.success());
    symlink("/dev/zero", directory.file("zero.ko")).expect("it can be made");
    std::fs::create_dir(directory.file("folder.ko")).expect("it can be made");
    // Nothing is in it, and it takes no room.
    let long = File::create(directory.file("long.ko")).expect("it can be made");
    long.set_len(1 << 43).expect("it can be long");
    for (number, reader) in READERS.iter().enumerate() {
        for name in ["pipe.ko", "zero.ko", "folder.ko", "long.ko"] {
            let file = directory.file(name);
            let line =
                reader.replace("FILE", &file).replace("OUT", &directory.file(&format!("out-{number}")));
            refused(&line, name);
        }
    }
}

/// Nor is a pipe waited for that has the name of a lock.
#[test]
fn a_pipe_in_the_place_of_a_lock_is_not_waited_for() {
    let directory = Directory::new("lock");
    let lock = directory.file(".kosolver.lock");
    let made = Command::new("mkfifo").arg(&lock).status().expect("it starts");
    assert!(made.success());
    let table = format!("table --boards 1x1..1x2 --ko psk --out {}", directory.path());
    refused(&table, "cannot be locked: it exists and is not a regular file");
}

/// It ends soon, with one sentence about the file.
fn refused(line: &str, name: &str) {
    let arguments: Vec<&str> = line.split(' ').collect();
    let mut child = command(&arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let until = Instant::now() + Duration::from_secs(60);
    while child.try_wait().expect("it can be waited for").is_none() {
        if Instant::now() > until {
            child.kill().expect("it can be ended");
            panic!("{line} waits or reads for ever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let done = child.wait_with_output().expect("it has ended");
    let said = err(&done);
    println!("{line}\n    {said}");
    // Whoever verifies what is too long reads its first bytes, and then it does not hold.
    let code = if name == "long.ko" && line.contains("verify") { 1..=2 } else { 2..=2 };
    assert!(done.status.code().is_some_and(|said| code.contains(&said)), "{line}: {said}");
    assert_eq!(said.lines().count(), 1, "{line}: {said}");
    // What is long may be refused for its first bytes.
    assert!(said.contains(name) || name == "long.ko", "{line}: {said}");
}
