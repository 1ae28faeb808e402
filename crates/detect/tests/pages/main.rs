//! Pages drawn in code: what is found on them, and that no page, however odd, breaks the detector.

#![allow(clippy::expect_used)]

mod areas;
mod combs;
mod drawing;
mod lines;
mod marks;
mod photographs;
mod tables;
mod typed;
mod words;

use countersign_detect::{
    Contents, DetectError, DetectedType, Detector, PathItem, Raster, TextItem, gray_from_rgba,
    is_form,
};
use drawing::{Sheet, WIDTH, form, noise, overlap};

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
