//! Files that are read by their names.

use std::fs;
use std::process::Command;

use crate::common::{Directory, err, kosolver, out};

/// All commands that read a file: `FILE` stands for it.
const READERS: [&str; 23] = [
    "solve FILE --ko psk",
    "solve 1x2 --ko FILE",
    "solve 1x2 --rules FILE",
    "solve 1x2 --ko psk --guide FILE",
    "solve 1x2 --ko psk --guide FILE --scout 10",
    "solve 1x2 --ko psk --checkpoint FILE --resume",
    "play 1x2 --ko FILE pass",
    "table --boards 1x1..1x2 --ko FILE",
    "verify FILE",
    "verify FILE FILE",
    "cubes solve FILE",
    "rules check FILE",
    "rules show FILE",
    "referee FILE",
    "guide scout 3x3 --score 1 --guide FILE",
    "tablebase probe FILE",
    "tablebase stats FILE",
    "tablebase verify FILE",
    "tablebase survey --file FILE --out OUT",
    "tablebase build 2x2 --ko basic --out t --checkpoint FILE --resume",
    "tablebase build 2x2 --ko basic --out t --hostfile FILE --process 0",
    "conformance --kit FILE -- true",
    "gtp 2x2 --ko FILE",
];

/// A pipe to which nobody writes is not waited for, and a device without an end is not read.
#[test]
fn what_is_no_plain_file_is_not_read() {
    let directory = Directory::new("inputs");
    let out_directory = directory.file("out");
    // A rule is read from what has a path, a cube from what has the ending.
    for name in ["pipe.ko", "pipe.cube"] {
        assert!(Command::new("mkfifo").arg(directory.file(name)).status().unwrap().success());
    }
    std::os::unix::fs::symlink("/dev/zero", directory.file("zero.ko")).unwrap();
    for file in ["pipe.ko", "pipe.cube", "zero.ko"] {
        let file = directory.file(file);
        for reader in READERS.iter().filter(|reader| !reader.contains("--ko FILE") || file.ends_with(".ko")) {
            let words: Vec<&str> = reader.split(' ').collect();
            let arguments: Vec<&str> = words
                .iter()
                .map(|word| match *word {
                    "FILE" => file.as_str(),
                    "OUT" => out_directory.as_str(),
                    word => word,
                })
                .collect();
            refused(&arguments, &file);
        }
    }
}
