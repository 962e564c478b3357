//! Files that are read by their names.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use crate::common::{Directory, err, kosolver, names, out};

/// All that reads a file by its name: `FILE` stands for it, `DIR` for a directory.
const READERS: [&str; 28] = [
    "solve FILE --ko psk",
    "solve 1x2 --ko FILE",
    "solve 1x2 --rules FILE",
    "solve 3x3 --ko psk --guide FILE",
    "solve 3x3 --ko psk --guide FILE --scout 10",
    "solve 1x2 --ko psk --checkpoint FILE",
    "table --boards 1x1..1x2 --ko FILE",
    "compare 1x2 --ko psk,FILE",
    "play 1x2 pass --ko FILE",
    "verify FILE",
    "verify FILE FILE",
    "cubes split 3x3 --ko psk --nodes 100 --out DIR --guide FILE",
    "cubes solve FILE",
    "rules check FILE",
    "rules show FILE",
    "referee FILE",
    "guide scout 3x3 --score 1 --guide FILE --out DIR/t",
    "tablebase probe FILE --position ./.",
    "tablebase stats FILE",
    "tablebase verify FILE",
    "publish --tablebase FILE --out DIR",
    "tablebase build 1x2 --ko basic --out DIR/t --hostfile FILE --process 0",
    "conformance --gtp true --kit FILE",
    "gtp 2x2 --ko FILE",
    "ko FILE --position ./.",
    "count FILE",
    "explore FILE",
    "players FILE",
];

/// All that reads files of a directory by names that it knows: the command, `DIR` for the directory, and a name.
const DIRECTORIES: [(&str, &str); 7] = [
    ("publish --only kee/1x1/psk --out DIR", "manifest.json"),
    ("publish --only kee/1x1/psk --out DIR", ".kosolver.lock"),
    ("tablebase build 1x2 --ko basic --out DIR/t --checkpoint DIR", "manifest"),
    ("explore --checker DIR", "Spec.v"),
    ("cubes join DIR", "cubes.json"),
    ("cubes join DIR", "CUBE.kcert"),
    ("cubes solve DIR/CUBE.cube", "CUBE.checkpoint"),
];

/// What is said of a file that is not read, by its kind.
const FAULTS: [(&str, &[&str]); 4] = [
    ("pipe", &["is not a regular file"]),
    // What is also written is refused as a target.
    ("device", &["is not a regular file", "it is a symbolic link"]),
    ("directory", &["is a directory", "is not a regular file"]),
    // What a guide has learned is held in memory.
    ("long", &["does not fit into the memory", "is too long"]),
];

/// Makes a file that is not to be read. Who reads a pipe all the same finds it empty, and does not wait.
fn make(path: &str, kind: &str) {
    match kind {
        "pipe" => {
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
            let path = path.to_owned();
            std::thread::spawn(move || while OpenOptions::new().write(true).open(&path).is_ok() {});
        }
        "device" => symlink("/dev/zero", path).unwrap(),
        "directory" => fs::create_dir(path).unwrap(),
        // Longer than any that is read, and it takes no room.
        _ => File::create(path).unwrap().set_len((1 << 43) + 1).unwrap(),
    }
}

/// A command is refused in one line that names the file and what it is. It has 4 GiB of address space: a file
/// without an end ends the program, and not the machine.
fn refused(words: &str, file: &str, faults: &[&str]) {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 4194304; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_kosolver")]);
    let output = shell.args(words.split(' ')).stdin(Stdio::null()).output().unwrap();
    let said = err(&output);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{words}: {said}");
    assert_eq!(said.lines().count(), 1, "{words}: {said}");
    assert!(said.contains(file) && faults.iter().any(|fault| said.contains(fault)), "{words}: {said}");
}

/// A pipe to which nobody writes is not waited for, a device without an end is not read, and no file is longer
/// than what is read of it.
#[test]
fn what_is_no_plain_file_is_not_read() {
    let directory = Directory::new("inputs");
    for (kind, faults) in FAULTS {
        // A rule is read from what has this ending.
        let file = directory.file(&format!("{kind}.ko"));
        make(&file, kind);
        for (number, reader) in READERS.iter().enumerate() {
            let own = directory.file(&format!("{kind}-{number}"));
            fs::create_dir(&own).unwrap();
            refused(&reader.replace("FILE", &file).replace("DIR", &own), &file, faults);
        }
    }
}

/// The same of files that nobody names, and that are there under a name that is known.
#[test]
fn what_is_no_plain_file_in_a_directory_is_not_read() {
    let directory = Directory::new("inputs-known");
    let cubes = directory.file("cubes");
    assert!(
        kosolver(&["cubes", "split", "2x3", "--ko", "psk", "--nodes", "20", "--out", &cubes])
            .status
            .success()
    );
    let cube =
        names(cubes.as_ref()).into_iter().find_map(|name| Some(name.strip_suffix(".cube")?.to_owned()));
    let cube = cube.expect("a cube");
    for (number, (words, name)) in DIRECTORIES.iter().enumerate() {
        for (kind, faults) in FAULTS {
            // These are not read, or the work begins anew.
            if kind == "long" && (name.starts_with('.') || name.ends_with(".checkpoint")) {
                continue;
            }
            let own = directory.file(&format!("{kind}-{number}"));
            let name = name.replace("CUBE", &cube);
            fs::create_dir_all(format!("{own}/studies")).unwrap();
            if words.starts_with("cubes") {
                for file in names(cubes.as_ref()) {
                    fs::copy(format!("{cubes}/{file}"), format!("{own}/{file}")).unwrap();
                }
            }
            let file = format!("{own}/{name}");
            let _ = fs::remove_file(&file);
            make(&file, kind);
            refused(&words.replace("DIR", &own).replace("CUBE", &cube), &file, faults);
        }
    }
}
