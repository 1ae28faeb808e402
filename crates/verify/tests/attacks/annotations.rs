//! Evil annotations and sneaky signatures: what a certification allows, used to change what is seen.

use super::scene::{
    FORM, NAME, PAGE, add_to_page, alice, appearance, continued, has, rectangle, verified,
};
use crate::support::{Signer, form};
use countersign_forms::Rect;
use countersign_pdf::{Dictionary, Object, ObjectId, Update};
use countersign_sign::SigningField;

fn certified(level: u8) -> Vec<u8> {
    let alice = alice();
    let mut options = alice.options(SigningField::Existing("alice".to_owned()));
    options.doc_mdp = Some(level);
    alice.sign(&form(), &options)
}

fn annotation(kind: &'static str) -> Dictionary {
    Dictionary::new()
        .with("Type", Object::name("Annot"))
        .with("Subtype", Object::name(kind))
        .with("Rect", rectangle([0, 0, 400, 300]))
        .with("Contents", Object::text("1000"))
}

#[test]
fn no_annotation_may_paint_over_a_certified_page() {
    let kinds = [
        "FreeText",
        "Stamp",
        "Redact",
        "Square",
        "Circle",
        "Line",
        "Polygon",
        "PolyLine",
        "Ink",
        "Highlight",
        "Underline",
        "Squiggly",
        "StrikeOut",
        "Caret",
        "Watermark",
        "FileAttachment",
        "Sound",
        "Movie",
        "Screen",
        "PrinterMark",
        "TrapNet",
        "3D",
        "RichMedia",
        "Link",
        "Text",
        "Popup",
        "Widget",
        "Nonsense",
    ];
    for level in 1..=3 {
        let before = certified(level);
        assert!(verified(&before)[0].acceptable);
        for kind in kinds {
            let after = continued(&before, |it| {
                let drawn = it.add(appearance("(1000) Tj"));
                let drawn = Dictionary::new().with("N", drawn);
                add_to_page(it, annotation(kind).with("AP", drawn));
            });
            let report = verified(&after).remove(0);
            assert!(!report.acceptable, "{kind} under P={level}");
            assert!(
                has(&report, "later_annotation"),
                "{kind}: {:#?}",
                report.findings
            );
        }
    }
}

#[test]
fn annotations_that_were_there_stay_as_they_are() {
    let prepared = continued(&form(), |it| {
        let drawn = it.add(appearance("(see page 2) Tj"));
        let drawn = Dictionary::new().with("N", drawn);
        add_to_page(it, annotation("FreeText").with("AP", drawn));
    });
    let alice = alice();
    let mut options = alice.options(SigningField::Existing("alice".to_owned()));
    options.doc_mdp = Some(3);
    let before = alice.sign(&prepared, &options);
    assert!(verified(&before)[0].acceptable);
    const APPEARANCE: ObjectId = ObjectId::new(11, 0);
    const NOTE: ObjectId = ObjectId::new(12, 0);
    type Change = fn(&mut Update<'_>);
    let changes: [(&str, Change); 5] = [
        ("look replaced", |it| {
            it.set(APPEARANCE, appearance("(1000) Tj"))
        }),
        ("text replaced", |it| {
            it.edit(NOTE, |note| note.insert("Contents", Object::text("2000")))
                .unwrap();
        }),
        ("moved", |it| {
            it.edit(NOTE, |note| note.insert("Rect", rectangle([0, 0, 9, 9])))
                .unwrap();
        }),
        ("hidden", |it| {
            it.edit(NOTE, |note| note.insert("F", 2)).unwrap();
        }),
        ("deleted", |it| it.remove(NOTE)),
    ];
    for (what, change) in changes {
        let report = verified(&continued(&before, change)).remove(0);
        assert!(!report.acceptable, "{what}");
    }
}

/// A signature field as attackers add it, empty or signed by anybody.
fn sneaky(it: &mut Update<'_>, shape: &str) {
    let drawn = it.add(appearance("(1000) Tj"));
    let drawn = Dictionary::new().with("N", drawn);
    let field = annotation("Widget")
        .with("FT", Object::name("Sig"))
        .with("T", Object::text("sneaky"))
        .with("AP", drawn.clone());
    let id = match shape {
        "apart from its widget" => {
            let parent = it.add(
                Dictionary::new()
                    .with("FT", Object::name("Sig"))
                    .with("T", Object::text("sneaky")),
            );
            let widget = add_to_page(
                it,
                annotation("Widget")
                    .with("AP", drawn)
                    .with("Parent", parent),
            );
            it.edit(parent, |field| field.insert("Kids", vec![widget.into()]))
                .unwrap();
            parent
        }
        "below another field" => {
            let widget = add_to_page(
                it,
                annotation("Widget").with("AP", drawn).with("Parent", NAME),
            );
            it.edit(NAME, |field| field.insert("Kids", vec![widget.into()]))
                .unwrap();
            return;
        }
        "without a kind" => add_to_page(it, {
            let mut field = field;
            field.remove(b"FT");
            field
        }),
        "without a name" => add_to_page(it, {
            let mut field = field;
            field.remove(b"T");
            field
        }),
        "not on the page" => it.add(field),
        _ => add_to_page(it, field),
    };
    it.edit(FORM, |form| {
        let mut fields = form.array(b"Fields").unwrap().to_vec();
        fields.push(id.into());
        form.insert("Fields", fields);
    })
    .unwrap();
}

#[test]
fn no_signature_field_may_cover_a_certified_page() {
    let shapes = [
        "plain",
        "apart from its widget",
        "below another field",
        "without a kind",
        "without a name",
    ];
    for level in 1..=3 {
        let before = certified(level);
        for shape in shapes {
            let report = verified(&continued(&before, |it| sneaky(it, shape))).remove(0);
            assert!(!report.acceptable, "{shape} under P={level}");
        }
        let mallory = Signer::new("Mallory", 3);
        let rect = Rect {
            x: 1.0,
            y: 1.0,
            width: 20.0,
            height: 10.0,
        };
        let field = SigningField::Visible {
            name: "seal".to_owned(),
            page: 1,
            rect,
        };
        let document = countersign_pdf::Document::from_bytes(before.clone()).unwrap();
        let prepared = countersign_sign::prepare(&document, &mallory.options(field));
        assert!(
            prepared.is_err() || level > 1,
            "our own signer holds to P=1"
        );
    }
}

#[test]
fn a_widget_of_an_existing_signature_field_is_not_added_unseen() {
    let before = certified(2);
    let after = continued(&before, |it| {
        const BOB: ObjectId = ObjectId::new(8, 0);
        let drawn = it.add(appearance("(1000) Tj"));
        let drawn = Dictionary::new().with("N", drawn);
        let widget = add_to_page(
            it,
            annotation("Widget").with("AP", drawn).with("Parent", BOB),
        );
        it.edit(BOB, |field| field.insert("Kids", vec![widget.into()]))
            .unwrap();
    });
    assert!(!verified(&after)[0].acceptable);
    let moved = continued(&before, |it| {
        it.edit(PAGE, |page| page.remove(b"Annots")).unwrap();
    });
    assert!(!verified(&moved)[0].acceptable);
}
