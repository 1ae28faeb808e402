//! Files made to cost much: each must end soon, and within little memory.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use crate::common::{Builder, Ranged, read_everything};
use countersign_pdf::{Dictionary, Document, Name, Object, OpenOptions, Stream, Update};

/// Generous for slow machines; what is not bounded takes hours.
const SOON: Duration = Duration::from_secs(60);

fn survive(bytes: Vec<u8>) {
    let start = Instant::now();
    if let Ok(document) = Document::open(Ranged(bytes), OpenOptions::default()) {
        read_everything(&document);
    }
    assert!(start.elapsed() < SOON, "took {:?}", start.elapsed());
}

fn repeated(count: u32, object: &str) -> Vec<u8> {
    let objects: String = (10..count + 10)
        .map(|number| format!("{number} 0 obj {object}\n"))
        .collect();
    let head = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n";
    [head, &objects, "trailer<</Root 1 0 R>>"]
        .concat()
        .into_bytes()
}

#[test]
fn objects_that_all_reach_to_the_end() {
    survive(repeated(20_000, "("));
    survive(repeated(20_000, "<"));
    survive(repeated(20_000, "[<</A"));
}

#[test]
fn streams_that_all_reach_to_the_end() {
    survive(repeated(20_000, "<<>>stream"));
    survive(repeated(20_000, "<</Length 99999999>>stream"));
    survive(repeated(
        20_000,
        "<</Type/ObjStm/N 9/First 9/Length 5>>stream",
    ));
}

#[test]
fn bombs_of_many_filters() {
    let mut data = vec![0u8; 1 << 20];
    for _ in 0..3 {
        let packed = Stream::compressed(Dictionary::new(), &data);
        let document = crate::common::open(&Builder::one_page().with_table());
        data = document.raw_stream_data(&packed).unwrap();
        data.extend(vec![0; 1 << 20]);
    }
    let names = vec![Object::Name(Name::new("FlateDecode")); 16];
    let bytes = Builder::one_page().with_table();
    let document = crate::common::open(&bytes);
    let mut update = Update::new(&document);
    for _ in 0..20 {
        update.add(Stream::new(
            Dictionary::new().with("Filter", names.clone()),
            data.clone(),
        ));
    }
    survive([bytes.as_slice(), &update.finish().unwrap().bytes].concat());
}

#[test]
fn chains_of_cross_reference_sections() {
    let mut bytes = Builder::one_page().with_table();
    let mut previous = bytes.windows(5).position(|part| part == b"xref\n").unwrap();
    for _ in 0..12_000 {
        let start = bytes.len();
        bytes.extend(format!("xref\n8000000 1\n0000000009 00000 n \ntrailer<</Root 1 0 R/Size 9/XRefStm 9/Prev {previous}>>\n").bytes());
        previous = start;
    }
    bytes.extend(format!("startxref\n{previous}\n%%EOF\n").bytes());
    survive(bytes);
}

#[test]
fn page_trees_without_end() {
    let mut deep = Builder::one_page();
    for number in 10..20_000 {
        deep.objects.insert(
            number,
            format!("<</Type/Pages/Kids[{} 0 R]/Count 1>>", number + 1),
        );
    }
    deep.objects
        .insert(2, "<</Type/Pages/Kids[10 0 R]/Count 1>>".into());
    survive(deep.with_table());

    // Every node names the next one many times.
    let mut wide = Builder::one_page();
    for number in 10..60 {
        let kids = format!("{} 0 R ", number + 1).repeat(100);
        wide.objects
            .insert(number, format!("<</Type/Pages/Kids[{kids}]/Count 1>>"));
    }
    wide.objects
        .insert(2, "<</Type/Pages/Kids[10 0 R]/Count 1>>".into());
    survive(wide.with_table());
}

#[test]
fn high_numbers_cost_little() {
    let mut bytes = Builder::one_page().with_table();
    let at = bytes
        .windows(8)
        .rposition(|part| part == b"trailer\n")
        .unwrap();
    bytes.splice(
        at..at,
        b"8388600 1\n0000000009 00000 n \n4294967290 1\n0000000009 00000 n \n"
            .iter()
            .copied(),
    );
    let document = crate::common::open(&bytes);
    assert_eq!(document.pages(), Ok(1));
    assert_eq!(document.object_ids().last().unwrap().number, 8_388_600);
    let mut update = Update::new(&document);
    update.add(Object::Null);
    assert!(update.finish().is_ok());
}
