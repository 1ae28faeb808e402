//! What is wrong with real files, one test for each; everything in them is still read.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use crate::common::{Builder, Ranged, put_table, replaced};
use countersign_pdf::{Dictionary, Document, Name, Object, OpenOptions, PdfError, Stream, Update};

/// The page, its content and its inherited box are those of the builder.
fn assert_whole(bytes: &[u8]) -> Document {
    let document = crate::common::open(bytes);
    assert_eq!(document.pages(), Ok(1));
    let page = document.page(0).unwrap();
    assert_eq!(page.displayed_size(), (200.0, 300.0));
    let content = document.lookup(&page.dictionary, b"Contents").unwrap();
    let data = document.stream_data(content.as_stream().unwrap());
    assert_eq!(data.unwrap(), b"0 g 1 1 m");
    document
}

#[test]
fn offsets_that_are_all_wrong() {
    let bytes = Builder::one_page().with_table();
    let bytes = replaced(&bytes, "2 0 obj", "     2 0 obj");
    let document = assert_whole(&bytes);
    assert!(document.is_repaired());
}

#[test]
fn objects_without_their_end() {
    let bytes = Builder::one_page().with_table();
    let text: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let remaining: Vec<&[u8]> = text.into_iter().filter(|line| *line != b"endobj").collect();
    assert_whole(&remaining.join(&b'\n'));
    // With offsets that are right all the same.
    let mut same = bytes.clone();
    for at in (0..same.len() - 6).rev() {
        if &same[at..at + 6] == b"endobj" {
            same[at..at + 6].fill(b' ');
        }
    }
    assert!(!assert_whole(&same).is_repaired());
}

#[test]
fn lengths_that_are_wrong() {
    for length in ["3", "8", "9000", "-5", "(nine)", "99 0 R", "4 0 R"] {
        let mut builder = Builder::one_page();
        let object = format!("<</Length {length}>>stream\n0 g 1 1 m\nendstream");
        builder.objects.insert(4, object);
        assert_whole(&builder.with_table());
    }
    let mut builder = Builder::one_page();
    builder
        .objects
        .insert(4, "<<>>stream\r\n0 g 1 1 m\r\nendstream".into());
    assert_whole(&builder.with_table());
}

#[test]
fn garbage_before_the_header_and_after_the_end() {
    for bytes in [
        Builder::one_page().with_table(),
        Builder::one_page().with_streams(),
    ] {
        let before = [b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n".as_slice(), &bytes].concat();
        assert!(!assert_whole(&before).is_repaired());
        let after = [bytes.as_slice(), &vec![0; 5000]].concat();
        assert!(!assert_whole(&after).is_repaired());
        let both = [
            b"\xef\xbb\xbf\n".as_slice(),
            &bytes,
            b"\r\n<!-- served in 3 ms -->",
        ]
        .concat();
        assert_whole(&both);
    }
}

#[test]
fn previous_sections_that_are_missing_or_loop() {
    let bytes = Builder::one_page().with_table();
    let own = bytes.windows(5).position(|part| part == b"xref\n").unwrap();
    for previous in [
        own.to_string(),
        "7".into(),
        "99999999".into(),
        "-1".into(),
        "0".into(),
    ] {
        let with = replaced(
            &bytes,
            "trailer\n<<",
            &format!("trailer\n<</Prev {previous}"),
        );
        assert_whole(&with);
    }
}

#[test]
fn a_file_that_was_cut_off() {
    let bytes = Builder::one_page().with_table();
    let at = bytes.windows(5).position(|part| part == b"xref\n").unwrap();
    assert!(assert_whole(&bytes[..at]).is_repaired());
    assert!(assert_whole(&replaced(&bytes, "startxref", "start")).is_repaired());
}

#[test]
fn line_ends_of_any_kind() {
    let bytes = Builder::one_page().with_table();
    let bytes: Vec<u8> = bytes
        .into_iter()
        .map(|byte| if byte == b'\n' { b'\r' } else { byte })
        .collect();
    assert_whole(&bytes);
}

#[test]
fn tables_with_lines_of_any_width() {
    let builder = Builder::one_page();
    let sound = builder.with_table();
    let short = String::from_utf8_lossy(&sound).replace(" n \n", " n\n");
    let at = sound.windows(5).position(|part| part == b"xref\n").unwrap();
    let tail = short.split_once("xref\n").unwrap().1;
    let bytes = [&sound[..at], b"xref\n", tail.as_bytes()].concat();
    assert!(!assert_whole(&bytes).is_repaired());
}

#[test]
fn linearized_files_have_one_revision() {
    // The first section holds the page, the main one at the end the rest; startxref names the first.
    let builder = Builder::one_page();
    let object = |number: u32| format!("{number} 0 obj\n{}\nendobj\n", builder.objects[&number]);
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut offsets = BTreeMap::new();
    offsets.insert(6, file.len());
    file.extend(b"6 0 obj\n<</Linearized 1/L 0/H[0 0]/O 3/E 0/N 1/T 0>>\nendobj\n");
    let first = file.len();
    // The table comes before the objects it lists: their places are known once its length is.
    let table = |main: usize, places: &BTreeMap<u32, usize>| {
        let mut bytes = Vec::new();
        put_table(&mut bytes, places);
        let bytes = String::from_utf8(bytes)
            .unwrap()
            .replace("0 1\n0000000000 65535 f \n", "");
        format!("{bytes}trailer\n<</Size 7/Root 1 0 R/Prev {main:010}>>\nstartxref\n0\n%%EOF\n")
    };
    let numbers = [3, 4, 5];
    for number in numbers {
        offsets.insert(number, 0);
    }
    let mut position = first + table(0, &offsets).len();
    for number in numbers {
        offsets.insert(number, position);
        position += object(number).len();
    }
    let rest: String = numbers.iter().map(|number| object(*number)).collect();
    let mut later = BTreeMap::new();
    let mut objects = String::new();
    for number in [1, 2] {
        later.insert(number, position + objects.len());
        objects += &object(number);
    }
    let main = position + objects.len();
    file.extend(table(main, &offsets).bytes());
    file.extend(rest.bytes());
    file.extend(objects.bytes());
    put_table(&mut file, &later);
    file.extend(format!("trailer\n<</Size 7>>\nstartxref\n{first}\n%%EOF\n").bytes());
    let document = assert_whole(&file);
    assert!(!document.is_repaired());
    let revisions = document.revisions().unwrap();
    assert_eq!(revisions.len(), 1);
    assert_eq!(revisions[0].end, file.len() as u64);
}

/// The data of a stream with these filters, read back out of a file.
fn decoded(filters: &str, data: &[u8]) -> Result<Vec<u8>, PdfError> {
    let document = crate::common::open(&Builder::one_page().with_table());
    let dictionary = countersign_pdf::parse_object(filters.as_bytes()).unwrap();
    let dictionary = dictionary.as_dictionary().cloned().unwrap();
    document.stream_data(&Stream::new(dictionary, data))
}

#[test]
fn filters_that_structure_needs() {
    assert_eq!(
        decoded("<</Filter/ASCIIHexDecode>>", b"48 65 6C6c 6F>").unwrap(),
        b"Hello"
    );
    assert_eq!(
        decoded("<</Filter/ASCII85Decode>>", b"87cURDZ~>").unwrap(),
        b"Hello"
    );
    assert_eq!(
        decoded(
            "<</Filter/RunLengthDecode>>",
            &[1, b'H', b'e', 255, b'l', 0, b'o', 128]
        )
        .unwrap(),
        b"Hello"
    );
    // The example of ISO 32000-2, 7.4.4.2.
    let lzw = [0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01];
    let expected = [45, 45, 45, 45, 45, 65, 45, 45, 45, 66];
    assert_eq!(decoded("<</Filter/LZWDecode>>", &lzw).unwrap(), expected);
    assert_eq!(
        decoded(
            "<</Filter[/ASCIIHexDecode/LZWDecode]>>",
            b"800B6050220C0C8501>"
        )
        .unwrap(),
        expected
    );
    let identity = "<</Filter/Crypt/DecodeParms<</Name/Identity>>>>";
    assert_eq!(decoded(identity, b"Hello").unwrap(), b"Hello");
}

#[test]
fn predictors_of_every_row() {
    // Rows of three bytes, one for each PNG filter: none, sub, up, average, Paeth.
    let rows = [
        [0, 1, 2, 3],
        [1, 1, 1, 1],
        [2, 1, 1, 1],
        [3, 1, 1, 1],
        [4, 1, 1, 1],
    ];
    let stream = Stream::compressed(Dictionary::new(), &rows.concat().repeat(40));
    let document = crate::common::open(&Builder::one_page().with_table());
    let packed = document.raw_stream_data(&stream).unwrap();
    assert!(stream.dictionary.contains(b"Filter"));
    let data = decoded(
        "<</Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 3>>>>",
        &packed,
    )
    .unwrap();
    let expected = [[1, 2, 3], [1, 2, 3], [2, 3, 4], [2, 3, 4], [3, 4, 5]];
    assert_eq!(data[..15], expected.concat());
    // TIFF: each byte is added to the one before it in its row.
    let stream = Stream::compressed(Dictionary::new(), &[5, 1, 1].repeat(40));
    let packed = document.raw_stream_data(&stream).unwrap();
    let tiff = "<</Filter/FlateDecode/DecodeParms<</Predictor 2/Columns 3>>>>";
    assert_eq!(decoded(tiff, &packed).unwrap()[..3], [5, 6, 7]);
}

#[test]
fn bombs_end_with_a_clear_error() {
    let refused = |object: String| {
        let mut builder = Builder::one_page();
        builder.objects.insert(4, object);
        let document = crate::common::open(&builder.with_table());
        let object = document.object(countersign_pdf::ObjectId::new(4, 0));
        object.err()
    };
    let nested = |open: &str, close: &str| open.repeat(500) + &close.repeat(500);
    let deep = Some(PdfError::Limit("nested arrays and dictionaries"));
    assert_eq!(refused(nested("[", "]")), deep);
    assert_eq!(refused(nested("<</A", ">>")), deep);

    // A kilobyte that asks for 100 MB.
    let zeros = vec![0u8; 100 << 20];
    let bomb = Stream::compressed(Dictionary::new(), &zeros);
    let document = crate::common::open(&Builder::one_page().with_table());
    assert_eq!(
        document.stream_data(&bomb),
        Err(PdfError::Limit("decoded size of a stream"))
    );
    let many = vec![Object::Name(Name::new("ASCIIHexDecode")); 100];
    let dictionary = Dictionary::new().with("Filter", many);
    assert_eq!(
        document.stream_data(&Stream::new(dictionary, b"00>".to_vec())),
        Err(PdfError::Limit("filters of a stream"))
    );

    // Numbers that no file has.
    let bytes = Builder::one_page().with_table();
    let bytes = replaced(&bytes, "0 1\n0000000000", "0 4000000000\n0000000000");
    assert_whole(&bytes);
    let refused = Document::open(Ranged(b"%PDF-1.7\n".repeat(200)), OpenOptions::default());
    assert_eq!(
        refused.err().map(|it| it.code().as_str()),
        Some("pdf_corrupted")
    );
}

#[test]
fn a_previous_section_that_is_referred_to() {
    let builder = Builder::one_page();
    let bytes = builder.with_table();
    let own = bytes.windows(5).position(|part| part == b"xref\n").unwrap();
    // The object that states the offset, and the offset written as an object number.
    for previous in ["9 0 R".to_owned(), format!("{own} 0 R")] {
        let mut whole = bytes.clone();
        let object = whole.len();
        whole.extend(format!("9 0 obj\n{own}\nendobj\n").bytes());
        let start = whole.len();
        let tail = format!(
            "xref\n9 1\n{object:010} 00000 n \ntrailer\n<</Size 10/Root 1 0 R/Prev {previous}>>\nstartxref\n{start}\n%%EOF\n"
        );
        whole.extend(tail.bytes());
        assert!(!assert_whole(&whole).is_repaired(), "{previous}");
    }
}

#[test]
fn page_trees_of_any_depth() {
    let chain = |depth: u32| {
        let mut builder = Builder::one_page();
        builder
            .objects
            .insert(1, "<</Type/Catalog/Pages 10 0 R>>".into());
        for level in 0..depth {
            let kid = if level + 1 == depth { 2 } else { 11 + level };
            let node = format!("<</Type/Pages/Kids[{kid} 0 R]/Count 1>>");
            builder.objects.insert(10 + level, node);
        }
        builder.with_table()
    };
    assert_whole(&chain(99));
    assert_whole(&chain(5000));
    let too_deep = crate::common::open(&chain(20_000)).pages().unwrap_err();
    assert_eq!(too_deep, PdfError::Limit("depth of the page tree"));
}

#[test]
fn pages_that_are_no_objects_of_their_own() {
    let page = "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>";
    let inner = format!("<</Type/Pages/Kids[{page}]/Count 1/Parent 2 0 R>>");
    for (kids, pages) in [
        (format!("[{page}]"), 1),
        (format!("[3 0 R {page}{page}]"), 3),
        (format!("[3 0 R {inner}]"), 2),
        ("6 0 R".to_owned(), 2),
    ] {
        let mut builder = Builder::one_page();
        let node = format!("<</Type/Pages/Kids {kids}/Count {pages}/MediaBox[0 0 300 200]>>");
        builder.objects.insert(2, node);
        builder.objects.insert(6, format!("[3 0 R {page}]"));
        for bytes in [builder.with_table(), builder.with_streams()] {
            let document = crate::common::open(&bytes);
            assert_eq!(document.pages(), Ok(pages), "{kids}");
            let last = document.page(pages - 1).unwrap();
            assert_eq!(last.displayed_size(), (300.0, 200.0), "{kids}");
            assert_eq!(document.page_index(last.id), Ok(Some(pages - 1)));
            let mut update = Update::new(&document);
            let other = update.add(Object::Null);
            update
                .edit(last.id, |page| page.insert("Rotate", 90))
                .unwrap();
            update.add(Object::Null);
            assert_ne!(other, last.id);
            let whole = [bytes.as_slice(), &update.finish().unwrap().bytes].concat();
            let changed = crate::common::open(&whole);
            assert!(!changed.is_repaired());
            assert_eq!(changed.pages(), Ok(pages), "{kids}");
            for index in 0..pages {
                let turned = changed.page(index).unwrap().rotate;
                assert_eq!(turned, if index + 1 == pages { 90 } else { 0 }, "{kids}");
            }
        }
    }
    // Thousands of new objects do not get the number of such a page.
    let mut builder = Builder::one_page();
    builder
        .objects
        .insert(2, format!("<</Type/Pages/Kids[{page}]/Count 1>>"));
    let bytes = builder.with_table();
    let document = crate::common::open(&bytes);
    let mut update = Update::new(&document);
    let added: Vec<_> = (0..3000).map(|_| update.add(Object::Null)).collect();
    assert!(!added.contains(&document.page(0).unwrap().id));
}

#[test]
fn single_objects_that_the_table_lacks_or_misplaces() {
    let bytes = Builder::one_page().with_table();
    // The entry of the page, from its own subsection of one line.
    let entry = bytes
        .windows(5)
        .rposition(|part| part == b"\n3 1\n")
        .unwrap()
        + 1;
    let without = [&bytes[..entry], &bytes[entry + 24..]].concat();
    let document = assert_whole(&without);
    assert!(document.is_repaired());
    // An offset into the data of a stream, where no object is.
    let data = bytes
        .windows(7)
        .position(|part| part == b"0 g 1 1")
        .unwrap();
    let mut elsewhere = bytes.clone();
    elsewhere[entry + 4..entry + 14].copy_from_slice(format!("{data:010}").as_bytes());
    assert!(assert_whole(&elsewhere).is_repaired());
    // What the table calls free is deleted, even if its text is still there.
    let mut freed = bytes.clone();
    freed[entry + 21] = b'f';
    let document = crate::common::open(&freed);
    assert_eq!(document.pages(), Ok(0));
    assert!(!document.is_repaired());
}
