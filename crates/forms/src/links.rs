//! Link fields: link annotations that open a URI (ISO 32000-2, 12.5.6.5 and 12.6.4.8), with the
//! address as visible text.

use crate::field::Field;
use crate::private_data;
use crate::punycode;
use crate::tooltip;
use crate::value::FieldValue;
use countersign_pdf::{Dictionary, Name, Object, Objects, PdfError, PdfString};

/// Message for values of another type.
pub const EXPECTED: &str = "links lead to web, mail or phone";

/// Maximum length of an address, in bytes.
const MAX_LENGTH: usize = 4096;
/// Permitted schemes. Others could run code or open local files.
const SCHEMES: [&str; 4] = ["http://", "https://", "mailto:", "tel:"];
/// Characters that end the host of an address.
const AFTER_HOST: [char; 3] = ['/', '?', '#'];

/// The target of a link; `https` is added if the text has no scheme. `None` if the text is no
/// permitted address.
pub fn address(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_LENGTH || text.contains(|c: char| c.is_control()) {
        return None;
    }
    let lower = text.to_lowercase();
    if SCHEMES.iter().any(|scheme| lower.starts_with(scheme)) {
        return ascii(text);
    }
    let before_path = lower.split(AFTER_HOST).next().unwrap_or_default();
    let has_scheme = before_path
        .split_once(':')
        .is_some_and(|(_, port)| !port.chars().all(|c| c.is_ascii_digit()));
    if has_scheme || !before_path.contains(punycode::DOTS) || before_path.contains(' ') {
        return None;
    }
    ascii(&format!("https://{text}"))
}

/// Converts an address to ASCII, as URI strings require: hosts to Punycode, everything else
/// percent-encoded.
fn ascii(address: &str) -> Option<String> {
    let Some((scheme, rest)) = address.split_once("://") else {
        return Some(escaped(address));
    };
    let end = rest.find(AFTER_HOST).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end)?;
    let (user, host) = match authority.rsplit_once('@') {
        Some((user, host)) => (format!("{}@", escaped(user)), host),
        None => (String::new(), authority),
    };
    let host = escaped(&punycode::ascii(host)?);
    Some(format!("{scheme}://{user}{host}{}", escaped(path)))
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_graphic() {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// The URI action that opens an address.
fn action(address: &str) -> Dictionary {
    Dictionary::new()
        .with("Type", Name::from("Action"))
        .with("S", Name::from("URI"))
        .with("URI", PdfString::literal(address))
}

/// Private key of the text that the address was derived from.
const TEXT: &str = "Address";

/// Writes a field's properties to a link. `style` is the default appearance of its text.
pub fn describe(link: &mut Dictionary, field: &Field, style: Vec<u8>) {
    let private = private_data::write(field).with("DA", PdfString::literal(style));
    link.insert(private_data::key(), private);
    match tooltip::of(field) {
        Some(tooltip) => link.insert(tooltip::OF_LINK, Object::text(tooltip)),
        None => link.remove(tooltip::OF_LINK.as_bytes()),
    };
    match &field.value {
        FieldValue::Text(text) => match address(text) {
            Some(address) => lead(link, &address, text),
            None => drop(link.remove(b"A")),
        },
        FieldValue::Empty
        | FieldValue::Checked(_)
        | FieldValue::Picture(_)
        | FieldValue::Signed(_) => drop(link.remove(b"A")),
    }
}

/// Sets the target of a link, and stores the text it was derived from.
pub fn lead(link: &mut Dictionary, address: &str, text: &str) {
    link.insert("A", action(address));
    let private = link.dictionary(private_data::KEY.as_bytes()).cloned();
    let mut private = private.unwrap_or_default();
    private.remove(TEXT.as_bytes());
    if text != address {
        private.insert(TEXT, Object::text(text));
    }
    link.insert(private_data::key(), private);
}

/// The value of a link: the text as entered, if it still matches the target.
pub fn value(objects: &impl Objects, link: &Dictionary) -> Result<FieldValue, PdfError> {
    let Some(now) = target(objects, link)? else {
        return Ok(FieldValue::Empty);
    };
    let private = objects.lookup(link, private_data::KEY.as_bytes())?;
    let written = private
        .as_dictionary()
        .and_then(|private| private.string(TEXT.as_bytes()))
        .map(|text| text.to_text());
    let same = written.filter(|text| address(text).as_ref() == Some(&now));
    Ok(FieldValue::Text(same.unwrap_or(now)))
}

/// The URI that the action of an annotation opens.
pub fn target(objects: &impl Objects, annotation: &Dictionary) -> Result<Option<String>, PdfError> {
    let action = objects.lookup(annotation, b"A")?;
    let action = action.as_dictionary();
    let Some(action) = action.filter(|action| action.name(b"S") == Some(b"URI")) else {
        return Ok(None);
    };
    let address = objects.lookup(action, b"URI")?;
    Ok(address.as_string().map(|text| text.to_text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_web_mail_or_phone() {
        assert_eq!(
            address("example.org/a b").as_deref(),
            Some("https://example.org/a%20b")
        );
        assert_eq!(
            address("HTTP://example.org").as_deref(),
            Some("HTTP://example.org")
        );
        assert_eq!(
            address("example.org:8080").as_deref(),
            Some("https://example.org:8080")
        );
        assert_eq!(
            address("mailto:a@example.org").as_deref(),
            Some("mailto:a@example.org")
        );
        for bad in [
            "",
            "javascript:alert(1)",
            "file:///etc/passwd",
            "word",
            "a\nb.c",
            "a b.c",
        ] {
            assert_eq!(address(bad), None, "{bad}");
        }
    }

    #[test]
    fn addresses_of_any_script_are_written_as_the_net_has_them() {
        for (text, uri) in [
            (
                "Bücher.example/Größe?q=ü#ß",
                "https://xn--bcher-kva.example/Gr%C3%B6%C3%9Fe?q=%C3%BC#%C3%9F",
            ),
            (
                "https://пример.испытание:8443/страница",
                "https://xn--e1afmkfd.xn--80akhbyknj4f:8443/%D1%81%D1%82%D1%80%D0%B0%D0%BD%D0%B8%D1%86%D0%B0",
            ),
            ("http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/"),
            (
                "https://ü@παράδειγμα.example",
                "https://%C3%BC@xn--hxajbheg2az3al.example",
            ),
            (
                "mailto:jürgen@example.org",
                "mailto:j%C3%BCrgen@example.org",
            ),
        ] {
            assert_eq!(address(text).as_deref(), Some(uri), "{text}");
        }
        assert_eq!(address(&format!("{}.example", "ü".repeat(80))), None);
    }
}
