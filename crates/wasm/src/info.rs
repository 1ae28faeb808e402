//! What a document tells of itself.

use countersign_pdf::{Document, Permissions as PdfPermissions};

use crate::error::CoreError;
use crate::shapes::{DocumentInfo, Permissions, RevisionInfo};

/// Pages, version, encryption, permissions, revisions.
pub fn document_info(document: &Document) -> Result<DocumentInfo, CoreError> {
    let (major, minor) = document.version();
    let revisions = document.revisions()?.iter().map(|revision| RevisionInfo { length: revision.end }).collect();
    Ok(DocumentInfo {
        pages: document.pages()?,
        version: format!("{major}.{minor}"),
        encrypted: document.is_encrypted(),
        permissions: permissions(document),
        revisions,
        length: document.len(),
    })
}
