//! Changes between two revisions: the types of the public API.

use serde::{Deserialize, Serialize};

/// What was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum ChangeKind {
    /// A field got another value or appearance.
    FieldFilled,
    /// A signature field was signed.
    SignatureAdded,
    /// A field was added.
    FieldAdded,
    /// A field or widget was changed in another way than by filling.
    FieldChanged,
    /// An annotation was added, removed or changed.
    Annotation,
    /// The content or resources of a page.
    Content,
    /// A page or the page tree.
    Page,
    /// An entry of the catalog.
    Catalog,
    /// Validation material: the document security store (DSS).
    Dss,
    /// Document metadata: `/Info` or XMP.
    Metadata,
    /// The trailer.
    Trailer,
    /// Bytes outside any revision, or the file structure.
    Bytes,
    /// Resources of the form (`/DR`), such as added fonts.
    Resources,
    /// Ambiguous syntax in a revision: other readers may find other objects in it.
    Ambiguity,
    /// An object was added that belongs to none of the above.
    ObjectAdded,
    /// An object was changed that belongs to none of the above.
    ObjectChanged,
    /// An object was deleted or replaced that belongs to none of the above.
    ObjectRemoved,
    /// Anything else.
    Other,
}

/// How serious a change is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum ChangeSeverity {
    /// A change that forms and signatures permit.
    Allowed,
    /// Permitted by the standard, but able to mislead.
    Suspicious,
    /// Changes signed content, or has no explanation.
    Forbidden,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Change {
    /// What was changed.
    pub kind: ChangeKind,
    /// How serious the change is.
    pub severity: ChangeSeverity,
    /// The object, as `12 0 R`.
    pub object: Option<String>,
    /// Fully qualified name of the field.
    pub field: Option<String>,
    /// Page number, from 1.
    pub page: Option<u32>,
    /// Description in English, for experts.
    pub message: String,
    /// For a filled field: its value. Absent for passwords and values without a text form. At most
    /// 500 characters; only for the first 250 fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// For a filled field: the text that its first widget shows, or the appearance state of a button.
    /// Absent if it can't be determined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// All changes between two revisions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Changes {
    /// The changes, most severe first.
    pub changes: Vec<Change>,
    /// True if every change is allowed.
    pub acceptable: bool,
    /// Names of the fields that got another value or appearance, without the signed ones.
    pub filled_fields: Vec<String>,
    /// Names of the fields that were signed.
    pub signed_fields: Vec<String>,
    /// Names of the added fields.
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
