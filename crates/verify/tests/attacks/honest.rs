//! What programs of other makers do when they sign or save, and what changes nothing.

use super::scene::{
    ALICE, CATALOG, NAME, PAGE, alice, appearance, appended, continued, has, last_section,
    rectangle, signed, tampered_form, verified,
};
use crate::support::{Signer, build, form};
use countersign_pdf::{Dictionary, Object, ObjectId, Update};
use countersign_sign::{FieldLock, SigningField};
use countersign_verify::SignatureReport;

const BOB: ObjectId = ObjectId::new(8, 0);
const PAGE_AS_IT_IS: &str = "/Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[6 0 R 7 0 R 8 0 R 9 0 R]/Resources<</Font<</F 10 0 R>>>>";

fn of_alice(file: &[u8]) -> SignatureReport {
    let reports = verified(file);
    let found = reports
        .into_iter()
        .find(|it| it.field.as_deref() == Some("alice"));
    found.unwrap()
}

fn assert_good(file: &[u8], what: &str) {
    let report = of_alice(file);
    assert!(report.acceptable, "{what}: {:#?}", report.findings);
}

fn assert_refused(file: &[u8], code: &str, what: &str) {
    let report = of_alice(file);
    assert!(!report.acceptable, "{what} was accepted");
    assert!(has(&report, code), "{what}: {:#?}", report.findings);
}

#[test]
fn a_field_that_a_later_signature_locks_is_made_read_only() {
    let bob = Signer::new("Bob", 3);
    let name = "locking".to_owned();
    let mut options = bob.options(SigningField::Invisible { name });
    options.lock = Some(FieldLock::Include(vec!["name".to_owned()]));
    let locked = bob.sign(&signed(), &options);
    let flags = |file: &[u8], field: ObjectId, flags: i64| {
        continued(file, |it| {
            it.edit(field, |it| it.insert("Ff", flags)).unwrap();
        })
    };
    let note = ObjectId::new(9, 0);
    assert_good(&flags(&locked, NAME, 1), "read-only");
    assert_refused(
        &flags(&locked, NAME, 3),
        "later_field_changed",
        "required too",
    );
    assert_refused(
        &flags(&locked, note, 1),
        "later_field_changed",
        "not locked",
    );
    assert_refused(
        &flags(&signed(), NAME, 1),
        "later_field_changed",
        "nobody locks",
    );
}

#[test]
fn the_trailer_of_another_writer() {
    let trailer = "/Root 1 0 R/ID[<aa><bb>]/DocChecksum/AB12/AdditionalStreams[/x 10 0 R]";
    let text = String::from_utf8(form())
        .unwrap()
        .replace("/Root 1 0 R", trailer);
    let before = alice().sign_field(text.as_bytes(), "alice");
    let with = |trailer: &str| appended(&before, &[], trailer, last_section(&before));
    assert_good(&with("/ID[<cc><dd>]"), "another identifier, and no notes");
    assert_good(&with("/ID[<aa><dd>]/DocChecksum/CD34"), "another note");
    assert_refused(
        &with("/ID[<aa><bb>]/Secret 1"),
        "later_trailer",
        "an unknown key",
    );
    assert_refused(
        &with("/Info 4 0 R/AuthCode<<>>"),
        "later_trailer",
        "an authentication code",
    );
}

#[test]
fn the_mark_of_itext_in_the_page_tree() {
    let before = signed();
    let with = |entries: &str| {
        let pages = format!("<</Type/Pages/Kids[3 0 R]/Count 1{entries}>>");
        appended(&before, &[(2, &pages)], "", last_section(&before))
    };
    assert_good(&with("/ITXT(5.0.0)"), "a version");
    for entries in ["/ITXT 10 0 R", "/ITXT(5.0.0)/Rotate 90", "/Mark(5.0.0)"] {
        assert_refused(&with(entries), "later_page", entries);
    }
}

#[test]
fn numbers_are_spelled_otherwise() {
    let before = signed();
    let page = |entries: &str| {
        let page = format!("<<{PAGE_AS_IT_IS}{entries}>>");
        appended(&before, &[(3, &page)], "", last_section(&before))
    };
    assert_good(&page("/MediaBox[0.0 0 400.0 300]"), "with points");
    assert_refused(
        &page("/MediaBox[0 0 400.5 300]"),
        "later_page",
        "another box",
    );
    let turned = tampered_form(&[("/Contents 4 0 R", "/Rotate 90/Contents 4 0 R")]);
    let before = alice().sign_field(&turned, "alice");
    let page = format!("<<{PAGE_AS_IT_IS}/MediaBox[0 0 400 300]/Rotate 90.0>>");
    let after = appended(&before, &[(3, &page)], "", last_section(&before));
    assert_refused(&after, "later_page", "a number that must be whole");
}

/// A field and its widget as two objects, of this size, added after Alice signed.
fn with_apart(file: &[u8], corners: [i64; 4]) -> Vec<u8> {
    let (field, widget) = (ObjectId::new(80, 0), ObjectId::new(81, 0));
    let added = continued(file, |it| {
        let entries = Dictionary::new()
            .with("FT", Object::name("Sig"))
            .with("T", Object::text("carol"))
            .with("Kids", vec![widget.into()]);
        it.set(field, entries);
        let drawn = Dictionary::new()
            .with("Type", Object::name("Annot"))
            .with("Subtype", Object::name("Widget"))
            .with("Parent", field)
            .with("F", 132)
            .with("P", PAGE)
            .with("Rect", rectangle(corners));
        it.set(widget, drawn);
        it.edit(PAGE, |page| {
            let mut list = page.array(b"Annots").unwrap().to_vec();
            list.push(widget.into());
            page.insert("Annots", list);
        })
        .unwrap();
        it.edit(ObjectId::new(5, 0), |form| {
            let mut list = form.array(b"Fields").unwrap().to_vec();
            list.push(field.into());
            form.insert("Fields", list);
        })
        .unwrap();
    });
    Signer::new("Carol", 4).sign_field(&added, "carol")
}

#[test]
fn a_new_field_whose_widget_is_an_object_apart() {
    assert_good(&with_apart(&signed(), [10, 10, 90, 40]), "a small one");
    let large = with_apart(&signed(), [0, 0, 400, 300]);
    assert_refused(&large, "later_field_added", "over the whole page");
}

#[test]
fn signed_fields_over_what_was_signed_add_up() {
    let sign = |count: usize| {
        let mut file = signed();
        for number in 0..count {
            let signer = Signer::new("Signer", 10 + number as u8);
            let rect = countersign_forms::Rect {
                x: 0.0,
                y: 20.0 * number as f64,
                width: 100.0,
                height: 20.0,
            };
            let name = format!("strip {number}");
            let field = SigningField::Visible {
                name,
                page: 1,
                rect,
            };
            file = signer.sign(&file, &signer.options(field));
        }
        file
    };
    assert_good(&sign(1), "a fifth of the page");
    assert_refused(&sign(5), "later_field_added", "all of the page");
}

#[test]
fn flags_of_a_field_that_is_being_signed() {
    let both = Signer::new("Bob", 3).sign_field(&signed(), "bob");
    let flags = |flags: i64| {
        continued(&both, |it| {
            it.edit(BOB, |it| it.insert("F", flags)).unwrap();
        })
    };
    assert_good(&flags(128), "locked, not printed");
    assert_refused(&flags(2), "later_field_changed", "hidden");
    let indirect = continued(&both, |it| {
        let hidden = it.add(Object::Integer(2));
        it.edit(BOB, |it| it.insert("F", hidden)).unwrap();
    });
    assert_refused(&indirect, "later_field_changed", "hidden by a reference");
}

#[test]
fn an_empty_field_is_signed_by_drawing_in_the_appearance_it_had() {
    let drawn = ObjectId::new(70, 0);
    let prepared = continued(&form(), |it| {
        it.set(drawn, appearance(""));
        it.edit(BOB, |field| {
            field.insert("AP", Dictionary::new().with("N", drawn))
        })
        .unwrap();
    });
    let before = alice().sign_field(&prepared, "alice");
    let draw = |it: &mut Update<'_>| it.set(drawn, appearance("(Bob) Tj"));
    let in_place = continued(&before, |it| {
        draw(it);
        let value = it.add(Dictionary::new().with("Type", Object::name("Sig")));
        it.edit(BOB, |field| field.insert("V", value)).unwrap();
    });
    let report = of_alice(&in_place);
    assert!(report.acceptable, "{:#?}", report.findings);
    assert_refused(&continued(&before, draw), "later_other", "nobody signed");
}

#[test]
fn extensions_change_in_their_own_object() {
    let extensions = ObjectId::new(70, 0);
    let prepared = continued(&form(), |it| {
        it.set(extensions, Dictionary::new());
        it.edit(CATALOG, |it| it.insert("Extensions", extensions))
            .unwrap();
    });
    let before = alice().sign_field(&prepared, "alice");
    let after = continued(&before, |it| {
        let adobe = Dictionary::new().with("ExtensionLevel", 8);
        it.set(extensions, Dictionary::new().with("ADBE", adobe));
    });
    assert_good(&after, "a newer extension");
}

/// One signature for two fields of the same revision.
#[test]
fn a_signature_in_two_fields_is_one() {
    let prepared = tampered_form(&[("/FT/Sig/T(bob)", "/FT/Sig/V 61 0 R/T(bob)")]);
    let file = alice().sign_field(&prepared, "alice");
    let document = countersign_pdf::Document::from_bytes(file.clone()).unwrap();
    let field = document.object(ALICE).unwrap();
    let value = field.as_dictionary().unwrap().reference(b"V");
    assert_eq!(
        value,
        Some(ObjectId::new(61, 0)),
        "the test is about this number"
    );
    let reports = verified(&file);
    assert_eq!(reports.len(), 1, "{reports:#?}");
    assert!(reports[0].acceptable, "{:#?}", reports[0].findings);
}

/// A page with a tree of one paragraph, and a form with Alice's field.
fn tagged() -> Vec<u8> {
    build(&[
        "<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/MarkInfo<</Marked true>>/StructTreeRoot 7 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Annots[6 0 R]/StructParents 0>>",
        "<</Length 35>>stream\n/P<</MCID 0>>BDC BT (x) Tj ET EMC   \nendstream",
        "<</Fields[6 0 R]/SigFlags 3>>",
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(alice)/Rect[0 0 0 0]/F 132/P 3 0 R>>",
        "<</Type/StructTreeRoot/K 8 0 R/ParentTree 9 0 R/ParentTreeNextKey 1>>",
        "<</Type/StructElem/S/Document/P 7 0 R/K[10 0 R]>>",
        "<</Nums[0[10 0 R]]>>",
        "<</Type/StructElem/S/P/P 8 0 R/Pg 3 0 R/K 0>>",
    ])
}

#[test]
fn the_widget_of_a_second_signature_is_entered_in_the_structure_tree() {
    let before = alice().sign_field(&tagged(), "alice");
    let (field, value) = (ObjectId::new(70, 0), ObjectId::new(72, 0));
    let entered = |element: &str| {
        let widget = format!(
            "<</Type/Annot/Subtype/Widget/FT/Sig/T(bob)/V {value}/Rect[0 0 0 0]/F 132/P 3 0 R/StructParent 1>>"
        );
        let objects = [
            (
                3,
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Annots[6 0 R 70 0 R]/StructParents 0>>",
            ),
            (5, "<</Fields[6 0 R 70 0 R]/SigFlags 3>>"),
            (
                7,
                "<</Type/StructTreeRoot/K 8 0 R/ParentTree 9 0 R/ParentTreeNextKey 2>>",
            ),
            (
                8,
                "<</Type/StructElem/S/Document/P 7 0 R/K[10 0 R 71 0 R]>>",
            ),
            (9, "<</Nums[0[10 0 R]1 71 0 R]>>"),
            (field.number, widget.as_str()),
            (71, element),
            (value.number, "<</Type/Sig/Filter/Adobe.PPKLite>>"),
        ];
        appended(&before, &objects, "", last_section(&before))
    };
    let form = "/Type/StructElem/S/Form/P 8 0 R/Pg 3 0 R";
    let good = entered(&format!("<<{form}/K<</Type/OBJR/Obj 70 0 R/Pg 3 0 R>>>>"));
    assert_good(&good, "a form element");
    for (what, element) in [
        (
            "other words",
            format!("<<{form}/ActualText(pay)/K<</Type/OBJR/Obj 70 0 R>>>>"),
        ),
        ("content of the page", format!("<<{form}/K 0>>")),
        (
            "another widget",
            format!("<<{form}/K<</Type/OBJR/Obj 6 0 R>>>>"),
        ),
    ] {
        assert!(!of_alice(&entered(&element)).acceptable, "{what}");
    }
}
