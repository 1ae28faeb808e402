//! What certification, locks and usage rights forbid.

use super::scene::{
    ALICE, CATALOG, NAME, NOTE, alice, compared, continued, fill_directly, has, signed, verified,
};
use crate::support::{Signer, form};
use countersign_forms::Rect;
use countersign_pdf::{Dictionary, Object, Update};
use countersign_sign::SigningField;

#[test]
fn certification_is_held_to() {
    let alice = alice();
    let mut options = alice.options(SigningField::Existing("alice".to_owned()));
    options.doc_mdp = Some(1);
    let before = alice.sign(&form(), &options);
    assert_eq!(verified(&before)[0].certified, Some(1));
    let fill = |it: &mut Update<'_>| fill_directly(it, NAME, "x");
    let reports = verified(&continued(&before, fill));
    assert!(!reports[0].acceptable && has(&reports[0], "certification_forbids"));
    options.doc_mdp = Some(2);
    let before = alice.sign(&form(), &options);
    assert!(verified(&continued(&before, fill))[0].acceptable);
}

#[test]
fn a_visible_signature_field_after_signing_is_validated_by_what_it_covers() {
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
    let reports = verified(&small);
    assert!(
        reports.iter().all(|report| report.acceptable),
        "{:#?}",
        reports[0].findings
    );
    assert!(has(&reports[0], "later_visible_signature"));
    let reports = verified(&bob.sign(&before, &bob.options(visible(90.0))));
    assert!(!reports[0].acceptable && reports[1].acceptable);
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
        let field = if name == "name" { NAME } else { NOTE };
        let after = continued(before, |it| fill_directly(it, field, "x"));
        verified(&after).remove(0)
    };
    let cases: [(&str, &[&str], bool, bool); 3] = [
        ("Include", &["name"], false, true),
        ("Exclude", &["name"], true, false),
        ("All", &[], false, false),
    ];
    for (action, fields, name, note) in cases {
        let before = lock(action, fields);
        assert!(verified(&before)[0].locks_fields);
        // The form asks for it: it is not the signer's doing.
        assert!(verified(&before)[0].locked_by_signer.is_empty());
        for (field, free) in [("name", name), ("note", note)] {
            let report = filled(&before, field);
            assert_eq!(report.acceptable, free, "{action} {field}");
            assert_eq!(has(&report, "field_locked"), !free, "{action} {field}");
        }
    }
}

#[test]
fn locks_that_a_signer_adds_are_named() {
    let alice = alice();
    let mut options = alice.options(SigningField::Existing("alice".to_owned()));
    options.lock = Some(countersign_sign::FieldLock::Exclude(vec![
        "name".to_owned(),
    ]));
    let mut file = alice.sign(&form(), &options);
    assert!(verified(&file)[0].locked_by_signer.is_empty());
    // The same signature dictionary in a field that asks for no lock.
    let at = file.windows(5).rposition(|part| part == b"/Lock").unwrap();
    file[at + 1] = b'K';
    assert_eq!(
        verified(&file)[0].locked_by_signer,
        ["alice", "bob", "note"]
    );
}

#[test]
fn a_signature_that_certifies_says_so_whatever_the_catalog_says() {
    let alice = alice();
    let mut options = alice.options(SigningField::Existing("alice".to_owned()));
    options.doc_mdp = Some(2);
    let mut file = alice.sign(&form(), &options);
    assert_eq!(
        (verified(&file)[0].doc_mdp, verified(&file)[0].certified),
        (Some(2), Some(2))
    );
    let at = file.windows(6).rposition(|part| part == b"/Perms").unwrap();
    file[at + 1] = b'K';
    assert_eq!(
        (verified(&file)[0].doc_mdp, verified(&file)[0].certified),
        (Some(2), None)
    );
    assert_eq!(verified(&signed())[0].doc_mdp, None);
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
