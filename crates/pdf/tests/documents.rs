//! Documents of every form, opened and continued.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::rc::Rc;

use crate::common::{Builder, open, put_table};
use countersign_pdf::{
    Dictionary, Document, Location, MemorySource, Name, Object, ObjectId, OpenOptions,
    SectionSource, Stream, Update, XrefKind,
};

fn id(number: u32) -> ObjectId {
    ObjectId::new(number, 0)
}

fn appended(document: &Document, bytes: &[u8], change: impl FnOnce(&mut Update<'_>)) -> Vec<u8> {
    let mut update = Update::new(document);
    change(&mut update);
    let tail = update.finish().unwrap();
    assert_eq!(tail.base_length, bytes.len() as u64);
    [bytes, &tail.bytes].concat()
}

#[test]
fn both_kinds_read_the_same() {
    let builder = Builder::one_page();
    for (bytes, kind) in [
        (builder.with_table(), XrefKind::Table),
        (builder.with_streams(), XrefKind::Stream),
    ] {
        let document = open(&bytes);
        assert!(!document.is_repaired());
        assert_eq!(document.xref_kind(), kind);
        assert_eq!(document.pages(), Ok(1));
        let page = document.page(0).unwrap();
        assert_eq!(
            (page.id, page.rotate, page.displayed_size()),
            (id(3), 90, (200.0, 300.0))
        );
        let content = document.lookup(&page.dictionary, b"Contents").unwrap();
        assert_eq!(
            document.stream_data(content.as_stream().unwrap()).unwrap(),
            b"0 g 1 1 m"
        );
        assert_eq!(document.revisions().unwrap().len(), 1);
        assert_eq!(document.revisions().unwrap()[0].end, bytes.len() as u64);
        assert!(document.page(1).is_err());
    }
}

#[test]
fn updates_keep_the_form_of_the_file() {
    let builder = Builder::one_page();
    for mut bytes in [builder.with_table(), builder.with_streams()] {
        let first_length = bytes.len() as u64;
        let kind = open(&bytes).xref_kind();
        let original = open(&bytes).object(id(2)).unwrap();
        for round in 1..=3 {
            let document = open(&bytes);
            bytes = appended(&document, &bytes, |update| {
                let added = update.add(Stream::new(Dictionary::new(), vec![round; 10]));
                update
                    .edit(id(3), |page| page.insert("Added", added))
                    .unwrap();
            });
        }
        let document = open(&bytes);
        assert!(!document.is_repaired());
        assert_eq!(document.xref_kind(), kind);
        assert_eq!(document.object(id(2)).unwrap(), original);
        let page = document.page(0).unwrap().dictionary;
        let added = document.lookup(&page, b"Added").unwrap();
        assert_eq!(
            document.stream_data(added.as_stream().unwrap()).unwrap(),
            [3; 10]
        );
        let ends: Vec<u64> = document
            .revisions()
            .unwrap()
            .iter()
            .map(|revision| revision.end)
            .collect();
        assert_eq!(
            (ends.len(), ends[0], ends[3]),
            (4, first_length, bytes.len() as u64)
        );
        let ids = document.trailer().array(b"ID").unwrap();
        assert_eq!(ids[0].as_string().unwrap().as_bytes(), [1, 2]);
        assert_ne!(ids[1].as_string().unwrap().as_bytes(), [3, 4]);

        let source: Rc<dyn countersign_pdf::Source> = document.source();
        let earlier =
            Document::open(SectionSource::new(source, ends[2]), OpenOptions::default()).unwrap();
        let changed = document.changed_since(&earlier);
        let added = document
            .page(0)
            .unwrap()
            .dictionary
            .reference(b"Added")
            .unwrap();
        assert!(changed.contains(&id(3)) && changed.contains(&added));
        assert!(!changed.contains(&id(2)) && !changed.contains(&id(1)));
    }
}

#[test]
fn a_tail_starts_on_its_own_line() {
    let mut bytes = Builder::one_page().with_table();
    bytes.pop();
    let document = open(&bytes);
    let whole = appended(&document, &bytes, |update| {
        update.add(Dictionary::new());
    });
    assert_eq!(whole[bytes.len()], b'\n');
    let revisions = open(&whole).revisions().unwrap().to_vec();
    assert_eq!(revisions[0].marker_end, bytes.len() as u64);
    assert_eq!(revisions[0].end, bytes.len() as u64 + 1);
}

#[test]
fn deleted_objects_are_removed() {
    let builder = Builder::one_page();
    for bytes in [builder.with_table(), builder.with_streams()] {
        let document = open(&bytes);
        let whole = appended(&document, &bytes, |update| update.remove(id(5)));
        let document = open(&whole);
        assert!(document.object(id(5)).unwrap().is_null());
        assert_eq!(document.location(id(5)), None);
    }
}

#[test]
fn placeholders_are_found_again() {
    let bytes = Builder::one_page().with_table();
    let document = open(&bytes);
    let mut update = Update::new(&document);
    let signature = Dictionary::new()
        .with("Type", Name::new("Sig"))
        .with(
            "ByteRange",
            Object::marked("[0 0000000000 0000000000 0000000000]", "byteRange"),
        )
        .with("Contents", Object::marked("<00000000>", "contents"));
    let signature = update.add(signature);
    let (tail, layout) = update.finish_with_layout().unwrap();
    assert_eq!(&tail.bytes[layout.mark("contents").unwrap()], b"<00000000>");
    assert!(tail.bytes[layout.mark("byteRange").unwrap()].starts_with(b"[0 0000000000 "));
    assert!(tail.bytes[layout.object(signature).unwrap()].ends_with(b">>\nendobj"));
    assert_eq!(layout.mark("other"), None);

    let contents = layout.mark("contents").unwrap();
    let base = tail.base_length;
    let document = open(&[bytes.as_slice(), &tail.bytes].concat());
    let range = document
        .value_range(signature, &[b"Contents"])
        .unwrap()
        .unwrap();
    assert_eq!(
        range,
        base + contents.start as u64..base + contents.end as u64
    );
}

#[test]
fn a_broken_cross_reference_is_repaired_and_stays_so() {
    let builder = Builder::one_page();
    for bytes in [builder.with_table(), builder.with_streams()] {
        let text = bytes
            .windows(9)
            .rposition(|part| part == b"startxref")
            .unwrap();
        let mut broken = bytes[..text].to_vec();
        broken.extend(b"startxref\n7\n%%EOF\n");
        let document = open(&broken);
        assert!(document.is_repaired());
        assert_eq!(document.page(0).unwrap().rotate, 90);
        let whole = appended(&document, &broken, |update| {
            update
                .edit(id(3), |page| page.insert("Rotate", 180))
                .unwrap();
        });
        let again = open(&whole);
        assert!(!again.is_repaired());
        assert_eq!(again.page(0).unwrap().rotate, 180);
        assert_eq!(again.pages(), Ok(1));
    }
}

#[test]
fn one_wrong_offset_is_noticed_when_it_matters() {
    let mut builder = Builder::one_page();
    builder.objects.insert(9, "(nine)".into());
    let bytes = builder.with_table();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let at = text.rfind("9 1\n").unwrap() + 4;
    // The binary comment makes the lossy text longer than the file.
    let at = at - (text.len() - bytes.len());
    let mut broken = bytes.clone();
    broken[at..at + 10].copy_from_slice(b"0000000020");
    let document = open(&broken);
    assert_eq!(document.pages(), Ok(1));
    assert!(!document.is_repaired());
    assert_eq!(
        document
            .object(id(9))
            .unwrap()
            .as_string()
            .unwrap()
            .as_bytes(),
        b"nine"
    );
    assert!(document.is_repaired());

    // Nor can an appended revision define what the cross-reference data places wrongly.
    let smuggled = b"9 0 obj\n(another)\nendobj\n";
    let fresh = open(&broken);
    let whole = appended(&fresh, &broken, |update| {
        update.add(Stream::new(Dictionary::new(), smuggled.to_vec()));
    });
    assert!(open(&whole).object(id(9)).is_err());
}

#[test]
fn replaced_object_streams_change_what_is_in_them() {
    let bytes = Builder::one_page().with_streams();
    let document = open(&bytes);
    let Some(Location::InStream { stream, .. }) = document.location(id(2)) else {
        panic!("object 2 should be in an object stream")
    };
    let whole = appended(&document, &bytes, |update| {
        let replaced = document.object(id(stream)).unwrap();
        update.set(id(stream), (*replaced).clone());
    });
    let changed = open(&whole).changed_since(&document);
    assert!(changed.contains(&id(1)) && changed.contains(&id(2)) && changed.contains(&id(stream)));
    assert!(!changed.contains(&id(4)));
}

/// Objects are read in windows of the file; where one ends must not matter.
#[test]
fn ends_of_windows_cut_nothing() {
    for border in [1024, 4096, 65_536] {
        for length in border - 60..border {
            let mut builder = Builder::one_page();
            let padding = "x".repeat(length);
            builder.objects.insert(
                6,
                format!("<</A({padding})/B[1 2 0 R]>>\r\nstream\r\ndata\r\nendstream"),
            );
            builder.objects.insert(7, format!("%{padding}\n4 0 R"));
            builder.objects.insert(8, format!("[({padding})3 0 R]"));
            let document = open(&builder.with_table());
            let object = document.object(id(6)).unwrap();
            let stream = object.as_stream().unwrap();
            assert_eq!(document.stream_data(stream).unwrap(), b"data", "{length}");
            assert_eq!(
                stream.dictionary.array(b"B").unwrap()[1].as_reference(),
                Some(id(2))
            );
            assert_eq!(
                document.object(id(7)).unwrap().as_reference(),
                Some(id(4)),
                "{length}"
            );
            assert_eq!(
                document.object(id(8)).unwrap().as_array().unwrap()[1].as_reference(),
                Some(id(3))
            );
        }
    }
}

#[test]
fn pieces_are_the_bytes_of_the_file() {
    let bytes = Builder::flat_pages(60_000).with_table();
    let length = bytes.len() as u64;
    assert!(length > 2 << 20);
    for document in [open(&bytes), Document::from_bytes(bytes.clone()).unwrap()] {
        for range in [0..length, 5..5, 100_000..length - 1] {
            let mut read = Vec::new();
            document
                .read_pieces(range.clone(), |piece| read.extend_from_slice(piece))
                .unwrap();
            assert_eq!(read, &bytes[range.start as usize..range.end as usize]);
        }
        assert!(document.read_pieces(0..length + 1, |_| ()).is_err());
    }
}

#[test]
fn bytes_after_the_end_do_not_hide_the_cross_reference() {
    let mut bytes = Builder::one_page().with_table();
    let end = bytes.len() as u64;
    bytes.extend([0; 50_000]);
    let document = open(&bytes);
    assert!(!document.is_repaired());
    assert_eq!(document.revisions().unwrap()[0].end, end);
}

#[test]
fn bytes_before_the_header_shift_all_offsets() {
    let bytes = [
        b"mail header\r\n\r\n".as_slice(),
        &Builder::one_page().with_table(),
    ]
    .concat();
    let document = open(&bytes);
    assert!(!document.is_repaired());
    assert_eq!(document.pages(), Ok(1));
    let whole = appended(&document, &bytes, |update| {
        update.edit(id(3), |page| page.insert("Rotate", 0)).unwrap();
    });
    let again = open(&whole);
    assert!(!again.is_repaired());
    assert_eq!(again.page(0).unwrap().rotate, 0);
}

/// A table that hides an object, and the stream that shows it.
#[test]
fn hybrid_files_show_hidden_objects() {
    let mut file = Builder::one_page().with_table();
    let cut = file.windows(5).rposition(|part| part == b"xref\n").unwrap();
    let cut = file[..cut]
        .windows(5)
        .rposition(|part| part == b"xref\n")
        .unwrap_or(cut);
    file.truncate(cut);
    let text = file.clone();
    let find = |number: u32| {
        let header = format!("\n{number} 0 obj");
        text.windows(header.len())
            .position(|part| part == header.as_bytes())
            .unwrap()
            + 1
    };
    let offsets = (1..=5).map(|number| (number, find(number))).collect();
    let container = file.len();
    file.extend(
        b"7 0 obj\n<</Type/ObjStm/N 1/First 4/Length 12>>stream\n6 0 (hidden)\nendstream\nendobj\n",
    );
    let hidden = file.len();
    let mut rows = vec![2, 0, 0, 0, 7, 0];
    rows.push(1);
    rows.extend((container as u32).to_be_bytes());
    rows.push(0);
    file.extend(b"8 0 obj\n<</Type/XRef/Size 9/Index[6 2]/W[1 4 1]/Length 12>>stream\n");
    file.extend(rows);
    file.extend(b"\nendstream\nendobj\n");
    let start = file.len();
    put_table(&mut file, &offsets);
    file.extend(b"6 1\n0000000000 00000 f \n");
    file.extend(
        format!("trailer\n<</Size 9/Root 1 0 R/XRefStm {hidden}>>\nstartxref\n{start}\n%%EOF\n")
            .bytes(),
    );
    let document = open(&file);
    assert!(!document.is_repaired());
    assert_eq!(
        document
            .object(id(6))
            .unwrap()
            .as_string()
            .unwrap()
            .as_bytes(),
        b"hidden"
    );
    let whole = appended(&document, &file, |update| {
        update.add(Dictionary::new());
    });
    let document = open(&whole);
    assert_eq!(document.xref_kind(), XrefKind::Table);
    assert_eq!(
        document
            .object(id(6))
            .unwrap()
            .as_string()
            .unwrap()
            .as_bytes(),
        b"hidden"
    );
}

#[test]
fn loops_end() {
    let mut builder = Builder::one_page();
    builder.objects.insert(6, "7 0 R".into());
    builder.objects.insert(7, "6 0 R".into());
    builder
        .objects
        .insert(8, "<</Length 8 0 R>>stream\nx\nendstream".into());
    let mut file = builder.with_table();
    // The section is its own predecessor.
    let start = file.windows(5).position(|part| part == b"xref\n").unwrap();
    let text = format!("/Prev {start}>>");
    let end = file.windows(2).rposition(|part| part == b">>").unwrap();
    file.splice(end..end + 2, text.bytes());
    let document = open(&file);
    let loops = Object::Reference(id(6));
    assert!(document.resolve(&loops).unwrap().is_null());
    let object = document.object(id(8)).unwrap();
    assert_eq!(
        document.stream_data(object.as_stream().unwrap()).unwrap(),
        b"x"
    );

    let mut builder = Builder::one_page();
    builder
        .objects
        .insert(2, "<</Type/Pages/Kids[2 0 R 3 0 R 2 0 R]/Count 9>>".into());
    assert_eq!(open(&builder.with_table()).pages(), Ok(1));
}

#[test]
fn pages_of_large_trees_are_found_without_reading_the_others() {
    let document = open(&Builder::flat_pages(1000).with_table());
    assert_eq!(document.pages(), Ok(1000));
    for index in [0, 1, 500, 998, 999] {
        let page = document.page(index).unwrap();
        assert_eq!(page.dictionary.integer(b"Index"), Some(index as i64));
        assert_eq!(document.page_index(page.id), Ok(Some(index)));
    }
    let mut nested = Builder::flat_pages(1000);
    let groups: String = (0..10).map(|n| format!("{} 0 R ", 2000 + n)).collect();
    nested
        .objects
        .insert(2, format!("<</Type/Pages/Kids[{groups}]/Count 1000>>"));
    for group in 0..10 {
        let kids: String = (0..100)
            .map(|n| format!("{} 0 R ", 10 + group * 100 + n))
            .collect();
        let node = format!(
            "<</Type/Pages/Parent 2 0 R/Kids[{kids}]/Count 100/Rotate {}>>",
            group * 90
        );
        nested.objects.insert(2000 + group, node);
    }
    let document = open(&nested.with_table());
    for index in [0, 99, 100, 999] {
        let page = document.page(index).unwrap();
        assert_eq!(page.dictionary.integer(b"Index"), Some(index as i64));
        assert_eq!(usize::from(page.rotate), index / 100 * 90 % 360);
    }
}

#[test]
fn what_is_no_pdf_is_refused() {
    let refused = |bytes: &[u8]| {
        Document::open(MemorySource::new(bytes), OpenOptions::default())
            .err()
            .unwrap()
    };
    for bytes in [
        b"hello".as_slice(),
        b"%PDF-1.4\n",
        &[0; 5000],
        b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n",
    ] {
        assert_eq!(refused(bytes).code().as_str(), "pdf_corrupted");
    }
    assert_eq!(refused(b"").code().as_str(), "pdf_parsing_error_no_buffer");
    let whole = Builder::one_page().with_table();
    assert!(Document::from_bytes(whole[..40].to_vec()).is_err());
}

#[test]
fn encrypted_files_open_with_either_password() {
    for (revision, bytes) in [
        (2, include_bytes!("fixtures/r2.pdf").as_slice()),
        (3, include_bytes!("fixtures/r3.pdf")),
        (4, include_bytes!("fixtures/r4.pdf")),
        (5, include_bytes!("fixtures/r5.pdf")),
        (6, include_bytes!("fixtures/r6.pdf")),
    ] {
        let try_open = |password: Option<&str>| {
            let options = OpenOptions {
                password: password.map(Into::into),
                ..OpenOptions::default()
            };
            Document::open(crate::common::Ranged(bytes.to_vec()), options)
        };
        assert_eq!(
            try_open(None).err().unwrap().code().as_str(),
            "pdf_password"
        );
        assert_eq!(
            try_open(Some("wrong")).err().unwrap().code().as_str(),
            "pdf_incorrect_password"
        );
        assert!(try_open(Some("owner")).unwrap().access() == countersign_pdf::Access::Owner);
        let document = try_open(Some("user")).unwrap();
        assert_eq!(document.security().unwrap().revision(), revision);
        check_secret(&document);
        check_encrypted_update(&document, bytes);
    }
}

fn check_secret(document: &Document) {
    let secret = document.object_ids().into_iter().find_map(|id| {
        let object = document.object(id).unwrap();
        object
            .as_dictionary()
            .and_then(|it| it.string(b"Secret").map(|it| it.to_text()))
    });
    assert_eq!(secret.as_deref(), Some("a secret string"));
    let page = document.page(0).unwrap();
    let content = document.lookup(&page.dictionary, b"Contents").unwrap();
    assert_eq!(
        document.stream_data(content.as_stream().unwrap()).unwrap(),
        b"0 g 1 1 m"
    );
}

fn check_encrypted_update(document: &Document, bytes: &[u8]) {
    let mut update = Update::new(document);
    let added = update.add(
        Dictionary::new()
            .with("Text", Object::text("another secret"))
            .with(
                "Signature",
                Dictionary::new()
                    .with("ByteRange", Vec::<Object>::new())
                    .with(
                        "Contents",
                        countersign_pdf::PdfString::hexadecimal(b"open".to_vec()),
                    ),
            ),
    );
    let stream = update.add(Stream::new(Dictionary::new(), b"hidden data".to_vec()));
    let tail = update.finish().unwrap().bytes;
    let holds = |text: &[u8]| tail.windows(text.len()).any(|part| part == text);
    assert!(!holds(b"another secret") && !holds(b"hidden data"));
    assert!(holds(b"<6f70656e>"));
    let whole = [bytes, &tail].concat();
    let again =
        Document::open(MemorySource::new(whole), OpenOptions::with_password("user")).unwrap();
    let object = again.object(added).unwrap();
    let dictionary = object.as_dictionary().unwrap();
    assert_eq!(
        dictionary.string(b"Text").unwrap().to_text(),
        "another secret"
    );
    assert_eq!(
        dictionary
            .dictionary(b"Signature")
            .unwrap()
            .string(b"Contents")
            .unwrap()
            .as_bytes(),
        b"open"
    );
    let object = again.object(stream).unwrap();
    assert_eq!(
        again.stream_data(object.as_stream().unwrap()).unwrap(),
        b"hidden data"
    );
    check_secret(&again);
}
