//! Signatures taken out: nothing of them can be reached, everything else stays.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use countersign_pdf::{Document, Object, ObjectId, Objects};
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
