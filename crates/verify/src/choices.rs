//! Options of a choice field (ISO 32000-2, table 234, `/Opt`).

use countersign_pdf::{Document, Object, PdfString};

/// One option: export value and display text.
pub(crate) struct Choice {
    pub(crate) export: String,
    pub(crate) line: String,
}

impl Choice {
    /// Reads a text string, or an array of export value and display text. `None` for anything else.
    pub(crate) fn read(document: &Document, option: &Object) -> Option<Self> {
        let text = |object: &Object| {
            let object = document.resolve(object).ok()?;
            object.as_string().map(PdfString::to_text)
        };
        let option = document.resolve(option).ok()?;
        match option.as_array() {
            Some([export, line]) => Some(Self {
                export: text(export)?,
                line: text(line)?,
            }),
            _ => text(&option).map(|line| Self {
                export: line.clone(),
                line,
            }),
        }
    }
}
