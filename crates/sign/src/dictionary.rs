//! The signature dictionary (ISO 32000-2, 12.8.1; EN 319 142-1).

use countersign_cms::time;
use countersign_pdf::{Dictionary, Name, Object};

use crate::options::PrepareOptions;

/// Layout mark of the value of `/Contents`.
pub(crate) const CONTENTS: &str = "signature contents";
/// Layout mark of the value of `/ByteRange`.
pub(crate) const BYTE_RANGE: &str = "signature byte range";
/// Width of `/ByteRange` in characters: `[0 n n n]` with numbers of ten digits.
pub(crate) const BYTE_RANGE_WIDTH: usize = 36;

/// Signature dictionary with placeholders for `/ByteRange` and `/Contents`. `/Contents` is not encrypted even in an
/// encrypted file (ISO 32000-2, 7.6.2), and `/Cert` is omitted.
pub(crate) fn signature(options: &PrepareOptions, reserve: usize) -> Dictionary {
    let mut dictionary = with_places("Sig", "ETSI.CAdES.detached", reserve)
        .with("M", Object::text(&date(options.signing_time)));
    let texts = [
        ("Name", &options.name),
        ("Reason", &options.reason),
        ("Location", &options.location),
        ("ContactInfo", &options.contact),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            dictionary.insert(key, Object::text(text));
        }
    }
    if let Some(level) = options.doc_mdp {
        dictionary.insert("Reference", vec![Object::from(certification(level))]);
    }
    dictionary
}

/// Dictionary of a document time stamp (ISO 32000-2, 12.8.5). It has no `/M`, because the token contains the time.
pub(crate) fn document_time_stamp(reserve: usize) -> Dictionary {
    with_places("DocTimeStamp", "ETSI.RFC3161", reserve)
}

fn with_places(kind: &str, format: &str, reserve: usize) -> Dictionary {
    let contents = format!("<{}>", "0".repeat(reserve * 2));
    Dictionary::new()
        .with("Type", Name::from(kind))
        .with("Filter", Name::from("Adobe.PPKLite"))
        .with("SubFilter", Name::from(format))
        .with("ByteRange", Object::marked(byte_range([0; 4]), BYTE_RANGE))
        .with("Contents", Object::marked(contents, CONTENTS))
}

/// Adds the field's lock as a FieldMDP reference. Only this reference makes the lock effective (ISO 32000-2,
/// 12.8.2.4).
pub(crate) fn add_lock(signature: &mut Dictionary, lock: Dictionary) {
    let mut parameters = Dictionary::new()
        .with("Type", Name::from("TransformParams"))
        .with("V", Name::from("1.2"));
    for key in ["Action", "Fields"] {
        if let Some(value) = lock.get(key.as_bytes()) {
            parameters.insert(key, value.clone());
        }
    }
    let reference = Dictionary::new()
        .with("Type", Name::from("SigRef"))
        .with("TransformMethod", Name::from("FieldMDP"))
        .with("TransformParams", parameters);
    let references = signature.array(b"Reference").unwrap_or_default();
    let mut references = references.to_vec();
    references.push(reference.into());
    signature.insert("Reference", references);
}

/// `/ByteRange` padded to its full width, so that the numbers can be filled in later.
pub(crate) fn byte_range(range: [u64; 4]) -> Vec<u8> {
    let [start, length, rest, rest_length] = range;
    let text = format!("[{start} {length} {rest} {rest_length}]");
    format!("{text:<BYTE_RANGE_WIDTH$}").into_bytes()
}

fn certification(level: u8) -> Dictionary {
    let parameters = Dictionary::new()
        .with("Type", Name::from("TransformParams"))
        .with("P", i64::from(level))
        .with("V", Name::from("1.2"));
    Dictionary::new()
        .with("Type", Name::from("SigRef"))
        .with("TransformMethod", Name::from("DocMDP"))
        .with("TransformParams", parameters)
}

/// Formats a PDF date in UTC.
fn date(at: i64) -> String {
    let [year, month, day, hour, minute, second] = time::civil(at);
    format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_byte_range_has_room_for_ten_digits() {
        assert_eq!(byte_range([0; 4]).len(), BYTE_RANGE_WIDTH);
        let full = byte_range([0, 9_999_999_999, 9_999_999_999, 9_999_999_999]);
        assert_eq!(full.len(), BYTE_RANGE_WIDTH);
    }
}
