//! Detection of five classes of page: a dense table, a letter with a few blanks, a page of text, the table as a skewed scan and
//! as a photograph on a dark desk.
//! `cargo bench -p countersign-detect`

use countersign_detect::{Contents, Detector, Raster};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

const WIDTH: usize = 1000;
const HEIGHT: usize = 1294;

fn fill(gray: &mut [u8], x: std::ops::Range<usize>, y: std::ops::Range<usize>) {
    for row in y {
        gray[row * WIDTH + x.start..row * WIDTH + x.end].fill(0);
    }
}

/// Stems and feet of letters, as many as a line holds.
fn text_line(gray: &mut [u8], x: usize, y: usize, letters: usize) {
    for left in (0..letters).map(|letter| x + letter * 7) {
        fill(gray, left..left + 2, y..y + 9);
        fill(gray, left..left + 5, y + 8..y + 9);
    }
}

fn table() -> Vec<u8> {
    let mut gray = vec![255; WIDTH * HEIGHT];
    for row in 0..50 {
        fill(&mut gray, 50..950, 100 + row * 20..101 + row * 20);
        text_line(&mut gray, 56, 106 + row * 20, 24);
    }
    for column in 0..7 {
        fill(&mut gray, 250 + column * 100..251 + column * 100, 100..1081);
    }
    gray
}

fn letter() -> Vec<u8> {
    let mut gray = vec![255; WIDTH * HEIGHT];
    for line in 0..40 {
        text_line(&mut gray, 80, 100 + line * 26, 60 + line % 50);
    }
    for rule in 0..12 {
        fill(&mut gray, 560..900, 135 + rule * 78..136 + rule * 78);
    }
    gray
}

fn text() -> Vec<u8> {
    let mut gray = vec![255; WIDTH * HEIGHT];
    for line in 0..66 {
        text_line(&mut gray, 70, 60 + line * 18, 122);
    }
    gray
}

/// The table as a camera sees it: slanted, grainy, darker towards one side, with `margin` pixels of desk around it.
fn taken(slope: f32, margin: usize) -> Vec<u8> {
    let table = table();
    let mut gray = vec![70; WIDTH * HEIGHT];
    let mut grain = 1_u32;
    for y in margin..HEIGHT - margin {
        for x in margin..WIDTH - margin {
            grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let row = y as f32 + (x as f32 - 500.0) * slope;
            let ink = table
                .get(row.max(0.0) as usize * WIDTH + x)
                .copied()
                .unwrap_or(255);
            let light = 150 + x * 80 / WIDTH;
            let level = usize::from(ink) * light / 255 + (grain >> 29) as usize;
            gray[y * WIDTH + x] = u8::try_from(level.min(255)).unwrap_or(255);
        }
    }
    gray
}

fn pages(criterion: &mut Criterion) {
    let mut detector = Detector::new();
    let classes = [
        ("table", table()),
        ("letter", letter()),
        ("text", text()),
        ("scan", taken(0.012, 0)),
        ("photograph", taken(-0.02, 40)),
    ];
    for (name, gray) in classes {
        let raster = Raster {
            width: WIDTH as u32,
            height: HEIGHT as u32,
            gray: &gray,
        };
        criterion.bench_function(&format!("detect/{name}"), |bencher| {
            bencher.iter(|| detector.detect(black_box(raster), Contents::default()));
        });
    }
}

criterion_group!(benches, pages);
criterion_main!(benches);
