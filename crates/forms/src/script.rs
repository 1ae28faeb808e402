//! Derives formats from the format scripts of text fields. Scripts are matched as text, never run.

use crate::tree::{FormField, Widget};
use countersign_pdf::{Dictionary, Object, Objects, PdfError};

/// Maximum length of a script. Longer ones are programs, not formats.
const MAX_SCRIPT: usize = 4096;

/// A format requested by a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptFormat {
    /// Date pattern, with capital letters for day, month and year.
    pub date_format: Option<String>,
    /// Name of a text format.
    pub text_format: Option<String>,
}

/// The format in the keystroke or format script (ISO 32000-2, 12.6.3) of the widget, or else of its
/// field.
pub fn format_of(
    objects: &impl Objects,
    field: &FormField,
    widget: &Widget,
) -> Result<ScriptFormat, PdfError> {
    let own = format_in(objects, &widget.dictionary)?;
    let above = field.id.filter(|&id| Some(id) != widget.id);
    match (own, above) {
        (Some(format), _) => Ok(format),
        (None, Some(id)) => {
            let field = objects.object(id)?;
            let format = field.as_dictionary().map(|it| format_in(objects, it));
            Ok(format.transpose()?.flatten().unwrap_or_default())
        }
        (None, None) => Ok(ScriptFormat::default()),
    }
}

fn format_in(
    objects: &impl Objects,
    holder: &Dictionary,
) -> Result<Option<ScriptFormat>, PdfError> {
    let actions = objects.lookup(holder, b"AA")?;
    let Some(actions) = actions.as_dictionary() else {
        return Ok(None);
    };
    for key in [b"F", b"K"] {
        let action = objects.lookup(actions, key)?;
        let Some(action) = action.as_dictionary() else {
            continue;
        };
        let script = script_text(objects, &*objects.lookup(action, b"JS")?)?;
        let format = parse(&script);
        if format != ScriptFormat::default() {
            return Ok(Some(format));
        }
    }
    Ok(None)
}

pub fn script_text(objects: &impl Objects, script: &Object) -> Result<String, PdfError> {
    Ok(match script {
        Object::String(text) => text.to_text(),
        Object::Stream(stream) => {
            let bytes = objects.stream_data(stream)?;
            countersign_pdf::PdfString::literal(bytes).to_text()
        }
        _ => String::new(),
    })
}

fn parse(script: &str) -> ScriptFormat {
    let mut format = ScriptFormat::default();
    if script.len() > MAX_SCRIPT {
        return format;
    }
    if let Some(argument) = ["AFDate_FormatEx", "AFDate_KeystrokeEx"]
        .into_iter()
        .find_map(|function| argument(script, function))
    {
        format.date_format = Some(date_pattern(argument.trim_matches(['"', '\''])));
    } else if let Some(kind) = ["AFSpecial_Format", "AFSpecial_Keystroke"]
        .into_iter()
        .find_map(|function| argument(script, function))
    {
        format.text_format = match kind {
            "2" => Some("phone_number".to_owned()),
            "3" => Some("social_security_number".to_owned()),
            _ => None,
        };
    }
    format
}

/// The first argument of a function call.
fn argument<'a>(script: &'a str, function: &str) -> Option<&'a str> {
    let after = script
        .split_once(function)?
        .1
        .trim_start()
        .strip_prefix('(')?;
    Some(after.split([')', ',']).next()?.trim())
}

/// Converts the reader's lowercase date pattern to capitals.
fn date_pattern(pattern: &str) -> String {
    pattern
        .replace('d', "D")
        .replace('m', "M")
        .replace('y', "Y")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_found_in_scripts() {
        let date = parse("AFDate_FormatEx(\"mm/dd/yyyy\");");
        assert_eq!(date.date_format.as_deref(), Some("MM/DD/YYYY"));
        assert_eq!(
            parse("AFSpecial_Format(3);").text_format.as_deref(),
            Some("social_security_number")
        );
        assert_eq!(parse("AFSpecial_Format(0)"), ScriptFormat::default());
        for odd in [
            "",
            "AFDate_FormatEx",
            "AFDate_FormatEx(",
            "AFSpecial_Format()",
            "while(1);",
        ] {
            parse(odd);
        }
        assert_eq!(parse(&"x".repeat(MAX_SCRIPT + 1)), ScriptFormat::default());
    }
}
