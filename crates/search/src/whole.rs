use std::fs::File;
use std::io;
use std::path::Path;

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
/// # Errors
/// Those of the file system.
pub fn write_whole(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kosolver-");
    // As those of any new file: the user's mask takes its part away.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(directory_of(path))?;
    fill(file.as_file_mut())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
