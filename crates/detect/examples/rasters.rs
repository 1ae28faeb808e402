//! Detects fields on cached rasters (`NAME__pN.pgm`, text items in `NAME__pN.text.json`) and writes predictions for the
//! scorer: `cargo run --example rasters -- FOLDER OUT.json [--no-text] [--features OUT.csv] [--models MODELS.json]`.
//!
//! `MODELS.json` names a model file for each document, so that every publisher is scored by a model that was trained without it.

use countersign_detect::{
    Contents, DetectedField, DetectedType, Detector, PathItem, Raster, ScoredCandidate, TextItem,
    first_stage_names,
};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, out, ..] = arguments.as_slice() else {
        return Err(
            "usage: rasters FOLDER OUT.json [--no-text] [--features OUT.csv] [--models MODELS.json]".into(),
        );
    };
    let with_text = !arguments.iter().any(|a| a == "--no-text");
    let features = arguments.iter().position(|a| a == "--features");
    let features = features
        .and_then(|i| arguments.get(i + 1))
        .map(File::create)
        .transpose()?;
    let mut features = features.map(BufWriter::new);
    if let Some(file) = &mut features {
        let names: Vec<&str> = first_stage_names().collect();
        writeln!(
            file,
            "doc,page,x0,y0,x1,y1,score,{},deskewed_x0,deskewed_y0,deskewed_x1,deskewed_y1",
            names.join(",")
        )?;
    }
    let mut detectors = Detectors::new(&arguments)?;
    let (mut pages, mut times) = (Vec::new(), Vec::new());
    for path in raster_paths(folder)? {
        let bytes = std::fs::read(&path)?;
        let raster = read_pgm(&bytes).ok_or("not a PGM file")?;
        let texts = if with_text {
            read_texts(&path)?
        } else {
            Vec::new()
        };
        let paths = if with_text {
            read_paths(&path)?
        } else {
            Vec::new()
        };
        let contents = Contents {
            texts: &texts,
            paths: &paths,
        };
        let detector = detectors.of(&path)?;
        if let Some(file) = &mut features {
            write_candidates(file, &path, &detector.candidates(raster, contents)?)?;
        }
        let start = Instant::now();
        let fields = detector.detect(raster, contents)?;
        times.push(start.elapsed());
        pages.push(page(&path, &fields)?);
    }
    println!("{}", speed(&mut times));
    std::fs::write(out, json!({ "pages": pages }).to_string())?;
    Ok(())
}

/// The detector for each document: the built-in model, or that of another file.
struct Detectors {
    files: HashMap<String, String>,
    made: HashMap<String, Detector>,
}

impl Detectors {
    fn new(arguments: &[String]) -> Result<Self, Box<dyn Error>> {
        let option = arguments.iter().position(|a| a == "--models");
        let file = option.and_then(|i| arguments.get(i + 1));
        let files = file.map_or(Ok(HashMap::new()), |file| {
            serde_json::from_slice(&std::fs::read(file)?).map_err(Box::<dyn Error>::from)
        })?;
        Ok(Self {
            files,
            made: HashMap::new(),
        })
    }

    fn of(&mut self, path: &Path) -> Result<&mut Detector, Box<dyn Error>> {
        let (doc, _) = name(path)?;
        let file = self.files.get(&doc).cloned().unwrap_or_default();
        match self.made.entry(file) {
            Entry::Occupied(made) => Ok(made.into_mut()),
            Entry::Vacant(free) if free.key().is_empty() => Ok(free.insert(Detector::new())),
            Entry::Vacant(free) => {
                let model = std::fs::read(free.key())?;
                let detector = Detector::with_model(&model);
                let detector = detector.map_err(|error| format!("{}: {error}", free.key()))?;
                Ok(free.insert(detector))
            }
        }
    }
}

fn raster_paths(folder: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let entries = std::fs::read_dir(folder)?.filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pgm"));
    paths.sort();
    Ok(paths)
}

fn speed(times: &mut [Duration]) -> String {
    times.sort();
    let total: Duration = times.iter().sum();
    let p95 = times
        .get(times.len() * 95 / 100)
        .copied()
        .unwrap_or_default();
    let mean = total.as_secs_f64() * 1e3 / times.len().max(1) as f64;
    format!(
        "{} pages  {mean:.2} ms/page  p95 {:.2}",
        times.len(),
        p95.as_secs_f64() * 1e3
    )
}

/// One line per candidate, in the columns of the heading.
fn write_candidates(
    file: &mut impl Write,
    path: &Path,
    candidates: &[ScoredCandidate],
) -> Result<(), Box<dyn Error>> {
    let (doc, page) = name(path)?;
    for candidate in candidates {
        let numbers: Vec<String> = candidate.features.iter().map(f32::to_string).collect();
        let [x0, y0, x1, y1] = candidate.rect;
        let deskewed = candidate.deskewed.map(|side| side.to_string()).join(",");
        writeln!(
            file,
            "{doc},{page},{x0},{y0},{x1},{y1},{},{},{deskewed}",
            candidate.score,
            numbers.join(",")
        )?;
    }
    Ok(())
}

/// Document and page of `NAME__pN.pgm`.
fn name(path: &Path) -> Result<(String, u32), Box<dyn Error>> {
    let name = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .ok_or("file name")?;
    let (doc, page) = name.rsplit_once("__p").ok_or("file name")?;
    Ok((doc.to_owned(), page.parse()?))
}

fn read_pgm(bytes: &[u8]) -> Option<Raster<'_>> {
    let mut parts = bytes.splitn(4, |b| *b == b'\n');
    let (magic, size, _, gray) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let (width, height) = std::str::from_utf8(size).ok()?.split_once(' ')?;
    let (width, height) = (width.parse().ok()?, height.parse().ok()?);
    (magic == b"P5").then_some(Raster {
        width,
        height,
        gray,
    })
}

fn read_texts(path: &Path) -> Result<Vec<TextItem>, Box<dyn Error>> {
    let file = path.with_extension("text.json");
    if !file.exists() {
        return Ok(Vec::new());
    }
    Ok(serde_json::from_slice(&std::fs::read(file)?)?)
}

fn read_paths(path: &Path) -> Result<Vec<PathItem>, Box<dyn Error>> {
    let file = path.with_extension("paths.json");
    if !file.exists() {
        return Ok(Vec::new());
    }
    let numbers: Vec<f32> = serde_json::from_slice(&std::fs::read(file)?)?;
    Ok(PathItem::read(&numbers))
}

fn page(path: &Path, fields: &[DetectedField]) -> Result<Value, Box<dyn Error>> {
    let (doc, page) = name(path)?;
    let fields: Vec<Value> = fields.iter().map(field).collect();
    Ok(json!({ "doc": doc, "page": page, "fields": fields }))
}

fn field(field: &DetectedField) -> Value {
    let kind = match field.field_type {
        _ if field.comb => "comb",
        DetectedType::Text | DetectedType::Initials | DetectedType::Image => "text",
        DetectedType::Date => "date",
        DetectedType::Checkmark => "checkbox",
        DetectedType::Radio => "radio",
        DetectedType::Signature => "signature",
    };
    let rect = field.rect;
    json!({ "type": kind, "x": rect.x / 100.0, "y": rect.y / 100.0, "w": rect.width / 100.0, "h": rect.height / 100.0,
            "confidence": field.confidence, "label": field.label })
}
