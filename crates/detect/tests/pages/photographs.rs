//! Pages that a camera or a scanner took.

use crate::drawing::{Sheet, WIDTH, noise};
use countersign_detect::DetectedField;

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
    let table = table();
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

/// A form with a table of 20 × 3 cells, each row with words before it.
fn table() -> Sheet {
    let mut table = Sheet::new(1294);
    for row in 0..20 {
        let y = 200 + row * 40;
        table.word(64, y + 14, 22);
        for column in 0..3 {
            let x = 260 + column * 220;
            table.frame(x..x + 221, y..y + 41);
        }
    }
    table
}

/// The page as it is seen through a mapping of places on the picture to places on the page.
fn seen(page: &Sheet, to_page: impl Fn(f32, f32) -> (f32, f32)) -> Sheet {
    let mut next = noise(5);
    let mut taken = Sheet::new(page.height);
    for y in 0..page.height {
        for x in 0..WIDTH {
            let (u, v) = to_page(x as f32, y as f32);
            let inside = (0.0..999.0).contains(&u) && (0.0..page.height as f32 - 1.0).contains(&v);
            let gray = if inside {
                0.92 * between(page, u, v)
            } else {
                50.0
            };
            taken.gray[y * WIDTH + x] = gray as u8 + next() / 40;
        }
    }
    taken
}

/// The part of the table's fields that are found where they lie in the picture.
fn found_where_they_lie(to_page: impl Fn(f32, f32) -> (f32, f32) + Copy) -> f32 {
    let table = table();
    let (drawn, taken) = (table.detect(&[]), seen(&table, to_page).detect(&[]));
    assert_eq!(drawn.len(), 60, "{drawn:#?}");
    let middle = |field: &DetectedField| {
        let r = field.rect;
        (
            (10.0 * (r.x + r.width / 2.0)) as f32,
            (12.94 * (r.y + r.height / 2.0)) as f32,
        )
    };
    let lies = |a: &DetectedField| {
        let (x, y) = middle(a);
        taken.iter().any(|b| {
            let (u, v) = middle(b);
            let (u, v) = to_page(u, v);
            (u - x).abs() < 12.0 && (v - y).abs() < 9.0
        })
    };
    assert!(4 * taken.len() <= 5 * drawn.len(), "{taken:#?}");
    drawn.iter().filter(|field| lies(field)).count() as f32 / 60.0
}

#[test]
fn a_page_that_lies_askew_on_the_scanner_is_read() {
    for degrees in [-1.2_f32, 1.2] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let turned = move |x: f32, y: f32| {
            let (x, y) = (x - 500.0, y - 647.0);
            (500.0 + cos * x - sin * y, 647.0 + sin * x + cos * y)
        };
        assert!(found_where_they_lie(turned) >= 0.9, "{degrees}");
    }
}

#[test]
fn a_page_whose_corners_make_no_rectangle_is_read() {
    // The camera looked from below: the upper edge is farther away.
    let from_below = |x: f32, y: f32| {
        let depth = 1.0 - 0.06 * (y - 647.0) / 1294.0;
        (
            500.0 + (x - 500.0) * depth * 1.04,
            647.0 + (y - 647.0) * depth * 1.04,
        )
    };
    assert!(found_where_they_lie(from_below) >= 0.9);
}
