//! Places for many lines, and pictures.

use crate::drawing::{form, in_rows, noise, words};
use countersign_detect::{DetectedField, DetectedType};

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

#[test]
fn ruled_lines_in_a_frame_are_one_field() {
    let mut page = form();
    page.say("Describe what happened", 104, 886);
    page.frame(100..900, 900..1041);
    for line in 1..7 {
        page.fill(101..899, 900 + 20 * line..901 + 20 * line, 215);
    }
    let fields = page.read();
    let [area] = in_rows(&fields, 890..1060)[..] else {
        panic!("{fields:#?}");
    };
    assert!(
        area.multiline && area.rect.height * 12.94 > 110.0,
        "{area:#?}"
    );
}
