//! What is done with hostile input, a function for each reader of the core. Nothing may panic, take longer than a
//! second, or more memory than ten times the input and 64 MB; what is read is thrown away.

mod limits;
mod scanning;
mod signing;
mod wrap;

use std::rc::Rc;
use std::time::Duration;

pub use limits::{bounded, sparing};
pub use signing::sign;

use countersign_cms::{
    Certificate, Crl, DigestAlgorithm, Existence, OcspResponse, PathContext, Purpose,
    RevocationMaterial, RevocationMoment, SignedData, TimeStampResponse, TimeStampToken, validate,
};
use countersign_detect::{Contents, Detector, PathItem, Raster, TextItem};
use countersign_formats::{NumberFormat, RuleField, RuleValue, apply_rules};
use countersign_forms::picture::Picture;
use countersign_forms::{FieldValue, FieldValues, MergeOptions, merge, read};
use countersign_pdf::lexer::Lexer;
use countersign_pdf::{
    Changes, Document, Encryption, Entropy, Location, MemorySource, ObjectId, OpenOptions,
    Protection, Rewrite, Update, parse_object, rewrap,
};
use countersign_verify::VerifyOptions;

#[global_allocator]
static ALLOCATOR: limits::Counting = limits::Counting;

/// No page of the usual shape is looked through for longer, and higher ones in proportion: 200 ms where nothing is counted. The counting of branches that this build adds takes
/// more than half of all instructions and keeps loops from being vectorised: the slowest page known takes 65 ms without it, 340 ms with it.
const LONGEST_PAGE: Duration = Duration::from_millis(200 * 5);

/// So many times as high as wide, as paper is.
const USUAL_SHAPE: f32 = 1.5;

/// Passwords that seeds are opened with.
const PASSWORDS: [Option<&str>; 3] = [None, Some("user"), Some("owner")];

/// Tokens and objects of any bytes.
pub fn lexer(data: &[u8]) {
    let mut lexer = Lexer::new(data);
    while lexer.next_token().is_some() {}
    if let Ok(object) = parse_object(data) {
        let written = countersign_pdf::object_bytes(&object);
        // What was understood once is understood again, and as the same.
        let again = parse_object(&written).expect("what is written can be read");
        assert_eq!(written, countersign_pdf::object_bytes(&again));
    }
}

/// Rules between fields: each line is the formula of a field and the condition of the next, and refers to the others as
/// `f0`, `f1` and so on.
pub fn rules(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines: Vec<&str> = text.lines().take(100).collect();
    let fields: Vec<RuleField> = lines
        .iter()
        .enumerate()
        .map(|(index, line)| RuleField {
            name: format!("f{index}"),
            value: RuleValue::Text((*line).to_owned()),
            number: Some(NumberFormat::default()),
            formula: (index % 2 == 0).then(|| (*line).to_owned()),
            shown_when: lines.get(index + 1).map(|next| (*next).to_owned()),
            ..RuleField::default()
        })
        .collect();
    let reversed: Vec<RuleField> = fields.iter().rev().cloned().collect();
    let mut outcomes = apply_rules(&reversed);
    outcomes.reverse();
    assert_eq!(outcomes, apply_rules(&fields), "the order of the fields does not matter");
}

/// A whole file: cross-reference data, repair, revisions, pages.
pub fn cross_reference(data: &[u8]) {
    let Ok(document) = open(data, None) else {
        return;
    };
    read_everything(&document);
    let Ok(root) = document.catalog_id() else {
        return;
    };
    let mut update = Update::new(&document);
    if update
        .edit(root, |catalog| catalog.insert("Added", true))
        .is_ok()
    {
        let _ = update.finish();
    }
}

/// A file that is said to be unambiguous: scanning it finds the newest object of each number where its sections do.
pub fn sections_against_scanning(data: &[u8]) {
    let Ok(document) = open(data, None) else {
        return;
    };
    let first = document.first_ambiguities().expect("memory can be read");
    let appended = document.appended_ambiguities().expect("memory can be read");
    if document.is_repaired() || !first.is_empty() || !appended.is_empty() {
        return;
    }
    let scanned = scanning::newest(&document, data);
    for id in document.object_ids() {
        let found = scanned.get(&id.number).copied();
        match document.location(id) {
            Some(Location::Offset(offset)) => {
                let header = offset + line_end(data, offset);
                assert_eq!(found, Some((id.generation, header)), "object {id}");
            }
            Some(Location::InStream { stream, .. }) => {
                let holder = scanned.get(&stream).map_or(0, |(_, at)| *at);
                let earlier = found.is_none_or(|(_, at)| at < holder);
                assert!(earlier, "object {id} stands apart after its stream");
            }
            Some(Location::Free) | None => {}
        }
    }
}

/// Length of the line end at this offset. An entry may name the line end before its object: every reader skips it.
fn line_end(data: &[u8], offset: u64) -> u64 {
    match data.get(offset as usize..).unwrap_or_default() {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

/// An object stream: its directory and what it holds.
pub fn object_streams(data: &[u8]) {
    if let Ok(document) = open(&wrap::object_stream(data), None) {
        read_everything(&document);
    }
}

/// Data behind filters with parameters.
pub fn filters(data: &[u8]) {
    let Some((stream, document)) = wrap::filtered(data) else {
        return;
    };
    let _ = document.stream_data(&stream);
}

/// A font file that a caller brings.
pub fn fonts(data: &[u8]) {
    let document = wrap::form();
    let options = MergeOptions {
        fonts: vec![data.to_vec()],
        ..MergeOptions::default()
    };
    let values = FieldValues::from([(
        "name".to_owned(),
        FieldValue::Text("Zoë Ωμέγα Щука 漢字 かな".to_owned()),
    )]);
    let mut update = Update::new(&document);
    if merge(&mut update, &values, &options).is_ok() {
        let _ = update.finish();
    }
}

/// A picture that a caller brings.
pub fn images(data: &[u8]) {
    if let Ok(picture) = Picture::read(&wrap::summed(data), None) {
        let mut number = 0;
        picture.add(None, |_| {
            number += 1;
            ObjectId::new(number, 0)
        });
    }
}

/// A form: its fields read and filled.
pub fn fields(data: &[u8]) {
    let Ok(document) = open(data, None) else {
        return;
    };
    let Ok(found) = read(&document) else {
        return;
    };
    let values: FieldValues = found
        .into_iter()
        .take(64)
        .map(|field| (field.field_name, FieldValue::Text("text".to_owned())))
        .collect();
    let mut update = Update::new(&document);
    if merge(&mut update, &values, &MergeOptions::default()).is_ok() {
        let _ = update.finish();
    }
}

/// An encrypted file: opened, decrypted, encrypted anew, given other passwords.
pub fn crypt(data: &[u8]) {
    for password in PASSWORDS {
        let Ok(document) = open(data, password) else {
            continue;
        };
        let document = Rc::new(document);
        let encryption = Encryption::new("new", "newer");
        let entropy = Entropy::new([7; 64]);
        let _ = rewrap(&document, &encryption, &entropy);
        for protection in [
            Protection::Keep,
            Protection::Remove,
            Protection::Encrypt(encryption, entropy),
        ] {
            if let Ok(rewrite) = Rewrite::new(Rc::clone(&document), Changes::default(), protection)
            {
                let _ = rewrite.write_all(|_| {});
            }
        }
    }
}

/// The CMS of a signature, and its certificates.
pub fn cms(data: &[u8]) {
    if let Ok(signed) = SignedData::read(data) {
        assert!(signed.length() <= data.len());
        let _ = signed.check(&DigestAlgorithm::Sha256.digest(b""));
        judge_certificates(signed.certificates());
    }
    if let Ok(certificate) = Certificate::read(data) {
        judge_certificates(&[certificate]);
    }
}

/// A time stamp, or what an authority answers.
pub fn time_stamp(data: &[u8]) {
    let _ = TimeStampResponse::read(data);
    if let Ok(token) = TimeStampToken::read(data) {
        let context = PathContext {
            pool: &[],
            anchors: token.certificates(),
            at: token.time(),
            existence: Existence::at(token.time()),
        };
        let _ = token.check(&token.digest().digest(b""), context);
    }
}

/// The answer of an OCSP responder.
pub fn ocsp(data: &[u8]) {
    let Ok(response) = OcspResponse::read(data) else {
        return;
    };
    ask_about(data, response.certificates(), response.produced_at());
}

/// A list of revoked certificates.
pub fn crl(data: &[u8]) {
    let Ok(list) = Crl::read(data) else {
        return;
    };
    let _ = list.entry(&[1]);
    ask_about(data, &[], list.this_update());
}

/// What two certificates learn from an answer or a list.
fn ask_about(data: &[u8], certificates: &[Certificate], at: i64) {
    let mut material = RevocationMaterial::new();
    material.add_ocsp(data);
    material.add_crl(data);
    let moment = RevocationMoment {
        used_at: at,
        now: at,
    };
    for certificate in certificates.iter().take(4) {
        for issuer in certificates.iter().take(4) {
            let _ = material.check(certificate, issuer, certificates, moment);
        }
    }
}

fn judge_certificates(certificates: &[Certificate]) {
    for certificate in certificates.iter().take(4) {
        let _ = certificate.info();
        let context = PathContext {
            pool: certificates,
            anchors: certificates.get(1..).unwrap_or_default(),
            at: certificate.not_before(),
            existence: Existence::at(certificate.not_before()),
        };
        let _ = validate(certificate, context, Purpose::Signing);
    }
}

/// A signed file: a verdict, always.
pub fn verify(data: &[u8]) {
    let Ok(document) = open(data, None) else {
        return;
    };
    let options = VerifyOptions {
        at: 1_795_273_200,
        ..VerifyOptions::default()
    };
    let Ok(reports) = countersign_verify::verify(&document, &options) else {
        return;
    };
    for report in reports {
        assert!(report.acceptable || !report.findings.is_empty());
    }
    let _ = countersign_verify::revocation_requests(&document, &options);
}

/// Two revisions of a file, compared.
pub fn comparison(data: &[u8]) {
    let Ok(document) = open(data, None) else {
        return;
    };
    let Ok(revisions) = document.revisions() else {
        return;
    };
    let ends: Vec<u64> = revisions.iter().map(|one| one.end).collect();
    for end in ends.iter().rev().skip(1).take(3) {
        let _ = countersign_verify::compare_revisions(&document, *end, document.len());
    }
}

fn open(data: &[u8], password: Option<&str>) -> countersign_pdf::Result<Document> {
    let options = OpenOptions {
        password: password.map(Into::into),
        ..OpenOptions::default()
    };
    Document::open(wrap::Ranged(MemorySource::new(data)), options)
}

/// Asks a document for everything it has.
fn read_everything(document: &Document) {
    let _ = document.version();
    let _ = document.revisions();
    for index in 0..document.pages().unwrap_or(0).min(1000) {
        let _ = document.page(index);
    }
    for id in document.object_ids() {
        if let Ok(object) = document.object(id)
            && let Some(stream) = object.as_stream()
        {
            let _ = document.stream_data_until_image(stream);
        }
    }
}

/// Any page with any words and paths: the first bytes choose how wide it is and how much of the input is words and paths,
/// the rest is repeated as pixels.
pub fn detection(data: &[u8]) {
    let [width, words, lines, rest @ ..] = data else {
        return;
    };
    let width = 1 + 8 * u32::from(*width);
    let (words, rest) = rest.split_at((4 * usize::from(*words)).min(rest.len()));
    let (lines, pixels) = rest.split_at((7 * usize::from(*lines)).min(rest.len()));
    let height = 1 + (pixels.len() as u32 / 4).min(1_400);
    let gray: Vec<u8> = (0..(width * height) as usize)
        .map(|i| {
            pixels
                .get(i / 16 % pixels.len().max(1))
                .copied()
                .unwrap_or(255)
        })
        .collect();
    let numbers: Vec<f32> = lines.iter().map(|byte| f32::from(*byte) / 2.4).collect();
    let paths = PathItem::read(&numbers);
    let texts: Vec<TextItem> = words.as_chunks::<4>().0.iter().map(text_item).collect();
    let raster = Raster {
        width,
        height,
        gray: &gray,
    };
    let contents = Contents {
        texts: &texts,
        paths: &paths,
    };
    // Every page is brought to the same width: narrow ones become high.
    let longest = LONGEST_PAGE.mul_f32((height as f32 / width as f32 / USUAL_SHAPE).max(1.0));
    let mut detector = Detector::new();
    let mut detect = || limits::within(longest, || detector.detect(raster, contents));
    assert_eq!(detect(), detect(), "detection remembers a page");
}

/// Words that detection knows, at the edges of what a place may be.
fn text_item([word, x, y, width]: &[u8; 4]) -> TextItem {
    let known = [
        "Signature",
        "Date:",
        "____________",
        ". . . . . .",
        "\u{202e}日付",
        "$",
        "For office use only",
        "1a",
    ];
    let percent = |byte: u8| match byte {
        255 => f64::NAN,
        254 => f64::INFINITY,
        byte => f64::from(byte) / 2.4 - 3.0,
    };
    TextItem {
        text: known[usize::from(*word) % known.len()].repeat(1 + usize::from(*word) / 64),
        x: percent(*x),
        y: percent(*y),
        width: percent(*width),
        height: 1.2,
    }
}
