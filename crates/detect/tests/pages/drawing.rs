//! Pages to draw on, and what a form looks like.

use countersign_detect::{Contents, DetectedField, Detector, PathItem, Raster, TextItem};

pub const WIDTH: usize = 1000;

/// Text alone.
fn written(texts: &[TextItem]) -> Contents<'_> {
    Contents {
        texts,
        ..Contents::default()
    }
}

/// A white page to draw on.
pub struct Sheet {
    pub gray: Vec<u8>,
    pub height: usize,
    /// What was said on it.
    texts: Vec<TextItem>,
    /// What was drawn on it, as the detector takes it.
    paths: Vec<f32>,
}

impl Sheet {
    pub fn new(height: usize) -> Self {
        Self {
            gray: vec![255; WIDTH * height],
            height,
            texts: Vec::new(),
            paths: Vec::new(),
        }
    }

    pub fn fill(&mut self, x: std::ops::Range<usize>, y: std::ops::Range<usize>, gray: u8) {
        self.note(3.0, &x, &y, gray);
        self.ink(x, y, gray);
    }

    fn ink(&mut self, x: std::ops::Range<usize>, y: std::ops::Range<usize>, gray: u8) {
        for row in y {
            self.gray[row * WIDTH + x.start..row * WIDTH + x.end].fill(gray);
        }
    }

    pub fn frame(&mut self, x: std::ops::Range<usize>, y: std::ops::Range<usize>) {
        self.note(1.0, &x, &y, 0);
        self.ink(x.clone(), y.start..y.start + 1, 0);
        self.ink(x.clone(), y.end - 1..y.end, 0);
        self.ink(x.start..x.start + 1, y.clone(), 0);
        self.ink(x.end - 1..x.end, y, 0);
    }

    /// Remembers a path of this kind.
    fn note(
        &mut self,
        kind: f32,
        x: &std::ops::Range<usize>,
        y: &std::ops::Range<usize>,
        gray: u8,
    ) {
        let down = |rows: usize| 100.0 * rows as f32 / self.height as f32;
        let across = |columns: usize| columns as f32 / 10.0;
        let (width, height) = (across(x.len()), down(y.len()));
        let place = [across(x.start), down(y.start), width, height];
        let thickness = if kind == 1.0 { 0.1 } else { 0.0 };
        self.paths.push(kind);
        self.paths.extend(place);
        self.paths.extend([thickness, f32::from(gray)]);
    }

    /// Something that looks like a word: stems of letters.
    pub fn word(&mut self, x: usize, y: usize, letters: usize) {
        for letter in 0..letters {
            let left = x + letter * 7;
            self.ink(left..left + 2, y..y + 9, 20);
            self.ink(left..left + 5, y + 8..y + 9, 60);
        }
    }

    /// Writes words so that they are seen and read.
    pub fn say(&mut self, text: &str, x: usize, y: usize) {
        let letters = text.chars().count();
        self.word(x, y, letters);
        self.texts.push(TextItem {
            text: text.into(),
            x: x as f64 / 10.0,
            y: 100.0 * (y as f64 - 2.0) / self.height as f64,
            width: 0.7 * letters as f64 - 0.2,
            height: 1200.0 / self.height as f64,
        });
    }

    /// The fields of the page with the words that were said and the paths that were drawn on it.
    pub fn read(&self) -> Vec<DetectedField> {
        let contents = Contents {
            texts: &self.texts,
            paths: &PathItem::read(&self.paths),
        };
        let fields = Detector::new().detect(self.raster(), contents);
        fields.expect("a page that fits")
    }

    pub fn raster(&self) -> Raster<'_> {
        Raster {
            width: WIDTH as u32,
            height: self.height as u32,
            gray: &self.gray,
        }
    }

    pub fn detect(&self, texts: &[TextItem]) -> Vec<DetectedField> {
        Detector::new()
            .detect(self.raster(), written(texts))
            .expect("a page that fits")
    }
}

/// A form with a table of 3 × 6 captioned cells and a row of boxes.
pub fn form() -> Sheet {
    let mut page = Sheet::new(1294);
    for row in 0..6 {
        for column in 0..3 {
            let (x, y) = (60 + column * 290, 300 + row * 40);
            page.frame(x..x + 291, y..y + 41);
            page.say("First caption", x + 5, y + 4);
        }
    }
    for column in 0..4 {
        let x = 100 + column * 180;
        page.frame(x..x + 18, 700..718);
        page.say("Choice A", x + 26, 704);
    }
    page
}

pub fn overlap(field: &DetectedField, rect: [f64; 4]) -> f64 {
    let [x, y, w, h] = rect;
    let r = field.rect;
    let common = ((r.x + r.width).min(x + w) - r.x.max(x)).max(0.0)
        * ((r.y + r.height).min(y + h) - r.y.max(y)).max(0.0);
    common / (r.width * r.height + w * h - common)
}

/// Words as pdf.js would give them, on a page 1294 px high.
pub fn words(text: &str, x: usize, y: usize) -> TextItem {
    TextItem {
        text: text.into(),
        x: x as f64 / 10.0,
        y: y as f64 / 12.94,
        width: 0.7 * text.len() as f64,
        height: 11.0 / 12.94,
    }
}

/// The fields that begin in these rows of a page.
pub fn in_rows(fields: &[DetectedField], rows: std::ops::Range<usize>) -> Vec<&DetectedField> {
    let top = |field: &&DetectedField| (field.rect.y * 12.94).round() as usize;
    fields
        .iter()
        .filter(|field| rows.contains(&top(field)))
        .collect()
}

/// Left, top, right and bottom of a field in pixels of a page 1294 px high.
pub fn pixels(field: &DetectedField) -> [i32; 4] {
    let r = field.rect;
    let across = |value: f64| (10.0 * value).round() as i32;
    let down = |value: f64| (12.94 * value).round() as i32;
    [
        across(r.x),
        down(r.y),
        across(r.x + r.width),
        down(r.y + r.height),
    ]
}

/// A small generator, so that the noise is the same in every run.
pub fn noise(seed: u64) -> impl FnMut() -> u8 {
    let mut state = seed | 1;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    }
}
