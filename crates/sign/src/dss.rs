//! The document security store (ISO 32000-2, 12.8.4.3; PAdES B-LT): certificates, OCSP responses and CRLs, each stored
//! once, and a VRI entry per signature that refers to them.

use std::collections::BTreeMap;

use countersign_cms::hex;
use countersign_pdf::{Dictionary, Document, Name, Object, ObjectId, PdfError, Stream, Update};

use crate::error::SignError;
use crate::proof::Proof;

/// Maximum number of entries read per array; stores have fewer.
const MAX_PIECES: usize = 4_096;

/// One of the store's arrays: references to its streams, and an index by content.
#[derive(Debug, Clone, Default)]
struct StoreArray {
    references: Vec<Object>,
    known: BTreeMap<Vec<u8>, Object>,
}

impl StoreArray {
    fn read(document: &Document, store: &Dictionary, key: &[u8]) -> Result<Self, PdfError> {
        let mut array = Self::default();
        let list = document.lookup(store, key)?;
        for piece in list.as_array().unwrap_or_default().iter().take(MAX_PIECES) {
            array.references.push(piece.clone());
            let object = document.resolve(piece)?;
            // Streams that can't be read stay in the array but are not used as evidence.
            if let Some(Ok(bytes)) = object.as_stream().map(|it| document.stream_data(it)) {
                array.known.insert(bytes, piece.clone());
            }
        }
        Ok(array)
    }

    /// Returns the stream with these bytes, and whether it was added.
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

/// The document's store, and the state it is to be written in.
#[derive(Debug, Clone, Default)]
pub(crate) struct Store {
    id: Option<ObjectId>,
    dictionary: Dictionary,
    certificates: StoreArray,
    ocsps: StoreArray,
    crls: StoreArray,
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
            certificates: StoreArray::read(document, &dictionary, b"Certs")?,
            ocsps: StoreArray::read(document, &dictionary, b"OCSPs")?,
            crls: StoreArray::read(document, &dictionary, b"CRLs")?,
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

    /// Adds the material of one signature and its VRI entry. Returns true if anything is new.
    pub(crate) fn enter(&mut self, update: &mut Update<'_>, proof: &Proof) -> bool {
        let mut changed = false;
        let mut all = |array: &mut StoreArray, pieces: Vec<&[u8]>| -> Vec<Object> {
            let entered = pieces.into_iter().map(|bytes| array.enter(update, bytes));
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

    pub(crate) fn write(mut self, update: &mut Update<'_>) -> Result<(), SignError> {
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
