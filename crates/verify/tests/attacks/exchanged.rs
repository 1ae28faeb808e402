//! Signatures that are exchanged, shared or repeated, and files that are moved around them.

use super::scene::{ALICE, CATALOG, CONTENTS, FORM, PAGE, alice, continued, has, signed, verified};
use crate::support::{Signer, form};
use countersign_pdf::{Dictionary, Document, Object, ObjectId, Stream};

const BOB: ObjectId = ObjectId::new(8, 0);

fn value(file: &[u8], field: ObjectId) -> ObjectId {
    let document = Document::from_bytes(file).unwrap();
    let field = document.object(field).unwrap();
    field.as_dictionary().unwrap().reference(b"V").unwrap()
}

fn both() -> Vec<u8> {
    Signer::new("Bob", 3).sign_field(&signed(), "bob")
}

#[test]
fn one_signature_is_not_two() {
    let before = signed();
    let shared = value(&before, ALICE);
    let after = continued(&before, |it| {
        it.edit(BOB, |bob| bob.insert("V", shared)).unwrap();
    });
    let reports = verified(&after);
    let of_bob: Vec<_> = reports
        .iter()
        .filter(|it| it.field.as_deref() == Some("bob"))
        .collect();
    assert!(of_bob.iter().all(|it| !it.acceptable), "{of_bob:#?}");
    assert!(reports.iter().any(|it| !it.acceptable), "{reports:#?}");
}

#[test]
fn fields_do_not_exchange_their_signatures() {
    let before = both();
    let (alices, bobs) = (value(&before, ALICE), value(&before, BOB));
    let after = continued(&before, |it| {
        it.edit(ALICE, |field| field.insert("V", bobs)).unwrap();
        it.edit(BOB, |field| field.insert("V", alices)).unwrap();
    });
    let reports = verified(&after);
    assert!(reports.iter().all(|it| !it.acceptable), "{reports:#?}");
}

#[test]
fn a_good_signature_does_not_cover_what_its_signer_changed_before() {
    let before = signed();
    let changed = continued(&before, |it| {
        it.set(CONTENTS, Stream::new(Dictionary::new(), "BT ET"));
    });
    let mallory = Signer::new("Mallory", 3);
    let reports = verified(&mallory.sign_field(&changed, "bob"));
    assert!(!reports[0].acceptable && has(&reports[0], "later_content"));
    assert!(reports[1].acceptable, "it is true of what Mallory saw");
}

/// A content that is exchanged and put back: the page shows what Alice signed, and yet somebody meddled.
#[test]
fn what_is_put_back_is_as_it_was() {
    let before = signed();
    let old = Document::from_bytes(before.clone()).unwrap();
    let page = old.object(PAGE).unwrap();
    let changed = continued(&before, |it| {
        let other = it.add(Stream::new(Dictionary::new(), "BT ET"));
        it.edit(PAGE, |page| page.insert("Contents", other))
            .unwrap();
    });
    let bob = Signer::new("Bob", 3).sign_field(&changed, "bob");
    let back = continued(&bob, |it| {
        it.set(PAGE, page.as_dictionary().unwrap().clone());
    });
    let reports = verified(&back);
    assert!(!reports[1].acceptable, "Bob saw another page");
}

#[test]
fn bytes_before_the_file_move_what_was_signed() {
    let good = signed();
    for prefix in [&b"\n"[..], b"%!PS\n", b"%PDF-1.4\n%%EOF\n", &[0; 100]] {
        let moved = [prefix, &good].concat();
        if Document::from_bytes(moved.clone()).is_ok() {
            let accepted = verified(&moved).iter().any(|it| it.acceptable);
            assert!(!accepted, "{:?}", String::from_utf8_lossy(prefix));
        }
    }
}

/// A file of the attacker in front, whose cross-reference leads nowhere near the signed part.
#[test]
fn a_file_around_the_signed_one_is_not_signed() {
    let good = signed();
    let around = [form(), good.clone()].concat();
    assert!(verified(&around).iter().all(|it| !it.acceptable));
    let behind = [good, form()].concat();
    let reports = verified(&behind);
    assert!(reports.iter().all(|it| !it.acceptable), "{reports:#?}");
}

#[test]
fn comments_after_the_end_say_nothing_and_are_named() {
    for tail in [
        "%%EOF\n",
        "% a comment\n",
        "%startxref\n%10\n%%EOF\n",
        "startxref\n0\n%%EOF\n",
        "\0\0\0x",
    ] {
        let after = [&signed()[..], tail.as_bytes()].concat();
        if Document::from_bytes(after.clone()).is_ok() {
            let reports = verified(&after);
            assert!(!reports.is_empty(), "{tail:?}: the signature was not seen");
            assert!(reports.iter().all(|it| !it.acceptable), "{tail:?}");
        }
    }
}

/// A later revision in object and cross-reference streams gives the signature's number to a copy.
#[test]
fn a_signature_that_an_object_stream_replaces_is_not_the_signed_one() {
    let before = signed();
    let id = value(&before, ALICE);
    let document = Document::from_bytes(before.clone()).unwrap();
    let good = document.object(id).unwrap();
    let copies = [
        good.as_dictionary().unwrap().clone(),
        good.as_dictionary()
            .unwrap()
            .clone()
            .with("Name", Object::text("Mallory")),
        Dictionary::new().with("Type", Object::name("Sig")),
    ];
    for copy in copies {
        let after = packed(&before, id.number, &copy.into());
        let reports = verified(&after);
        assert!(!reports.is_empty());
        assert!(reports.iter().all(|it| !it.acceptable), "{reports:#?}");
    }
    // The same for an object that the page shows.
    let reports = verified(&packed(&before, 10, &Dictionary::new().into()));
    assert!(reports.iter().all(|it| !it.acceptable), "{reports:#?}");
}

/// Where the newest cross-reference data of the file begin.
fn last_table(file: &[u8]) -> usize {
    let text = String::from_utf8_lossy(file);
    let (_, place) = text.rsplit_once("startxref").unwrap();
    place.split_whitespace().next().unwrap().parse().unwrap()
}

/// The file continued by an object stream with one object, and a cross-reference stream.
fn packed(file: &[u8], number: u32, object: &Object) -> Vec<u8> {
    let previous = last_table(file);
    let (holder, table) = (60, 61);
    let head = format!("{number} 0 ");
    let mut data = head.clone().into_bytes();
    data.extend(countersign_pdf::object_bytes(object));
    let mut out = file.to_vec();
    let at = out.len();
    out.extend(
        format!(
            "{holder} 0 obj\n<</Type/ObjStm/N 1/First {}/Length {}>>stream\n",
            head.len(),
            data.len()
        )
        .bytes(),
    );
    out.extend(&data);
    out.extend(b"\nendstream\nendobj\n");
    let place = out.len();
    let row = |kind: u8, second: usize, third: u8| {
        let second = u32::try_from(second).unwrap().to_be_bytes();
        [&[kind][..], &second, &[third]].concat()
    };
    let rows = [row(2, holder, 0), row(1, at, 0), row(1, place, 0)].concat();
    out.extend(format!("{table} 0 obj\n<</Type/XRef/Size 62/Root 1 0 R/Prev {previous}/W[1 4 1]/Index[{number} 1 {holder} 2]/Length {}>>stream\n", rows.len()).bytes());
    out.extend(&rows);
    out.extend(format!("\nendstream\nendobj\nstartxref\n{place}\n%%EOF\n").bytes());
    out
}

/// Places in the gap, which nobody signed, as places of objects.
#[test]
fn no_object_is_read_from_the_gap() {
    let before = signed();
    let gap = verified(&before)[0].byte_range.clone();
    let previous = last_table(&before);
    let start = before.len();
    for number in [1, 3, 4, 5, 7, 10] {
        for place in [gap[1] + 1, (gap[1] + gap[2]) / 2, gap[2] - 1, gap[2]] {
            let section = format!(
                "xref\n{number} 1\n{place:010} 00000 n \ntrailer\n<</Size 30/Root 1 0 R/Prev {previous}>>\nstartxref\n{start}\n%%EOF\n"
            );
            let after = [&before[..], section.as_bytes()].concat();
            if Document::from_bytes(after.clone()).is_ok() {
                let accepted = verified(&after).iter().any(|it| it.acceptable);
                assert!(!accepted, "{number} at {place}");
            }
        }
    }
}

/// What fills the gap behind the signature is zero, and nothing else.
#[test]
fn nothing_hides_in_the_padding() {
    let good = signed();
    let gap = verified(&good)[0].byte_range.clone();
    let end = gap[2] as usize - 1;
    for (at, digits) in [
        (end - 2, "01"),
        (end - 40, "DEADBEEF"),
        (end - 1, "1"),
        (end - 1, " "),
    ] {
        let mut tampered = good.clone();
        tampered[at..at + digits.len()].copy_from_slice(digits.as_bytes());
        let report = verified(&tampered).remove(0);
        assert!(!report.acceptable, "{digits} at {at}");
    }
}

/// The form forgets its fields while the page goes on showing them.
#[test]
fn a_form_that_is_emptied_does_not_hide_its_signatures() {
    let before = both();
    for flags in [None, Some(0), Some(1)] {
        let after = continued(&before, |it| {
            it.edit(FORM, |form| {
                form.insert("Fields", Vec::new());
                match flags {
                    Some(flags) => form.insert("SigFlags", flags),
                    None => form.remove(b"SigFlags"),
                }
            })
            .unwrap();
        });
        let reports = verified(&after);
        assert_eq!(reports.len(), 2);
        assert!(reports.iter().all(|it| !it.acceptable), "{flags:?}");
    }
}

/// Another form takes the place of the one with the signature, and shows the same fields.
#[test]
fn another_form_does_not_take_over() {
    let before = alice().sign_field(&form(), "alice");
    let after = continued(&before, |it| {
        let form = it.get(FORM).unwrap().as_dictionary().unwrap().clone();
        let form = it.add(form.with("Fields", vec![BOB.into()]));
        it.edit(CATALOG, |catalog| catalog.insert("AcroForm", form))
            .unwrap();
    });
    assert!(verified(&after).iter().all(|it| !it.acceptable));
}
