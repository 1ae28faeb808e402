//! Display names of fields: the alternate field name, which readers show as a tooltip and screen
//! readers announce.

use crate::field::Field;
use crate::tree::{FormField, Widget};
use countersign_pdf::{Dictionary, Objects, PdfError};

/// Key of the alternate field name (ISO 32000-2, 12.7.4.1, table 226; ISO 32000-1, 12.7.3.1, table
/// 220).
pub const KEY: &str = "TU";
/// Key of a link's alternate description (ISO 32000-2, 12.5.2, table 166).
pub const OF_LINK: &str = "Contents";
/// Maximum length of a tooltip, in UTF-16 units. Longer ones are cut at a word boundary.
pub const LONGEST: usize = 256;

/// Placeholders that some software writes instead of a tooltip.
const NOTHING: [&str; 5] = ["undefined", "null", "none", "untitled", "tooltip"];

/// The tooltip of a widget: its own, or else that of its field.
pub fn read(
    objects: &impl Objects,
    field: &FormField,
    widget: &Widget,
) -> Result<Option<String>, PdfError> {
    let own = objects.lookup(&widget.dictionary, KEY.as_bytes())?;
    let own = own.as_string().map(|own| own.to_text());
    let text = own.as_deref().or(field.attributes.tooltip.as_deref());
    Ok(text.and_then(|text| meaning(text, &field.name)))
}

/// The tooltip of a link.
pub fn of_link(objects: &impl Objects, link: &Dictionary) -> Result<Option<String>, PdfError> {
    let text = objects.lookup(link, OF_LINK.as_bytes())?;
    Ok(text
        .as_string()
        .and_then(|text| meaning(&text.to_text(), "")))
}

/// The tooltip to write for a field.
pub fn of(field: &Field) -> Option<&str> {
    let tooltip = field.tooltip.as_deref().map(str::trim);
    tooltip.filter(|tooltip| !tooltip.is_empty())
}

/// The text, if it is meaningful: it has letters, differs from the field's name, and is no
/// placeholder.
fn meaning(text: &str, name: &str) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let partial = name.rsplit('.').next().unwrap_or_default();
    let is_name = [name, partial].contains(&text.as_str());
    let is_nothing = NOTHING.contains(&text.to_lowercase().as_str());
    let says = text.chars().any(char::is_alphabetic) && !is_name && !is_nothing;
    says.then(|| shortened(text))
}

fn shortened(text: String) -> String {
    if text.encode_utf16().count() <= LONGEST {
        return text;
    }
    let mut length = 0;
    let mut end = 0;
    let mut word = 0;
    for (at, character) in text.char_indices() {
        length += character.len_utf16();
        // One unit is reserved for the ellipsis.
        if length >= LONGEST {
            break;
        }
        if character == ' ' {
            word = at;
        }
        end = at + character.len_utf8();
    }
    // Scripts without spaces are cut anywhere.
    let end = if 2 * word > end { word } else { end };
    format!("{}…", text.get(..end).unwrap_or_default().trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tooltip_names_something() {
        assert_eq!(meaning(" Your\n name ", "f1").as_deref(), Some("Your name"));
        for nothing in ["", " ", "undefined", "Text1", "form.Text1", "1.", "NULL"] {
            assert_eq!(meaning(nothing, "form.Text1"), None, "{nothing}");
        }
    }

    #[test]
    fn a_long_tooltip_is_cut_at_a_word() {
        let words = meaning(&"word ".repeat(100), "").unwrap();
        assert!(words.ends_with("word…") && words.len() <= LONGEST + 2);
        let signs = meaning(&"名".repeat(300), "").unwrap();
        assert_eq!(signs.encode_utf16().count(), LONGEST);
        let whole = "名".repeat(LONGEST);
        assert_eq!(meaning(&whole, "").as_ref(), Some(&whole));
    }
}
