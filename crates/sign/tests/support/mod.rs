// A small document and two signers for the tests and examples of signing and verifying.

use countersign_cms::testing::{TestAuthority, TestCertificate, TestKey, der};
use countersign_pdf::{Document, Tail};
use countersign_sign::{
    DetachedOptions, PrepareOptions, SigningField, bind, complete_detached,
    complete_with_signature, plan_detached, prepare,
};

/// 2026-11-21.
pub const NOW: i64 = 1_795_219_200;

/// A page with a text field, a check box and two signature fields.
pub fn form() -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Annots[6 0 R 7 0 R 8 0 R 9 0 R]\
         /Resources<</Font<</F 10 0 R>>>>>>",
        "<</Length 39>>stream\nBT /F 12 Tf 20 250 Td (Contract) Tj ET\n\nendstream",
        "<</Fields[6 0 R 7 0 R 8 0 R 9 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 10 0 R>>>>>>",
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[20 200 200 220]/F 4/P 3 0 R/DA(/Helv 10 Tf 0 g)>>",
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(alice)/Rect[20 100 120 140]/F 132/P 3 0 R>>",
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(bob)/Rect[0 0 0 0]/F 132/P 3 0 R>>",
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(note)/Rect[220 200 380 220]/F 4/P 3 0 R/DA(/Helv 10 Tf 0 g)>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ];
    build(&objects)
}

/// A file with a cross-reference table of these objects, from number 1.
pub fn build(objects: &[&str]) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        out.extend(format!("{} 0 obj\n{object}\nendobj\n", index + 1).bytes());
    }
    let start = out.len();
    let size = objects.len() + 1;
    out.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    for offset in offsets {
        out.extend(format!("{offset:010} 00000 n \n").bytes());
    }
    out.extend(
        format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n").bytes(),
    );
    out
}

/// The root of the test authority.
pub fn root() -> TestCertificate {
    TestCertificate::root("Root", 1)
}

/// A signer.
pub struct Signer {
    pub certificate: TestCertificate,
    pub key: TestKey,
}

impl Signer {
    pub fn new(name: &'static str, key: u8) -> Self {
        Self {
            certificate: TestCertificate::person(name, key, &root()),
            key: TestKey::new(key),
        }
    }

    pub fn options(&self, field: SigningField) -> PrepareOptions {
        let mut options = PrepareOptions::new(field, self.certificate.make().der(), NOW);
        options.chain = vec![root().make().der().to_vec()];
        options
    }

    /// Signs as asked and gives the whole file.
    pub fn sign(&self, file: &[u8], options: &PrepareOptions) -> Vec<u8> {
        let document = Document::from_bytes(file).unwrap();
        let prepared = prepare(&document, options).unwrap();
        let tail =
            complete_with_signature(&prepared.session, &self.key.sign(&prepared.tbs)).unwrap();
        join(file, &tail)
    }

    /// Signs content of any kind; gives the CMS beside it.
    pub fn sign_detached(&self, content: &[u8]) -> Vec<u8> {
        let plan = plan_detached(&self.detached()).unwrap();
        let prepared = bind(&plan.session, &plan.digest.digest(content)).unwrap();
        complete_detached(&prepared.session, &self.key.sign(&prepared.tbs), None).unwrap()
    }

    pub fn detached(&self) -> DetachedOptions {
        DetachedOptions {
            certificate: self.certificate.make().der().to_vec(),
            chain: vec![root().make().der().to_vec()],
            digest: None,
            pss: false,
            signing_time: NOW,
        }
    }

    /// Signs an existing field without anything special.
    pub fn sign_field(&self, file: &[u8], field: &str) -> Vec<u8> {
        self.sign(
            file,
            &self.options(SigningField::Existing(field.to_owned())),
        )
    }
}

pub fn join(file: &[u8], tail: &Tail) -> Vec<u8> {
    assert_eq!(tail.base_length, file.len() as u64);
    [file, &tail.bytes].concat()
}

/// The time-stamp authority under the root.
pub fn authority() -> TestAuthority {
    TestAuthority::new(5, &root())
}

/// The TimeStampResp that grants a token.
pub fn granted(token: &[u8]) -> Vec<u8> {
    const SEQUENCE: u8 = 0x30;
    const INTEGER: u8 = 2;
    let status = der(SEQUENCE, &[&der(INTEGER, &[&[0]])]);
    der(SEQUENCE, &[&status, token])
}
