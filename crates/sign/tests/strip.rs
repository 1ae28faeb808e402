//! Signatures taken out: nothing of them can be reached, everything else stays.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use countersign_pdf::{Document, Object, ObjectId, Objects, Protection, Rewrite};
use countersign_sign::strip;

const OBJECTS: [&str; 18] = [
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R 10 0 R 13 0 R]/SigFlags 3/DA(/Helv 0 Tf)>>\
     /DSS 8 0 R/Perms<</DocMDP 6 0 R>>/StructTreeRoot 14 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R 5 0 R 9 0 R 12 0 R 13 0 R 18 0 R]>>",
    "<</Subtype/Widget/FT/Sig/T(signed)/Rect[0 0 9 9]/V 6 0 R/AP<</N 7 0 R>>/P 3 0 R/StructParent 1>>",
    "<</Subtype/Widget/FT/Tx/T(text)/Rect[9 9 99 19]/V(kept)>>",
    "<</Type/Sig/Filter/Adobe.PPKLite/Contents<00>/ByteRange[0 0 0 0]>>",
    "<</Subtype/Form/BBox[0 0 9 9]/Length 0>>stream\n\nendstream",
    "<</Type/DSS/Certs[11 0 R]>>",
    "<</Subtype/Link/Rect[0 0 9 9]>>",
    "<</FT/Sig/T(group)/Kids[12 0 R]>>",
    "<</Length 3>>stream\nDER\nendstream",
    "<</Subtype/Widget/T(inner)/Parent 10 0 R/Rect[0 0 0 0]/V 6 0 R>>",
    "<</Subtype/Widget/FT/Sig/T(empty)/Rect[0 0 9 9]>>",
    "<</Type/StructTreeRoot/K 15 0 R/ParentTree 16 0 R>>",
    "<</Type/StructElem/S/Form/P 14 0 R/K[<</Type/OBJR/Obj 4 0 R>> 3]>>",
    "<</Kids[17 0 R]>>",
    "<</Limits[0 5]/Nums[0 15 0 R 1 15 0 R]>>",
    "<</Subtype/Widget/FT/Sig/T(stray)/Rect[0 0 9 9]/V 6 0 R>>",
];

fn signed() -> Document {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    for (index, object) in OBJECTS.iter().enumerate() {
        bytes.extend(format!("{} 0 obj\n{object}\nendobj\n", index + 1).bytes());
    }
    bytes.extend(b"trailer\n<</Root 1 0 R/Size 19>>\n");
    Document::from_bytes(bytes).unwrap()
}

fn id(number: u32) -> ObjectId {
    ObjectId::new(number, 0)
}

fn references(objects: &impl Objects, holder: &Object, key: &[u8]) -> Vec<u32> {
    let array = holder.as_dictionary().unwrap();
    let array = objects.lookup(array, key).unwrap();
    let ids = array.as_array().unwrap().iter();
    ids.filter_map(|it| it.as_reference().map(|id| id.number))
        .collect()
}

#[test]
fn nothing_of_a_signature_can_be_reached() {
    let document = signed();
    let changes = strip(&document).unwrap();
    for removed in [4, 6, 7, 8, 10, 11, 12, 18] {
        assert!(
            changes.object(id(removed)).unwrap().is_null(),
            "object {removed}"
        );
    }
    let catalog = changes.object(document.catalog_id().unwrap()).unwrap();
    let form = catalog.as_dictionary().unwrap().get(b"AcroForm").unwrap();
    assert_eq!(references(&changes, form, b"Fields"), [5, 13]);
    for key in [b"DSS".as_slice(), b"Perms"] {
        assert!(!catalog.as_dictionary().unwrap().contains(key));
    }
    assert!(!form.as_dictionary().unwrap().contains(b"SigFlags"));
    let page = changes.object(id(3)).unwrap();
    assert_eq!(references(&changes, &page, b"Annots"), [5, 9, 13]);
}

#[test]
fn what_is_no_signature_stays_as_it_is() {
    let document = signed();
    let changes = strip(&document).unwrap();
    for unchanged in [2, 5, 9, 13, 14, 16, 17] {
        assert_eq!(
            changes.object(id(unchanged)).unwrap(),
            document.object(id(unchanged)).unwrap()
        );
    }
    let element = changes.dictionary(id(15)).unwrap();
    assert_eq!(element.array(b"K").unwrap(), [Object::Integer(3)]);
    let form = changes.dictionary(id(1)).unwrap();
    let form = form.dictionary(b"AcroForm").unwrap();
    assert_eq!(form.string(b"DA").unwrap().to_text(), "/Helv 0 Tf");
}

#[test]
fn a_document_without_signatures_is_not_changed() {
    let bytes = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>";
    let document = Document::from_bytes(bytes.to_vec()).unwrap();
    assert!(strip(&document).unwrap().is_empty());
}

/// A stripped document as a file, opened again.
fn written(document: Document) -> Document {
    let document = std::rc::Rc::new(document);
    let changes = strip(&document).unwrap().into();
    let mut out = Vec::new();
    Rewrite::new(std::rc::Rc::clone(&document), changes, Protection::Keep)
        .unwrap()
        .write_all(|chunk| out.extend_from_slice(chunk))
        .unwrap();
    Document::from_bytes(out).unwrap()
}

#[test]
fn a_reference_to_another_generation_hides_no_object() {
    let file = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/Old 4 7 R>>endobj\n\
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Font 5 2 R>>endobj\n\
        4 0 obj<</Length 5>>stream\n0 0 m\nendstream endobj\n5 2 obj<</Next 6 0 R>>endobj\n\
        6 0 obj(kept)endobj\ntrailer<</Old 5 0 R/Root 1 0 R>>";
    let document = written(Document::from_bytes(file.to_vec()).unwrap());
    let page = document.page(0).unwrap();
    let content = document.lookup(&page.dictionary, b"Contents").unwrap();
    let data = document.stream_data(content.as_stream().unwrap()).unwrap();
    assert_eq!(data, b"0 0 m");
    let object = document.object(id(6)).unwrap();
    assert_eq!(object.as_string().unwrap().to_text(), "kept");
}

/// A file whose objects are in an object stream, one of them a signature.
fn packed(startxref: &str) -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/SigFlags 3>>>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[4 0 R]>>",
        "<</Subtype/Widget/FT/Sig/T(by Alice Byron)/Rect[0 0 0 0]/V 5 0 R>>",
        "<</Type/Sig/Contents<00>>>",
    ];
    let (mut header, mut body) = (String::new(), String::new());
    for (index, object) in objects.iter().enumerate() {
        header += &format!("{} {} ", index + 1, body.len());
        body += &format!("{object} ");
    }
    let (first, length) = (header.len(), header.len() + body.len());
    let mut file = b"%PDF-1.5\n".to_vec();
    let container = file.len();
    let dictionary = format!("<</Type/ObjStm/N 5/First {first}/Length {length}>>");
    file.extend(
        format!("6 0 obj\n{dictionary}stream\n{header}{body}\nendstream\nendobj\n").bytes(),
    );
    let start = file.len();
    let mut rows = vec![0, 0, 0, 0];
    (0..5).for_each(|index| rows.extend([2, 0, 6, index]));
    let at = |offset: usize| [1, (offset >> 8) as u8, offset as u8, 0];
    rows.extend([at(container), at(start)].concat());
    let length = rows.len();
    let dictionary = format!("<</Type/XRef/Size 8/W[1 2 1]/Length {length}/Root 1 0 R>>");
    file.extend(format!("7 0 obj\n{dictionary}stream\n").bytes());
    file.extend(rows);
    let start = if startxref.is_empty() {
        start.to_string()
    } else {
        startxref.to_owned()
    };
    file.extend(format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n").bytes());
    file
}

#[test]
fn nothing_of_a_signature_stays_in_an_object_stream() {
    for (startxref, repaired) in [("", false), ("7", true)] {
        let document = Document::from_bytes(packed(startxref)).unwrap();
        assert_eq!(document.is_repaired(), repaired);
        let document = written(document);
        assert!(!document.is_repaired());
        assert_eq!(document.pages(), Ok(1));
        assert!(!document.page(0).unwrap().dictionary.contains(b"Annots"));
        let whole = document.read(0..document.len()).unwrap();
        assert!(!whole.windows(5).any(|part| part == b"Alice"));
    }
}
