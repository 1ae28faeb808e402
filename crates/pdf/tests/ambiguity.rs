//! Ways to write a revision so that readers find different objects in it.
#![allow(clippy::unwrap_used)]

use countersign_pdf::{Document, Update};
use std::rc::Rc;

/// Where things stand in a file to which a revision is appended.
struct Places {
    /// The section before.
    prev: usize,
    /// The page, which is object 3.
    page: usize,
    /// Its content, which is object 4.
    content: usize,
    /// The content that nobody signed, as object 4.
    forged: usize,
    /// Object 5, which may change.
    info: usize,
    /// The section.
    section: usize,
}

const CONTENT: &str = "BT /F 12 Tf (pays 100 EUR to Alice) Tj ET";
const FORGED: &str = "BT /F 12 Tf (pays 999999 EUR to Mallory) Tj ET";

fn stream(number: u32, data: &str) -> String {
    format!(
        "{number} 0 obj\n<</Length {}>>\nstream\n{data}\nendstream\nendobj\n",
        data.len()
    )
}

fn line(offset: usize) -> String {
    format!("{offset:010} 00000 n \n")
}

fn objects() -> Vec<String> {
    vec![
        "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n".to_owned(),
        "2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n".to_owned(),
        "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>\nendobj\n"
            .to_owned(),
        stream(4, CONTENT),
        "5 0 obj\n<</Title(one)>>\nendobj\n".to_owned(),
    ]
}

/// A file of these objects; the lines of its table can be bent.
fn file(objects: &[String], table: impl Fn(&[usize]) -> String) -> Vec<u8> {
    let mut out = "%PDF-1.7\n".to_owned();
    let mut offsets = Vec::new();
    for object in objects {
        offsets.push(out.len());
        out.push_str(object);
    }
    let start = out.len();
    out.push_str(&table(&offsets));
    out.push_str(&format!(
        "trailer\n<</Size 6/Root 1 0 R/Info 5 0 R>>\nstartxref\n{start}\n%%EOF\n"
    ));
    out.into_bytes()
}

fn table(offsets: &[usize]) -> String {
    let lines: String = offsets.iter().take(5).map(|offset| line(*offset)).collect();
    format!("xref\n0 6\n0000000000 65535 f \n{lines}")
}

fn base() -> Vec<u8> {
    file(&objects(), table)
}

/// Appends the forged content, the harmless object and a section.
fn append(base: &[u8], forged: &str, section: impl Fn(&Places) -> String) -> Vec<u8> {
    let text = String::from_utf8_lossy(base).into_owned();
    let prev = text.rsplit_once("startxref").unwrap().1;
    let prev = prev.split_whitespace().next().unwrap().parse().unwrap();
    let info = "5 0 obj\n<</Title(two)>>\nendobj\n";
    let places = Places {
        prev,
        page: text.find("3 0 obj").unwrap(),
        content: text.find("4 0 obj").unwrap(),
        forged: base.len(),
        info: base.len() + forged.len(),
        section: base.len() + forged.len() + info.len(),
    };
    [
        base,
        forged.as_bytes(),
        info.as_bytes(),
        section(&places).as_bytes(),
    ]
    .concat()
}

fn end(at: &Places) -> String {
    format!(
        "trailer\n<</Size 6/Root 1 0 R/Info 5 0 R/Prev {}>>\nstartxref\n{}\n%%EOF\n",
        at.prev, at.section
    )
}

fn plain(at: &Places) -> String {
    format!("xref\n5 1\n{}{}", line(at.info), end(at))
}

/// A cross-reference stream without filter, as object 6.
fn xref_stream(at: &Places, index: &str, rows: &[(u8, usize, u8)]) -> String {
    let mut data = String::new();
    for (kind, value, last) in rows {
        data.push_str(&format!("{kind:02x}{value:08x}{last:02x}"));
    }
    format!(
        "6 0 obj\n<</Type/XRef/Size 7/Root 1 0 R/Info 5 0 R/Prev {}{index}/W[1 4 1]/Filter/ASCIIHexDecode/Length {}>>\nstream\n{data}>\nendstream\nendobj\nstartxref\n{}\n%%EOF\n",
        at.prev,
        data.len() + 1,
        at.section,
    )
}

fn rows(at: &Places) -> [(u8, usize, u8); 2] {
    [(1, at.info, 0), (1, at.section, 0)]
}

fn problem(file: &[u8], from: usize) -> Option<&'static str> {
    let document = Document::from_bytes(file).unwrap();
    let found = document.appended_ambiguities().unwrap();
    let found = found.iter().find(|found| found.revision_end > from as u64);
    found.map(|found| found.problem)
}

#[test]
fn honest_revisions_are_unambiguous() {
    let base = base();
    let objstm = |at: &Places| {
        let rows = [(2, 7, 0), (1, at.section, 0), (1, at.forged, 0)];
        xref_stream(at, "/Index[5 3]", &rows).replace("/Size 7", "/Size 8")
    };
    let text = "7 0 obj\n<</Type/ObjStm/N 1/First 4/Length 18>>\nstream\n5 0 <</Title(two)>>\nendstream\nendobj\n".replace("18", "19");
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("as we write it", append(&base, "", plain)),
        (
            "lines that end with CR LF",
            append(&base, "", |at| plain(at).replace(" n \n", " n\r\n")),
        ),
        (
            "every line ends with CR LF",
            append(&base, "", |at| {
                plain(at)
                    .replace(" \n", " \r")
                    .replace('\n', "\r\n")
                    .replace(" \r", "\r\n")
            }),
        ),
        (
            "an empty line before the trailer",
            append(&base, "", |at| plain(at).replace("trailer", "\ntrailer")),
        ),
        (
            "trailer without white space",
            append(&base, "", |at| plain(at).replace("trailer\n", "trailer")),
        ),
        (
            "the name of the writer as a comment",
            append(&base, "", |at| {
                plain(at).replace("startxref", "%Writer 1.0 of objects\nstartxref")
            }),
        ),
        (
            "no line end at the end",
            append(&base, "", |at| plain(at).trim_end().to_owned()),
        ),
        (
            "one more line end",
            append(&base, "", |at| plain(at) + "\n"),
        ),
        (
            "an empty line at the end",
            append(&base, "", |at| plain(at) + "\r\n"),
        ),
        (
            "the offset of the line end before the section",
            append(&base, "", |at| format!("\n{}", plain(at))),
        ),
        (
            "an entry with the offset of the line end before its object",
            append(&base, "", |at| {
                plain(at).replace(&line(at.info), &line(at.info - 1))
            }),
        ),
        (
            "blank lines between objects",
            append(&base, "\n\r\n  \n", plain),
        ),
        (
            "the free head is repeated",
            append(&base, "", |at| {
                plain(at).replace("xref\n5 1", "xref\n0 1\n0000000000 65535 f \n5 1")
            }),
        ),
        (
            "an entry is repeated",
            append(&base, "", |at| {
                plain(at).replace("xref\n5 1", &format!("xref\n1 1\n{}5 1", line(9)))
            }),
        ),
        (
            "an unused number is freed",
            append(&base, "", |at| {
                plain(at).replace("xref\n5 1", "xref\n0 1\n0000000000 00001 f \n5 1")
            }),
        ),
        (
            "a stream",
            append(&base, "", |at| xref_stream(at, "/Index[5 2]", &rows(at))),
        ),
        (
            "a stream that does not list itself",
            append(&base, "", |at| {
                xref_stream(at, "/Index[5 1]", &rows(at)[..1])
            }),
        ),
        ("data that looks like an object", append(&base, "", plain)),
    ];
    for (name, file) in cases {
        assert_eq!(problem(&file, base.len()), None, "{name}");
        if !file.ends_with(b"\n") {
            continue;
        }
        // And so is what comes after it.
        let next = append(&file, "", plain);
        assert_eq!(problem(&next, base.len()), None, "{name}, and another");
    }
    let packed = append(&base, &text, objstm);
    let packed = String::from_utf8(packed)
        .unwrap()
        .replace("5 0 obj\n<</Title(two)>>", "8 0 obj\n<</Title(two)>>");
    assert!(
        problem(packed.as_bytes(), base.len()).is_some(),
        "object 8 is not listed"
    );
    let lookalike = stream(6, "x\nendstream\nendobj\n4 0 obj\n(no object)\nendobj");
    let with_stream = append(&base, &lookalike, |at| {
        plain(at)
            .replace("5 1\n", "5 2\n")
            .replace("trailer", &format!("{}trailer", line(at.forged)))
            .replace("/Size 6", "/Size 7")
    });
    assert_eq!(
        problem(&with_stream, base.len()),
        None,
        "data that looks like an object"
    );
}

type Trick = (&'static str, fn(&Places) -> String);

/// Sections under which object 4, which stands before them, is not listed.
const UNLISTED: [Trick; 45] = [
    ("the object is not listed", plain),
    ("lines of 19 bytes", |at| plain(at).replace(" n \n", " n\n")),
    ("lines of 19 bytes with CR", |at| {
        plain(at).replace(" n \n", " n\r")
    }),
    ("lines of 21 bytes", |at| {
        plain(at).replace(" n \n", " n \r\n")
    }),
    ("short numbers", |at| {
        format!("xref\n5 1\n{} 0 n\n{}", at.info, end(at))
    }),
    ("all on one line", |at| {
        format!(
            "xref 5 1 {:010} 00000 n trailer <</Size 6/Root 1 0 R/Prev {}>> startxref {} %%EOF",
            at.info, at.prev, at.section
        )
    }),
    ("tabs", |at| plain(at).replace("00000 n", "00000\tn")),
    ("a comment in the table", |at| {
        plain(at).replace("5 1\n", "5 1 %\n")
    }),
    ("a comment after the keyword", |at| {
        plain(at).replace("xref\n5 1", "xref % table\n5 1")
    }),
    ("the keyword and a number in one line", |at| {
        plain(at).replace("xref\n5 1", "xref 5 1")
    }),
    ("spaces before the keyword", |at| {
        "   ".to_owned() + &plain(at)
    }),
    ("a blank line after the keyword", |at| {
        plain(at).replace("xref\n5 1", "xref\n\n5 1")
    }),
    ("two spaces between the numbers of a subsection", |at| {
        plain(at).replace("5 1", "5  1")
    }),
    ("a subsection that is too long", |at| {
        plain(at).replace("5 1", "5 2")
    }),
    ("a subsection that is too short", |at| {
        plain(at).replace("5 1", "5 0")
    }),
    ("a comment before the number", |at| {
        plain(at).replace("startxref\n", "startxref\n% where\n")
    }),
    ("a comment beside `startxref`", |at| {
        plain(at).replace("startxref\n", "startxref %\n")
    }),
    ("the number beside `startxref`", |at| {
        plain(at).replace("startxref\n", "startxref ")
    }),
    ("a word after the number", |at| {
        plain(at).replace("\n%%EOF", " 7\n%%EOF")
    }),
    ("no %%EOF", |at| plain(at).replace("%%EOF\n", "")),
    ("NULs after the end", |at| plain(at) + &"\0".repeat(5_000)),
    ("spaces after the end", |at| plain(at) + &" ".repeat(3_000)),
    ("three spaces after the end", |at| plain(at) + "   "),
    ("a comment after the end", |at| plain(at) + "%"),
    ("an end twice", |at| plain(at) + "%%EOF\n"),
    ("/Prev as a real number", |at| {
        plain(at)
            .replace("/Prev ", "/Prev 0")
            .replace(">>\nstart", ".0>>\nstart")
    }),
    ("/Prev twice", |at| {
        plain(at).replace("/Prev", "/Prev 9/Prev")
    }),
    ("/Prev leads to white space before", |at| {
        plain(at).replace(
            &format!("/Prev {}", at.prev),
            &format!("/Prev {}", at.prev - 1),
        )
    }),
    ("no /Prev", |at| {
        format!(
            "xref\n5 1\n{}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n{}\n%%EOF\n",
            line(at.info),
            at.section
        )
    }),
    ("/Prev by reference", |at| {
        plain(at).replace("/Prev", "/Prev 5 0 R/Prex")
    }),
    ("/Size is huge", |at| {
        plain(at).replace("/Size 6", "/Size 99999999")
    }),
    ("/Size is missing", |at| plain(at).replace("/Size 6", "")),
    ("/Size is too small", |at| {
        plain(at).replace("/Size 6", "/Size 5")
    }),
    ("/Size as a real number", |at| {
        plain(at).replace("/Size 6", "/Size 6.0")
    }),
    ("no /Root", |at| plain(at).replace("/Root 1 0 R", "")),
    ("/Root twice", |at| {
        plain(at).replace("/Root", "/Root 3 0 R/Root")
    }),
    ("a second section", |at| {
        plain(at).replace("/Size", "/XRefStm 9/Size")
    }),
    ("an entry leads beside its object", |at| {
        plain(at).replace(&line(at.info), &line(at.info + 1))
    }),
    ("an entry has another generation", |at| {
        plain(at).replace("00000 n", "00001 n")
    }),
    ("an older place", |at| {
        plain(at).replace(
            "xref\n5 1",
            &format!("xref\n4 1\n{}5 1", line(at.content - 4)),
        )
    }),
    ("freed", |at| {
        plain(at).replace("xref\n5 1", "xref\n4 1\n0000000000 00001 f \n5 1")
    }),
    ("a stream: not listed", |at| {
        xref_stream(at, "/Index[5 2]", &rows(at))
    }),
    ("a stream: /Index twice", |at| {
        xref_stream(at, "/Index[4 2]/Index[5 2]", &rows(at))
    }),
    ("a stream: /Index longer than its data", |at| {
        xref_stream(at, "/Index[5 3]", &rows(at))
    }),
    ("a stream: /Index shorter than its data", |at| {
        xref_stream(at, "/Index[5 1]", &rows(at))
    }),
];

/// Sections that list object 4 twice.
const TWICE: [Trick; 4] = [
    ("old, then new", |at| {
        format!(
            "xref\n4 1\n{}4 2\n{}{}{}",
            line(at.content),
            line(at.forged),
            line(at.info),
            end(at)
        )
    }),
    ("new, then old", |at| {
        format!(
            "xref\n4 2\n{}{}4 1\n{}{}",
            line(at.forged),
            line(at.info),
            line(at.content),
            end(at)
        )
    }),
    ("overlapping", |at| {
        format!(
            "xref\n3 2\n{}{}4 2\n{}{}{}",
            line(at.page),
            line(at.content),
            line(at.forged),
            line(at.info),
            end(at)
        )
    }),
    ("a stream", |at| {
        xref_stream(
            at,
            "/Index[4 1 4 3]",
            &[
                (1, at.content, 0),
                (1, at.forged, 0),
                (1, at.info, 0),
                (1, at.section, 0),
            ],
        )
    }),
];

#[test]
fn what_is_hidden_from_a_section_is_found() {
    let base = base();
    for (name, section) in UNLISTED.iter().chain(&TWICE) {
        let file = append(&base, &stream(4, FORGED), section);
        assert!(problem(&file, base.len()).is_some(), "{name}");
        // A later revision without fault does not make it good.
        if Document::from_bytes(file.clone()).unwrap().is_repaired() {
            continue;
        }
        let covered = String::from_utf8_lossy(&file)
            .trim_end_matches([' ', '\0'])
            .to_owned()
            + "\n";
        if covered.contains("%%EOF\n") && covered.ends_with("%%EOF\n") {
            let later = append(covered.as_bytes(), "", plain);
            let problem_of = problem(&later, base.len()).is_some();
            let harmless = name.contains("after the end");
            assert!(problem_of || harmless, "{name}, and a clean revision");
        }
    }
}

/// A line end where the section should start is skipped by every reader; what else stands there is not.
#[test]
fn white_space_before_a_section_hides_nothing() {
    let base = base();
    let before = |white: &str, objects: &str| {
        let section = |at: &Places| plain(at);
        let file = append(&base, objects, section);
        let text = String::from_utf8(file).unwrap();
        let start = text.rfind("xref\n5 1").unwrap();
        text[..start].to_owned() + white + &text[start..]
    };
    for white in ["\n", "\r", "\r\n"] {
        let (clean, hiding) = (before(white, ""), before(white, &stream(4, FORGED)));
        assert_eq!(problem(clean.as_bytes(), base.len()), None, "{white:?}");
        assert!(
            problem(hiding.as_bytes(), base.len()).is_some(),
            "{white:?}"
        );
    }
    for white in ["\n\n", "\r\r\n", " ", " \n", "\t", "\0", "%\n"] {
        let file = before(white, "");
        assert!(problem(file.as_bytes(), base.len()).is_some(), "{white:?}");
    }
}

/// Sections that are wrong in themselves, with nothing hidden: one reader or another scans the file for them.
#[test]
fn a_section_that_readers_may_not_follow_is_not_taken() {
    let base = base();
    for (name, section) in UNLISTED {
        if matches!(
            name,
            "the object is not listed" | "a stream: not listed" | "freed"
        ) {
            continue;
        }
        let file = append(&base, "", section);
        assert!(problem(&file, base.len()).is_some(), "{name}");
    }
}

#[test]
fn objects_that_readers_take_apart_differently_are_not_taken() {
    let base = base();
    let tampered: [(&str, String); 7] = [
        ("a key twice", "6 0 obj\n<</A 1/A 2>>\nendobj\n".to_owned()),
        ("no end", "6 0 obj\n<</A 1>>\n".to_owned()),
        (
            "a length that is wrong",
            stream(6, "abc").replace("/Length 3", "/Length 2"),
        ),
        (
            "a length that hides an object",
            stream(
                6,
                &("abc\nendstream\nendobj\n".to_owned() + &stream(4, FORGED)),
            )
            .replace("/Length", "/Length 3/L"),
        ),
        (
            "a comment like an object",
            "6 0 obj\n1\nendobj\n% 4 0 obj (x) endobj\n".to_owned(),
        ),
        (
            "another header",
            "6 0 obj\n1\nendobj\n%PDF-1.4\n".to_owned(),
        ),
        (
            "words between objects",
            "6 0 obj\n1\nendobj\nword\n".to_owned(),
        ),
    ];
    for (name, text) in tampered {
        let file = append(&base, &text, |at| {
            plain(at)
                .replace("5 1\n", "5 2\n")
                .replace("trailer", &format!("{}trailer", line(at.forged)))
                .replace("/Size 6", "/Size 7")
        });
        assert!(problem(&file, base.len()).is_some(), "{name}");
    }
}

#[test]
fn first_revisions() {
    let problem_of = |file: &[u8]| {
        let document = Document::from_bytes(file).unwrap();
        document
            .first_ambiguities()
            .unwrap()
            .first()
            .map(|found| found.problem)
    };
    assert_eq!(problem_of(&base()), None);
    let sloppy = |offsets: &[usize]| table(offsets).replace(" n \n", " n\n");
    let with = |more: &str| [objects(), vec![more.to_owned()]].concat();
    let twice = |offsets: &[usize]| {
        table(offsets).replace(
            "0 6\n",
            &format!("4 1\n{}0 6\n", line(*offsets.last().unwrap())),
        )
    };
    let forged = stream(4, FORGED);
    assert!(
        problem_of(&file(&with(&forged), table)).is_some(),
        "an object that is not listed"
    );
    assert!(
        problem_of(&file(&with(&forged), twice)).is_some(),
        "an object that is listed twice"
    );
    assert!(
        problem_of(&file(&objects(), sloppy)).is_some(),
        "lines of 19 bytes"
    );
    assert!(
        problem_of(&[b"junk\n", base().as_slice()].concat()).is_some(),
        "junk before the header"
    );
    assert!(
        problem_of(&[base().as_slice(), &[b' '; 2_000]].concat()).is_some(),
        "spaces after the end"
    );
    let comment = String::from_utf8(base())
        .unwrap()
        .replace("startxref\n", "startxref\n%\n");
    assert!(
        problem_of(comment.as_bytes()).is_some(),
        "a comment after `startxref`"
    );
    let dangling =
        |offsets: &[usize]| table(offsets).replace(&line(*offsets.last().unwrap()), &line(20));
    assert!(
        problem_of(&file(&objects(), dangling)).is_some(),
        "an entry that leads nowhere"
    );
    let outside = |offsets: &[usize]| {
        table(offsets).replace(&line(*offsets.last().unwrap()), &line(2_000_000_000))
    };
    assert!(
        problem_of(&file(&objects(), outside)).is_some(),
        "an entry that leads outside of the file"
    );
    let mut swallowing = objects();
    let content = swallowing.get_mut(3).unwrap();
    *content = content.replace("endstream", "end");
    swallowing.get_mut(4).unwrap().push_str("endstream\n");
    assert!(
        problem_of(&file(&swallowing, table)).is_some(),
        "a stream that reaches over the next object"
    );
    let mut unmarked = objects();
    let content = unmarked.get_mut(3).unwrap();
    *content = content.replace("endstream\n", "");
    assert!(
        problem_of(&file(&unmarked, table)).is_some(),
        "a stream without `endstream`, which readers look for in the objects after it"
    );
    // What only looks like an object is data, and what a writer leaves between objects is nobody's.
    let lookalike = objects();
    let data = format!("{CONTENT}\nendstream\nendobj\n{}", stream(3, "x"));
    let lookalike = [
        lookalike.get(..3).unwrap().to_vec(),
        vec![stream(4, &data)],
        vec![lookalike.get(4).unwrap().clone()],
    ]
    .concat();
    assert_eq!(problem_of(&file(&lookalike, table)), None);
    let mut between = objects();
    between.get_mut(1).unwrap().push_str("% a comment\nword\n");
    assert_eq!(problem_of(&file(&between, table)), None);
}

/// A reader that scans starts a new object at each header, also in a dictionary that has no end.
#[test]
fn objects_in_the_syntax_of_other_objects_are_found() {
    let problem_of = |info: &str| {
        let objects = objects();
        let first_objects = objects.get(..4).unwrap().to_vec();
        let bytes = file(&[first_objects, vec![info.to_owned()]].concat(), table);
        let document = Document::from_bytes(bytes).unwrap();
        let found = document.first_ambiguities().unwrap();
        found.first().map(|found| found.problem)
    };
    let forged = "<</Type/Pages/Kids[6 0 R]/Count 1>>";
    let problem = "an object stands in the file that the cross-reference data does not list";
    assert_eq!(
        problem_of(&format!(
            "5 0 obj\n<</Title\n2 0 obj\n{forged}\n>>\nendobj\n"
        )),
        Some(problem)
    );
    assert_eq!(
        problem_of(&format!(
            "5 0 obj\n<</Title/One\n2 0 obj {forged}\n>>\nendobj\n"
        )),
        Some(problem)
    );
    // Few readers that scan know that they are inside a string, or what a comment is.
    for text in [
        "<</Title(see 2 0 obj\nand)>>",
        "<</Title<00 2 0 obj>>>",
        "<</Title/A % 2 0 obj\n>>",
        "<</Title/A>>% 2 0 obj\n",
    ] {
        let found = problem_of(&format!("5 0 obj\n{text}\nendobj\n"));
        assert_eq!(found, Some(problem), "{text}");
    }
    assert_eq!(
        problem_of("5 0 obj\n<</Title(an object, or 0 obj)>>\nendobj\n"),
        None
    );
}

/// Headers that only some readers see, in the first revision.
#[test]
fn headers_that_not_every_reader_sees_are_found() {
    let problem = "something in the file reads like an object";
    for header in DOUBTFUL.into_iter().chain(["2 % a comment\n0 obj"]) {
        for (before, after) in [("", "<</Type/Pages>>endobj\n"), ("(", ")\n")] {
            let mut objects = objects();
            objects
                .get_mut(3)
                .unwrap()
                .push_str(&format!("{before}{header}{after}"));
            assert_eq!(
                first_problem(&file(&objects, table)),
                Some(problem),
                "{header:?}"
            );
        }
        // Data is data.
        let mut objects = objects();
        *objects.get_mut(3).unwrap() = stream(4, header);
        assert_eq!(first_problem(&file(&objects, table)), None, "{header:?}");
    }
}

/// Where the data of a stream is must not depend on how a reader looks for it.
#[test]
fn streams_that_readers_may_find_elsewhere_are_reported() {
    let problem_of = |from: &str, to: &str| {
        let mut objects = objects();
        let content = objects.get_mut(3).unwrap();
        let tampered = content.replace(from, to);
        assert_ne!(*content, tampered, "{to}");
        *content = tampered;
        first_problem(&file(&objects, table))
    };
    let length = format!("/Length {}", CONTENT.len());
    let elsewhere = Some("readers may find the data of a stream elsewhere");
    for more in [
        "/A(endobj)",
        "/A(>>stream\n)",
        "/A<</Length 7>>",
        "/A(/Length 7)",
        "/L#65ngth 7",
    ] {
        let found = problem_of("<<", &format!("<<{more}"));
        assert_eq!(found, elsewhere, "{more}");
    }
    for written in ["/L#65ngth", "/Length%\n", "/Length +", "/Length 7/Length"] {
        let found = problem_of("/Length ", &format!("{written} "));
        assert_eq!(found, elsewhere, "{written}");
    }
    assert_eq!(problem_of(">>\nstream", ">>% a comment\nstream"), elsewhere);
    assert_eq!(
        problem_of(&length, &format!("/A[/Length 7/B]{length}")),
        elsewhere
    );
    assert_eq!(problem_of("<<", "<</Length1 7/A(stream)/B/stream"), None);
    // However far `endstream` is from where the length leads to.
    let mut far = objects();
    let reach = stream(5, "x").len() + 20;
    let length = format!("<</Length {}>>", CONTENT.len() + reach);
    let content = stream(4, CONTENT).replace(&format!("<</Length {}>>", CONTENT.len()), &length);
    *far.get_mut(3).unwrap() = content;
    far.get_mut(4)
        .unwrap()
        .push_str(&(" ".repeat(200) + "endstream\n"));
    let reaches = Some("the data of a stream reaches into another object");
    assert_eq!(first_problem(&file(&far, table)), reaches);
}

fn first_problem(file: &[u8]) -> Option<&'static str> {
    let document = Document::from_bytes(file).unwrap();
    let found = document.first_ambiguities().unwrap();
    found.first().map(|found| found.problem)
}

/// Headers that only some readers see.
const DOUBTFUL: [&str; 5] = [
    "00000000002 0 obj",
    "2 00000000000 obj",
    "2\u{b}0 obj",
    "2 0\u{b}obj",
    "4294967298 0 obj",
];

/// Every place of an appended revision where something else than an object may hold the start of one.
#[test]
fn headers_that_hide_in_an_appended_revision_are_found() {
    type Place = (&'static str, &'static str, fn(&Places) -> String);
    const NO: &str = "6 0 obj<</A 1>>endobj\n";
    let places: [Place; 20] = [
        ("a literal string", "6 0 obj<</A(a @ b)>>endobj\n", listed),
        ("a nested string", "6 0 obj<</A(a(@)b)>>endobj\n", listed),
        ("a string alone", "6 0 obj(@)endobj\n", listed),
        (
            "a hexadecimal string",
            "6 0 obj<</A<44f7 @ cd>>>endobj\n",
            listed,
        ),
        (
            "a comment in a dictionary",
            "6 0 obj<<% @\n/A 1>>endobj\n",
            listed,
        ),
        ("a comment in an array", "6 0 obj[1% @\n2]endobj\n", listed),
        (
            "a comment before `endobj`",
            "6 0 obj<</A 1>>% @\nendobj\n",
            listed,
        ),
        (
            "a comment before a value",
            "6 0 obj% @\n<</A 1>>endobj\n",
            listed,
        ),
        (
            "the dictionary of a stream",
            "6 0 obj<</A(@)/Length 3>>stream\nabc\nendstream\nendobj\n",
            listed,
        ),
        (
            "a comment before `stream`",
            "6 0 obj<</Length 3>>% @\nstream\nabc\nendstream\nendobj\n",
            listed,
        ),
        (
            "a comment after `endstream`",
            "6 0 obj<</Length 3>>stream\nabc\nendstream % @\nendobj\n",
            listed,
        ),
        (
            "a comment between objects",
            "6 0 obj<</A 1>>endobj\n% @\n",
            listed,
        ),
        ("a comment before the trailer", NO, |at| {
            listed(at).replace("trailer", "% @\ntrailer")
        }),
        ("a comment after `trailer`", NO, |at| {
            listed(at).replace("trailer", "trailer % @")
        }),
        ("a string of the trailer", NO, |at| {
            listed(at).replace("/Size", "/A(@)/Size")
        }),
        ("the identifier of the file", NO, |at| {
            listed(at).replace("/Size", "/ID[<00><44 @ cd>]/Size")
        }),
        ("a comment in the trailer", NO, |at| {
            listed(at).replace("/Size", "% @\n/Size")
        }),
        ("a comment before `startxref`", NO, |at| {
            listed(at).replace("startxref", "% @\nstartxref")
        }),
        ("a string of a cross-reference stream", "", |at| {
            xref_stream(at, "/Index[5 2]/A(@)", &rows(at))
        }),
        ("a comment after a cross-reference stream", "", |at| {
            xref_stream(at, "/Index[5 2]", &rows(at)).replace("startxref", "% @\nstartxref")
        }),
    ];
    let base = base();
    let headers = ["2 0 obj", "2\t0\tobj", "see2 0objects"];
    for (name, text, section) in places {
        for header in headers.into_iter().chain(DOUBTFUL) {
            let file = append(&base, &text.replace('@', header), |at| {
                section(at).replace('@', header)
            });
            assert!(problem(&file, base.len()).is_some(), "{name}: {header:?}");
        }
        let file = append(&base, &text.replace('@', "an object"), |at| {
            section(at).replace('@', "an object")
        });
        let found = problem(&file, base.len());
        let refused = ["after `endstream`", "before `stream`", "before the trailer"];
        let is_strict = refused.into_iter().any(|place| name.ends_with(place));
        assert_eq!(found.is_some(), is_strict, "{name}: {found:?}");
    }
}

/// A section that lists object 6, too.
fn listed(at: &Places) -> String {
    plain(at)
        .replace("5 1\n", "5 2\n")
        .replace("trailer", &format!("{}trailer", line(at.forged)))
        .replace("/Size 6", "/Size 7")
}

/// In an appended revision, the data of a stream is where its only length says, after its only `stream`.
#[test]
fn streams_of_an_appended_revision_are_found_by_all() {
    let base = base();
    let with = |dictionary: &str| {
        let text = format!("6 0 obj\n{dictionary}\nstream\nabc\nendstream\nendobj\n");
        problem(&append(&base, &text, listed), base.len())
    };
    assert_eq!(with("<</Length 3/A(stream)/Length1 9>>"), None);
    for dictionary in [
        "<</Length 3/A(>>stream)>>",
        "<</Length 3/A<</Length 9>>>>",
        "<</Length 3/A(/Length 9)>>",
        "<</L#65ngth 3>>",
        "<</Length%\n3>>",
        "<</Length +3>>",
        "<</Length 3>>\0",
    ] {
        assert!(with(dictionary).is_some(), "{dictionary}");
    }
}

/// A reader that scans meets the object that a later revision deleted, and takes the objects after
/// it for its data.
#[test]
fn deleted_streams_do_not_reach_over_other_objects() {
    let mut objects = objects();
    objects.push(stream(6, "deleted"));
    objects.push("7 0 obj\n<</Title(three)>>\nendobj\n".to_owned());
    let problem_of = |objects: &[String]| {
        let table = |offsets: &[usize]| {
            let lines: String = offsets.iter().map(|offset| line(*offset)).collect();
            format!("xref\n0 8\n0000000000 65535 f \n{lines}")
        };
        let base = String::from_utf8(file(objects, table)).unwrap();
        let base = base.replace("/Size 6", "/Size 8");
        let prev = base.rsplit_once("startxref\n").unwrap().1;
        let prev = prev.split('\n').next().unwrap();
        let section = base.len();
        let tail = format!(
            "xref\n6 1\n0000000000 00001 f \ntrailer\n<</Size 8/Root 1 0 R/Info 5 0 R/Prev {prev}>>\n\
             startxref\n{section}\n%%EOF\n"
        );
        let document = Document::from_bytes(format!("{base}{tail}").into_bytes()).unwrap();
        let found = document.first_ambiguities().unwrap();
        found.first().map(|found| found.problem)
    };
    assert_eq!(problem_of(&objects), None);
    let deleted = objects.get_mut(5).unwrap();
    *deleted = deleted.replace("endstream", "end");
    let problem = "the data of a stream reaches into another object";
    assert_eq!(problem_of(&objects), Some(problem));
}

#[test]
fn what_we_write_is_unambiguous() {
    let mut bytes = base();
    for turn in 0..5 {
        let document = Document::from_bytes(bytes.clone()).unwrap();
        let mut update = Update::new(&document);
        let page = document.page(0).unwrap().id;
        update
            .edit(page, |page| page.insert("Rotate", 90 * turn))
            .unwrap();
        let tail = update.finish().unwrap();
        bytes.extend_from_slice(&tail.bytes);
        assert_eq!(problem(&bytes, 0), None);
    }
    // A clean copy of a file that nobody should sign.
    let sloppy = file(&[objects(), vec![stream(4, FORGED)]].concat(), |offsets| {
        table(offsets).replace(" n \n", " n\n")
    });
    let document = Rc::new(Document::from_bytes(sloppy).unwrap());
    assert!(!document.first_ambiguities().unwrap().is_empty());
    let mut copy = Vec::new();
    countersign_pdf::Rewrite::new(
        document,
        Default::default(),
        countersign_pdf::Protection::Keep,
    )
    .unwrap()
    .write_all(|chunk| copy.extend_from_slice(chunk))
    .unwrap();
    let copy = Document::from_bytes(copy).unwrap();
    assert_eq!(copy.first_ambiguities().unwrap(), &[]);
    assert_eq!(copy.appended_ambiguities().unwrap(), &[]);
}
