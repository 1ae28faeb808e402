//! Incremental saving and signature wrapping: the file is continued, or its signed parts are moved, so
//! that readers see something else than what was signed.

use super::scene::{signed, verified};
use countersign_pdf::Document;
use countersign_verify::Severity;

const PAGE: &str =
    "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R>>\nendobj\n";
const CONTENT: &str =
    "4 0 obj\n<</Length 38>>stream\nBT /F 12 Tf 20 250 Td (Forgery) Tj ET\n\nendstream\nendobj\n";

fn assert_refused(file: &[u8], what: &str) {
    if Document::from_bytes(file).is_err() {
        return;
    }
    let reports = verified(file);
    let named = |report: &countersign_verify::SignatureReport| {
        let mut findings = report.findings.iter();
        !report.acceptable && findings.any(|one| one.severity == Severity::Error)
    };
    assert!(!reports.is_empty(), "{what}: the signature was not seen");
    assert!(reports.iter().all(named), "{what}: {reports:#?}");
}

/// The offset that the last `startxref` names.
fn last_section(file: &[u8]) -> usize {
    let text = String::from_utf8_lossy(file);
    let at = text.rfind("startxref").unwrap() + 9;
    text[at..]
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap()
}

fn section(entries: &[(usize, usize)], previous: Option<usize>, root: &str) -> String {
    let mut out = "xref\n".to_owned();
    for (number, offset) in entries {
        out += &format!("{number} 1\n{offset:010} 00000 n \n");
    }
    let previous = previous.map_or(String::new(), |at| format!("/Prev {at}"));
    out + &format!("trailer\n<</Size 30/Root {root}{previous}>>\n")
}

/// The file with a changed page and content appended, and what follows them as `end` says: it gets the
/// places of page, content and of the section.
fn saved(file: &[u8], end: impl Fn([usize; 3]) -> String) -> Vec<u8> {
    let page = file.len();
    let content = page + PAGE.len();
    let place = content + CONTENT.len();
    let end = end([page, content, place]);
    [file, PAGE.as_bytes(), CONTENT.as_bytes(), end.as_bytes()].concat()
}

#[test]
fn a_file_that_was_continued_with_other_content_is_refused() {
    let before = signed();
    let first = last_section(&before);
    let whole = move |[page, content, _]: [usize; 3], previous: Option<usize>| {
        section(&[(3, page), (4, content)], previous, "1 0 R")
    };
    type End = Box<dyn Fn([usize; 3]) -> String>;
    let cases: Vec<(&str, End)> = vec![
        (
            "complete",
            Box::new(move |at| format!("{}startxref\n{}\n%%EOF\n", whole(at, Some(first)), at[2])),
        ),
        ("bodies only", Box::new(|_| String::new())),
        ("end without a section", Box::new(|_| "%%EOF\n".to_owned())),
        (
            "the old section",
            Box::new(move |_| format!("startxref\n{first}\n%%EOF\n")),
        ),
        (
            "trailer only",
            Box::new(move |_| {
                format!(
                    "trailer\n<</Size 30/Root 1 0 R/Prev {first}>>\nstartxref\n{first}\n%%EOF\n"
                )
            }),
        ),
        ("no startxref", Box::new(move |at| whole(at, Some(first)))),
        (
            "no end",
            Box::new(move |at| format!("{}startxref\n{}\n", whole(at, Some(first)), at[2])),
        ),
        (
            "no previous",
            Box::new(move |at| format!("{}startxref\n{}\n%%EOF\n", whole(at, None), at[2])),
        ),
        (
            "a loop",
            Box::new(move |at| format!("{}startxref\n{}\n%%EOF\n", whole(at, Some(at[2])), at[2])),
        ),
        (
            "previous is the first byte",
            Box::new(move |at| format!("{}startxref\n{}\n%%EOF\n", whole(at, Some(0)), at[2])),
        ),
        (
            "previous beyond the end",
            Box::new(move |at| {
                format!(
                    "{}startxref\n{}\n%%EOF\n",
                    whole(at, Some(9_999_999)),
                    at[2]
                )
            }),
        ),
        (
            "two ends",
            Box::new(move |at| {
                format!(
                    "{}startxref\n{}\n%%EOF\nstartxref\n{first}\n%%EOF\n",
                    whole(at, Some(first)),
                    at[2]
                )
            }),
        ),
        (
            "a second section hidden",
            Box::new(move |at| {
                let trailer = format!(
                    "trailer\n<</Size 30/Root 1 0 R/Prev {first}/XRefStm {}>>\n",
                    at[0]
                );
                format!("xref\n0 0\n{trailer}startxref\n{}\n%%EOF\n", at[2])
            }),
        ),
        (
            "encrypted now",
            Box::new(move |at| {
                let section = whole(at, Some(first)).replace(
                    "/Size",
                    "/Encrypt<</Filter/Standard/V 1/R 2/O()/U()/P -1>>/Size",
                );
                format!("{section}startxref\n{}\n%%EOF\n", at[2])
            }),
        ),
    ];
    for (what, end) in cases {
        assert_refused(&saved(&before, end), what);
    }
}

/// Nothing is added but a section that leads existing numbers to other bytes of the signed file.
#[test]
fn a_section_that_redirects_numbers_is_refused() {
    let before = signed();
    let document = Document::from_bytes(before.clone()).unwrap();
    let offset = |number: u32| {
        let id = countersign_pdf::ObjectId::new(number, 0);
        document.object_offset(id).unwrap() as usize
    };
    let (first, place) = (last_section(&before), before.len());
    for (number, other) in [(4, 10), (3, 2), (10, 4), (7, 8), (6, 9), (1, 5), (2, 3)] {
        let section = section(&[(number, offset(other as u32))], Some(first), "1 0 R");
        let end = format!("{section}startxref\n{place}\n%%EOF\n");
        let what = format!("{number} is read where {other} is");
        assert_refused(&[&before[..], end.as_bytes()].concat(), &what);
    }
    let freed = format!(
        "xref\n4 1\n0000000000 00001 f \ntrailer\n<</Size 30/Root 1 0 R/Prev {first}>>\nstartxref\n{place}\n%%EOF\n"
    );
    assert_refused(&[&before[..], freed.as_bytes()].concat(), "content freed");
}

/// Every text before the first signature byte, in its place: another root, another size, another page.
#[test]
fn the_second_signed_part_can_not_be_moved() {
    let before = signed();
    let gap = verified(&before)[0].byte_range.clone();
    let (start, end) = (gap[1] as usize, gap[2] as usize);
    let section_at = last_section(&before);
    let text = String::from_utf8(before.clone()).unwrap();
    let digits = text[start + 1..end - 1].trim_end_matches('0');
    let digits = &text[start + 1..start + 1 + digits.len() + digits.len() % 2];
    let object = text[..start].rfind(" 0 obj").unwrap();
    let number = text[..object].rfind('\n').unwrap() + 1;
    let number: usize = text[number..object].parse().unwrap();
    let rest = &before[end..];
    for (what, with_range) in [("the range kept", false), ("the range moved", true)] {
        // Signed part, the signature without its padding, and room that nobody signed.
        let mut file = before[..start + 1].to_vec();
        file.extend(digits.bytes());
        file.extend(b">");
        file.extend(b"/Forged true>>\nendobj\n");
        let content = file.len();
        file.extend(CONTENT.bytes());
        let signature = file.len();
        let moved = 40_000;
        let range = match with_range {
            true => format!("[0 {start} {moved} {}]", rest.len()),
            false => format!("[0 {start} {end} {}]", rest.len()),
        };
        file.extend(
            format!(
                "{number} 0 obj\n<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:20261121000000Z)/ByteRange{range}/Contents<{digits}>>>\nendobj\n"
            )
            .bytes(),
        );
        assert!(file.len() < section_at, "{} {section_at}", file.len());
        file.resize(section_at, b' ');
        let entries = [(4, content), (number, signature)];
        let older = text.find("xref\n0").unwrap();
        let section = section(&entries, Some(older), "1 0 R");
        file.extend(format!("{section}startxref\n{section_at}\n%%EOF\n").bytes());
        file.resize(moved, b' ');
        file.extend(rest);
        let document = Document::from_bytes(file.clone());
        if document.is_err() {
            continue;
        }
        let reports = verified(&file);
        assert!(reports.iter().all(|report| !report.acceptable), "{what}");
    }
}

/// More stands in the gap than the signature.
#[test]
fn the_gap_holds_the_signature_and_nothing_else() {
    let before = signed();
    let gap = verified(&before)[0].byte_range.clone();
    let (start, end) = (gap[1] as usize, gap[2] as usize);
    let tail = b"00>/Name(Mallory)/X<00>".to_vec();
    let cases: [(&str, Vec<u8>); 6] = [
        ("entries after it", tail),
        ("a comment", b"00>%00000000000000>".to_vec()),
        ("white space", b"00 \n 0000000000000>".to_vec()),
        ("an odd digit", b"000000000000000000 >".to_vec()),
        ("letters", b"00zz0000000000000000>".to_vec()),
        (
            "the end of the object",
            b"00>>>endobj 99 0 obj<</A<00>".to_vec(),
        ),
    ];
    for (what, tail) in cases {
        let mut tampered = before.clone();
        let tail_at = end - tail.len();
        tampered[tail_at..end].copy_from_slice(&tail);
        assert!(tail_at > start);
        assert_refused(&tampered, what);
    }
    // The range leaves more out than the string.
    for (what, left, right) in [("before", 12, 0), ("after", 0, 6), ("both", 4, 4)] {
        let text = String::from_utf8(before.clone()).unwrap();
        let from = text.find("/ByteRange[").unwrap();
        let to = from + text[from..].find(']').unwrap() + 1;
        let width = text[from..to].len().max(46);
        let range = format!(
            "/ByteRange[0 {} {} {}]",
            start - left,
            end + right,
            before.len() - end - right
        );
        let tampered = format!("{}{range:<width$}{}", &text[..from], &text[from + width..]);
        assert_refused(tampered.as_bytes(), &format!("more is left out {what}"));
    }
}
