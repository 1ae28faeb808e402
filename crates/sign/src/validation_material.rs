//! Appends the validation material of signatures to a document (PAdES B-LT).

use countersign_pdf::{Document, Tail, Update};

use crate::dss::Store;
use crate::error::SignError;
use crate::evidence::{MaterialOptions, gather};
use crate::prepare::{check_appendable, check_sound};

/// Appends the validation material of the signatures. Existing objects of the store stay. The tail is empty if the
/// document already contains everything.
///
/// # Errors
/// `validation_incomplete` if material is missing; [`crate::validation_needs`] tells what.
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mod.rs")); }
/// # let alice = support::Signer::new("Alice", 2);
/// # let signed = alice.sign_field(&support::form(), "alice");
/// # use countersign_cms::testing::TestRevocation;
/// # let answer = TestRevocation::good(&support::root(), support::NOW).ocsp(&alice.certificate.make());
/// use countersign_pdf::Document;
/// use countersign_sign::{Material, MaterialOptions, NeedKind, add_validation_material, validation_needs};
/// let document = Document::from_bytes(signed)?;
/// let at = support::NOW + 60;
/// let mut options = MaterialOptions { material: Material::default(), anchors: Vec::new(), fields: Vec::new(), at };
/// let needs = validation_needs(&document, &options).expect("it can be read");
/// assert!(matches!(needs[0].kind, NeedKind::Status { .. }));
/// // Whoever calls fetches what is needed.
/// options.material = Material { ocsps: vec![answer], ..Material::default() };
/// let tail = add_validation_material(&document, &options).expect("nothing is missing");
/// assert!(tail.bytes.windows(4).any(|part| part == b"/DSS"));
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn add_validation_material(
    document: &Document,
    options: &MaterialOptions,
) -> Result<Tail, SignError> {
    check_appendable(document)?;
    let (proofs, needs) = gather(document, options)?;
    if !needs.is_empty() {
        let mut subjects: Vec<String> = needs.into_iter().map(|need| need.subject).collect();
        subjects.dedup();
        return Err(SignError::ValidationIncomplete(subjects));
    }
    let mut store = Store::read(document)?;
    let mut update = Update::new(document);
    let mut changed = false;
    for proof in &proofs {
        changed |= store.enter(&mut update, proof);
    }
    if !changed {
        return Ok(Tail {
            base_length: document.len(),
            bytes: Vec::new(),
        });
    }
    store.write(&mut update)?;
    let tail = update.finish()?;
    check_sound(document).map(|()| tail)
}
