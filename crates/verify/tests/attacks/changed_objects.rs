//! Objects replaced, added or taken away after signing.

use super::scene::{
    ALICE, CATALOG, CONTENTS, FONT, FORM, NAME, PAGE, PAGES, add_to_page, alice, appearance,
    compared, continued, fill_directly, has, rebuilt, rectangle, signed, tampered_form, verified,
};
use crate::support::{form, join};
use countersign_pdf::{Dictionary, Document, Object, ObjectId, Stream, Update};
use countersign_verify::{Change, ChangeKind};

/// A change, and the finding it has to bring.
type Case = (&'static str, fn(&mut Update<'_>), &'static str);

const CASES: [Case; 28] = [
    (
        "page content replaced",
        |it| it.set(CONTENTS, Stream::new(Dictionary::new(), "BT ET")),
        "later_content",
    ),
    (
        "page content exchanged",
        |it| {
            let other = it.add(Stream::new(Dictionary::new(), "BT ET"));
            it.edit(PAGE, |page| page.insert("Contents", other))
                .unwrap();
        },
        "later_content",
    ),
    (
        "font of the page replaced",
        |it| {
            it.edit(FONT, |font| font.insert("BaseFont", Object::name("Symbol")))
                .unwrap();
        },
        "later_content",
    ),
    (
        "resources of the page",
        |it| {
            it.edit(PAGE, |page| page.insert("Resources", Dictionary::new()))
                .unwrap();
        },
        "later_content",
    ),
    (
        "page turned",
        |it| {
            it.edit(PAGE, |page| page.insert("Rotate", 90)).unwrap();
        },
        "later_page",
    ),
    (
        "page boxes in the tree",
        |it| {
            it.edit(PAGES, |pages| {
                pages.insert("CropBox", rectangle([0, 0, 9, 9]))
            })
            .unwrap();
        },
        "later_page",
    ),
    (
        "page added",
        |it| {
            let page = Dictionary::new()
                .with("Type", Object::name("Page"))
                .with("Parent", PAGES);
            let page = it.add(page);
            let kids = vec![PAGE.into(), page.into()];
            it.edit(PAGES, |pages| pages.insert("Kids", kids)).unwrap();
            it.edit(PAGES, |pages| pages.insert("Count", 2)).unwrap();
        },
        "later_page",
    ),
    (
        "annotation over the page",
        |it| {
            let note = Dictionary::new()
                .with("Subtype", Object::name("FreeText"))
                .with("Rect", rectangle([0, 0, 400, 300]));
            add_to_page(it, note);
        },
        "later_annotation",
    ),
    (
        "stamp with an appearance",
        |it| {
            let drawn = it.add(appearance("(PAID) Tj"));
            let stamp = Dictionary::new()
                .with("Subtype", Object::name("Stamp"))
                .with("AP", Dictionary::new().with("N", drawn));
            add_to_page(it, stamp);
        },
        "later_annotation",
    ),
    (
        "annotation removed from the page",
        |it| {
            let left = vec![NAME.into(), ALICE.into()];
            it.edit(PAGE, |page| page.insert("Annots", left)).unwrap();
        },
        "later_annotation",
    ),
    (
        "field moved",
        |it| {
            it.edit(NAME, |field| {
                field.insert("Rect", rectangle([0, 0, 400, 300]))
            })
            .unwrap();
        },
        "later_field_changed",
    ),
    (
        "field hidden",
        |it| {
            it.edit(NAME, |field| field.insert("F", 2)).unwrap();
        },
        "later_field_changed",
    ),
    (
        "field renamed",
        |it| {
            it.edit(NAME, |field| field.insert("T", Object::text("other")))
                .unwrap();
        },
        "later_field_changed",
    ),
    (
        "field of another kind",
        |it| {
            it.edit(NAME, |field| field.insert("FT", Object::name("Btn")))
                .unwrap();
        },
        "later_field_changed",
    ),
    (
        "field with an action",
        |it| {
            let script = Dictionary::new().with("S", Object::name("JavaScript"));
            it.edit(NAME, |field| field.insert("A", script)).unwrap();
        },
        "later_field_changed",
    ),
    (
        "field removed from the form",
        |it| {
            it.edit(FORM, |form| form.insert("Fields", vec![ALICE.into()]))
                .unwrap();
        },
        "later_field_changed",
    ),
    (
        "appearance of a signature replaced",
        |it| {
            let drawn = it.add(appearance("(Mallory) Tj"));
            it.edit(ALICE, |field| {
                field.insert("AP", Dictionary::new().with("N", drawn))
            })
            .unwrap();
        },
        "later_field_changed",
    ),
    (
        "signature field moved",
        |it| {
            it.edit(ALICE, |field| {
                field.insert("Rect", rectangle([0, 0, 400, 300]))
            })
            .unwrap();
        },
        "later_field_changed",
    ),
    (
        "signature copied to another object",
        |it| {
            let value = it
                .get(ALICE)
                .unwrap()
                .as_dictionary()
                .unwrap()
                .reference(b"V")
                .unwrap();
            let copy = it.get(value).unwrap().as_dictionary().unwrap().clone();
            let copy = it.add(copy);
            it.edit(ALICE, |field| field.insert("V", copy)).unwrap();
        },
        "gap_not_contents",
    ),
    (
        "signature written anew",
        |it| {
            let value = it
                .get(ALICE)
                .unwrap()
                .as_dictionary()
                .unwrap()
                .reference(b"V")
                .unwrap();
            let copy = it.get(value).unwrap().as_dictionary().unwrap().clone();
            it.set(value, copy);
        },
        "signature_replaced",
    ),
    (
        "field added",
        |it| {
            let field = Dictionary::new()
                .with("Subtype", Object::name("Widget"))
                .with("FT", Object::name("Tx"))
                .with("T", Object::text("new"))
                .with("Rect", rectangle([0, 0, 400, 300]));
            let id = add_to_page(it, field);
            it.edit(FORM, |form| {
                let mut fields = form.array(b"Fields").unwrap().to_vec();
                fields.push(id.into());
                form.insert("Fields", fields);
            })
            .unwrap();
        },
        "later_field_added",
    ),
    (
        "script at opening",
        |it| {
            let script = Dictionary::new().with("S", Object::name("JavaScript"));
            it.edit(CATALOG, |catalog| catalog.insert("OpenAction", script))
                .unwrap();
        },
        "later_catalog",
    ),
    (
        "layers",
        |it| {
            it.edit(CATALOG, |catalog| {
                catalog.insert("OCProperties", Dictionary::new())
            })
            .unwrap();
        },
        "later_catalog",
    ),
    (
        "other pages",
        |it| {
            let pages = it.add(
                Dictionary::new()
                    .with("Kids", vec![PAGE.into()])
                    .with("Count", 1),
            );
            it.edit(CATALOG, |catalog| catalog.insert("Pages", pages))
                .unwrap();
        },
        "later_catalog",
    ),
    (
        "appearances made anew",
        |it| {
            it.edit(FORM, |form| form.insert("NeedAppearances", true))
                .unwrap();
        },
        "later_catalog",
    ),
    (
        "font of the form replaced",
        |it| {
            let font = it.add(Dictionary::new().with("Type", Object::name("Font")));
            let fonts = Dictionary::new().with("Font", Dictionary::new().with("Helv", font));
            it.edit(FORM, |form| form.insert("DR", fonts)).unwrap();
        },
        "later_catalog",
    ),
    ("object deleted", |it| it.remove(FONT), "later_content"),
    ("trailer", |it| it.set_trailer("Secret", 1), "later_trailer"),
];

#[test]
fn changes_after_signing_are_named() {
    let before = signed();
    for (what, change, code) in CASES {
        let after = continued(&before, change);
        let reports = verified(&after);
        assert_eq!(reports.len(), 1, "{what}");
        assert!(!reports[0].acceptable, "{what} was accepted");
        assert!(has(&reports[0], code), "{what}: {:#?}", reports[0].findings);
        let changes = compared(&before, &after);
        let only_added = code == "later_field_added";
        assert_eq!(
            changes.acceptable, only_added,
            "{what}: {:#?}",
            changes.changes
        );
    }
}

/// Objects that belong to no page content, field or signature: the kind says what happened to them.
#[test]
fn what_happened_to_any_other_object_is_a_code() {
    let (private, part) = (ObjectId::new(40, 0), ObjectId::new(41, 0));
    let before = continued(&form(), |it| {
        it.set(private, Dictionary::new().with("Part", part));
        it.set(part, Dictionary::new().with("State", 1));
        let entry = Dictionary::new().with("Program", private);
        it.edit(PAGE, |page| page.insert("PieceInfo", entry))
            .unwrap();
    });
    let after = continued(&before, |it| {
        let more = it.add(Dictionary::new().with("State", 2));
        it.edit(private, |entries| entries.insert("More", more))
            .unwrap();
        it.remove(part);
    });
    let changes = compared(&before, &after).changes;
    let mut kinds: Vec<ChangeKind> = changes.iter().map(|change| change.kind).collect();
    kinds.sort();
    let expected = [
        ChangeKind::ObjectAdded,
        ChangeKind::ObjectChanged,
        ChangeKind::ObjectRemoved,
    ];
    assert_eq!(kinds, expected, "{changes:#?}");
}

#[test]
fn another_catalog_is_compared_with_the_old_one() {
    let before = signed();
    let with = |change: fn(&mut Dictionary)| {
        continued(&before, |it| {
            let catalog = it.get(CATALOG).unwrap();
            let mut catalog = catalog.as_dictionary().unwrap().clone();
            change(&mut catalog);
            let catalog = it.add(catalog);
            it.set_trailer("Root", catalog);
        })
    };
    let same = with(|_| {});
    assert!(verified(&same)[0].acceptable, "{:#?}", verified(&same));
    assert!(compared(&before, &same).acceptable);
    let other = with(|catalog| drop(catalog.insert("Lang", Object::text("en"))));
    let opens = with(|catalog| drop(catalog.insert("OpenAction", Dictionary::new())));
    for after in [other, opens] {
        let reports = verified(&after);
        assert!(!reports[0].acceptable && has(&reports[0], "later_catalog"));
        assert!(!compared(&before, &after).acceptable);
    }
}

/// What Alice signed as another object is not made the catalog.
#[test]
fn an_object_that_was_there_is_not_made_the_catalog() {
    let spare = "11 0 obj\n<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R>>\nendobj\n";
    let file = tampered_form(&[
        ("9 0 R]/Resources", "9 0 R]/Spare 11 0 R/Resources"),
        ("10 0 obj", &format!("{spare}10 0 obj")),
    ]);
    let before = alice().sign_field(&file, "alice");
    let spare = ObjectId::new(11, 0);
    let after = continued(&before, |it| it.set_trailer("Root", spare));
    let reports = verified(&after);
    assert!(!reports[0].acceptable && has(&reports[0], "later_trailer"));
    let filled = continued(&before, |it| {
        it.set_trailer("Root", spare);
        fill_directly(it, NAME, "Ada");
    });
    let reports = verified(&filled);
    assert!(!reports[0].acceptable && has(&reports[0], "later_catalog"));
}

#[test]
fn an_appearance_that_the_page_was_waiting_for_is_seen() {
    // The page draws object 40, which did not exist when Alice signed.
    let file = String::from_utf8(form()).unwrap();
    let file = file.replace("/Contents 4 0 R/Annots", "/Contents 40 0 R/Annots");
    let file = Document::from_bytes(rebuilt(file.as_bytes())).unwrap();
    let mut update = Update::new(&file);
    update.set(ObjectId::new(45, 0), Dictionary::new());
    let file = join(
        &file.read(0..file.len()).unwrap(),
        &update.finish().unwrap(),
    );
    let before = alice().sign_field(&file, "alice");
    let after = continued(&before, |it| {
        it.set(ObjectId::new(40, 0), appearance("(Mallory) Tj"));
        let drawn = Dictionary::new().with("N", ObjectId::new(40, 0));
        it.edit(NAME, |field| field.insert("AP", drawn)).unwrap();
    });
    let changes = compared(&before, &after);
    assert!(!changes.acceptable);
    let used = |change: &Change| {
        change.message.contains("uses it too") && change.object.as_deref() == Some("40 0 R")
    };
    assert!(changes.changes.iter().any(used), "{:#?}", changes.changes);
    assert!(!verified(&after)[0].acceptable);
}

#[test]
fn a_replaced_object_stream_replaces_what_is_in_it() {
    let folder = std::env::temp_dir().join(format!("countersign-streams-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (plain, packed) = (folder.join("plain.pdf"), folder.join("packed.pdf"));
    std::fs::write(&plain, form()).unwrap();
    let output = std::process::Command::new("qpdf")
        .args(["--object-streams=generate", "--compress-streams=n"])
        .args([&plain, &packed])
        .output();
    let Ok(output) = output else {
        println!("skipped: qpdf is missing");
        return;
    };
    assert!(output.status.success());
    let file = std::fs::read(&packed).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let before = alice().sign_field(&file, "alice");
    assert!(verified(&before)[0].acceptable);
    let document = Document::from_bytes(before.clone()).unwrap();
    let holder = document
        .object_ids()
        .into_iter()
        .find(|id| {
            let object = document.object(*id).unwrap();
            object
                .as_stream()
                .is_some_and(|it| it.dictionary.is_type(b"ObjStm"))
        })
        .unwrap();
    let object = document.object(holder).unwrap();
    let stream = object.as_stream().unwrap();
    let data = document.stream_data(stream).unwrap();
    let text = String::from_utf8(data)
        .unwrap()
        .replace("/Helvetica", "/Symbol   ");
    let after = continued(&before, |it| {
        it.set(
            holder,
            Stream::compressed(stream.dictionary.clone(), text.as_bytes()),
        );
    });
    let reports = verified(&after);
    assert!(!reports[0].acceptable);
    let changes = compared(&before, &after);
    assert!(!changes.acceptable, "{:#?}", changes.changes);
}

#[test]
fn another_persons_field_is_named_even_when_only_its_appearance_is_replaced() {
    let file = continued(&form(), |it| {
        let drawn = it.add(appearance("() Tj"));
        for field in [NAME, ObjectId::new(9, 0)] {
            it.edit(field, |field| {
                field.insert("AP", Dictionary::new().with("N", drawn))
            })
            .unwrap();
        }
    });
    let after = continued(&file, |it| {
        it.set(ObjectId::new(11, 0), appearance("(x) Tj"))
    });
    assert_eq!(compared(&file, &after).filled_fields, ["name", "note"]);
}

/// A new signature field may not take something that was on the page as its part: nothing else about it changed.
#[test]
fn what_stood_on_the_page_is_not_made_a_field() {
    let remark = "11 0 obj\n<</Subtype/Text/FT/Tx/T(remark)/Rect[0 0 0 0]>>\nendobj\n";
    let file = tampered_form(&[
        ("9 0 R]/Resources", "9 0 R 11 0 R]/Resources"),
        ("10 0 obj", &format!("{remark}10 0 obj")),
    ]);
    let before = alice().sign_field(&file, "alice");
    assert!(verified(&before)[0].acceptable);
    let with_parts = |kids: Vec<Object>| {
        continued(&before, |it| {
            let field = Dictionary::new()
                .with("FT", Object::name("Sig"))
                .with("T", Object::text("carol"))
                .with("Rect", rectangle([0, 0, 0, 0]))
                .with("Kids", kids);
            let field = it.add(field);
            it.edit(FORM, |form| {
                let mut list = form.array(b"Fields").unwrap().to_vec();
                list.push(field.into());
                form.insert("Fields", list);
            })
            .unwrap();
        })
    };
    assert!(verified(&with_parts(Vec::new()))[0].acceptable);
    let report = verified(&with_parts(vec![ObjectId::new(11, 0).into()])).remove(0);
    assert!(
        !report.acceptable && has(&report, "later_field_changed"),
        "{:#?}",
        report.findings
    );
}
