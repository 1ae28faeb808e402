//! Small PDFs for tests, and what outside tools say about the results.
#![allow(clippy::unwrap_used)]

use countersign_forms::{Field, MergeOptions, read};
use countersign_pdf::{Document, Tail, Update};
use std::path::PathBuf;
use std::process::Command;

/// A PDF of these objects; the first is the catalog.
pub fn pdf(objects: &[String]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n{object}\nendobj\n", index + 1).bytes());
    }
    let start = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for offset in offsets {
        bytes.extend(format!("{offset:010} 00000 n \n").bytes());
    }
    let size = objects.len() + 1;
    bytes.extend(
        format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n").bytes(),
    );
    bytes
}

/// Pages with these entries, and more objects after them; `catalog` goes into the catalog.
/// Page `n` (from 0) is object `3 + n`.
pub fn pages(catalog: &str, pages: &[&str], more: &[&str]) -> Vec<u8> {
    let kids: String = (0..pages.len())
        .map(|index| format!("{} 0 R ", index + 3))
        .collect();
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R {catalog}>>"),
        format!("<</Type/Pages/Kids[{kids}]/Count {}>>", pages.len()),
    ];
    objects.extend(
        pages
            .iter()
            .map(|page| format!("<</Type/Page/Parent 2 0 R {page}>>")),
    );
    objects.extend(more.iter().map(|object| (*object).to_owned()));
    pdf(&objects)
}

/// A font for what Helvetica lacks: Latin, Greek, Cyrillic, Hebrew.
pub const LIBERATION: &[u8] = include_bytes!("../fonts/LiberationSans-Regular.ttf");

/// Options with a font for more than western languages.
pub fn options() -> MergeOptions {
    MergeOptions {
        fonts: vec![LIBERATION.to_vec()],
        ..MergeOptions::default()
    }
}

/// Opens bytes.
pub fn open(bytes: &[u8]) -> Document {
    Document::from_bytes(bytes.to_vec()).unwrap()
}

/// The file with one more revision.
pub fn changed(bytes: &[u8], change: impl FnOnce(&mut Update<'_>)) -> Vec<u8> {
    let document = open(bytes);
    let mut update = Update::new(&document);
    change(&mut update);
    let Tail {
        base_length,
        bytes: tail,
    } = update.finish().unwrap();
    assert_eq!(base_length, bytes.len() as u64);
    [bytes, &tail].concat()
}

/// The fields of a file.
pub fn fields(bytes: &[u8]) -> Vec<Field> {
    read(&open(bytes)).unwrap()
}

/// Writes a file for outside tools; the caller may look at it when `KEEP_FORMS` is set.
pub fn written(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("countersign-forms-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// qpdf must find nothing wrong; without qpdf nothing is said.
pub fn check(name: &str, bytes: &[u8]) {
    let path = written(name, bytes);
    if let Ok(output) = Command::new("qpdf").arg("--check").arg(&path).output() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name}: {text}");
    }
    if std::env::var_os("KEEP_FORMS").is_none() {
        std::fs::remove_file(&path).unwrap();
    }
}

/// A PNG of a diagonal line on transparent ground.
pub fn signature_png(width: u32, height: u32) -> Vec<u8> {
    let mut pixels = vec![0; (width * height * 4) as usize];
    for x in 0..width {
        let y = height - 1 - x * (height - 1) / width.max(1);
        let at = ((y * width + x) * 4) as usize;
        pixels[at..at + 4].copy_from_slice(&[20, 20, 160, 255]);
        if y > 0 {
            let above = (((y - 1) * width + x) * 4) as usize;
            pixels[above..above + 4].copy_from_slice(&[20, 20, 160, 128]);
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&pixels).unwrap();
    writer.finish().unwrap();
    bytes
}
