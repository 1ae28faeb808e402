//! Pages drawn in code: what is found on them, and that no page, however odd, breaks the detector.

#![allow(clippy::expect_used)]

use countersign_detect::{
    Contents, DetectError, DetectedField, DetectedType, Detector, PathItem, Raster, TextItem,
    gray_from_rgba, is_form,
};

const WIDTH: usize = 1000;

/// Text alone.
fn written(texts: &[TextItem]) -> Contents<'_> {
    Contents {
        texts,
        ..Contents::default()
    }
}

/// A white page to draw on.
struct Sheet {
    gray: Vec<u8>,
    height: usize,
}

impl Sheet {
    fn new(height: usize) -> Self {
        Self {
            gray: vec![255; WIDTH * height],
            height,
        }
    }

    fn fill(&mut self, x: std::ops::Range<usize>, y: std::ops::Range<usize>, gray: u8) {
        for row in y {
            self.gray[row * WIDTH + x.start..row * WIDTH + x.end].fill(gray);
        }
    }

    fn frame(&mut self, x: std::ops::Range<usize>, y: std::ops::Range<usize>) {
        self.fill(x.clone(), y.start..y.start + 1, 0);
        self.fill(x.clone(), y.end - 1..y.end, 0);
        self.fill(x.start..x.start + 1, y.clone(), 0);
        self.fill(x.end - 1..x.end, y, 0);
    }

    /// Something that looks like a word: stems of letters.
    fn word(&mut self, x: usize, y: usize, letters: usize) {
        for letter in 0..letters {
            let left = x + letter * 7;
            self.fill(left..left + 2, y..y + 9, 20);
            self.fill(left..left + 5, y + 8..y + 9, 60);
        }
    }

    fn raster(&self) -> Raster<'_> {
        Raster {
            width: WIDTH as u32,
            height: self.height as u32,
            gray: &self.gray,
        }
    }

    fn detect(&self, texts: &[TextItem]) -> Vec<DetectedField> {
        Detector::new()
            .detect(self.raster(), written(texts))
            .expect("a page that fits")
    }
}

/// A form with a table of 3 × 6 captioned cells and a row of boxes.
fn form() -> Sheet {
    let mut page = Sheet::new(1294);
    for row in 0..6 {
        for column in 0..3 {
            let (x, y) = (60 + column * 290, 300 + row * 40);
            page.frame(x..x + 291, y..y + 41);
            page.word(x + 5, y + 4, 12);
        }
    }
    for column in 0..4 {
        let x = 100 + column * 180;
        page.frame(x..x + 18, 700..718);
        page.word(x + 26, 704, 8);
    }
    page
}

fn overlap(field: &DetectedField, rect: [f64; 4]) -> f64 {
    let [x, y, w, h] = rect;
    let r = field.rect;
    let common = ((r.x + r.width).min(x + w) - r.x.max(x)).max(0.0)
        * ((r.y + r.height).min(y + h) - r.y.max(y)).max(0.0);
    common / (r.width * r.height + w * h - common)
}

#[test]
fn cells_below_their_captions_and_boxes_are_found() {
    let fields = form().detect(&[]);
    let marks = fields
        .iter()
        .filter(|field| field.field_type == DetectedType::Checkmark)
        .count();
    assert_eq!(marks, 4, "{fields:#?}");
    for row in 0..6 {
        for column in 0..3 {
            let y = (316.0 + f64::from(row) * 40.0) / 12.94;
            let rect = [6.0 + f64::from(column) * 29.0, y, 29.1, 25.0 / 12.94];
            assert!(
                fields.iter().any(|field| overlap(field, rect) > 0.5),
                "cell {row} {column}: {fields:#?}"
            );
        }
    }
    assert!(is_form(fields.len(), marks, 1));
}

#[test]
fn rectangles_have_four_decimals_and_lie_on_the_page() {
    for field in form().detect(&[]) {
        let r = field.rect;
        for value in [r.x, r.y, r.width, r.height] {
            assert!(
                (value * 1e4 - (value * 1e4).round()).abs() < 1e-6,
                "{value}"
            );
        }
        assert!(
            r.x >= 0.0 && r.y >= 0.0 && r.x + r.width <= 100.01 && r.y + r.height <= 100.01,
            "{r:?}"
        );
        assert!((0.0..=1.0).contains(&field.confidence));
    }
}

#[test]
fn words_near_a_field_name_it() {
    let texts = [TextItem {
        text: "Date of birth".into(),
        x: 6.5,
        y: 23.5,
        width: 8.0,
        height: 0.7,
    }];
    let fields = form().detect(&texts);
    let dated: Vec<_> = fields
        .iter()
        .filter(|field| field.field_type == DetectedType::Date)
        .collect();
    assert_eq!(dated.len(), 1, "{fields:#?}");
    assert_eq!(dated[0].label.as_deref(), Some("Date of birth"));
}

#[test]
fn a_blank_page_a_black_page_and_plain_text_have_no_fields() {
    assert_eq!(Sheet::new(1294).detect(&[]), []);
    let mut black = Sheet::new(400);
    black.fill(0..WIDTH, 0..400, 0);
    assert_eq!(black.detect(&[]), []);
    let mut text = Sheet::new(1294);
    for line in 0..60 {
        text.word(80, 60 + line * 18, 110);
    }
    assert_eq!(text.detect(&[]), []);
}

#[test]
fn one_detector_gives_every_page_what_a_new_one_would() {
    let (form, blank) = (form(), Sheet::new(300));
    let mut detector = Detector::new();
    let first = detector.detect(form.raster(), Contents::default());
    assert_eq!(
        detector.detect(blank.raster(), Contents::default()),
        Ok(vec![])
    );
    assert_eq!(detector.detect(form.raster(), Contents::default()), first);
}

#[test]
fn a_page_of_another_width_is_resampled() {
    let form = form();
    let mut large = vec![255_u8; WIDTH * form.height * 4];
    for (i, gray) in large.iter_mut().enumerate() {
        let (x, y) = (i % (2 * WIDTH), i / (2 * WIDTH));
        *gray = form.gray[(y / 2) * WIDTH + x / 2];
    }
    let raster = Raster {
        width: 2 * WIDTH as u32,
        height: 2 * form.height as u32,
        gray: &large,
    };
    assert_eq!(
        Detector::new().detect(raster, Contents::default()),
        Ok(form.detect(&[]))
    );
}

#[test]
fn rgba_is_read_over_white() {
    let mut gray = vec![1, 2, 3];
    gray_from_rgba(&[255, 255, 255, 255, 0, 0, 0, 128, 9, 9], &mut gray);
    assert_eq!(gray, [255, 127]);
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let detect = |width, height, gray: &[u8]| {
        Detector::new().detect(
            Raster {
                width,
                height,
                gray,
            },
            Contents::default(),
        )
    };
    assert_eq!(detect(10, 10, &[0; 99]), Err(DetectError::SizeMismatch));
    assert_eq!(detect(0, 0, &[]), Err(DetectError::UnsupportedSize));
    assert_eq!(
        detect(u32::MAX, u32::MAX, &[0]),
        Err(DetectError::UnsupportedSize)
    );
    for (width, height) in [(1, 1), (1, 9), (9, 1), (3, 2)] {
        assert_eq!(
            detect(width, height, &vec![0; (width * height) as usize]),
            Ok(vec![])
        );
    }
}

/// A small generator, so that the noise is the same in every run.
fn noise(seed: u64) -> impl FnMut() -> u8 {
    let mut state = seed | 1;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    }
}

#[test]
fn noise_of_every_grain_and_odd_texts_do_no_harm() {
    let mut detector = Detector::new();
    for (seed, grain) in [(1, 1), (2, 3), (3, 9), (4, 24), (5, 60)] {
        let mut next = noise(seed);
        let cells: Vec<u8> = (0..WIDTH * 700).map(|_| next()).collect();
        let gray: Vec<u8> = (0..WIDTH * 700)
            .map(|i| cells[(i / WIDTH / grain) * WIDTH + i % WIDTH / grain])
            .collect();
        let text = |x: f64| TextItem {
            text: "\u{202e}Signature\u{0}é".repeat(9),
            x,
            y: x,
            width: -x,
            height: f64::NAN,
        };
        let texts: Vec<_> = [0.0, -1e300, f64::INFINITY, 50.0].map(text).into();
        let numbers: Vec<f32> = (0..7_000)
            .map(|i| match next() {
                255 => f32::NAN,
                254 => f32::MAX,
                number if i % 7 == 0 => f32::from(number % 5),
                number => f32::from(number) / 2.0 - 9.0,
            })
            .collect();
        let paths = PathItem::read(&numbers);
        let fields = detector
            .detect(
                Raster {
                    width: 1000,
                    height: 700,
                    gray: &gray,
                },
                Contents {
                    texts: &texts,
                    paths: &paths,
                },
            )
            .expect("a page that fits");
        assert!(fields.len() <= 2_000);
    }
}

/// The gray between four pixels.
fn between(page: &Sheet, x: f32, y: f32) -> f32 {
    let at = |x: f32, y: f32| {
        let gray = page.gray.get(y as usize * WIDTH + x as usize);
        f32::from(gray.copied().unwrap_or(255))
    };
    let (right, down) = (x.fract(), y.fract());
    let row = |y: f32| at(x, y) * (1.0 - right) + at(x + 1.0, y) * right;
    row(y) * (1.0 - down) + row(y + 1.0) * down
}

/// What a camera makes of a page: slanted, grainy, darker to the left, a dark desk around it.
fn photograph(page: &Sheet) -> Sheet {
    let mut next = noise(7);
    let mut taken = Sheet::new(page.height);
    for y in 0..page.height {
        for x in 0..WIDTH {
            let (across, down) = (x as f32 - 500.0, y as f32 - page.height as f32 / 2.0);
            let (u, v) = (x as f32 + 0.015 * down, y as f32 - 0.02 * across);
            let inside =
                (30.0..970.0).contains(&u) && (30.0..page.height as f32 - 30.0).contains(&v);
            // No lens is sharp.
            let around = [(-0.7, -0.7), (-0.7, 0.7), (0.7, -0.7), (0.7, 0.7)];
            let ink = around
                .iter()
                .map(|(a, b)| between(page, u + a, v + b))
                .sum::<f32>()
                / 4.0;
            let light = if inside {
                0.6 + 0.3 * x as f32 / 1000.0
            } else {
                0.2
            };
            let paper = if inside { ink } else { 255.0 };
            taken.gray[y * WIDTH + x] = (paper * light) as u8 + next() / 40;
        }
    }
    taken
}

#[test]
fn a_photographed_form_has_the_fields_of_the_form() {
    let mut table = Sheet::new(1294);
    for row in 0..20 {
        let y = 200 + row * 40;
        table.word(64, y + 14, 22);
        for column in 0..3 {
            let x = 260 + column * 220;
            table.frame(x..x + 221, y..y + 41);
        }
    }
    let (drawn, taken) = (table.detect(&[]), photograph(&table).detect(&[]));
    assert_eq!(drawn.len(), 60, "{drawn:#?}");
    let close = |a: &DetectedField, b: &DetectedField| {
        let (x, y) = (
            a.rect.x + a.rect.width / 2.0,
            a.rect.y + a.rect.height / 2.0,
        );
        let (cx, cy) = (x - 50.0, y - 50.0);
        // A slope of two in a hundred of the width is as many percent of the height by width over height.
        let moved = [x - 0.015 * cy * 1.294, y + 0.02 * cx / 1.294];
        let (u, v) = (
            b.rect.x + b.rect.width / 2.0,
            b.rect.y + b.rect.height / 2.0,
        );
        (moved[0] - u).abs() < 1.0 && (moved[1] - v).abs() < 0.8
    };
    let found = drawn
        .iter()
        .filter(|a| taken.iter().any(|b| close(a, b)))
        .count();
    let lost: Vec<_> = drawn
        .iter()
        .filter(|a| !taken.iter().any(|b| close(a, b)))
        .map(|a| a.rect)
        .collect();
    assert!(
        10 * found >= 9 * drawn.len(),
        "{lost:#?} are not among {taken:#?}"
    );
    assert!(taken.len() <= drawn.len() + 3, "{taken:#?}");
}

#[test]
fn leader_dots_are_nothing_to_write_on_and_underscores_are() {
    let mut page = Sheet::new(1294);
    for x in (200..600).step_by(6) {
        page.fill(x..x + 2, 500..502, 0);
    }
    page.fill(200..600, 700..702, 0);
    let item = |text: &str, y: f64| TextItem {
        text: text.into(),
        x: 20.0,
        y: y / 12.94,
        width: 40.0,
        height: 12.0 / 12.94,
    };
    let fields = page.detect(&[item(&".".repeat(67), 490.0), item(&"_".repeat(50), 690.0)]);
    assert_eq!(fields.len(), 1, "{fields:#?}");
    assert!((fields[0].rect.y + fields[0].rect.height - 70_100.0 / 1294.0).abs() < 0.5);
}

#[test]
fn boxes_side_by_side_are_one_comb_and_their_tops_carry_none() {
    let mut page = form();
    for i in 0..6 {
        let x = 100 + i * 26;
        page.frame(x..x + 20, 900..924);
        page.fill(x + 1..x + 19, 901..902, 220);
    }
    let fields = page.detect(&[]);
    let combs: Vec<_> = fields.iter().filter(|field| field.comb).collect();
    assert_eq!(combs.len(), 1, "{combs:#?}");
    assert_eq!(combs[0].comb_count, 6);
}

#[test]
fn a_hyphen_between_dashes_parts_them_into_groups() {
    let cells = |hyphen: bool| {
        let mut page = form();
        for cell in 0..8 {
            let x = 100 + cell * 34 + if cell < 4 { 0 } else { 14 };
            page.fill(x..x + 22, 930..932, 0);
        }
        if hyphen {
            page.fill(233..243, 922..924, 0);
        }
        let fields = page.detect(&[]);
        let combs = fields.iter().filter(|field| field.comb);
        combs.map(|field| field.comb_count).collect::<Vec<_>>()
    };
    assert_eq!(cells(true), [4, 4]);
    assert_eq!(cells(false).len(), 1);
}

#[test]
fn pale_lines_below_each_other_are_one_area() {
    let mut page = form();
    for line in 0..9 {
        page.fill(101..599, 900 + line * 20..901 + line * 20, 200);
    }
    let fields = page.detect(&[]);
    let inside = fields.iter().filter(|field| field.rect.y > 60.0);
    let areas: Vec<_> = inside.collect();
    assert_eq!(areas.len(), 1, "{areas:#?}");
    assert!(
        areas[0].multiline && areas[0].rect.height > 12.0,
        "{areas:#?}"
    );
}

/// Words as pdf.js would give them, on a page 1294 px high.
fn words(text: &str, x: usize, y: usize) -> TextItem {
    TextItem {
        text: text.into(),
        x: x as f64 / 10.0,
        y: y as f64 / 12.94,
        width: 0.7 * text.len() as f64,
        height: 11.0 / 12.94,
    }
}

/// The fields that begin in these rows of a page.
fn in_rows(fields: &[DetectedField], rows: std::ops::Range<usize>) -> Vec<&DetectedField> {
    let top = |field: &&DetectedField| (field.rect.y * 12.94).round() as usize;
    fields
        .iter()
        .filter(|field| rows.contains(&top(field)))
        .collect()
}

#[test]
fn circles_are_radios_and_those_near_each_other_one_group() {
    let mut page = form();
    for (row, column) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)] {
        let (x, y) = (130 + column * 180, 820 + row * 120);
        page.word(x as usize + 20, y as usize - 4, 9);
        for dy in -9_i32..=9 {
            for dx in -9_i32..=9 {
                let away = f64::from(dx * dx + dy * dy).sqrt();
                let (left, top) = (x + dx, y + dy);
                let ink = (away - 8.0).abs().min(1.0);
                page.gray[top as usize * WIDTH + left as usize] = (255.0 * ink) as u8;
            }
        }
    }
    let fields = page.detect(&[]);
    let groups: Vec<_> = fields
        .iter()
        .filter(|field| field.field_type == DetectedType::Radio)
        .map(|field| field.group.as_deref().expect("a group"))
        .collect();
    assert_eq!(
        groups,
        ["group-1", "group-1", "group-1", "group-2", "group-2"]
    );
}

#[test]
fn small_boxes_follow_the_rules_of_size_and_shape() {
    let mut page = form();
    // Too small, to tick, too flat to tick, too large to tick.
    for (x, width, height) in [(100, 9, 9), (300, 20, 20), (500, 34, 22), (700, 46, 46)] {
        page.frame(x..x + width, 900..900 + height);
        page.word(x + width + 8, 904, 6);
    }
    let fields = page.detect(&[]);
    let found = in_rows(&fields, 890..930);
    assert!(found.iter().all(|field| field.rect.x >= 25.0), "{found:#?}");
    let marks: Vec<_> = found
        .iter()
        .filter(|field| field.field_type == DetectedType::Checkmark)
        .map(|field| field.rect.x)
        .collect();
    assert_eq!(marks, [30.0], "{found:#?}");
}

#[test]
fn a_large_frame_is_one_field_of_many_lines() {
    let mut page = form();
    page.word(104, 886, 10);
    page.frame(100..800, 900..1010);
    let fields = page.detect(&[words("Other remarks", 104, 885)]);
    let [remarks] = in_rows(&fields, 890..1000)[..] else {
        panic!("{fields:#?}");
    };
    assert!(remarks.multiline && remarks.field_type == DetectedType::Text);
}

#[test]
fn barcodes_and_pictures_are_left_alone() {
    let mut page = form();
    let mut next = noise(11);
    let mut x = 100;
    while x < 400 {
        let wide = 2 + usize::from(next() % 4);
        page.fill(x..x + wide, 900..960, 0);
        x += wide + 2 + usize::from(next() % 4);
    }
    for row in (900..1100).step_by(4) {
        for column in (500..800).step_by(4) {
            page.fill(column..column + 4, row..row + 4, 40 + next() / 2);
        }
    }
    let fields = page.detect(&[]);
    assert_eq!(in_rows(&fields, 800..1294), Vec::<&DetectedField>::new());
}
