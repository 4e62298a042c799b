//! Replacing one folder by another such that a kill at any moment leaves the old one or the new.
//!
//! The new folder is written beside the old one, its manifest first. Then the two are exchanged in one step, files that
//! are not ours move from the old to the new, and the old is kept as a spare or removed: file by file as its manifest lists
//! them, the manifest last, and never a folder that is not empty. So whatever a kill leaves beside the output has a manifest
//! that lists what of it is ours, and the next build removes it in the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::disk::Disk;
use super::manifest::{MANIFEST, Manifest, ManifestFile, is_plain};
use super::paths::OutputPaths;
use super::spare::{Begun, New, Spare};
use super::standing::{Standing, moves};
use super::{Files, PublishError, Terms};

/// The state of the output folder; none when it does not exist or is empty.
///
/// # Errors
/// When the folder is not ours; or, without [`Terms::is_forced`], when it was changed or is an output of the other kind.
pub fn standing(place: &OutputPaths, terms: Terms<'_>) -> Result<Option<Standing>, PublishError> {
    let out = &place.out;
    let Some(manifest) = Manifest::read(out) else {
        return if is_bare(out).map_err(PublishError::io(out))? {
            Ok(None)
        } else {
            Err(PublishError::NotOurs(out.clone()))
        };
    };
    if manifest.has_games() != terms.has_games && !terms.is_forced {
        let out = out.clone();
        return Err(if manifest.has_games() { PublishError::HasGames(out) } else { PublishError::HasWorkshop(out) });
    }
    let found = Standing::compared(out, &manifest).map_err(PublishError::io(out))?;
    if !found.changed.is_empty() && !terms.is_forced {
        return Err(PublishError::Changed(out.clone(), found.changed));
    }
    Ok(Some(found))
}

/// Whether a folder is empty or does not exist.
fn is_bare(folder: &Path) -> io::Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

/// Replaces the output folder.
///
/// # Errors
/// [`PublishError`]; the folder is as it was, or, when the old one could not be removed, complete and new.
pub fn replace(
    disk: &dyn Disk,
    place: &OutputPaths,
    files: &Files,
    terms: Terms<'_>,
    spare: Option<&Spare>,
) -> Result<(), PublishError> {
    replace_once(disk, place, files, terms, spare)?;
    if spare.is_none() || has_all(&place.out, files) {
        return Ok(());
    }
    // Whoever deletes `.makeready` while the spare is taken out of it goes on deleting in its new place. Without its manifest the
    // output would not be known as ours.
    let manifest = place.out.join(MANIFEST);
    if place.out.exists()
        && fs::symlink_metadata(&manifest).is_err()
        && let Some(text) = files.get(MANIFEST)
    {
        disk.write(&manifest, text).map_err(PublishError::io(&manifest))?;
    }
    replace_once(disk, place, files, terms, None)
}

fn replace_once(
    disk: &dyn Disk,
    place: &OutputPaths,
    files: &Files,
    terms: Terms<'_>,
    spare: Option<&Spare>,
) -> Result<(), PublishError> {
    if let Some(path) = files.keys().find(|path| !is_plain(path)) {
        return Err(PublishError::BadPath(path.clone()));
    }
    recover(disk, place)?;
    let found = standing(place, terms)?;
    let same = found.as_ref().map_or_else(BTreeSet::new, |found| same(&place.out, found, files));
    let folders: BTreeSet<&str> =
        files.keys().flat_map(|path| path.match_indices('/').map(|(end, _)| &path[..end])).collect();
    let written = match spare.zip(files.get(MANIFEST)).filter(|_| !same.is_empty()) {
        Some((spare, manifest)) => {
            let new = New { manifest, folders: &folders };
            let begun =
                spare.begin(disk, &place.fresh, &place.out, &same, &new).map_err(PublishError::io(&place.fresh));
            let written = begun.and_then(|begun| write(disk, place, files, &folders, &same, begun));
            match written {
                Ok(()) if has_all(&place.fresh, files) => Ok(()),
                // Somebody deletes `.makeready` just now, and what was taken out of it with it.
                Ok(()) => anew(disk, place, files, &folders, &same),
                Err(error) if error.is_missing() => anew(disk, place, files, &folders, &same),
                failed => failed,
            }
        }
        None => write(disk, place, files, &folders, &same, None),
    };
    let exchanged = written.and_then(|()| exchange(disk, place, found));
    if exchanged.is_err() {
        // The error is reported; what this leaves beside the output is removed by the next build.
        let _ = take_apart(disk, &place.fresh, &place.out);
    }
    let old = exchanged?;
    match spare.filter(|_| fs::symlink_metadata(old).is_ok()) {
        Some(spare) => retire(disk, old, &place.out, spare),
        None => take_apart(disk, old, &place.out),
    }
}

/// Whether each of these files is in a folder.
fn has_all(folder: &Path, files: &Files) -> bool {
    files.par_iter().all(|(path, _)| fs::symlink_metadata(folder.join(path)).is_ok())
}

/// Writes the new folder once more, without a spare.
fn anew(
    disk: &dyn Disk,
    place: &OutputPaths,
    files: &Files,
    folders: &BTreeSet<&str>,
    same: &BTreeSet<&str>,
) -> Result<(), PublishError> {
    match take_apart(disk, &place.fresh, &place.out) {
        // Its manifest was deleted as well. A spare holds nothing that is not ours.
        Err(PublishError::Reserved(_)) => {
            gone(fs::remove_dir_all(&place.fresh)).map_err(PublishError::io(&place.fresh))?;
        }
        cleared => cleared?,
    }
    write(disk, place, files, folders, same, None)
}

/// What is removed may be gone already.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    removed.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Moves files that are not ours from the old folder to the output, and keeps the rest as the spare.
fn retire(disk: &dyn Disk, old: &Path, out: &Path, spare: &Spare) -> Result<(), PublishError> {
    let Some(standing) = left(old)? else { return take_apart(disk, old, out) };
    move_on(disk, old, &standing.foreign, out)?;
    if spare.keep(disk, old) { Ok(()) } else { take_apart(disk, old, out) }
}

/// The files that the output already has as they shall be.
fn same<'f>(out: &Path, found: &Standing, files: &'f Files) -> BTreeSet<&'f str> {
    let (Some(old), Some(new)) = (Manifest::read(out), files.get(MANIFEST).and_then(|text| Manifest::parse(text)))
    else {
        return BTreeSet::new();
    };
    let changed: BTreeSet<&String> = found.changed.iter().collect();
    let ours: BTreeSet<&String> = found.ours.iter().filter(|path| !changed.contains(path)).collect();
    let bytes_of = |file: &ManifestFile| (file.size, file.blake3.clone());
    let old: BTreeMap<&String, _> =
        old.files().iter().filter(|file| ours.contains(&file.path)).map(|file| (&file.path, bytes_of(file))).collect();
    let is_same = |file: &&ManifestFile| old.get(&file.path).is_some_and(|bytes| *bytes == bytes_of(file));
    let same: BTreeSet<String> = new.files().iter().filter(is_same).map(|file| file.path.clone()).collect();
    files.keys().filter(|path| same.contains(*path)).map(String::as_str).collect()
}

/// Writes the new folder: the manifest first, which lists what of it is ours whenever this is interrupted. What is the same as
/// before is not written again: it gets a second name in the new folder.
/// Where a spare is the beginning, it has the manifest, and some of the files.
fn write(
    disk: &dyn Disk,
    place: &OutputPaths,
    files: &Files,
    folders: &BTreeSet<&str>,
    same: &BTreeSet<&str>,
    begun: Option<Begun>,
) -> Result<(), PublishError> {
    let OutputPaths { out, fresh, .. } = place;
    let mut written = Vec::new();
    if begun.is_none() {
        disk.make_folder(fresh).map_err(PublishError::io(fresh))?;
    }
    if let Some(manifest) = files.get(MANIFEST) {
        let path = fresh.join(MANIFEST);
        if begun.is_none() {
            disk.write(&path, manifest).map_err(PublishError::io(&path))?;
        }
        written.push(path);
    }
    let Begun { kept, folders: had, mut touched } = begun.unwrap_or_default();
    let missing: Vec<&str> = folders.iter().copied().filter(|folder| !had.contains(*folder)).collect();
    let make = |folder: &&str| {
        let folder = fresh.join(folder);
        disk.make_folder(&folder).map_err(PublishError::io(&folder))
    };
    by_depth(missing.iter().copied()).into_values().try_for_each(|level| level.par_iter().try_for_each(make))?;
    let is_new = |path: &&String| *path != MANIFEST && !kept.contains(*path);
    let put_in = files.keys().filter(is_new).map(String::as_str).chain(missing.iter().copied());
    touched.extend(put_in.map(around).chain(missing.iter().copied()).map(str::to_owned));
    let put = |(path, bytes): (&String, &Vec<u8>)| -> Result<Option<PathBuf>, PublishError> {
        let to = fresh.join(path);
        let linked = same.contains(path.as_str()).then(|| disk.link(&out.join(path), &to));
        match linked {
            Some(Ok(())) => return Ok(None),
            Some(Err(error)) if error.kind() != io::ErrorKind::Unsupported => return Err(PublishError::io(&to)(error)),
            Some(Err(_)) | None => {}
        }
        disk.write(&to, bytes).map_err(PublishError::io(&to))?;
        Ok(Some(to))
    };
    let put = files.par_iter().filter(|(path, _)| is_new(path)).map(put).collect::<Result<Vec<_>, _>>()?;
    written.extend(put.into_iter().flatten());
    touched.insert(String::new());
    let touched = touched.iter().filter(|folder| folder.is_empty() || folders.contains(folder.as_str()));
    let touched: Vec<PathBuf> = touched.map(|folder| fresh.join(folder)).collect();
    disk.sync(&written, &touched).map_err(PublishError::io(fresh))
}

/// The folder that a path lies in; empty for the outermost.
pub fn around(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Folders by how deep they lie: those of one depth can be made, and removed, side by side.
pub fn by_depth<'f>(folders: impl Iterator<Item = &'f str>) -> BTreeMap<usize, Vec<&'f str>> {
    let mut levels: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for folder in folders {
        levels.entry(folder.matches('/').count()).or_default().push(folder);
    }
    levels
}

/// Exchanges the new folder and the old one, and returns the path of the old one.
fn exchange<'a>(disk: &dyn Disk, place: &'a OutputPaths, found: Option<Standing>) -> Result<&'a Path, PublishError> {
    let OutputPaths { out, fresh, old } = place;
    let fail = PublishError::io(out);
    if !out.exists() {
        return disk.rename(fresh, out).map(|()| fresh.as_path()).map_err(fail);
    }
    let foreign = found.map(|found| found.foreign).unwrap_or_default();
    let moves = moves(out, &foreign, fresh).map_err(&fail)?;
    if !moves.blocked.is_empty() {
        return Err(PublishError::InTheWay(out.clone(), moves.blocked));
    }
    fs::metadata(out).and_then(|found| fs::set_permissions(fresh, found.permissions())).map_err(&fail)?;
    match disk.exchange(fresh, out) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            disk.rename(out, old).map_err(&fail)?;
            if let Err(error) = disk.rename(fresh, out) {
                disk.rename(old, out).map_err(&fail)?;
                return Err(fail(error));
            }
            Ok(old)
        }
        exchanged => exchanged.map(|()| fresh.as_path()).map_err(fail),
    }
}

/// Recovers from a kill in an earlier build.
fn recover(disk: &dyn Disk, place: &OutputPaths) -> Result<(), PublishError> {
    let OutputPaths { out, fresh, old } = place;
    for folder in [old, fresh] {
        if fs::symlink_metadata(folder).is_err() {
            continue;
        }
        // Either the output that was moved away for a moment; or one whose target was removed by hand, before files that
        // are not ours could be moved.
        let is_needed = folder == old || left(folder)?.is_some_and(|standing| !standing.foreign.is_empty());
        if is_needed && is_bare(out).map_err(PublishError::io(out))? {
            if out.exists() {
                disk.remove_folder(out).map_err(PublishError::io(out))?;
            }
            disk.rename(folder, out).map_err(PublishError::io(out))?;
        } else {
            take_apart(disk, folder, out)?;
        }
    }
    Ok(())
}

/// The state of an output that is obsolete or was never finished; none when it is empty, or has only the beginning of a
/// manifest.
fn left(folder: &Path) -> Result<Option<Standing>, PublishError> {
    let fail = PublishError::io(folder);
    let reserved = || PublishError::Reserved(folder.to_path_buf());
    if !fs::symlink_metadata(folder).map_err(&fail)?.is_dir() {
        return Err(reserved());
    }
    if let Some(manifest) = Manifest::read(folder) {
        return Standing::of(folder, &manifest).map(Some).map_err(fail);
    }
    let is_beginning = fs::read_dir(folder).map_err(&fail)?.all(|entry| {
        entry.is_ok_and(|entry| entry.file_name() == MANIFEST && entry.file_type().is_ok_and(|t| t.is_file()))
    });
    if is_beginning { Ok(None) } else { Err(reserved()) }
}

/// Moves files that are not ours from a folder to the output, and removes the rest.
fn take_apart(disk: &dyn Disk, folder: &Path, out: &Path) -> Result<(), PublishError> {
    if fs::symlink_metadata(folder).is_err() {
        return Ok(());
    }
    let fail = PublishError::io(folder);
    if let Some(standing) = left(folder)? {
        move_on(disk, folder, &standing.foreign, out)?;
        let remove = |file: &String| gone(disk.remove_file(&folder.join(file))).map_err(PublishError::io(folder));
        standing.ours.par_iter().try_for_each(remove)?;
        let remove = |inner: &&str| gone(disk.remove_folder(&folder.join(inner))).map_err(PublishError::io(folder));
        let levels = by_depth(standing.folders.iter().map(String::as_str));
        levels.into_values().rev().try_for_each(|level| level.par_iter().try_for_each(remove))?;
    }
    let manifest = folder.join(MANIFEST);
    if fs::symlink_metadata(&manifest).is_ok() {
        gone(disk.remove_file(&manifest)).map_err(&fail)?;
    }
    gone(disk.remove_folder(folder)).map_err(fail)
}

/// Moves files that are not ours to the output.
fn move_on(disk: &dyn Disk, folder: &Path, foreign: &[PathBuf], out: &Path) -> Result<(), PublishError> {
    let fail = PublishError::io(out);
    let moves = moves(folder, foreign, out).map_err(&fail)?;
    if !moves.blocked.is_empty() {
        return Err(PublishError::InTheWay(out.to_path_buf(), moves.blocked));
    }
    for path in &moves.free {
        let around: Vec<&Path> = path.ancestors().skip(1).collect();
        for missing in around.into_iter().rev().map(|around| out.join(around)).filter(|around| !around.exists()) {
            disk.make_folder(&missing).map_err(&fail)?;
        }
        disk.rename(&folder.join(path), &out.join(path)).map_err(&fail)?;
    }
    for inner in &moves.joined {
        disk.remove_folder(&folder.join(inner)).map_err(&fail)?;
    }
    Ok(())
}
