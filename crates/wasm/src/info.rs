//! Document information.

use countersign_pdf::{Access, Document};

use crate::error::CoreError;
use crate::shapes::{DocumentInfo, DocumentPermissions, RevisionInfo};

/// Returns pages, version, encryption, permissions and revisions.
pub fn document_info(document: &Document) -> Result<DocumentInfo, CoreError> {
    let (major, minor) = document.version();
    let revisions = document
        .revisions()?
        .iter()
        .map(|revision| RevisionInfo {
            length: revision.end,
        })
        .collect();
    Ok(DocumentInfo {
        pages: document.pages()?,
        version: format!("{major}.{minor}"),
        encrypted: document.is_encrypted(),
        permissions: permissions(document),
        revisions,
        length: document.len(),
    })
}

/// Permissions under the names that the product uses. Everything is permitted in an unencrypted document, or with the
/// owner password.
fn permissions(document: &Document) -> DocumentPermissions {
    let allowed = match document.security() {
        Some(security) if security.access() == Access::User => security.permissions(),
        _ => countersign_pdf::Permissions::ALL,
    };
    DocumentPermissions {
        annots: allowed.annotate,
        assemble_document: allowed.assemble,
        copy: allowed.copy,
        fill_forms: allowed.fill_forms,
        modify_content: allowed.modify,
        print_document: allowed.print,
        print_representation: allowed.print_high,
    }
}
