//! Field types from the words of a label, in the product's ten languages.

use crate::DetectedType;

/// Words for a signature.
const SIGNATURE: [&str; 27] = [
    "signature",
    "sign here",
    "signed",
    "firma",
    "unterschrift",
    "签名",
    "签字",
    "簽名",
    "allekirjoitus",
    "署名",
    "サイン",
    "υπογραφή",
    "υπογραφη",
    "imza",
    "підпис",
    "signer ici",
    "signed by",
    "signé",
    "firmado",
    "unterzeichnet",
    "签署",
    "签章",
    "押印",
    "allekirjoittaja",
    "υπογράφων",
    "imzası",
    "підписав",
];
/// Words for a date.
const DATE: [&str; 28] = [
    "date",
    "dob",
    "birthdate",
    "mm/dd",
    "dd/mm",
    "month/day",
    "mo., day",
    "fecha",
    "datum",
    "geburtsdatum",
    "日期",
    "päivämäärä",
    "päiväys",
    "syntymäaika",
    "日付",
    "年月日",
    "ημερομηνία",
    "ημερομηνια",
    "tarih",
    "tarihi",
    "дата",
    "naissance",
    "nacimiento",
    "doğum",
    "народження",
    "pvm",
    "gg.aa",
    "дд.мм",
];
/// Words for initials. "Middle initial" is excluded because it is part of a name.
const INITIALS: [&str; 20] = [
    "initials",
    "initial here",
    "iniciales",
    "initialen",
    "namenszeichen",
    "首字母",
    "nimikirjaimet",
    "イニシャル",
    "initiales",
    "ініціали",
    "αρχικά",
    "paraf",
    "parafı",
    "paraphe",
    "paraphes",
    "kürzel",
    "rúbrica",
    "μονογραφή",
    "简签",
    "头文字",
];
/// Words for an image.
const IMAGE: [&str; 9] = [
    "photo",
    "photograph",
    "passport photo",
    "fotografía",
    "lichtbild",
    "照片",
    "valokuva",
    "写真",
    "fotoğraf",
];
/// Words for a printed name. A field for the name beside a signature is not a signature.
const NAMES: [&str; 22] = [
    "name",
    "print",
    "printed",
    "type or",
    "title",
    "nombre",
    "druckbuchstaben",
    "nom",
    "middle",
    "nimi",
    "nimenselvennys",
    "姓名",
    "正楷",
    "氏名",
    "όνομα",
    "ονοματεπώνυμο",
    "adı",
    "soyadı",
    "ad soyad",
    "ім'я",
    "ім’я",
    "прізвище",
];

/// Words before the signature of a representative.
const BY: [&str; 5] = ["by", "por", "par", "durch", "gez"];

/// Whether a text is a label, so that a field may follow it.
pub(crate) fn is_label(text: &str) -> bool {
    let text = text.trim();
    let label = to_lower_case(text);
    let any = |words: &[&str]| has_any(&label, words);
    text.ends_with([':', '：'])
        || text.len() < 60 && (any(&SIGNATURE) || any(&DATE) || any(&INITIALS) || any(&NAMES))
}

/// Minimum width of a signature line, in pixels. After a label that ends with a colon or period a few typed
/// underscores suffice.
const MIN_SIGNATURE_WIDTH: i32 = 90;
const MIN_SIGNATURE_WIDTH_AFTER_COLON: i32 = 28;
/// Maximum width of a field for initials, in pixels. A field labeled with nothing else may be as wide as a line.
const MAX_INITIALS_WIDTH: i32 = 200;
const MAX_INITIALS_ONLY_WIDTH: i32 = 500;

/// The field type that a label names.
pub(crate) fn type_from_label(label: &str, width: i32, height: i32) -> DetectedType {
    let written = label.trim();
    let label = to_lower_case(label);
    let any = |words: &[&str]| has_any(&label, words);
    let ends = written.ends_with([':', '：', '.']);
    let core = label.trim().trim_end_matches(['.', ' ', ':', '：']);
    let widest = if INITIALS.contains(&core) {
        MAX_INITIALS_ONLY_WIDTH
    } else {
        MAX_INITIALS_WIDTH
    };
    if width < widest && any(&INITIALS) && !any(&NAMES) {
        return DetectedType::Initials;
    }
    let date = any(&DATE);
    let begins_dated = date && (label.starts_with("date") || label.contains("mm/"));
    let wide = width
        >= if ends {
            MIN_SIGNATURE_WIDTH_AFTER_COLON
        } else {
            MIN_SIGNATURE_WIDTH
        };
    if wide && !begins_dated && any(&SIGNATURE) && !any(&NAMES) {
        return DetectedType::Signature;
    }
    if date && width < 400 {
        return DetectedType::Date;
    }
    // "By" at the beginning of a line precedes a signature; "by" within a sentence does not.
    let begins = ends || written.chars().next().is_some_and(char::is_uppercase);
    if begins && wide && BY.contains(&core) {
        return DetectedType::Signature;
    }
    let square = width >= 70 && height >= 70 && width < 3 * height && height < 3 * width;
    if square && any(&IMAGE) {
        DetectedType::Image
    } else {
        DetectedType::Text
    }
}

/// Converts to lower case and removes the combining dot that a Turkish capital İ leaves.
pub(crate) fn to_lower_case(text: &str) -> String {
    text.to_lowercase().replace('\u{307}', "")
}

/// Whether a text contains a word on its own. In scripts without spaces any occurrence counts.
fn has_word(text: &str, word: &str) -> bool {
    // A plain search: setting up the standard library's search costs more than scanning a short label.
    let (bytes, word_bytes) = (text.as_bytes(), word.as_bytes());
    let windows = bytes.windows(word_bytes.len().max(1)).enumerate();
    let mut hits =
        windows.filter(|(_, part)| part.first() == word_bytes.first() && *part == word_bytes);
    let spaced = || word.chars().all(|c| c < '\u{2e80}');
    hits.any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + word.len()..);
        let after = after.and_then(|text| text.chars().next());
        !spaced()
            || (!before.is_some_and(char::is_alphabetic) && !after.is_some_and(char::is_alphabetic))
    })
}

/// Whether a text in lower case contains one of the words.
fn has_any(text: &str, words: &[&str]) -> bool {
    let is_ascii = text.is_ascii();
    let mut words = words.iter().filter(|word| !is_ascii || word.is_ascii());
    words.any(|word| has_word(text, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_label_give_the_type() {
        let table = [
            ("Signature of applicant", DetectedType::Signature),
            ("Date of Signature (mm/dd/yyyy)", DetectedType::Date),
            ("Unterschrift", DetectedType::Signature),
            ("Дата", DetectedType::Date),
            ("生年月日", DetectedType::Date),
            ("Update", DetectedType::Text),
            ("Printed name of signature holder", DetectedType::Text),
            ("Initials", DetectedType::Initials),
            ("Middle initial", DetectedType::Text),
            ("Last name", DetectedType::Text),
            ("By:", DetectedType::Signature),
            ("Day by day", DetectedType::Text),
            ("Nimenselvennys", DetectedType::Text),
            ("İmzası", DetectedType::Signature),
            ("Υπογράφων", DetectedType::Signature),
            ("Rúbrica", DetectedType::Initials),
        ];
        for (label, expected) in table {
            assert_eq!(type_from_label(label, 150, 20), expected, "{label}");
        }
    }

    #[test]
    fn a_few_underscores_after_a_colon_take_a_signature() {
        let table = [
            ("Signature:", 50, DetectedType::Signature),
            ("By:", 40, DetectedType::Signature),
            ("署名：", 60, DetectedType::Signature),
            ("Signature", 50, DetectedType::Text),
            ("By", 150, DetectedType::Signature),
            ("by", 150, DetectedType::Text),
            ("Paid by:", 150, DetectedType::Text),
            ("Initials:", 320, DetectedType::Initials),
            ("First name and initials:", 320, DetectedType::Text),
        ];
        for (label, width, expected) in table {
            assert_eq!(type_from_label(label, width, 20), expected, "{label}");
        }
    }

    #[test]
    fn only_a_square_area_takes_an_image() {
        assert_eq!(
            type_from_label("Passport photo", 140, 170),
            DetectedType::Image
        );
        assert_eq!(
            type_from_label("Passport photo", 300, 24),
            DetectedType::Text
        );
    }
}
