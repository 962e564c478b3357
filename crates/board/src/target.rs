use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// Checks that a file may be written under a name: nothing is there, or a regular file that may be
/// written.
///
/// Who writes a file whole puts another in its place. A device, a pipe or a link would be gone then, and
/// what is read-only would change all the same. So everything that writes files asks this first.
///
/// # Errors
/// Those of the file system, and a sentence about what is there and why it stays.
pub fn check_target(path: &Path) -> io::Result<()> {
    let there = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        there => there?,
    };
    let refused = |kind, why| Err(io::Error::new(kind, why));
    if there.is_symlink() {
        return refused(io::ErrorKind::AlreadyExists, "it is a symbolic link: name the file itself");
    }
    if !there.is_file() {
        return refused(io::ErrorKind::AlreadyExists, "it exists and is not a regular file");
    }
    if there.permissions().readonly() {
        return refused(io::ErrorKind::PermissionDenied, "it is read-only");
    }
    // Some may be written by others alone.
    OpenOptions::new().write(true).open(path).map(drop)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    #[test]
    fn only_regular_files_that_may_be_written_are_targets() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        for name in ["file", "read-only"] {
            fs::write(path(name), name).unwrap();
        }
        let mut permissions = fs::metadata(path("read-only")).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(path("read-only"), permissions).unwrap();
        fs::create_dir(path("directory")).unwrap();
        symlink(path("file"), path("link")).unwrap();
        symlink(path("nowhere"), path("link to nothing")).unwrap();
        assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
        for name in ["file", "new"] {
            check_target(&path(name)).unwrap();
        }
        assert!(!path("new").exists());
        for (name, why) in [
            ("read-only", "it is read-only"),
            ("directory", "it exists and is not a regular file"),
            ("pipe", "it exists and is not a regular file"),
            ("/dev/null", "it exists and is not a regular file"),
            ("link", "it is a symbolic link: name the file itself"),
            ("link to nothing", "it is a symbolic link: name the file itself"),
            ("/dev/stdout", "it is a symbolic link: name the file itself"),
        ] {
            assert_eq!(check_target(&path(name)).unwrap_err().to_string(), why, "{name}");
        }
        assert_eq!(fs::read(path("file")).unwrap(), b"file");
    }
}
