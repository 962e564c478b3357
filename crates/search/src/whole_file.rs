use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use kosolver_board::check_target;

/// The directory that a file is in or is to be in.
pub fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if directory != Path::new("") => directory,
        _ => Path::new("."),
    }
}

/// Writes a file under another name, and puts it under its own once all of it is on the disk: what
/// stands under its name is whole at any moment.
///
/// The other name is always the same: a dot, the name of the file, and `.part`. So what a writer that
/// was killed has left behind is gone with the next. Two writers do not get in each other's way: the
/// second is refused.
///
/// # Errors
/// Those of the file system and of [`check_target`]; [`io::ErrorKind::ResourceBusy`] if another writer
/// is at work.
pub fn write_whole(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    check_target(path)?;
    let part = part_of(path)?;
    let mut file = locked(&part, true)?;
    let written = fill_and_rename(&mut file, &part, path, fill);
    if written.is_err() {
        // The first fault is the one to tell.
        let _ = std::fs::remove_file(&part);
    }
    written
}

fn fill_and_rename(
    file: &mut File,
    part: &Path,
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    file.set_len(0)?;
    fill(file)?;
    file.sync_all()?;
    std::fs::rename(part, path)?;
    // Its name too is brought to the disk, where the system lets a directory be: the file is there.
    let _ = File::open(directory_of(path)).and_then(|directory| directory.sync_all());
    Ok(())
}

/// Removes what a writer of this file that was killed has left behind.
///
/// # Errors
/// Those of the file system; [`io::ErrorKind::ResourceBusy`] if a writer is at work.
pub(crate) fn remove_part(path: &Path) -> io::Result<()> {
    let part = part_of(path)?;
    match locked(&part, false) {
        Ok(_file) => std::fs::remove_file(&part),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn part_of(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut part = OsString::from(".");
    part.push(name);
    part.push(".part");
    Ok(directory_of(path).join(part))
}

/// The file under this name, for this program alone.
fn locked(part: &Path, create: bool) -> io::Result<File> {
    loop {
        if let Ok(there) = std::fs::symlink_metadata(part)
            && !there.is_file()
        {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                format!("{} is there and is not a regular file", part.display()),
            ));
        }
        let file = OpenOptions::new().write(true).create(create).truncate(false).open(part)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another program is writing it"));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // Another writer may have put it under its own name since it was opened.
        if is_still(part, &file)? {
            return Ok(file);
        }
    }
}

/// Whether the file that was opened is still the one under this name.
///
/// # Errors
/// Those of the file system.
#[cfg(unix)]
pub fn is_still(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata()?;
    match std::fs::symlink_metadata(path) {
        Ok(there) => Ok((there.dev(), there.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether there is a file under this name; whether it is the one that was opened is not known here.
///
/// # Errors
/// Those of the file system.
#[cfg(not(unix))]
pub fn is_still(path: &Path, _file: &File) -> io::Result<bool> {
    path.try_exists()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_whole_or_as_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        write_whole(&path, |file| file.write_all(b"first")).unwrap();
        let fault = write_whole(&path, |file| {
            file.write_all(b"sec")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(fault.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(names(directory.path()), ["a"]);
    }

    #[test]
    fn what_was_left_behind_is_written_over_or_removed() {
        let directory = tempfile::tempdir().unwrap();
        let (path, part) = (directory.path().join("a"), directory.path().join(".a.part"));
        fs::write(&part, "of a writer that was killed").unwrap();
        write_whole(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(
            (fs::read(&path).unwrap(), names(directory.path())),
            (b"new".to_vec(), vec!["a".to_owned()])
        );
        remove_part(&path).unwrap();
        fs::write(&part, "again").unwrap();
        remove_part(&path).unwrap();
        assert_eq!(names(directory.path()), ["a"]);
    }

    #[test]
    fn the_second_of_two_writers_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a");
        write_whole(&path, |file| {
            let busy = io::ErrorKind::ResourceBusy;
            assert_eq!(write_whole(&path, |_| Ok(())).unwrap_err().kind(), busy);
            assert_eq!(remove_part(&path).unwrap_err().kind(), busy);
            file.write_all(b"of the first")
        })
        .unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"of the first");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_the_part_is_not_followed() {
        let directory = tempfile::tempdir().unwrap();
        let (path, other) = (directory.path().join("a"), directory.path().join("b"));
        fs::write(&other, "of somebody else").unwrap();
        std::os::unix::fs::symlink(&other, directory.path().join(".a.part")).unwrap();
        let fault = write_whole(&path, |file| file.write_all(b"new")).unwrap_err();
        assert!(fault.to_string().contains("not a regular file"), "{fault}");
        assert_eq!(fs::read(&other).unwrap(), b"of somebody else");
    }
}
