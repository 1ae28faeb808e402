//! The scripts of fields: which they are, told without running them. Those that only call a well-known function are
//! recognised with its arguments.

use crate::script::script_text;
use crate::tree::{Form, FormField};
use countersign_pdf::{Dictionary, Document, PdfError};
use serde::{Deserialize, Serialize};

/// Functions of the form scripts that programs write for the choices in their dialogs.
const KNOWN: [&str; 16] = [
    "AFNumber_Format",
    "AFNumber_Keystroke",
    "AFPercent_Format",
    "AFPercent_Keystroke",
    "AFDate_Format",
    "AFDate_FormatEx",
    "AFDate_Keystroke",
    "AFDate_KeystrokeEx",
    "AFTime_Format",
    "AFTime_FormatEx",
    "AFTime_Keystroke",
    "AFSpecial_Format",
    "AFSpecial_Keystroke",
    "AFSpecial_KeystrokeEx",
    "AFRange_Validate",
    CALCULATE,
];
const CALCULATE: &str = "AFSimple_Calculate";
/// Maximum length of a script that is looked at.
const LONGEST: usize = 65_536;

/// When a script runs (ISO 32000-2, table 199).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum ScriptEvent {
    /// While somebody types (`/K`).
    Keystroke,
    /// Before the value is shown (`/F`).
    Format,
    /// When the value was changed (`/V`).
    Validate,
    /// When another field was changed (`/C`).
    Calculate,
}

/// A script of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null))]
pub struct FieldScript {
    /// Name of the field.
    pub field: String,
    /// When it runs.
    pub event: ScriptEvent,
    /// The well-known function that is all that it calls, such as `AFNumber_Format`; `None` for a program.
    pub function: Option<String>,
    /// The arguments of that function, lists in one with the others.
    pub arguments: Vec<String>,
}

/// The scripts of all fields, in the order of the form.
///
/// # Errors
/// [`PdfError`] if the document can't be read.
/// ```
/// use countersign_pdf::Document;
/// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>endobj\n\
/// #   2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
/// #   3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R]>>endobj\n\
/// #   4 0 obj<</Subtype/Widget/FT/Tx/T(total)/Rect[20 60 120 80]/AA<</C<</S/JavaScript/JS\
/// #   (AFSimple_Calculate\\(\"SUM\", new Array\\(\"a\", \"b\"\\)\\);)>>>>>>endobj\ntrailer<</Root 1 0 R>>";
/// let scripts = countersign_forms::scripts(&Document::from_bytes(pdf.to_vec())?)?;
/// assert_eq!(scripts[0].function.as_deref(), Some("AFSimple_Calculate"));
/// assert_eq!(scripts[0].arguments, ["SUM", "a", "b"]);
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn scripts(document: &Document) -> Result<Vec<FieldScript>, PdfError> {
    let form = Form::read(document, &document.catalog()?)?;
    let mut found = Vec::new();
    for field in &form.fields {
        for (key, event) in [
            (b"K", ScriptEvent::Keystroke),
            (b"F", ScriptEvent::Format),
            (b"V", ScriptEvent::Validate),
            (b"C", ScriptEvent::Calculate),
        ] {
            found.extend(script_of(document, field, key, event)?);
        }
    }
    Ok(found)
}

/// The script of the field itself, or else of the first widget that has one.
fn script_of(
    document: &Document,
    field: &FormField,
    key: &[u8],
    event: ScriptEvent,
) -> Result<Option<FieldScript>, PdfError> {
    let own = match field.id {
        Some(id) => document.object(id)?.as_dictionary().cloned(),
        None => None,
    };
    let widgets = field.widgets.iter().map(|widget| &widget.dictionary);
    for holder in own.iter().chain(widgets) {
        let Some(script) = text_in(document, holder, key)? else {
            continue;
        };
        let (function, arguments) = match call(&script) {
            Some((function, arguments)) => (Some(function.to_owned()), arguments),
            None => (None, Vec::new()),
        };
        return Ok(Some(FieldScript {
            field: field.name.clone(),
            event,
            function,
            arguments,
        }));
    }
    Ok(None)
}

fn text_in(
    document: &Document,
    holder: &Dictionary,
    key: &[u8],
) -> Result<Option<String>, PdfError> {
    let actions = document.lookup(holder, b"AA")?;
    let Some(actions) = actions.as_dictionary() else {
        return Ok(None);
    };
    let action = document.lookup(actions, key)?;
    let Some(action) = action.as_dictionary() else {
        return Ok(None);
    };
    let script = script_text(document, &*document.lookup(action, b"JS")?)?;
    Ok((!script.trim().is_empty()).then_some(script))
}

/// The call of a well-known function, if the script is nothing else.
fn call(script: &str) -> Option<(&str, Vec<String>)> {
    let script = script.trim().trim_end_matches(';').trim_end();
    let (name, rest) = script.split_once('(').filter(|_| script.len() <= LONGEST)?;
    let name = name.trim_end();
    let inside = rest.strip_suffix(')')?;
    let arguments = arguments(inside, name == CALCULATE)?;
    KNOWN.contains(&name).then_some((name, arguments))
}

/// Constants separated by commas, also in lists. `splits`: after the first argument, a text outside of a list names
/// several fields.
fn arguments(inside: &str, splits: bool) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut depth = 0u32;
    let mut characters = inside.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\r' | '\n' | ',' => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.checked_sub(1)?,
            '"' | '\'' => {
                let mut text = String::new();
                loop {
                    match characters.next()? {
                        end if end == character => break,
                        '\\' => text.push(characters.next()?),
                        other => text.push(other),
                    }
                }
                match splits && depth == 0 && !found.is_empty() {
                    true => found.extend(text.split(',').map(|name| name.trim().to_owned())),
                    false => found.push(text),
                }
            }
            '0'..='9' | '-' | '.' | 'a'..='z' | 'A'..='Z' => {
                let mut word = String::from(character);
                let continues = |it: &char| it.is_ascii_alphanumeric() || *it == '.';
                while let Some(next) = characters.next_if(continues) {
                    word.push(next);
                }
                match word.as_str() {
                    "new" | "Array" => {}
                    "true" | "false" => found.push(word),
                    _ if word.parse::<f64>().is_ok() => found.push(word),
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    (depth == 0).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::call;

    #[test]
    fn calls_of_known_functions_are_recognised_and_programs_are_not() {
        for (script, arguments) in [
            (
                "AFNumber_Format(2, 0, 0, 0, \"$\", true);",
                vec!["2", "0", "0", "0", "$", "true"],
            ),
            (
                "AFSimple_Calculate('SUM', new Array (\"a.b\", \"c, d\"))",
                vec!["SUM", "a.b", "c, d"],
            ),
            ("AFSimple_Calculate(\"AVG\", [\"a\"]);", vec!["AVG", "a"]),
            (
                "AFSimple_Calculate(\"PRD\", \"a, b\");",
                vec!["PRD", "a", "b"],
            ),
            (" AFSpecial_Format (3) ; ", vec!["3"]),
            ("AFDate_FormatEx(\"d\\\"m\")", vec!["d\"m"]),
        ] {
            assert_eq!(call(script).map(|it| it.1).unwrap(), arguments, "{script}");
        }
        for program in [
            "",
            "app.alert(1)",
            "AFNumber_Format(2); app.alert(1)",
            "AFNumber_Format(this.x)",
            "AFNumber_Format(2",
            "AFNumber_Format(2)) (",
            "AFOther(1)",
            "AFSpecial_Format(\"open)",
        ] {
            assert_eq!(call(program), None, "{program}");
        }
    }
}
