//! Link fields: filling one changes a link annotation, which is not part of the form.
//!
//! Only what the product itself writes is accepted: a link field without a target gets one, and shows
//! the address that it leads to. A link that had a target when the document was signed keeps it.

use countersign_pdf::{Dictionary, Object, ObjectId, PdfError, PdfString};

use super::catalog::differing;
use super::changed::Changed;
use super::{Comparison, Note, NoteKind, Role, change};
use crate::appearance;
use crate::changes::{Change, ChangeKind, ChangeSeverity};

/// Private dictionary of a field of this product (`countersign_forms`).
const PRIVATE: &[u8] = b"CSGN_Field";
/// Its entry with the text of the address, as entered.
const ADDRESS: &[u8] = b"Address";
/// What filling a link field may change.
const FILLED: [&[u8]; 3] = [b"A", b"AP", PRIVATE];
/// Keys that may refer to a link annotation.
const LINK_KEYS: &[&[u8]] = &[b"Annots", b"Obj"];
/// Schemes that cannot run code or open local files.
const SCHEMES: [&str; 4] = ["http://", "https://", "mailto:", "tel:"];

/// A link field that got its target.
struct Filled {
    name: String,
    target: String,
    /// The text that the link must show.
    text: String,
}

impl Comparison<'_> {
    /// Accepts links that were filled. Others stay unexplained.
    pub(super) fn links(&mut self) -> Result<(), PdfError> {
        let changed = self.changed.values().filter_map(|changed| match changed {
            Changed::Modified(id) => Some(*id),
            Changed::Added(_) | Changed::Removed(_) => None,
        });
        let shown = changed.filter(|id| self.shown_on.contains_key(&id.number));
        let links: Vec<ObjectId> = shown
            .filter(|id| !self.new_form.nodes.contains_key(&id.number))
            .collect();
        for id in links {
            self.link(id)?;
        }
        Ok(())
    }

    fn link(&mut self, id: ObjectId) -> Result<(), PdfError> {
        let (before, after) = (self.old.object(id)?, self.new.object(id)?);
        let (Some(before), Some(after)) = (before.as_dictionary(), after.as_dictionary()) else {
            return Ok(());
        };
        let Some(filled) = filled(before, after) else {
            return Ok(());
        };
        let Some(is_sure) = appearance::shows_only(self.new, after, &filled.text) else {
            return Ok(());
        };
        self.explain(id.number, Role::Checked(LINK_KEYS));
        if let Some(appearance) = after.get(b"AP") {
            self.explain_below(id.number, appearance);
        }
        if !is_sure {
            let (field, kind) = (filled.name.clone(), NoteKind::Undetermined);
            self.notes.push(Note { field, kind });
        }
        let (kind, severity) = (ChangeKind::FieldFilled, ChangeSeverity::Allowed);
        self.report(Change {
            field: Some(filled.name),
            page: self.shown_on.get(&id.number).copied(),
            value: Some(short(&filled.target)),
            shown: after.contains(b"AP").then(|| short(&filled.text)),
            ..change(kind, severity, Some(id), "the link was filled")
        });
        Ok(())
    }
}

/// The link field that was filled, if nothing else was changed and its text leads where it says.
fn filled(before: &Dictionary, after: &Dictionary) -> Option<Filled> {
    let (stored, private) = (before.dictionary(PRIVATE)?, after.dictionary(PRIVATE)?);
    let is_link = before.name(b"Subtype") == Some(b"Link") && stored.name(b"Type") == Some(b"Link");
    let is_only_filled = differing(before, after)
        .iter()
        .all(|key| FILLED.contains(&key.as_slice()))
        && differing(stored, private).iter().all(|key| key == ADDRESS);
    if !is_link || !is_only_filled || before.contains(b"A") {
        return None;
    }
    let target = target(after.dictionary(b"A")?)?;
    let text = match private.get(ADDRESS) {
        None => target.clone(),
        Some(text) => text.as_string()?.to_text(),
    };
    let name = after.string(b"NM").map(PdfString::to_text);
    (address(&text)? == target).then(|| Filled {
        name: name.unwrap_or_default(),
        target,
        text,
    })
}

/// The address that an action opens, if it does nothing else.
fn target(action: &Dictionary) -> Option<String> {
    let is_plain = action.iter().all(|(key, value)| match key.as_bytes() {
        b"Type" => value.as_name() == Some(b"Action"),
        b"S" => value.as_name() == Some(b"URI"),
        key => key == b"URI",
    });
    let address = action.get(b"URI").and_then(Object::as_string)?.to_text();
    (is_plain && action.contains(b"S")).then_some(address)
}

/// The address to which a text leads: `https` if it names no scheme. Hosts with letters beyond ASCII
/// are not compared: some look like others.
fn address(text: &str) -> Option<String> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let has_scheme = SCHEMES.iter().any(|scheme| lower.starts_with(scheme));
    let whole = match has_scheme {
        true => text.to_owned(),
        false => format!("https://{text}"),
    };
    let host = whole.split("://").nth(1).unwrap_or_default();
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let is_other = !has_scheme && (lower.contains("://") || host.is_empty());
    (host.is_ascii() && !is_other && !text.contains(char::is_control)).then(|| escaped(&whole))
}

fn short(text: &str) -> String {
    text.chars().take(appearance::MAX_SHOWN).collect()
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte.is_ascii_graphic() {
            true => out.push(char::from(byte)),
            false => out += &format!("%{byte:02X}"),
        }
    }
    out
}
