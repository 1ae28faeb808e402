//! Whole new files: encrypted, decrypted, with other passwords; what was in them stays.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::rc::Rc;

use crate::common::{Builder, Ranged, replaced};
use aes::{Aes128, Aes256};
use cbc::cipher::block_padding::{NoPadding, Pkcs7};
use cbc::cipher::{BlockModeEncrypt, KeyIvInit};
use countersign_pdf::{
    Access, Algorithm, Batch, Changes, Dictionary, Document, Encryption, Entropy, Job, Name,
    Object, ObjectId, OpenOptions, PasswordHash, PdfError, PdfString, Permissions, Protection,
    Rewrite, Stream, Update, XrefKind, rewrap,
};

const ENTROPY: Entropy = Entropy::new([42; 64]);

fn open_with(bytes: &[u8], password: Option<&str>) -> Result<Document, PdfError> {
    let options = OpenOptions {
        password: password.map(Into::into),
        ..OpenOptions::default()
    };
    Document::open(Ranged(bytes.to_vec()), options)
}

fn written(document: Document, changes: Changes, protection: Protection) -> Vec<u8> {
    let mut bytes = Vec::new();
    Rewrite::new(Rc::new(document), changes, protection)
        .unwrap()
        .write_all(|chunk| bytes.extend_from_slice(chunk))
        .unwrap();
    bytes
}

fn rewritten(bytes: &[u8], password: Option<&str>, protection: Protection) -> Vec<u8> {
    let document = open_with(bytes, password).unwrap();
    written(document, Changes::default(), protection)
}

fn encrypted(bytes: &[u8], encryption: &Encryption) -> Vec<u8> {
    rewritten(
        bytes,
        None,
        Protection::Encrypt(encryption.clone(), ENTROPY),
    )
}

/// A page with strings in every place, streams large and small, an outline and metadata.
fn rich() -> Builder {
    let mut builder = Builder::one_page();
    builder.objects.insert(
        1,
        "<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R/Metadata 7 0 R>>".into(),
    );
    builder.objects.insert(
        6,
        "<</Type/Outlines/First 9 0 R/Note[(a string) <</Deep (another \\(one\\))>>]>>".into(),
    );
    builder.objects.insert(
        7,
        "<</Type/Metadata/Subtype/XML/Length 17>>stream\n<x:xmpmeta>a</x:>\nendstream".into(),
    );
    let large = "0123456789abcde\n".repeat(2000);
    builder.objects.insert(
        8,
        format!(
            "<</Length {}/Owner (of the data)>>stream\n{large}\nendstream",
            large.len()
        ),
    );
    builder
        .objects
        .insert(9, "<</Title (Chapter)/Parent 6 0 R>>".into());
    builder.objects.insert(
        10,
        "<</ByteRange[0 1 2 3]/Contents<6f70656e>/Name (signer)>>".into(),
    );
    builder
}

/// Every object says the same in both, streams decoded; objects of one only are listed.
fn differences(before: &Document, after: &Document) -> Vec<String> {
    let mut found = Vec::new();
    for id in before.object_ids() {
        let (one, two) = (before.object(id).unwrap(), after.object(id).unwrap());
        let same = match (&*one, &*two) {
            (Object::Stream(one), Object::Stream(two)) => {
                let strip = |stream: &Stream| {
                    let mut dictionary = stream.dictionary.clone();
                    dictionary.remove(b"Length");
                    dictionary
                };
                before.stream_data(one) == after.stream_data(two) && strip(one) == strip(two)
            }
            (one, two) => one == two,
        };
        if !same {
            found.push(format!("{id}: {one:?} and {two:?}"));
        }
    }
    found
}

#[test]
fn encrypting_keeps_everything_and_hides_it() {
    for bytes in [rich().with_table(), rich().with_streams()] {
        let before = crate::common::open(&bytes);
        for algorithm in [Algorithm::Aes256, Algorithm::Aes128] {
            let encryption = Encryption {
                algorithm,
                ..Encryption::new("user", "owner")
            };
            let secret = encrypted(&bytes, &encryption);
            for text in [
                b"a string".as_slice(),
                b"Chapter",
                b"xmpmeta",
                b"abcde",
                b"of the data",
            ] {
                assert!(!secret.windows(text.len()).any(|part| part == text));
            }
            assert_eq!(
                open_with(&secret, None).err(),
                Some(PdfError::PasswordNeeded)
            );
            assert_eq!(
                open_with(&secret, Some("wrong")).err(),
                Some(PdfError::PasswordIncorrect)
            );
            for (password, access) in [("user", Access::User), ("owner", Access::Owner)] {
                let after = open_with(&secret, Some(password)).unwrap();
                assert_eq!(after.access(), access);
                assert!(!after.is_repaired());
                assert_eq!(after.xref_kind(), before.xref_kind());
                let root = before.catalog_id().unwrap().to_string();
                let found = differences(&before, &after);
                // The catalog names the extension of PDF 1.7, and a cross-reference stream is no content.
                let expected = |it: &String| it.starts_with(&root) || it.contains("/XRef");
                assert!(found.iter().all(expected), "{found:#?}");
            }
        }
    }
}

#[test]
fn decrypting_gives_the_document_back() {
    for bytes in [rich().with_table(), rich().with_streams()] {
        let secret = encrypted(&bytes, &Encryption::new("user", "owner"));
        let plain = rewritten(&secret, Some("owner"), Protection::Remove);
        let after = open_with(&plain, None).unwrap();
        assert!(!after.is_encrypted() && !after.trailer().contains(b"Encrypt"));
        let found = differences(&crate::common::open(&bytes), &after);
        assert!(
            found
                .iter()
                .all(|it| it.starts_with("1 0 R") || it.contains("/XRef")),
            "{found:#?}"
        );
        assert!(plain.windows(8).any(|part| part == b"a string"));
    }
}

#[test]
fn files_of_every_revision_are_decrypted_and_encrypted_anew() {
    for bytes in [
        include_bytes!("fixtures/r2.pdf").as_slice(),
        include_bytes!("fixtures/r3.pdf"),
        include_bytes!("fixtures/r4.pdf"),
        include_bytes!("fixtures/r5.pdf"),
        include_bytes!("fixtures/r6.pdf"),
    ] {
        let before = open_with(bytes, Some("owner")).unwrap();
        let content = |document: &Document| {
            let page = document.page(0).unwrap();
            let content = document.lookup(&page.dictionary, b"Contents").unwrap();
            document.stream_data(content.as_stream().unwrap()).unwrap()
        };
        let plain = rewritten(bytes, Some("owner"), Protection::Remove);
        assert_eq!(content(&open_with(&plain, None).unwrap()), content(&before));
        let again = Protection::Encrypt(Encryption::new("new", "newer"), ENTROPY);
        let again = rewritten(bytes, Some("owner"), again);
        assert_eq!(
            open_with(&again, Some("user")).err(),
            Some(PdfError::PasswordIncorrect)
        );
        let again = open_with(&again, Some("new")).unwrap();
        assert_eq!(again.security().unwrap().revision(), 6);
        assert_eq!(content(&again), content(&before));
    }
}

#[test]
fn permissions_come_back_as_they_were_given() {
    let permissions = Permissions {
        print: true,
        print_high: false,
        copy: true,
        modify: false,
        annotate: false,
        fill_forms: true,
        accessibility: true,
        assemble: false,
    };
    for algorithm in [Algorithm::Aes256, Algorithm::Aes128] {
        let encryption = Encryption {
            permissions,
            algorithm,
            ..Encryption::new("", "owner")
        };
        let secret = encrypted(&rich().with_table(), &encryption);
        let document = open_with(&secret, None).unwrap();
        assert_eq!(document.security().unwrap().permissions(), permissions);
        // A user with fewer rights can't take the protection off.
        let refused = Rewrite::new(Rc::new(document), Changes::default(), Protection::Remove);
        assert_eq!(refused.err(), Some(PdfError::OwnerNeeded));
    }
}

#[test]
fn metadata_stays_readable_where_requested() {
    let encryption = Encryption {
        encrypt_metadata: false,
        ..Encryption::new("user", "owner")
    };
    let secret = encrypted(&rich().with_table(), &encryption);
    assert!(secret.windows(7).any(|part| part == b"xmpmeta"));
    let document = open_with(&secret, Some("user")).unwrap();
    let object = document.object(ObjectId::new(7, 0)).unwrap();
    let data = document.stream_data(object.as_stream().unwrap()).unwrap();
    assert_eq!(data, b"<x:xmpmeta>a</x:>");
    let plain = rewritten(&secret, Some("owner"), Protection::Remove);
    let document = open_with(&plain, None).unwrap();
    let object = document.object(ObjectId::new(7, 0)).unwrap();
    assert!(!object.as_dictionary().unwrap().contains(b"Filter"));
}

/// The data of a stream of this number.
fn decoded_data(document: &Document, number: u32) -> Vec<u8> {
    let object = document.object(ObjectId::new(number, 0)).unwrap();
    document.stream_data(object.as_stream().unwrap()).unwrap()
}

#[test]
fn streams_of_the_identity_filter_are_plain_in_a_protected_file() {
    let secret = encrypted(&rich().with_table(), &Encryption::new("user", "owner"));
    let end = String::from_utf8_lossy(&secret[secret.len() - 30..]).into_owned();
    let previous: u64 = end.lines().rev().nth(1).unwrap().parse().unwrap();
    let mut file = secret.clone();
    let place = file.len();
    file.extend(
        b"8 0 obj<</Length 10/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]>>stream\nleft plain\nendstream endobj\n",
    );
    let start = file.len();
    file.extend(
        format!(
            "xref\n8 1\n{place:010} 00000 n \ntrailer<</Size 20/Root 1 0 R/Prev {previous}>>\nstartxref\n{start}\n%%EOF\n"
        )
        .bytes(),
    );
    let document = open_with(&file, Some("user")).unwrap();
    assert_eq!(decoded_data(&document, 8), b"left plain");
    assert_eq!(decoded_data(&document, 7), b"<x:xmpmeta>a</x:>");
    let plain = rewritten(&file, Some("owner"), Protection::Remove);
    assert_eq!(
        decoded_data(&open_with(&plain, None).unwrap(), 8),
        b"left plain"
    );
}

#[test]
fn strings_or_streams_without_a_filter_are_taken_as_they_stand() {
    let secret = encrypted(&rich().with_table(), &Encryption::new("user", "owner"));
    let title = |document: &Document| {
        let outline = document.object(ObjectId::new(9, 0)).unwrap();
        let outline = outline.as_dictionary().unwrap();
        outline.string(b"Title").unwrap().as_bytes().to_vec()
    };
    // An entry that is missing means Identity (ISO 32000-2, table 20).
    let without = |key: &str, other: &str| {
        let file = replaced(&secret, key, other);
        open_with(&file, Some("owner")).unwrap()
    };
    let strings = without("/StrF", "/XtrF");
    assert_ne!(title(&strings), b"Chapter");
    assert_eq!(decoded_data(&strings, 7), b"<x:xmpmeta>a</x:>");
    let streams = without("/StmF", "/XtmF");
    assert_eq!(title(&streams), b"Chapter");
    assert_ne!(decoded_data(&streams, 7), b"<x:xmpmeta>a</x:>");
}

#[test]
fn changes_go_into_the_new_file_and_removed_objects_do_not() {
    let bytes = rich().with_table();
    for protection in [
        Protection::Keep,
        Protection::Encrypt(Encryption::new("user", "owner"), ENTROPY),
    ] {
        let document = crate::common::open(&bytes);
        let mut update = Update::new(&document);
        let added = update.add(Stream::new(
            Dictionary::new().with("Kind", Object::text("added")),
            b"fresh data".to_vec(),
        ));
        update
            .edit(ObjectId::new(8, 0), |stream| {
                stream.insert("Owner", PdfString::literal("changed"))
            })
            .unwrap();
        update.remove(ObjectId::new(9, 0));
        let changes = Changes::from(update);
        let after = written(document, changes, protection);
        assert!(!after.windows(7).any(|part| part == b"Chapter"));
        let after = open_with(&after, Some("user")).unwrap();
        assert_eq!(*after.object(ObjectId::new(9, 0)).unwrap(), Object::Null);
        let object = after.object(added).unwrap();
        assert_eq!(
            after.stream_data(object.as_stream().unwrap()).unwrap(),
            b"fresh data"
        );
        let object = after.object(ObjectId::new(8, 0)).unwrap();
        assert_eq!(
            after
                .stream_data(object.as_stream().unwrap())
                .unwrap()
                .len(),
            32000
        );
        assert_eq!(
            object
                .as_dictionary()
                .unwrap()
                .string(b"Owner")
                .unwrap()
                .to_text(),
            "changed"
        );
    }
}

#[test]
fn earlier_revisions_and_linearization_are_left_behind() {
    let mut builder = rich();
    builder
        .objects
        .insert(20, "<</Linearized 1/L 9/H[9 9]>>".into());
    let bytes = builder.with_table();
    let document = crate::common::open(&bytes);
    let mut update = Update::new(&document);
    update
        .edit(ObjectId::new(9, 0), |title| {
            title.insert("Title", Object::text("Renamed"))
        })
        .unwrap();
    let bytes = [bytes.as_slice(), &update.finish().unwrap().bytes].concat();
    let after = rewritten(&bytes, None, Protection::Keep);
    for removed in [b"Chapter".as_slice(), b"Linearized"] {
        assert!(!after.windows(removed.len()).any(|part| part == removed));
    }
    let document = crate::common::open(&after);
    assert_eq!(document.revisions().unwrap().len(), 1);
    assert_eq!(document.xref_kind(), XrefKind::Table);
}

#[test]
fn broken_files_are_written_whole() {
    let mut bytes = rich().with_table();
    let at = bytes
        .windows(9)
        .position(|part| part == b"startxref")
        .unwrap();
    bytes.splice(at.., b"startxref\n77\n%%EOF\n".iter().copied());
    let after = rewritten(&bytes, None, Protection::Keep);
    assert!(!crate::common::open(&after).is_repaired());
    // One wrong offset among right ones.
    let mut bytes = rich().with_table();
    let line = bytes.windows(4).position(|part| part == b"9 1\n").unwrap() + 4;
    bytes.splice(line..line + 10, b"0000000011".iter().copied());
    let after = crate::common::open(&rewritten(&bytes, None, Protection::Keep));
    let title = after.object(ObjectId::new(9, 0)).unwrap();
    assert_eq!(
        title
            .as_dictionary()
            .unwrap()
            .string(b"Title")
            .unwrap()
            .to_text(),
        "Chapter"
    );
}

/// The new file, with all jobs done outside, and how many there were.
fn written_outside(
    bytes: &[u8],
    algorithm: Algorithm,
    run: fn(&[u8], &Batch) -> Vec<Vec<u8>>,
) -> (Vec<u8>, usize) {
    let encryption = Encryption {
        algorithm,
        ..Encryption::new("user", "owner")
    };
    let protection = Protection::Encrypt(encryption, ENTROPY);
    let document = Rc::new(crate::common::open(bytes));
    let mut rewrite = Rewrite::new(document, Changes::default(), protection).unwrap();
    let (mut file, mut jobs) = (Vec::new(), 0);
    while let Some(batch) = rewrite.next(100_000).unwrap() {
        let results = run(bytes, &batch);
        jobs += results.len();
        let lengths: Vec<_> = results.iter().map(|it| Some(it.len() as u64)).collect();
        let text = rewrite.finish(&batch, &lengths).unwrap();
        let mut from = 0;
        for (cut, result) in text.cuts.iter().zip(&results) {
            file.extend_from_slice(&text.bytes[from..*cut]);
            file.extend_from_slice(result);
            from = *cut;
        }
        file.extend_from_slice(&text.bytes[from..]);
    }
    let (done, total) = rewrite.progress();
    assert_eq!((done, total), (bytes.len() as u64, bytes.len() as u64));
    (file, jobs)
}

fn data_of<'a>(bytes: &'a [u8], job: &Job) -> &'a [u8] {
    assert!(job.decrypt.is_none());
    &bytes[job.range.start as usize..job.range.end as usize]
}

/// Each job by itself.
fn one_by_one(bytes: &[u8], batch: &Batch) -> Vec<Vec<u8>> {
    assert!(!batch.is_chain());
    let seal = |job: &Job| {
        let (key, vector) = job.encrypt.as_ref().unwrap();
        assert_ne!(*vector, [0; 16]);
        cbc::Encryptor::<Aes128>::new_from_slices(key.as_bytes(), vector)
            .unwrap()
            .encrypt_padded_vec::<Pkcs7>(data_of(bytes, job))
    };
    batch.jobs().iter().map(seal).collect()
}

/// All jobs as one.
fn chained(bytes: &[u8], batch: &Batch) -> Vec<Vec<u8>> {
    assert!(batch.is_chain());
    let mut text = Vec::new();
    let mut ends = Vec::new();
    for job in batch.jobs() {
        let data = data_of(bytes, job);
        let padding = 16 - data.len() % 16;
        text.extend_from_slice(&job.encrypt.as_ref().unwrap().1);
        text.extend_from_slice(data);
        text.extend(vec![padding as u8; padding]);
        ends.push(text.len());
    }
    let key = &batch.jobs()[0].encrypt.as_ref().unwrap().0;
    let sealed = cbc::Encryptor::<Aes256>::new_from_slices(key.as_bytes(), &[0; 16])
        .unwrap()
        .encrypt_padded_vec::<NoPadding>(&text);
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let parts = starts.zip(&ends);
    parts
        .map(|(start, end)| sealed[start..*end].to_vec())
        .collect()
}

#[test]
fn jobs_done_elsewhere_give_the_same_file() {
    let mut builder = rich();
    for (number, length) in [(11, 20_000), (12, 20_016), (13, 70_001), (14, 16_384)] {
        let data: String = (0..length)
            .map(|n| char::from(b'a' + (n % 23) as u8))
            .collect();
        let stream = format!("<</Length {length}>>stream\n{data}\nendstream");
        builder.objects.insert(number, stream);
    }
    let bytes = builder.with_table();
    let before = crate::common::open(&bytes);
    for (algorithm, run) in [
        (Algorithm::Aes256, chained as fn(&[u8], &Batch) -> _),
        (Algorithm::Aes128, one_by_one),
    ] {
        let (file, jobs) = written_outside(&bytes, algorithm, run);
        assert_eq!(jobs, 5);
        let encryption = Encryption {
            algorithm,
            ..Encryption::new("user", "owner")
        };
        assert_eq!(file.len(), encrypted(&bytes, &encryption).len());
        let document = open_with(&file, Some("user")).unwrap();
        assert!(!document.is_repaired());
        assert_eq!(document.page(0).unwrap().id, ObjectId::new(3, 0));
        let differences = differences(&before, &document);
        // The catalog names an extension where the version of the file does not have the algorithm.
        assert!(
            differences.iter().all(|it| it.starts_with("1 0 R")),
            "{differences:?}"
        );
    }
}

#[test]
fn new_passwords_change_nothing_but_the_dictionary() {
    let fixtures = [
        (5, include_bytes!("fixtures/r5.pdf").to_vec(), "owner"),
        (6, include_bytes!("fixtures/r6.pdf").to_vec(), "owner"),
        (
            6,
            encrypted(&rich().with_table(), &Encryption::new("u", "o")),
            "o",
        ),
    ];
    for (revision, bytes, owner) in fixtures {
        let document = open_with(&bytes, Some(owner)).unwrap();
        let permissions = Permissions {
            modify: false,
            assemble: false,
            ..Permissions::ALL
        };
        let encryption = Encryption {
            permissions,
            ..Encryption::new("first", "second")
        };
        let patch = rewrap(&document, &encryption, &ENTROPY).unwrap().unwrap();
        let (start, end) = (patch.range.start as usize, patch.range.end as usize);
        assert_eq!(patch.bytes.len(), end - start);
        let mut after = bytes.clone();
        after.splice(start..end, patch.bytes);
        assert_eq!(
            open_with(&after, Some(owner)).err(),
            Some(PdfError::PasswordIncorrect)
        );
        for (password, access) in [("first", Access::User), ("second", Access::Owner)] {
            let again = open_with(&after, Some(password)).unwrap();
            assert_eq!(again.access(), access);
            assert_eq!(again.security().unwrap().revision(), revision);
            assert_eq!(again.security().unwrap().permissions(), permissions);
            assert!(
                differences(&document, &again)
                    .iter()
                    .all(|it| it.contains("/Perms"))
            );
        }
    }
}

#[test]
fn keys_are_not_rewrapped_where_the_old_password_would_still_open_something() {
    let encryption = Encryption::new("first", "second");
    let no_patch = |bytes: &[u8]| {
        let document = open_with(bytes, Some("owner")).unwrap();
        rewrap(&document, &encryption, &ENTROPY).unwrap().is_none()
    };
    assert!(no_patch(include_bytes!("fixtures/r4.pdf")));
    let bytes = include_bytes!("fixtures/r6.pdf").to_vec();
    let document = open_with(&bytes, Some("owner")).unwrap();
    let id = document.trailer().reference(b"Encrypt").unwrap();
    let mut update = Update::new(&document);
    update
        .edit(id, |encrypt| encrypt.insert("Note", Name::new("copied")))
        .unwrap();
    let bytes = [bytes, update.finish().unwrap().bytes].concat();
    assert!(no_patch(&bytes));
}

#[test]
fn passwords_that_nobody_could_type_again_are_refused() {
    let document = || Rc::new(crate::common::open(&rich().with_table()));
    let refused = |user: &str, owner: &str, algorithm| {
        let encryption = Encryption {
            algorithm,
            ..Encryption::new(user, owner)
        };
        let protection = Protection::Encrypt(encryption, ENTROPY);
        Rewrite::new(document(), Changes::default(), protection).err()
    };
    let unusable = |error: Option<PdfError>| matches!(error, Some(PdfError::PasswordUnusable(_)));
    assert!(unusable(refused("", "", Algorithm::Aes256)));
    assert!(unusable(refused("a\u{7}b", "", Algorithm::Aes256)));
    assert!(unusable(refused("пароль", "", Algorithm::Aes128)));
    assert_eq!(refused("пароль", "", Algorithm::Aes256), None);
}

#[test]
fn passwords_are_prepared_as_strings_on_the_net_are() {
    // A soft hyphen is nothing, a wide letter its narrow form, a no-break space a space (RFC 4013).
    let secret = encrypted(
        &rich().with_table(),
        &Encryption::new("I\u{ad}X \u{ff21}\u{a0}ffi", "owner"),
    );
    assert_eq!(
        open_with(&secret, Some("IX A\u{20}ffi")).unwrap().access(),
        Access::User
    );
    assert!(open_with(&secret, Some("IX a ffi")).is_err());
}

#[test]
fn hashes_of_passwords_may_come_from_outside() {
    let plain = rich().with_table();
    let requested = Rc::new(std::cell::RefCell::new(Vec::new()));
    let outside = |hash: Option<[u8; 32]>| {
        let requested = Rc::clone(&requested);
        PasswordHash::new(move |password, salt, user| {
            let requested_for = (password.to_vec(), salt.len(), user.len());
            requested.borrow_mut().push(requested_for);
            hash
        })
    };
    let opened = |bytes: &[u8], password: Option<&str>, hash| {
        let options = OpenOptions {
            password: password.map(Into::into),
            password_hash: Some(outside(hash)),
            ..OpenOptions::default()
        };
        Document::open(Ranged(bytes.to_vec()), options)
    };
    let protection = || Protection::Encrypt(Encryption::new("user", "owner"), ENTROPY);
    let with_own = rewritten(&plain, None, protection());
    // Who gives nothing leaves it to the crate.
    let document = opened(&plain, None, None).unwrap();
    let bytes = written(document, Changes::default(), protection());
    assert_eq!(bytes, with_own);
    let wanted = |password: &str, user| (password.as_bytes().to_vec(), 8, user);
    let (user, owner) = (wanted("user", 0), wanted("owner", 48));
    let of_writing = [user.clone(), user, owner.clone(), owner.clone()];
    assert_eq!(*requested.borrow(), of_writing);
    requested.borrow_mut().clear();
    let document = opened(&bytes, Some("owner"), None).unwrap();
    assert_eq!(*requested.borrow(), [owner.clone(), owner.clone()]);
    requested.borrow_mut().clear();
    let next = Encryption::new("user", "owner");
    rewrap(&document, &next, &ENTROPY).unwrap().unwrap();
    assert_eq!(*requested.borrow(), of_writing);
    // What is given is believed, as its writer is trusted with the password anyway.
    assert!(opened(&bytes, Some("owner"), Some([1; 32])).is_err());
    let document = opened(&plain, None, Some([1; 32])).unwrap();
    let bytes = written(document, Changes::default(), protection());
    assert!(open_with(&bytes, Some("owner")).is_err());
    assert!(opened(&bytes, Some("any"), Some([1; 32])).is_ok());
}
