use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a file that is read piece by piece and never held whole: a certificate, a tablebase, a
/// checkpoint.
pub const LONGEST_STREAM: u64 = 1 << 43;

/// The most bytes of a result that is held whole, such as a published certificate.
pub const LONGEST_WHOLE: u64 = 1 << 34;

/// The most bytes of a text that somebody writes, as that of a board.
pub const LONGEST_TEXT: u64 = 1 << 28;

/// Opens a plain file of at most so many bytes.
///
/// A pipe is waited for until somebody writes to it, and a device may have no end. So everything that reads
/// a file by its name opens it here. Symbolic links are followed.
///
/// # Errors
/// Those of the file system, and a sentence about what is there and is not read:
/// [`io::ErrorKind::FileTooLarge`] if it is too long.
pub fn open_plain(path: &Path, most: u64) -> io::Result<File> {
    check(&fs::metadata(path)?, most)?;
    let file = File::open(path)?;
    // Another may have been put in its place.
    check(&file.metadata()?, most)?;
    Ok(file)
}

fn check(there: &fs::Metadata, most: u64) -> io::Result<()> {
    let fault = if there.is_dir() {
        "it is a directory".to_owned()
    } else if !there.is_file() {
        "it is not a regular file".to_owned()
    } else if there.len() > most {
        return Err(too_long(most));
    } else {
        return Ok(());
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, fault))
}

fn too_long(most: u64) -> io::Error {
    let fault = format!("it is too long: at most {most} bytes are read");
    io::Error::new(io::ErrorKind::FileTooLarge, fault)
}

/// The bytes of a plain file that has at most so many.
///
/// # Errors
/// Those of [`open_plain`] and of reading.
pub fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // Some files, as those of Linux's /proc, say that they are empty and are not; others grow.
    open_plain(path, most)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_long(most));
    }
    Ok(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    #[test]
    fn only_plain_files_of_some_length_are_read() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::write(path("file"), "12345").unwrap();
        symlink(path("file"), path("link")).unwrap();
        assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
        symlink(path("pipe"), path("link to a pipe")).unwrap();
        let _listener = std::os::unix::net::UnixListener::bind(path("socket")).unwrap();
        for name in ["file", "link"] {
            assert_eq!(read_plain(&path(name), 5).unwrap(), b"12345");
            let fault = read_plain(&path(name), 4).unwrap_err().to_string();
            assert_eq!(fault, "it is too long: at most 4 bytes are read");
        }
        for name in ["pipe", "link to a pipe", "socket", "/dev/zero"] {
            let fault = open_plain(&path(name), 1 << 20).unwrap_err().to_string();
            assert_eq!(fault, "it is not a regular file", "{name}");
        }
        assert_eq!(open_plain(directory.path(), 5).unwrap_err().to_string(), "it is a directory");
        assert_eq!(open_plain(&path("none"), 5).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    /// A file without an end that says it is empty.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_that_grows_is_read_up_to_its_limit() {
        let read = read_plain(Path::new("/proc/self/status"), 100).unwrap_err();
        assert_eq!(read.to_string(), "it is too long: at most 100 bytes are read");
        assert!(!read_plain(Path::new("/proc/self/status"), 1 << 20).unwrap().is_empty());
    }
}
