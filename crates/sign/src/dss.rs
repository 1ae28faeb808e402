//! The document security store (ISO 32000-2, 12.8.4.3; PAdES B-LT): what was gathered goes into the
//! document, each piece once, and an entry for every signature says what is for it.

use std::collections::BTreeMap;

use countersign_cms::hex;
use countersign_pdf::{
    Dictionary, Document, Name, Object, ObjectId, PdfError, Stream, Tail, Update,
};

use crate::error::SignError;
use crate::evidence::{MaterialOptions, Proof, gather};
use crate::prepare::{check_appendable, check_sound};

/// More pieces than any store has.
const MAX_PIECES: usize = 4_096;

/// Appends what proves the signatures, without changing anything that is there. Nothing is appended
/// (the tail is empty) when the document has it all.
///
/// # Errors
/// `validation_incomplete` when something is missing: ask [`crate::validation_needs`] what.
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

/// One kind of pieces: each stream, and its bytes to find it again.
#[derive(Debug, Clone, Default)]
struct Shelf {
    references: Vec<Object>,
    known: BTreeMap<Vec<u8>, Object>,
}

impl Shelf {
    fn read(document: &Document, store: &Dictionary, key: &[u8]) -> Result<Self, PdfError> {
        let mut shelf = Self::default();
        let list = document.lookup(store, key)?;
        for piece in list.as_array().unwrap_or_default().iter().take(MAX_PIECES) {
            shelf.references.push(piece.clone());
            let object = document.resolve(piece)?;
            // What can't be read stays where it is and proves nothing.
            if let Some(Ok(bytes)) = object.as_stream().map(|it| document.stream_data(it)) {
                shelf.known.insert(bytes, piece.clone());
            }
        }
        Ok(shelf)
    }

    /// The stream of these bytes, and whether it is new.
    fn enter(&mut self, update: &mut Update<'_>, bytes: &[u8]) -> (Object, bool) {
        if let Some(known) = self.known.get(bytes) {
            return (known.clone(), false);
        }
        let id = update.add(Stream::new(Dictionary::new(), bytes.to_vec()));
        let reference = Object::from(id);
        self.references.push(reference.clone());
        self.known.insert(bytes.to_vec(), reference.clone());
        (reference, true)
    }
}

/// The store as it is in the document, and as it becomes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Store {
    id: Option<ObjectId>,
    dictionary: Dictionary,
    certificates: Shelf,
    ocsps: Shelf,
    crls: Shelf,
    entries: Dictionary,
}

impl Store {
    pub(crate) fn read(document: &Document) -> Result<Self, PdfError> {
        let catalog = document.catalog()?;
        let store = document.lookup(&catalog, b"DSS")?;
        let dictionary = store.as_dictionary().cloned().unwrap_or_default();
        let entries = document.lookup(&dictionary, b"VRI")?;
        Ok(Self {
            id: catalog
                .reference(b"DSS")
                .filter(|_| store.as_dictionary().is_some()),
            certificates: Shelf::read(document, &dictionary, b"Certs")?,
            ocsps: Shelf::read(document, &dictionary, b"OCSPs")?,
            crls: Shelf::read(document, &dictionary, b"CRLs")?,
            entries: entries.as_dictionary().cloned().unwrap_or_default(),
            dictionary,
        })
    }

    pub(crate) fn certificates(&self) -> impl Iterator<Item = &[u8]> {
        self.certificates.known.keys().map(Vec::as_slice)
    }

    pub(crate) fn ocsps(&self) -> impl Iterator<Item = &[u8]> {
        self.ocsps.known.keys().map(Vec::as_slice)
    }

    pub(crate) fn crls(&self) -> impl Iterator<Item = &[u8]> {
        self.crls.known.keys().map(Vec::as_slice)
    }

    /// Puts the pieces of a proof on their shelves and makes its entry; true when anything is new.
    fn enter(&mut self, update: &mut Update<'_>, proof: &Proof) -> bool {
        let mut changed = false;
        let mut all = |shelf: &mut Shelf, pieces: Vec<&[u8]>| -> Vec<Object> {
            let entered = pieces.into_iter().map(|bytes| shelf.enter(update, bytes));
            entered
                .map(|(reference, is_new)| {
                    changed |= is_new;
                    reference
                })
                .collect()
        };
        let certificates = proof.certificates.iter().map(|it| it.der()).collect();
        let lists = [
            ("Cert", all(&mut self.certificates, certificates)),
            (
                "OCSP",
                all(
                    &mut self.ocsps,
                    proof.ocsps.iter().map(Vec::as_slice).collect(),
                ),
            ),
            (
                "CRL",
                all(
                    &mut self.crls,
                    proof.crls.iter().map(Vec::as_slice).collect(),
                ),
            ),
        ];
        let name = Name::from(hex(&proof.key).to_uppercase().as_str());
        if changed || !self.entries.contains(name.as_bytes()) {
            let mut entry = Dictionary::new().with("Type", Name::from("VRI"));
            for (key, references) in lists {
                if !references.is_empty() {
                    entry.insert(key, references);
                }
            }
            self.entries.insert(name, update.add(entry));
            changed = true;
        }
        changed
    }

    fn write(mut self, update: &mut Update<'_>) -> Result<(), SignError> {
        let shelves = [
            ("Certs", self.certificates.references),
            ("OCSPs", self.ocsps.references),
            ("CRLs", self.crls.references),
        ];
        self.dictionary.insert("Type", Name::from("DSS"));
        for (key, references) in shelves {
            if !references.is_empty() {
                self.dictionary.insert(key, references);
            }
        }
        self.dictionary.insert("VRI", self.entries);
        match self.id {
            Some(id) => update.set(id, self.dictionary),
            None => {
                let id = update.add(self.dictionary);
                let catalog_id = update.document().catalog_id()?;
                update.edit(catalog_id, |catalog| catalog.insert("DSS", id))?;
            }
        }
        Ok(())
    }
}
