//! The revisions of a file, one per incremental update.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::reader::Reader;
use crate::xref::{Xref, XrefKind};

/// How many bytes after a trailer `%%EOF` is searched.
const MAX_TRAILER_LENGTH: u64 = 2048;

/// One revision of a file (ISO 32000-2, 7.5.6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Revision {
    /// Length of the file up to the end of this revision, including `%%EOF` and its line end.
    pub end: u64,
    /// Offset just after `%%EOF`, before its line end.
    pub marker_end: u64,
    /// Offset of its cross-reference section.
    pub xref_offset: u64,
    /// Kind of that section.
    pub kind: XrefKind,
}

/// The revisions, oldest first. The two sections of a linearized file count as one revision.
pub(crate) fn find(reader: &Reader, xref: &Xref) -> Result<Vec<Revision>> {
    let mut revisions: Vec<Revision> = Vec::new();
    for section in xref.sections.iter().rev() {
        let marker_end = marker_end(reader, section.end)?;
        let end = line_end(reader, marker_end)?;
        let newer = Revision {
            end,
            marker_end,
            xref_offset: section.offset,
            kind: section.kind,
        };
        match revisions.last_mut() {
            // In a linearized file, the section of the first page precedes the main one.
            Some(last) if newer.end <= last.end => {
                last.xref_offset = newer.xref_offset;
                last.kind = newer.kind;
            }
            _ => revisions.push(newer),
        }
    }
    Ok(revisions)
}

/// Offset just after the next `%%EOF`.
pub(crate) fn marker_end(reader: &Reader, after: u64) -> Result<u64> {
    let window = reader.window(after, MAX_TRAILER_LENGTH)?;
    let bytes = window
        .get(..window.len().min(MAX_TRAILER_LENGTH as usize))
        .unwrap_or_default();
    Ok(memchr::memmem::find(bytes, b"%%EOF").map_or(after, |at| after + at as u64 + 5))
}

fn line_end(reader: &Reader, position: u64) -> Result<u64> {
    let window = reader.window(position, 2)?;
    Ok(position
        + match window.get(..window.len().min(2)).unwrap_or_default() {
            b"\r\n" => 2,
            [b'\n' | b'\r', ..] => 1,
            _ => 0,
        })
}
