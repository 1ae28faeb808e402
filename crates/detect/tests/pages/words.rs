//! Names and types by the words near a field.

use crate::drawing::{form, in_rows};
use countersign_detect::{DetectedType, TextItem};

#[test]
fn words_near_a_field_name_it() {
    let texts = [TextItem {
        text: "Date of birth".into(),
        x: 6.5,
        y: 23.5,
        width: 8.0,
        height: 0.7,
    }];
    let fields = form().detect(&texts);
    let dated: Vec<_> = fields
        .iter()
        .filter(|field| field.field_type == DetectedType::Date)
        .collect();
    assert_eq!(dated.len(), 1, "{fields:#?}");
    assert_eq!(dated[0].label.as_deref(), Some("Date of birth"));
}

/// What forms ask for in the languages of the product, and the type of each.
const EXPECTED_TYPES: [(DetectedType, [&str; 10]); 8] = [
    (
        DetectedType::Signature,
        [
            "Signature",
            "Unterschrift",
            "Firma",
            "Signature",
            "Allekirjoitus",
            "Υπογραφή",
            "İmza",
            "Підпис",
            "签名",
            "署名",
        ],
    ),
    (
        DetectedType::Date,
        [
            "Date",
            "Datum",
            "Fecha",
            "Date",
            "Päivämäärä",
            "Ημερομηνία",
            "Tarih",
            "Дата",
            "日期",
            "日付",
        ],
    ),
    (
        DetectedType::Date,
        [
            "Date of birth",
            "Geburtsdatum",
            "Fecha de nacimiento",
            "Date de naissance",
            "Syntymäaika",
            "Ημερομηνία γέννησης",
            "Doğum tarihi",
            "Дата народження",
            "出生日期",
            "生年月日",
        ],
    ),
    (
        DetectedType::Initials,
        [
            "Initials",
            "Initialen",
            "Iniciales",
            "Initiales",
            "Nimikirjaimet",
            "Αρχικά",
            "Paraf",
            "Ініціали",
            "首字母",
            "イニシャル",
        ],
    ),
    (
        DetectedType::Text,
        [
            "E-mail",
            "E-Mail-Adresse",
            "Correo electrónico",
            "Courriel",
            "Sähköposti",
            "Ηλεκτρονική διεύθυνση",
            "E-posta",
            "Електронна пошта",
            "电子邮件",
            "メールアドレス",
        ],
    ),
    (
        DetectedType::Text,
        [
            "Phone",
            "Telefon",
            "Teléfono",
            "Téléphone",
            "Puhelin",
            "Τηλέφωνο",
            "Telefon",
            "Телефон",
            "电话",
            "電話番号",
        ],
    ),
    (
        DetectedType::Text,
        [
            "Number",
            "Nummer",
            "Número",
            "Numéro",
            "Numero",
            "Αριθμός",
            "Numara",
            "Номер",
            "号码",
            "番号",
        ],
    ),
    (
        DetectedType::Text,
        [
            "Full name",
            "Name",
            "Nombre",
            "Nom",
            "Nimi",
            "Όνομα",
            "Adı",
            "Ім'я",
            "姓名",
            "氏名",
        ],
    ),
];

#[test]
fn words_name_and_type_a_field_in_ten_languages() {
    for (wanted, languages) in EXPECTED_TYPES {
        for word in languages {
            let mut page = form();
            page.say(word, 60, 851);
            page.fill(250..420, 860..861, 0);
            let fields = page.read();
            let [field] = in_rows(&fields, 810..860)[..] else {
                panic!("{word}: {fields:#?}");
            };
            assert_eq!(field.field_type, wanted, "{word}");
            assert_eq!(field.label.as_deref(), Some(word));
        }
    }
}
