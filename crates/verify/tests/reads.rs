//! How much of a large document is read to judge what was appended to it.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::rc::Rc;

use crate::support::{NOW, Signer, root};
use countersign_cms::HashState;
use countersign_pdf::{Document, OpenOptions, Source, SourceError};
use countersign_verify::{VerifyOptions, compare_revisions, verify};

const PAGES: usize = 2_000;
/// Bytes of the content of each page.
const CONTENT: usize = 24_000;
/// Objects that nothing but an array refers to, between the pages.
const SMALL: usize = 3;
/// What may be read of 49 MB.
const LIMIT: u64 = 1_000_000;

/// A file that counts the bytes read from it.
struct Counting {
    bytes: Vec<u8>,
    read: Rc<Cell<u64>>,
}

impl Source for Counting {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), SourceError> {
        self.read.set(self.read.get() + into.len() as u64);
        let start = offset as usize;
        let part = self.bytes.get(start..start + into.len());
        into.copy_from_slice(part.ok_or_else(SourceError::out_of_range)?);
        Ok(())
    }
}

/// How the objects of a file are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Table,
    /// Cross-reference stream; everything but streams is in object streams.
    Packed,
}

/// A file in the making: the place of each object, by number.
struct Writer {
    out: Vec<u8>,
    kind: Kind,
    places: Vec<(u8, usize, usize)>,
    packed: Vec<(usize, String)>,
}

impl Writer {
    fn new(kind: Kind) -> Self {
        Self {
            out: b"%PDF-1.7\n".to_vec(),
            kind,
            places: vec![(0, 0, 65_535)],
            packed: Vec::new(),
        }
    }

    fn place(&mut self, number: usize, place: (u8, usize, usize)) {
        if self.places.len() <= number {
            self.places.resize(number + 1, (0, 0, 0));
        }
        self.places[number] = place;
    }

    fn plain(&mut self, number: usize, text: &str) {
        self.place(number, (1, self.out.len(), 0));
        let object = format!("{number} 0 obj\n{text}\nendobj\n");
        self.out.extend(object.bytes());
    }

    fn object(&mut self, number: usize, text: String) {
        match self.kind {
            Kind::Table => self.plain(number, &text),
            Kind::Packed => {
                self.packed.push((number, text));
                // Every stream of objects gets a number of its own, from far above.
                if self.packed.len() == 200 {
                    self.flush();
                }
            }
        }
    }

    fn flush(&mut self) {
        let packed = std::mem::take(&mut self.packed);
        let holder = self.places.len().max(20_000);
        let (mut head, mut body) = (String::new(), String::new());
        for (index, (number, text)) in packed.iter().enumerate() {
            self.place(*number, (2, holder, index));
            head += &format!("{number} {} ", body.len());
            body += text;
            body += "\n";
        }
        let (count, first) = (packed.len(), head.len());
        let length = first + body.len();
        self.plain(
            holder,
            &format!("<</Type/ObjStm/N {count}/First {first}/Length {length}>>stream\n{head}{body}\nendstream"),
        );
    }

    fn finish(mut self) -> Vec<u8> {
        if self.kind == Kind::Packed {
            self.flush();
            let number = self.places.len();
            let start = self.out.len();
            self.place(number, (1, start, 0));
            let entries: Vec<u8> = self
                .places
                .iter()
                .flat_map(|(kind, place, index)| {
                    let place = (*place as u32).to_be_bytes();
                    [&[*kind][..], &place, &(*index as u16).to_be_bytes()].concat()
                })
                .collect();
            let (size, length) = (self.places.len(), entries.len());
            let head = format!(
                "{number} 0 obj\n<</Type/XRef/Size {size}/W[1 4 2]/Root 1 0 R/Length {length}>>stream\n"
            );
            self.out.extend(head.bytes());
            self.out.extend(entries);
            let end = format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n");
            self.out.extend(end.bytes());
            return self.out;
        }
        let start = self.out.len();
        let size = self.places.len();
        let mut table = format!("xref\n0 {size}\n0000000000 65535 f \n");
        for (_, place, _) in &self.places[1..] {
            table += &format!("{place:010} 00000 n \n");
        }
        table += &format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
        self.out.extend(table.bytes());
        self.out
    }
}

/// About 49 MB: many pages with large contents and many small objects, a text field and two signature fields.
fn large(kind: Kind) -> Vec<u8> {
    let mut file = Writer::new(kind);
    let first = 10;
    let step = 2 + SMALL;
    let page = |index: usize| first + index * step;
    let kids: Vec<String> = (0..PAGES)
        .map(|index| format!("{} 0 R", page(index)))
        .collect();
    file.object(1, "<</Type/Catalog/Pages 2 0 R/AcroForm 3 0 R>>".to_owned());
    file.object(
        2,
        format!("<</Type/Pages/Count {PAGES}/Kids[{}]>>", kids.join(" ")),
    );
    file.object(
        3,
        "<</Fields[4 0 R 5 0 R 6 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 7 0 R>>>>>>".to_owned(),
    );
    let widget = "/Type/Annot/Subtype/Widget/F 132";
    file.object(
        4,
        format!(
            "<<{widget}/FT/Tx/T(name)/Rect[20 200 200 220]/P {first} 0 R/DA(/Helv 10 Tf 0 g)>>"
        ),
    );
    file.object(
        5,
        format!("<<{widget}/FT/Sig/T(alice)/Rect[20 100 120 140]/P {first} 0 R>>"),
    );
    file.object(
        6,
        format!("<<{widget}/FT/Sig/T(bob)/Rect[0 0 0 0]/P {first} 0 R>>"),
    );
    file.object(
        7,
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    );
    for index in 0..PAGES {
        let number = page(index);
        let fields = if index == 0 {
            "/Annots[4 0 R 5 0 R 6 0 R]"
        } else {
            ""
        };
        let small: Vec<String> = (0..SMALL)
            .map(|n| format!("{} 0 R", number + 2 + n))
            .collect();
        file.object(number, format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents {} 0 R/Resources<</Font<</F 7 0 R>>>>/Notes[{}]{fields}>>", number + 1, small.join(" ")));
        let content = "q 1 0 0 1 0 0 cm Q % ".repeat(CONTENT / 21);
        file.plain(
            number + 1,
            &format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
        );
        for n in 0..SMALL {
            file.object(
                number + 2 + n,
                format!("<</Note({})/Of {number} 0 R>>", "x".repeat(60)),
            );
        }
    }
    file.finish()
}

/// The bytes read by each step of judging the last signature of a file, and that it is accepted.
fn reads(file: &[u8], base: usize, (hash, objects): (Rc<[u8]>, Rc<[u8]>)) -> [u64; 4] {
    let read = Rc::new(Cell::new(0));
    let source = Counting {
        bytes: file.to_vec(),
        read: Rc::clone(&read),
    };
    let options = OpenOptions {
        known_hash: Some(hash),
        known_objects: Some(objects),
        ..OpenOptions::default()
    };
    let document = Document::open(source, options).unwrap();
    let opened = read.replace(0);
    let changes = compare_revisions(&document, base as u64, file.len() as u64).unwrap();
    assert!(changes.acceptable, "{changes:#?}");
    let compared = read.replace(0);
    let options = VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        at: NOW,
        since: Some(base as u64),
        ..VerifyOptions::default()
    };
    let reports = verify(&document, &options).unwrap();
    assert_eq!(reports.len(), 1, "{reports:#?}");
    assert!(reports[0].acceptable && reports[0].intact && reports[0].covers_whole_file);
    let verified = read.replace(0);
    let fields = countersign_forms::read(&document).unwrap();
    assert_eq!(fields.len(), 3);
    [opened, compared, verified, read.get()]
}

fn known(base: &[u8]) -> (Rc<[u8]>, Rc<[u8]>) {
    let mut state = HashState::default();
    state.update(base);
    let document = Document::from_bytes(base).unwrap();
    (
        state.write().into(),
        document.describe_objects().unwrap().into(),
    )
}

#[test]
fn a_signature_of_a_large_document_is_validated_by_its_tail() {
    for kind in [Kind::Table, Kind::Packed] {
        let base = large(kind);
        assert!(
            (48_000_000..52_000_000).contains(&base.len()),
            "{}",
            base.len()
        );
        let one = Signer::new("Alice", 2).sign_field(&base, "alice");
        let two = Signer::new("Bob", 3).sign_field(&one, "bob");
        for (before, after) in [(&base, &one), (&one, &two)] {
            let steps = reads(after, before.len(), known(before));
            let total: u64 = steps.iter().sum();
            println!("{kind:?}: {steps:?} of {}", after.len());
            assert!(total <= LIMIT, "{kind:?}: {steps:?}");
        }
    }
}

/// A document whose reads are counted.
fn counted(file: &[u8], options: OpenOptions) -> (Document, Rc<Cell<u64>>) {
    let read = Rc::new(Cell::new(0));
    let source = Counting {
        bytes: file.to_vec(),
        read: Rc::clone(&read),
    };
    (Document::open(source, options).unwrap(), read)
}

#[test]
fn a_document_without_signatures_is_searched_for_removed_ones_in_the_pass_that_checks_it() {
    for kind in [Kind::Table, Kind::Packed] {
        let file = large(kind);
        let (document, read) = counted(&file, OpenOptions::default());
        assert!(document.first_ambiguities().unwrap().is_empty());
        let once = read.replace(0);
        assert!(
            (file.len() as u64..file.len() as u64 * 5 / 4).contains(&once),
            "{kind:?}: {once}"
        );
        let reports = verify(&document, &VerifyOptions::default()).unwrap();
        assert!(
            reports.is_empty() && read.get() <= LIMIT,
            "{kind:?}: {read:?}"
        );
    }
}

#[test]
fn what_validated_signatures_sign_is_not_read_again_to_report_them() {
    for kind in [Kind::Table, Kind::Packed] {
        let base = large(kind);
        let one = Signer::new("Alice", 2).sign_field(&base, "alice");
        let two = Signer::new("Bob", 3).sign_field(&one, "bob");
        let options = VerifyOptions {
            trust: vec![root().make().der().to_vec()],
            at: NOW,
            ..VerifyOptions::default()
        };
        let whole = verify(&Document::from_bytes(two.clone()).unwrap(), &options).unwrap();
        assert!(whole.len() == 2 && whole.iter().all(|it| it.acceptable));
        let (hash, objects) = known(&base);
        let (document, read) = counted(
            &two,
            OpenOptions {
                known_hash: Some(hash),
                known_objects: Some(objects),
                ..OpenOptions::default()
            },
        );
        let options = VerifyOptions {
            since: Some(two.len() as u64),
            include_known: true,
            ..options
        };
        assert_eq!(verify(&document, &options).unwrap(), whole);
        assert!(read.get() <= LIMIT, "{kind:?}: {}", read.get());
    }
}
