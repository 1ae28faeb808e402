//! File structure: checks that the newer revision continues the older one and that the file
//! contains no other bytes.

use std::collections::HashSet;

use countersign_pdf::{Dictionary, Document, Location, Object, ObjectId, PdfError, PdfString};

use super::catalog::differing;
use super::{Comparison, INFORMATION_KEYS, Role, change, forbidden};
use crate::changes::{Change, ChangeKind, ChangeSeverity};

/// Trailer keys that belong to the cross-reference section or differ in every revision. `Info` is
/// checked separately.
const OWN_KEYS: [&[u8]; 11] = [
    b"Size",
    b"Prev",
    b"XRefStm",
    b"Type",
    b"W",
    b"Index",
    b"Filter",
    b"DecodeParms",
    b"Length",
    b"ID",
    b"Info",
];

/// Trailer keys that a writer must keep: readers act upon them.
const REQUIRED_KEYS: [&[u8]; 3] = [b"Root", b"Encrypt", b"AuthCode"];
/// Private keys of LibreOffice. Readers ignore them.
const NOTES: [&[u8]; 2] = [b"AdditionalStreams", b"DocChecksum"];

/// Maximum number of information entries named in a message.
const MAX_ENTRIES: usize = 20;
/// Maximum length of a quoted text, in characters.
const MAX_QUOTED: usize = 100;

/// Checks the chain of revisions and the end of the file.
pub(super) fn check(old: &Document, new: &Document) -> Result<Vec<Change>, PdfError> {
    let mut changes = Vec::new();
    let mut bytes = |message: &str| {
        changes.push(forbidden(ChangeKind::Bytes, None, message));
    };
    if new.is_repaired() && !old.is_repaired() {
        bytes("the cross-reference data of the newer revision is broken");
    }
    if !continues(old, new)? {
        bytes("the chain of revisions does not lead back to the older one");
    }
    if !ends_cleanly(new)? && new.len() > old.len() {
        bytes("bytes after the end of the last revision are no part of it");
    }
    changes.extend(crate::readers::ambiguous_since(old, new)?);
    Ok(changes)
}

/// True if the cross-reference sections of the older file are the first sections of the newer one.
fn continues(old: &Document, new: &Document) -> Result<bool, PdfError> {
    if old.is_repaired() {
        return Ok(true);
    }
    let before: Vec<u64> = old.revisions()?.iter().map(|one| one.xref_offset).collect();
    let after: Vec<u64> = new.revisions()?.iter().map(|one| one.xref_offset).collect();
    let added = after.get(before.len()..).unwrap_or_default();
    Ok(after.starts_with(&before) && added.iter().all(|offset| *offset >= old.len()))
}

/// True if only white space follows the last `%%EOF`.
pub(crate) fn ends_cleanly(document: &Document) -> Result<bool, PdfError> {
    let Some(last) = document.revisions()?.last() else {
        return Ok(false);
    };
    let mut at = last.marker_end;
    while at < document.len() {
        let end = document.len().min(at + 65_536);
        let rest = document.read(at..end)?;
        if !rest
            .iter()
            .all(|byte| matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0c' | b'\r' | b' '))
        {
            return Ok(false);
        }
        at = end;
    }
    Ok(true)
}

impl Comparison<'_> {
    /// Explains object streams and cross-reference streams. The objects in them are compared one by
    /// one.
    pub(super) fn structure_objects(&mut self) {
        let sections: Vec<u64> = match self.new.revisions() {
            Ok(revisions) => revisions.iter().map(|one| one.xref_offset).collect(),
            Err(_) => Vec::new(),
        };
        let of_stream = |id: ObjectId| match self.new.location(id) {
            Some(Location::InStream { stream, .. }) => Some(stream),
            Some(Location::Offset(_) | Location::Free) | None => None,
        };
        let ids = self.new.object_ids().into_iter();
        let holders: HashSet<u32> = ids
            .filter_map(of_stream)
            .filter(|stream| self.is_changed(*stream))
            .collect();
        let numbers: Vec<u32> = self.changed.keys().copied().collect();
        for number in numbers {
            let Some(id) = self.changed.get(&number).map(|one| one.id()) else {
                continue;
            };
            let Ok(object) = self.new.object(id) else {
                continue;
            };
            let Some(stream) = object.as_stream() else {
                continue;
            };
            let is_section = stream.dictionary.is_type(b"XRef")
                && self
                    .new
                    .object_offset(id)
                    .is_some_and(|at| sections.contains(&at));
            let is_holder = stream.dictionary.is_type(b"ObjStm") && holders.contains(&number);
            if is_section || is_holder {
                // Private: no other object may refer to it.
                self.explain(number, Role::Private);
            }
        }
    }

    /// Checks the trailer: only `/Info` may change.
    pub(super) fn trailer(&mut self) -> Result<(), PdfError> {
        let (old, new) = (self.old.trailer(), self.new.trailer());
        let keys = old.iter().chain(new.iter()).map(|(key, _)| key.as_bytes());
        let mut keys: Vec<&[u8]> = keys.filter(|key| !OWN_KEYS.contains(key)).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            // Writers may drop keys they do not know; ISO 32000-2, 7.5.5 lists all keys with a
            // meaning.
            let is_dropped = !new.contains(key) && !REQUIRED_KEYS.contains(&key);
            let is_harmless = is_dropped || NOTES.contains(&key) || self.renews_catalog(key);
            if old.get(key) != new.get(key) && !is_harmless {
                let name = String::from_utf8_lossy(key);
                let message = format!("the entry /{name} of the trailer was changed");
                self.changes
                    .push(forbidden(ChangeKind::Trailer, None, message));
            }
        }
        // The first `/ID` is an input of the encryption key. In unencrypted files it only
        // identifies the file.
        let is_other = first_id(self.old, old) != first_id(self.new, new) && old.contains(b"ID");
        if is_other && (self.old.is_encrypted() || self.new.is_encrypted()) {
            let message = "the identifier of the file was changed";
            self.changes
                .push(forbidden(ChangeKind::Trailer, None, message));
        }
        self.information()
    }

    /// True if this key names a catalog that is a new object; its entries are compared with those of
    /// the old one.
    fn renews_catalog(&self, key: &[u8]) -> bool {
        let root = self.new.trailer().reference(b"Root");
        key == b"Root" && root.is_some_and(|id| self.is_new(id.number))
    }

    fn information(&mut self) -> Result<(), PdfError> {
        let (old, new) = (
            self.old.trailer().get(b"Info"),
            self.new.trailer().get(b"Info"),
        );
        let changed = new
            .and_then(Object::as_reference)
            .filter(|id| self.is_changed(id.number));
        if old == new && changed.is_none() {
            return Ok(());
        }
        if let Some(id) = changed {
            // An existing object of another kind must not become the information dictionary.
            let was_it = old.and_then(Object::as_reference) == Some(id);
            if was_it || self.is_new(id.number) {
                self.explain(id.number, Role::Checked(INFORMATION_KEYS));
                let object = self.new.object(id)?;
                self.explain_below(id.number, &object);
            }
        }
        let message = format!(
            "the information about the document was changed{}",
            self.changed_information(old, new)
        );
        let id = new.and_then(Object::as_reference);
        self.report(change(
            ChangeKind::Metadata,
            ChangeSeverity::Allowed,
            id,
            message,
        ));
        Ok(())
    }
}

impl Comparison<'_> {
    /// Names the changed entries, and quotes the new title: `: /ModDate, /Title "Contract"`.
    fn changed_information(&self, old: Option<&Object>, new: Option<&Object>) -> String {
        let read = |document: &Document, value: Option<&Object>| {
            let value = value.and_then(|it| document.resolve(it).ok());
            let dictionary = value.and_then(|it| it.as_dictionary().cloned());
            dictionary.unwrap_or_default()
        };
        let (old, new) = (read(self.old, old), read(self.new, new));
        let entries = differing(&old, &new).into_iter().map(|key| {
            let name = String::from_utf8_lossy(&key).into_owned();
            let value = self.new.lookup(&new, &key).ok();
            let value = value.and_then(|it| it.as_string().map(PdfString::to_text));
            match value.filter(|_| key == b"Title") {
                Some(title) => format!("/{name} {}", quoted(&title)),
                None => format!("/{name}"),
            }
        });
        let entries: Vec<String> = entries.take(MAX_ENTRIES).collect();
        match entries.is_empty() {
            true => String::new(),
            false => format!(": {}", entries.join(", ")),
        }
    }
}

/// Quotes a text, truncated to `MAX_QUOTED` characters.
pub(super) fn quoted(text: &str) -> String {
    let short: String = text.chars().take(MAX_QUOTED).collect();
    format!("\"{short}\"")
}

fn first_id(document: &Document, trailer: &Dictionary) -> Option<Vec<u8>> {
    let ids = document.lookup(trailer, b"ID").ok()?;
    let first = ids.as_array()?.first()?.as_string()?.as_bytes().to_vec();
    Some(first)
}
