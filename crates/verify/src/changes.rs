//! Changes between two revisions: shapes that leave the core.

use serde::{Deserialize, Serialize};

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum ChangeKind {
    /// A field has another value or appearance.
    FieldFilled,
    /// A signature field is signed.
    SignatureAdded,
    /// A field is new.
    FieldAdded,
    /// A field, or how it is shown or behaves, was changed in another way than by filling.
    FieldChanged,
    /// An annotation was added, removed or changed.
    Annotation,
    /// What is drawn on a page.
    Content,
    /// A page, or the tree of pages.
    Page,
    /// An entry of the catalog.
    Catalog,
    /// Material to check signatures later.
    Dss,
    /// Information about the document.
    Metadata,
    /// The trailer.
    Trailer,
    /// Bytes that are no part of any revision, or the structure of the file.
    Bytes,
    /// What the form keeps for its fields: fonts that were added.
    Resources,
    /// How a revision is written: readers may find other objects in it than this one does.
    Ambiguity,
    /// Anything else.
    Other,
}

/// How a change is to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum ChangeSeverity {
    /// What forms and signatures are for.
    Allowed,
    /// Legal, and able to mislead.
    Suspicious,
    /// Changes what was signed, or can't be explained.
    Forbidden,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Change {
    /// What it is about.
    pub kind: ChangeKind,
    /// How it is to be taken.
    pub severity: ChangeSeverity,
    /// The object, as `12 0 R`.
    pub object: Option<String>,
    /// Name of the field.
    pub field: Option<String>,
    /// Page, from 1.
    pub page: Option<u32>,
    /// What happened, in English, for experts.
    pub message: String,
    /// Of a filled field: its value; absent where it is no text or a password. At most 500 characters, and of the first
    /// 250 fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Of a filled field: the text that its first widget shows, or the state of its button; absent where that
    /// can't be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// Everything that changed between two revisions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Changes {
    /// One by one.
    pub changes: Vec<Change>,
    /// True when every change is allowed.
    pub acceptable: bool,
    /// Names of the fields with another value or appearance, signed ones not among them.
    pub filled_fields: Vec<String>,
    /// Names of the fields that got a signature.
    pub signed_fields: Vec<String>,
    /// Names of new fields.
    pub added_fields: Vec<String>,
}

impl Changes {
    pub(crate) fn new(mut changes: Vec<Change>) -> Self {
        changes.sort_by_key(|change| std::cmp::Reverse(change.severity));
        let names = |kind: ChangeKind| {
            let mut names: Vec<String> = changes
                .iter()
                .filter(|change| change.kind == kind)
                .filter_map(|change| change.field.clone())
                .collect();
            names.sort();
            names.dedup();
            names
        };
        let signed_fields = names(ChangeKind::SignatureAdded);
        let mut filled_fields = names(ChangeKind::FieldFilled);
        filled_fields.retain(|name| !signed_fields.contains(name));
        Self {
            acceptable: changes
                .iter()
                .all(|change| change.severity == ChangeSeverity::Allowed),
            filled_fields,
            signed_fields,
            added_fields: names(ChangeKind::FieldAdded),
            changes,
        }
    }
}
