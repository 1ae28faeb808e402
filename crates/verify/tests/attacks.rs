//! Ways to change a signed document, and what the judge says.
#![allow(clippy::unwrap_used)]

#[path = "../../sign/tests/support/mod.rs"]
mod support;

use countersign_forms::{FieldValue, MergeOptions, Rect, merge};
use countersign_pdf::{Dictionary, Document, Object, ObjectId, Stream, Update};
use countersign_sign::SigningField;
use countersign_verify::{
    Change, ChangeKind, ChangeSeverity, Changes, SignatureReport, VerifyOptions, compare_revisions,
    verify,
};
use support::{NOW, Signer, build, form, join, root};

/// Objects of the test form.
const CATALOG: ObjectId = ObjectId::new(1, 0);
const PAGES: ObjectId = ObjectId::new(2, 0);
const PAGE: ObjectId = ObjectId::new(3, 0);
const CONTENTS: ObjectId = ObjectId::new(4, 0);
const FORM: ObjectId = ObjectId::new(5, 0);
const NAME: ObjectId = ObjectId::new(6, 0);
const ALICE: ObjectId = ObjectId::new(7, 0);
const FONT: ObjectId = ObjectId::new(10, 0);

fn alice() -> Signer {
    Signer::new("Alice", 2)
}

fn signed() -> Vec<u8> {
    alice().sign_field(&form(), "alice")
}

fn continued(file: &[u8], change: impl FnOnce(&mut Update<'_>)) -> Vec<u8> {
    let document = Document::from_bytes(file).unwrap();
    let mut update = Update::new(&document);
    change(&mut update);
    join(file, &update.finish().unwrap())
}

fn judged(file: &[u8]) -> Vec<SignatureReport> {
    let document = Document::from_bytes(file).unwrap();
    let options = VerifyOptions {
        trust: vec![root().make().der().to_vec()],
        at: NOW,
        ignore_trust: false,
    };
    verify(&document, &options).unwrap()
}

fn compared(before: &[u8], after: &[u8]) -> Changes {
    let document = Document::from_bytes(after).unwrap();
    compare_revisions(&document, before.len() as u64, after.len() as u64).unwrap()
}

fn has(report: &SignatureReport, code: &str) -> bool {
    report.findings.iter().any(|finding| finding.code == code)
}

fn appearance(text: &str) -> Stream {
    let dictionary = Dictionary::new()
        .with("Type", Object::name("XObject"))
        .with("Subtype", Object::name("Form"))
        .with("BBox", [0, 0, 100, 20].map(Object::Integer).to_vec());
    Stream::new(dictionary, format!("BT {text} ET"))
}

fn rectangle(corners: [i64; 4]) -> Object {
    Object::Array(corners.map(Object::Integer).to_vec())
}

#[test]
fn an_untouched_signature_is_good() {
    let reports = judged(&signed());
    assert_eq!(reports.len(), 1);
    assert!(reports[0].acceptable, "{:#?}", reports[0].findings);
    assert!(reports[0].covers_whole_file && reports[0].trusted);
    assert_eq!(reports[0].field.as_deref(), Some("alice"));
}

#[test]
fn filling_and_signing_keep_it_good_and_are_named() {
    let first = signed();
    let bob = Signer::new("Bob", 3);
    let mut options = bob.options(SigningField::Existing("bob".to_owned()));
    options.values.insert(
        "note".to_owned(),
        FieldValue::Text("Ünder protest".to_owned()),
    );
    let second = bob.sign(&first, &options);
    for report in judged(&second) {
        assert!(report.acceptable, "{:#?}", report.findings);
    }
    let changes = compared(&first, &second);
    assert!(changes.acceptable, "{:#?}", changes.changes);
    assert_eq!(changes.filled_fields, ["note"]);
    assert_eq!(changes.signed_fields, ["bob"]);
    assert!(changes.added_fields.is_empty());
    let filled = changes
        .changes
        .iter()
        .find(|change| change.kind == ChangeKind::FieldFilled);
    assert_eq!(filled.unwrap().page, Some(1));
}

#[test]
fn fifty_signatures_in_a_row_stay_good() {
    let mut file = form();
    for number in 0..50 {
        let signer = Signer::new("Signer", 2 + number % 40);
        let name = format!("signature {number}");
        file = signer.sign(&file, &signer.options(SigningField::Invisible { name }));
    }
    let reports = judged(&file);
    assert_eq!(reports.len(), 50);
    assert!(reports.iter().all(|report| report.acceptable));
}

/// A change, and the finding it has to bring.
type Case = (&'static str, fn(&mut Update<'_>), &'static str);

const CASES: [Case; 29] = [
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
            let look = it.add(appearance("(PAID) Tj"));
            let stamp = Dictionary::new()
                .with("Subtype", Object::name("Stamp"))
                .with("AP", Dictionary::new().with("N", look));
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
            let look = it.add(appearance("(Mallory) Tj"));
            it.edit(ALICE, |field| {
                field.insert("AP", Dictionary::new().with("N", look))
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
    (
        "stray object",
        |it| {
            it.add(Dictionary::new().with("Hidden", true));
        },
        "later_other",
    ),
    ("trailer", |it| it.set_trailer("Secret", 1), "later_trailer"),
];

fn add_to_page(update: &mut Update<'_>, annotation: Dictionary) -> ObjectId {
    let id = update.add(annotation);
    update
        .edit(PAGE, |page| {
            let mut list = page.array(b"Annots").unwrap().to_vec();
            list.push(id.into());
            page.insert("Annots", list);
        })
        .unwrap();
    id
}

#[test]
fn changes_after_signing_are_named() {
    let before = signed();
    for (what, change, code) in CASES {
        let after = continued(&before, change);
        let reports = judged(&after);
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

#[test]
fn another_catalog_is_seen() {
    let before = signed();
    let after = continued(&before, |it| {
        let catalog = it.get(CATALOG).unwrap().as_dictionary().unwrap().clone();
        let catalog = it.add(catalog.with("Lang", Object::text("en")));
        it.set_trailer("Root", catalog);
    });
    let reports = judged(&after);
    assert!(!reports[0].acceptable && has(&reports[0], "later_trailer"));
    assert!(!compared(&before, &after).acceptable);
}

#[test]
fn an_appearance_that_the_page_was_waiting_for_is_seen() {
    // The page draws object 40, which did not exist when Alice signed.
    let file = String::from_utf8(form()).unwrap();
    let file = file.replace("/Contents 4 0 R/Annots", "/Contents 40 0 R/Annots");
    let file = Document::from_bytes(file).unwrap();
    let mut update = Update::new(&file);
    update.set(ObjectId::new(45, 0), Dictionary::new());
    let file = join(
        &file.read(0..file.len()).unwrap(),
        &update.finish().unwrap(),
    );
    let before = alice().sign_field(&file, "alice");
    let after = continued(&before, |it| {
        it.set(ObjectId::new(40, 0), appearance("(Mallory) Tj"));
        let look = Dictionary::new().with("N", ObjectId::new(40, 0));
        it.edit(NAME, |field| field.insert("AP", look)).unwrap();
    });
    let changes = compared(&before, &after);
    assert!(!changes.acceptable);
    let used = |change: &Change| {
        change.message.contains("uses it too") && change.object.as_deref() == Some("40 0 R")
    };
    assert!(changes.changes.iter().any(used), "{:#?}", changes.changes);
    assert!(!judged(&after)[0].acceptable);
}

#[test]
fn a_replaced_appearance_stream_is_filling_only_where_nobody_else_uses_it() {
    let looks = continued(&form(), |it| {
        let look = it.add(appearance("(old) Tj"));
        it.edit(NAME, |field| {
            field.insert("AP", Dictionary::new().with("N", look))
        })
        .unwrap();
    });
    let look = ObjectId::new(11, 0);
    let before = alice().sign_field(&looks, "alice");
    let replace = |it: &mut Update<'_>| it.set(look, appearance("(new) Tj"));
    let changes = compared(&before, &continued(&before, replace));
    assert!(changes.acceptable, "{:#?}", changes.changes);
    assert_eq!(changes.filled_fields, ["name"]);
    let shared = continued(&looks, |it| {
        it.edit(PAGE, |page| page.insert("Contents", look)).unwrap();
    });
    let before = alice().sign_field(&shared, "alice");
    assert!(!compared(&before, &continued(&before, replace)).acceptable);
}

#[test]
fn bytes_after_the_end_are_seen() {
    let mut file = signed();
    file.extend(b"\n\n");
    assert!(judged(&file)[0].acceptable, "white space is nothing");
    file.extend(b"junk");
    let reports = judged(&file);
    assert!(!reports[0].acceptable && has(&reports[0], "later_bytes"));
}

#[test]
fn a_chain_that_leaves_the_signature_out_is_seen() {
    let original = form();
    let before = signed();
    let rest = original
        .windows(9)
        .rposition(|part| part == b"startxref")
        .unwrap();
    let start: usize = String::from_utf8_lossy(&original[rest + 9..])
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let mut after = before.clone();
    let position = after.len();
    after.extend(format!("xref\n0 0\ntrailer\n<</Size 11/Root 1 0 R/Prev {start}>>\nstartxref\n{position}\n%%EOF\n").bytes());
    let changes = compared(&before, &after);
    let broken = |change: &Change| {
        change.kind == ChangeKind::Bytes && change.severity == ChangeSeverity::Forbidden
    };
    assert!(changes.changes.iter().any(broken), "{:#?}", changes.changes);
}

#[test]
fn broken_entries_of_the_signature_never_pass() {
    let good = signed();
    let text = String::from_utf8(good.clone()).unwrap();
    let at = text.find("/ByteRange").unwrap();
    let end = at + text[at..].find(']').unwrap() + 1;
    let range = text[at..end].to_owned();
    let width = range.len();
    let forms = [
        "/ByteRange[0 0 0 0]",
        "/ByteRange[]",
        "/ByteRange null",
        "/ByteRange[-1 9 9 9]",
        "/ByteRang2[0 9]",
        "/ByteRange[0 1 2]",
        "/ByteRange[0 9999999 1 1]",
    ];
    for form in forms {
        let bent = text.replace(&range, &format!("{form:<width$}"));
        let reports = judged(bent.as_bytes());
        assert!(!reports[0].acceptable && !reports[0].intact, "{form}");
        assert!(has(&reports[0], "byte_range_malformed"), "{form}");
    }
    let start = text.find("/Contents<").unwrap();
    for bend in ["/Content2<", "/Contents("] {
        let bent = format!("{}{bend}{}", &text[..start], &text[start + bend.len()..]);
        let document = Document::from_bytes(bent.clone());
        assert!(
            document.is_err() || judged(bent.as_bytes()).iter().all(|it| !it.acceptable),
            "{bend}"
        );
    }
}

#[test]
fn no_bent_byte_passes() {
    let good = signed();
    let gap = judged(&good)[0].byte_range.clone();
    let (start, end) = (gap[1] as usize, gap[2] as usize);
    // The chain beside the signer's certificate is not signed: anyone may change it, it proves only what anchors vouch for.
    let digits = String::from_utf8(good[start..end].to_vec()).unwrap();
    let spare: String = root()
        .make()
        .der()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let spare = start + digits.find(&spare).unwrap();
    let spare = spare..spare + 2 * root().make().der().len();
    let places =
        (0..good.len()).filter(|at| !spare.contains(at) && (*at < start + 4200 || at % 97 == 0));
    for at in places.step_by(6) {
        let mut bent = good.clone();
        bent[at] ^= 0x01;
        let Ok(document) = Document::from_bytes(bent) else {
            continue;
        };
        let options = VerifyOptions {
            trust: vec![root().make().der().to_vec()],
            at: NOW,
            ignore_trust: false,
        };
        let reports = verify(&document, &options).unwrap();
        let accepted = reports.iter().any(|report| report.acceptable);
        assert!(!accepted, "byte {at} of {}, gap from {start}", good.len());
    }
}

#[test]
fn certification_is_held_to() {
    let alice = alice();
    let mut options = alice.options(SigningField::Existing("alice".to_owned()));
    options.doc_mdp = Some(1);
    let before = alice.sign(&form(), &options);
    assert_eq!(judged(&before)[0].certified, Some(1));
    let fill = |it: &mut Update<'_>| {
        let values = [("name".to_owned(), FieldValue::Text("x".to_owned()))].into();
        merge(it, &values, &MergeOptions::default()).unwrap();
    };
    let reports = judged(&continued(&before, fill));
    assert!(!reports[0].acceptable && has(&reports[0], "certification_forbids"));
    options.doc_mdp = Some(2);
    let before = alice.sign(&form(), &options);
    assert!(judged(&continued(&before, fill))[0].acceptable);
}

#[test]
fn a_visible_signature_field_after_signing_is_judged_by_what_it_covers() {
    let before = signed();
    let bob = Signer::new("Bob", 3);
    let visible = |width: f64| SigningField::Visible {
        name: "seal".to_owned(),
        page: 1,
        rect: Rect {
            x: 1.0,
            y: 1.0,
            width,
            height: 50.0,
        },
    };
    let small = bob.sign(&before, &bob.options(visible(20.0)));
    let reports = judged(&small);
    assert!(
        reports.iter().all(|report| report.acceptable),
        "{:#?}",
        reports[0].findings
    );
    assert!(has(&reports[0], "later_visible_signature"));
    let reports = judged(&bob.sign(&before, &bob.options(visible(90.0))));
    assert!(!reports[0].acceptable && reports[1].acceptable);
}

#[test]
fn an_unknown_signer_is_intact_but_not_trusted() {
    let document = Document::from_bytes(signed()).unwrap();
    let mut options = VerifyOptions {
        trust: Vec::new(),
        at: NOW,
        ignore_trust: false,
    };
    let reports = verify(&document, &options).unwrap();
    assert!(reports[0].intact && !reports[0].trusted && !reports[0].acceptable);
    options.ignore_trust = true;
    assert!(verify(&document, &options).unwrap()[0].acceptable);
}

#[test]
fn lengths_that_are_no_revision_are_refused() {
    let file = signed();
    let document = Document::from_bytes(file.clone()).unwrap();
    let length = file.len() as u64;
    for (older, newer) in [(0, length), (length, 0), (1, length), (length, length + 1)] {
        assert!(compare_revisions(&document, older, newer).is_err());
    }
    assert!(
        compare_revisions(&document, length, length)
            .unwrap()
            .changes
            .is_empty()
    );
}

#[test]
fn documents_without_signatures_have_none() {
    let empty = build(&[
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
    ]);
    assert!(judged(&empty).is_empty());
    assert!(judged(&form()).is_empty());
}

#[test]
fn a_link_is_an_added_field_by_its_name() {
    let link = |name: Option<&'static str>, kind: &'static str| {
        continued(&form(), |it| {
            let action = Dictionary::new().with("S", Object::name(kind));
            let mut link = Dictionary::new()
                .with("Subtype", Object::name("Link"))
                .with("A", action);
            if let Some(name) = name {
                link.insert("NM", Object::text(name));
            }
            add_to_page(it, link);
        })
    };
    let added = |file: &[u8]| compared(&form(), file);
    assert_eq!(added(&link(Some("more"), "URI")).added_fields, ["more"]);
    assert_eq!(added(&link(None, "URI")).added_fields, [""]);
    for kind in ["Launch", "JavaScript", "GoToR"] {
        assert!(!added(&link(Some("more"), kind)).acceptable, "{kind}");
    }
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
    assert!(judged(&before)[0].acceptable);
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
    let reports = judged(&after);
    assert!(!reports[0].acceptable);
    let changes = compared(&before, &after);
    assert!(!changes.acceptable, "{:#?}", changes.changes);
}

#[test]
fn a_shared_form_resource_can_not_be_replaced_through_the_form() {
    // The page and the form use the same dictionary of fonts.
    let text = String::from_utf8(form()).unwrap();
    let text = text
        .replace(
            "/Resources<</Font<</F 10 0 R>>>>",
            "/Resources<</Font 11 0 R>>",
        )
        .replace("/DR<</Font<</Helv 10 0 R>>>>", "/DR<</Font 11 0 R>>");
    let document = Document::from_bytes(text).unwrap();
    let mut update = Update::new(&document);
    update.set(ObjectId::new(11, 0), Dictionary::new().with("Helv", FONT));
    let file = document.read(0..document.len()).unwrap();
    let file = join(&file, &update.finish().unwrap());
    let before = alice().sign_field(&file, "alice");
    let after = continued(&before, |it| {
        let font = it.add(Dictionary::new().with("Type", Object::name("Font")));
        // The page's text asks for /F, which was missing until now.
        it.edit(ObjectId::new(11, 0), |fonts| fonts.insert("F", font))
            .unwrap();
    });
    assert!(!compared(&before, &after).acceptable);
    assert!(!judged(&after)[0].acceptable);
}

#[test]
fn another_persons_field_is_named_even_when_only_its_appearance_is_replaced() {
    let file = continued(&form(), |it| {
        let look = it.add(appearance("() Tj"));
        for field in [NAME, ObjectId::new(9, 0)] {
            it.edit(field, |field| {
                field.insert("AP", Dictionary::new().with("N", look))
            })
            .unwrap();
        }
    });
    let after = continued(&file, |it| {
        it.set(ObjectId::new(11, 0), appearance("(x) Tj"))
    });
    assert_eq!(compared(&file, &after).filled_fields, ["name", "note"]);
}

#[test]
fn a_field_that_a_signature_locks_stays_as_it_is() {
    let lock = |action: &'static str, fields: &'static [&'static str]| {
        let fields: Vec<Object> = fields.iter().map(|name| Object::text(name)).collect();
        let locked = continued(&form(), |it| {
            let lock = Dictionary::new()
                .with("Type", Object::name("SigFieldLock"))
                .with("Action", Object::name(action))
                .with("Fields", fields);
            it.edit(ALICE, |field| field.insert("Lock", lock)).unwrap();
        });
        alice().sign_field(&locked, "alice")
    };
    let filled = |before: &[u8], name: &str| {
        let after = continued(before, |it| {
            let values = [(name.to_owned(), FieldValue::Text("x".to_owned()))].into();
            merge(it, &values, &MergeOptions::default()).unwrap();
        });
        judged(&after).remove(0)
    };
    let cases: [(&str, &[&str], bool, bool); 3] = [
        ("Include", &["name"], false, true),
        ("Exclude", &["name"], true, false),
        ("All", &[], false, false),
    ];
    for (action, fields, name, note) in cases {
        let before = lock(action, fields);
        assert!(judged(&before)[0].locks_fields);
        for (field, free) in [("name", name), ("note", note)] {
            let report = filled(&before, field);
            assert_eq!(report.acceptable, free, "{action} {field}");
            assert_eq!(has(&report, "field_locked"), !free, "{action} {field}");
        }
    }
}

#[test]
fn usage_rights_may_be_given_up_before_the_first_signature_only() {
    let rights = continued(&form(), |it| {
        let rights = Dictionary::new().with("UR3", Dictionary::new());
        it.edit(CATALOG, |catalog| catalog.insert("Perms", rights))
            .unwrap();
    });
    let give_up = |it: &mut Update<'_>| {
        it.edit(CATALOG, |catalog| catalog.remove(b"Perms"))
            .unwrap();
    };
    assert!(compared(&rights, &continued(&rights, give_up)).acceptable);
    let signed = alice().sign_field(&rights, "alice");
    assert!(!compared(&signed, &continued(&signed, give_up)).acceptable);
    let mut options = alice().options(SigningField::Existing("alice".to_owned()));
    options.doc_mdp = Some(2);
    let certified = alice().sign(&rights, &options);
    assert!(compared(&rights, &certified).acceptable);
    assert!(!compared(&certified, &continued(&certified, give_up)).acceptable);
}

/// The form with other objects in it, signed, and changed by filling that is more than filling.
fn smuggled(replace: &[(&str, &str)], change: impl FnOnce(&mut Update<'_>)) -> Changes {
    let mut text = String::from_utf8(form()).unwrap();
    for (from, to) in replace {
        assert!(text.contains(from));
        text = text.replace(from, to);
    }
    // Appending once gives the bent file true offsets again.
    let document = Document::from_bytes(text.into_bytes()).unwrap();
    let mut update = Update::new(&document);
    update.set(ObjectId::new(60, 0), Dictionary::new());
    let file = document.read(0..document.len()).unwrap();
    let before = alice().sign_field(&rebuilt(&join(&file, &update.finish().unwrap())), "alice");
    assert!(judged(&before)[0].acceptable);
    let after = continued(&before, change);
    assert!(!judged(&after)[0].acceptable);
    compared(&before, &after)
}

/// All objects of a file, written anew.
fn rebuilt(file: &[u8]) -> Vec<u8> {
    let document = Document::from_bytes(file).unwrap();
    let mut objects = Vec::new();
    for number in 1..=document
        .object_ids()
        .iter()
        .map(|id| id.number)
        .max()
        .unwrap()
    {
        let object = document.object(ObjectId::new(number, 0)).unwrap();
        let text = match object.as_stream() {
            Some(stream) => {
                let data = document.stream_data(stream).unwrap();
                let head = countersign_pdf::object_bytes(&Object::Dictionary(
                    stream.dictionary.clone().with("Length", data.len() as i64),
                ));
                format!(
                    "{}stream\n{}\nendstream",
                    String::from_utf8_lossy(&head),
                    String::from_utf8_lossy(&data)
                )
            }
            None => String::from_utf8(countersign_pdf::object_bytes(&object)).unwrap(),
        };
        objects.push(text);
    }
    let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
    build(&objects)
}

#[test]
fn a_widget_that_is_also_the_images_of_a_page_can_not_be_filled() {
    let replace = [(
        "/Resources<</Font<</F 10 0 R>>>>",
        "/Resources<</XObject 6 0 R>>",
    )];
    let changes = smuggled(&replace, |it| {
        let image = it.add(appearance("(Mallory) Tj"));
        it.edit(NAME, |field| field.insert("V", image)).unwrap();
    });
    assert!(!changes.acceptable, "{:#?}", changes.changes);
}

#[test]
fn a_catalog_that_waited_for_an_action_gets_none() {
    let replace = [("<</Type/Catalog", "<</OpenAction 61 0 R/Type/Catalog")];
    let changes = smuggled(&replace, |it| {
        let action = Dictionary::new().with("S", Object::name("JavaScript"));
        it.set(ObjectId::new(61, 0), action);
        it.edit(CATALOG, |catalog| {
            catalog.insert("DSS", ObjectId::new(61, 0))
        })
        .unwrap();
    });
    assert!(!changes.acceptable, "{:#?}", changes.changes);
}

#[test]
fn a_catalog_that_is_also_a_list_of_fonts_can_not_get_one() {
    let replace = [(
        "/Resources<</Font<</F 10 0 R>>>>",
        "/Resources<</Font 1 0 R>>",
    )];
    let changes = smuggled(&replace, |it| {
        let font = it.add(Dictionary::new().with("Type", Object::name("Font")));
        it.edit(CATALOG, |catalog| catalog.insert("DSS", font))
            .unwrap();
    });
    assert!(!changes.acceptable, "{:#?}", changes.changes);
}

#[test]
fn information_that_is_also_drawn_can_not_change() {
    let replace = [("/Root 1 0 R", "/Root 1 0 R/Info 4 0 R")];
    let text = String::from_utf8(form())
        .unwrap()
        .replace(replace[0].0, replace[0].1);
    let before = alice().sign_field(text.as_bytes(), "alice");
    let after = continued(&before, |it| {
        it.set(CONTENTS, Stream::new(Dictionary::new(), "BT ET"))
    });
    assert!(!compared(&before, &after).acceptable);
    assert!(!judged(&after)[0].acceptable);
}
