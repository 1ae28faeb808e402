//! Link fields: link annotations that lead to an address.

use countersign_pdf::{Dictionary, Name, ObjectId, PdfError, PdfString, Update};

/// Longer addresses are none.
const MAX_LENGTH: usize = 4096;
/// Where a link may lead; anything else could run or open local things.
const SCHEMES: [&str; 4] = ["http://", "https://", "mailto:", "tel:"];

/// The address a link leads to: with `https` when it names no scheme. Nothing when it is none.
pub fn address(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_LENGTH || text.contains(|c: char| c.is_control()) {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    if SCHEMES.iter().any(|scheme| lower.starts_with(scheme)) {
        return Some(escaped(text));
    }
    let before_path = lower.split(['/', '?', '#']).next().unwrap_or_default();
    let has_scheme = before_path
        .split_once(':')
        .is_some_and(|(_, port)| !port.chars().all(|c| c.is_ascii_digit()));
    if has_scheme || !before_path.contains('.') || before_path.contains(' ') {
        return None;
    }
    Some(escaped(&format!("https://{text}")))
}

/// URI strings are ASCII.
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

/// The action that opens an address.
pub fn action(address: &str) -> Dictionary {
    Dictionary::new()
        .with("Type", Name::from("Action"))
        .with("S", Name::from("URI"))
        .with("URI", PdfString::literal(address))
}

/// Makes a link lead elsewhere.
pub fn set_address(update: &mut Update<'_>, id: ObjectId, address: &str) -> Result<(), PdfError> {
    update.edit(id, |link| {
        link.insert("A", action(address));
    })
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
}
