//! Signing hostile documents, with hostile sessions and answers.

use countersign_cms::testing::{TestCertificate, TestKey};
use countersign_pdf::Document;
use countersign_sign::{
    DocumentTimeStampOptions, Material, MaterialOptions, PrepareOptions, SigningField,
    add_validation_material, complete_document_time_stamp, complete_with_cms,
    complete_with_signature, prepare, prepare_document_time_stamp, prepare_in_place, session_info,
    validation_needs,
};

/// 2026-11-21.
const NOW: i64 = 1_795_219_200;

/// A document that is signed: what is prepared covers all of it but the gap, and opens again.
pub fn sign(data: &[u8]) {
    let _ = session_info(data);
    let Ok(document) = crate::open(data, None) else {
        return;
    };
    let root = TestCertificate::root("Root", 1);
    let field = SigningField::Invisible {
        name: "fuzzed".to_owned(),
    };
    let certificate = TestCertificate::person("Alice", 2, &root).make();
    let options = PrepareOptions::new(field, certificate.der(), NOW);
    if let Ok(prepared) = prepare(&document, &options) {
        let [start, length, rest, rest_length] = prepared.byte_range;
        let whole = [data, &prepared.tail.bytes].concat();
        assert_eq!((start, rest + rest_length), (0, whole.len() as u64));
        let gap = &whole[length as usize..rest as usize];
        assert!(gap.starts_with(b"<") && gap.ends_with(b">"));
        assert!(gap[1..gap.len() - 1].iter().all(|digit| *digit == b'0'));
        let _ = complete_with_cms(&prepared.session, data);
        let value = TestKey::new(2).sign(&prepared.tbs);
        let tail = complete_with_signature(&prepared.session, &value);
        let signed = [data, &tail.expect("a good value is taken").bytes].concat();
        let signed = Document::from_bytes(signed).expect("what was signed opens again");
        let field = SigningField::Existing("fuzzed".to_owned());
        let options = PrepareOptions::new(field, certificate.der(), NOW);
        prepare_in_place(&signed, &options).expect("the place of the last signature can be taken");
    }
    let options = DocumentTimeStampOptions::new([7; 16]);
    if let Ok(prepared) = prepare_document_time_stamp(&document, &options) {
        let _ = complete_document_time_stamp(&prepared.session, data, &[]);
    }
    let options = MaterialOptions {
        material: Material {
            certificates: Vec::new(),
            ocsps: vec![data.to_vec()],
            crls: vec![data.to_vec()],
        },
        anchors: vec![root.make()],
        fields: Vec::new(),
        at: NOW,
    };
    let _ = validation_needs(&document, &options);
    let _ = add_validation_material(&document, &options);
}
