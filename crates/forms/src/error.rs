//! Errors of form fields. Findings are collected: the first one does not hide the rest.

use crate::locks::{Refusal, SignatureRule};
use countersign_codes::CoreErrorCode;
use countersign_pdf::PdfError;
use serde::{Deserialize, Serialize};
use std::fmt;
#[cfg(feature = "ts")]
use tsify::Tsify;
#[cfg(feature = "ts")]
use wasm_bindgen::prelude::*;

/// Problem of a single field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[serde(rename_all = "snake_case")]
pub enum FieldProblem {
    /// The document has no field of this name, or no widget of this ID.
    UnknownField,
    /// The type of the value does not fit the field.
    WrongType,
    /// The text is longer than the field's maximum.
    TextTooLong,
    /// The field has no such option or button.
    UnknownOption,
    /// The image can't be used.
    BadImage,
    /// No available font has glyphs for some characters.
    MissingCharacters,
    /// Not a valid address for a link.
    BadAddress,
    /// The field is signed and can't be changed.
    AlreadySigned,
    /// Two fields have the same ID.
    DuplicateId,
    /// The document has no such page.
    UnknownPage,
    /// The rectangle is outside the page or has no area.
    BadRect,
    /// The color is neither a CSS name nor `#rrggbb`.
    BadColor,
    /// A field for a digital signature must have the type signature.
    NotASignature,
    /// The widget is a direct object and can't be changed on its own.
    DirectWidget,
    /// The text is longer than what the field shows. Nothing is refused.
    TextCut,
    /// The field got another name: its own was taken, or has characters that a name can't have. Nothing is refused.
    NameChanged,
    /// The document is PDF/A, which does not permit hidden or non-printing fields.
    #[serde(rename = "not_in_pdf_a")]
    NotInPdfA,
}

/// A problem and the field it concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct FieldFinding {
    /// Name of the field when merging, ID of the field when placing.
    pub field: String,
    /// The problem.
    pub problem: FieldProblem,
    /// Description for developers.
    pub message: String,
    /// The characters without a glyph, if they are the problem: the caller may retry with other
    /// fonts.
    #[serde(default)]
    pub characters: Option<String>,
    /// The name that the field got instead of its own.
    #[serde(default)]
    pub name: Option<String>,
}

impl FieldFinding {
    /// A finding without characters.
    pub fn new(field: &str, problem: FieldProblem, message: impl Into<String>) -> Self {
        Self {
            field: field.to_owned(),
            problem,
            message: message.into(),
            characters: None,
            name: None,
        }
    }

    /// A finding for a field that got another name.
    pub fn name_changed(id: &str, wish: &str, name: &str) -> Self {
        let message = format!("the field is called {name:?}, not {wish:?}");
        Self {
            name: Some(name.to_owned()),
            ..Self::new(id, FieldProblem::NameChanged, message)
        }
    }

    /// A finding for characters without a glyph.
    pub fn missing_characters(field: &str, characters: String) -> Self {
        let message = format!("no font shows {characters}");
        Self {
            characters: Some(characters),
            ..Self::new(field, FieldProblem::MissingCharacters, message)
        }
    }
}

/// Why fields could not be read, placed or filled.
/// ```
/// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
/// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
/// use countersign_forms::{Field, FieldProblem, MergeOptions, PlaceField, Rect, place};
/// use countersign_pdf::{Document, Update};
/// let document = Document::from_bytes(pdf.to_vec())?;
/// let rect = Rect { x: 10.0, y: 10.0, width: 50.0, height: 20.0 };
/// let field = Field { field_name: "name".into(), page: 7, rect, ..Field::default() };
/// let fields = [PlaceField { field, as_signature: false }];
/// let error = place(&mut Update::new(&document), &fields, &MergeOptions::default()).unwrap_err();
/// assert_eq!(error.code().as_str(), "pdf_place_fields_failed");
/// assert_eq!(error.findings()[0].problem, FieldProblem::UnknownPage);
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum FormsError {
    /// The document can't be read.
    Pdf(PdfError),
    /// The form is dynamic XFA and has no AcroForm fields.
    DynamicForm,
    /// Values do not fit their fields. Nothing was changed.
    Merge(Vec<FieldFinding>),
    /// Fields can't be placed. Nothing was changed.
    Place(Vec<FieldFinding>),
    /// An earlier signature does not permit the change. Nothing was changed.
    Refused(Refusal),
    /// The document's permissions do not allow the change. Nothing was changed.
    NotPermitted,
}

impl FormsError {
    /// The stable error code.
    pub fn code(&self) -> CoreErrorCode {
        match self {
            Self::Pdf(error) => error.code(),
            Self::DynamicForm => CoreErrorCode::PdfDynamicForm,
            Self::Merge(_) => CoreErrorCode::PdfMergeFieldsFailed,
            Self::Place(_) => CoreErrorCode::PdfPlaceFieldsFailed,
            Self::Refused(refusal) => match refusal.rule {
                SignatureRule::DocMdp => CoreErrorCode::PdfCertified,
                SignatureRule::FieldMdp | SignatureRule::Lock => CoreErrorCode::SignFieldLocked,
                SignatureRule::Signature => CoreErrorCode::SignaturesInvalidation,
            },
            Self::NotPermitted => CoreErrorCode::PdfNotPermitted,
        }
    }

    /// The findings; empty for errors without any.
    pub fn findings(&self) -> &[FieldFinding] {
        match self {
            Self::Merge(findings) | Self::Place(findings) => findings,
            _ => &[],
        }
    }

    /// The earlier signature that does not permit the change.
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }
}

impl fmt::Display for FormsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pdf(error) => error.fmt(out),
            Self::DynamicForm => {
                out.write_str("the form is dynamic XFA and has no fields of its own")
            }
            Self::Merge(findings) => {
                list(out, "unable to merge fields into PDF document", findings)
            }
            Self::Place(findings) => list(out, "unable to place fields", findings),
            Self::Refused(refusal) => refusal.fmt(out),
            Self::NotPermitted => out.write_str(
                "the protection of the document allows this only with the owner's password",
            ),
        }
    }
}

fn list(out: &mut fmt::Formatter<'_>, what: &str, findings: &[FieldFinding]) -> fmt::Result {
    write!(out, "{what}: ")?;
    for (index, finding) in findings.iter().enumerate() {
        let separator = if index == 0 { "" } else { "; " };
        write!(out, "{separator}{}: {}", finding.field, finding.message)?;
    }
    Ok(())
}

impl std::error::Error for FormsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Pdf(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Refusal> for FormsError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<PdfError> for FormsError {
    fn from(error: PdfError) -> Self {
        Self::Pdf(error)
    }
}
