//! Files of the standard security handler that few programs write, made here byte by byte.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::rc::Rc;

use crate::common::{Builder, open};
use countersign_pdf::{Changes, Document, ObjectId, Protection, Rewrite, Update};
use md5::{Digest, Md5};

const PADDING: &[u8; 32] = b"\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08\
    \x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a";
const OWNER: [u8; 32] = [0x41; 32];
const PERMISSIONS: i32 = -4;
/// 40 bits.
const KEY_LENGTH: usize = 5;
const SECRET: ObjectId = ObjectId::new(9, 0);

fn rc4(key: &[u8], data: &[u8]) -> Vec<u8> {
    let mut state: Vec<u8> = (0..=255).collect();
    let mut at = 0usize;
    for index in 0..256 {
        at = (at + usize::from(state[index]) + usize::from(key[index % key.len()])) % 256;
        state.swap(index, at);
    }
    let (mut one, mut other) = (0usize, 0usize);
    let cipher = data.iter().map(|byte| {
        one = (one + 1) % 256;
        other = (other + usize::from(state[one])) % 256;
        state.swap(one, other);
        byte ^ state[(usize::from(state[one]) + usize::from(state[other])) % 256]
    });
    cipher.collect()
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("<{digits}>")
}

/// A file with an empty user password, a key of 40 bits and the string `secret` (ISO 32000-2, 7.6.4). `identifier` is
/// what the key is derived from.
fn protected(revision: u8, more: &str, id: &str, identifier: &[u8]) -> Vec<u8> {
    let basis = [
        PADDING.as_slice(),
        &OWNER,
        &PERMISSIONS.to_le_bytes(),
        identifier,
    ]
    .concat();
    let mut key = Md5::digest(basis)[..KEY_LENGTH].to_vec();
    let user = if revision == 2 {
        rc4(&key, PADDING)
    } else {
        for _ in 0..50 {
            key = Md5::digest(&key)[..KEY_LENGTH].to_vec();
        }
        let first = Md5::digest([PADDING.as_slice(), identifier].concat()).to_vec();
        let check = (0..20u8).fold(first, |check, round| {
            let key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
            rc4(&key, &check)
        });
        [check, vec![0; 16]].concat()
    };
    let number = SECRET.number.to_le_bytes();
    let of_object = Md5::digest([key.as_slice(), &number[..3], &[0, 0]].concat());
    let secret = rc4(&of_object[..KEY_LENGTH + 5], b"secret");
    let mut builder = Builder::one_page();
    builder.objects.insert(9, hexadecimal(&secret));
    let (owner, user) = (hexadecimal(&OWNER), hexadecimal(&user));
    builder.trailer = format!(
        "/Root 1 0 R{id}/Encrypt<</Filter/Standard/R {revision}/O{owner}/U{user}/P {PERMISSIONS}{more}>>"
    );
    builder.with_table()
}

fn secret(document: &Document) -> String {
    let object = document.object(SECRET).unwrap();
    object.as_string().unwrap().to_text()
}

fn appended(bytes: &[u8]) -> Vec<u8> {
    let document = open(bytes);
    let mut update = Update::new(&document);
    let turn = |page: &mut countersign_pdf::Dictionary| page.insert("Rotate", 180);
    update.edit(ObjectId::new(3, 0), turn).unwrap();
    [bytes, &update.finish().unwrap().bytes].concat()
}

fn rewritten(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    Rewrite::new(Rc::new(open(bytes)), Changes::default(), Protection::Keep)
        .unwrap()
        .write_all(|chunk| out.extend_from_slice(chunk))
        .unwrap();
    out
}

#[test]
fn the_identifier_that_the_key_hangs_on_stays_as_it_is() {
    for (id, identifier) in [
        ("", b"".as_slice()),
        ("/ID[]", b""),
        ("/ID[()()]", b""),
        ("/ID[null(b)]", b""),
        ("/ID[<0102><0304>]", b"\x01\x02"),
    ] {
        for (revision, more) in [(2, "/V 1"), (3, "/V 2/Length 40")] {
            let bytes = protected(revision, more, id, identifier);
            assert_eq!(secret(&open(&bytes)), "secret", "{id}");
            for changed in [appended(&bytes), rewritten(&bytes)] {
                assert_eq!(secret(&open(&changed)), "secret", "{id} {revision}");
            }
        }
    }
}

#[test]
fn an_identifier_that_is_an_object_of_its_own_is_found() {
    let bytes = protected(3, "/V 2/Length 40", "/ID[8 0 R(b)]", b"own");
    let mut builder = Builder::one_page();
    builder.objects.insert(8, "(own)".into());
    // The object comes last, so that no offset before it changes.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains("/ID[8 0 R(b)]"));
    let tail = format!(
        "8 0 obj\n(own)\nendobj\nxref\n8 1\n{:010} 00000 n \ntrailer\n<</Size 10/Prev {}{}>>\nstartxref\n{}\n%%EOF\n",
        bytes.len(),
        start_of(&bytes),
        trailer_of(&text),
        bytes.len() + "8 0 obj\n(own)\nendobj\n".len(),
    );
    let bytes = [bytes.as_slice(), tail.as_bytes()].concat();
    assert_eq!(secret(&open(&bytes)), "secret");
    assert_eq!(secret(&open(&appended(&bytes))), "secret");
}

fn start_of(bytes: &[u8]) -> usize {
    bytes
        .windows(5)
        .rposition(|part| part == b"xref\n")
        .map_or(0, |_| {
            bytes
                .windows(6)
                .position(|part| part == b"\nxref\n")
                .unwrap()
                + 1
        })
}

fn trailer_of(text: &str) -> &str {
    let from = text.find("/Root").unwrap();
    &text[from..text.find(">>\nstartxref").unwrap()]
}

#[test]
fn crypt_filters_state_the_length_of_their_keys() {
    for length in [5, 40] {
        let filters = format!(
            "/V 4/StmF/StdCF/StrF/StdCF/CF<</StdCF<</CFM/V2/AuthEvent/DocOpen/Length {length}>>>>"
        );
        let bytes = protected(4, &filters, "/ID[<0102><0304>]", b"\x01\x02");
        assert_eq!(secret(&open(&bytes)), "secret", "{length}");
        assert_eq!(secret(&open(&appended(&bytes))), "secret", "{length}");
    }
    let filters = "/V 4/Length 40/StmF/StdCF/StrF/StdCF/CF<</StdCF<</CFM/V2>>>>";
    let bytes = protected(4, filters, "/ID[<0102><0304>]", b"\x01\x02");
    assert_eq!(secret(&open(&bytes)), "secret");
}

#[test]
fn protections_that_need_a_key_or_another_cipher_have_a_code_of_their_own() {
    for encrypt in [
        "/Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s5/V 4",
        "/Filter/Standard/V 6/R 7",
        "/Filter/Standard/V 5/R 6/StmF/StdCF/StrF/StdCF/CF<</StdCF<</CFM/AESV4>>>>",
    ] {
        let mut builder = Builder::one_page();
        builder.trailer = format!("/Root 1 0 R/Encrypt<<{encrypt}/O()/U()/P -4>>");
        let error = Document::from_bytes(builder.with_table()).err().unwrap();
        assert_eq!(
            error.code().as_str(),
            "pdf_encryption_unsupported",
            "{encrypt}"
        );
    }
}
