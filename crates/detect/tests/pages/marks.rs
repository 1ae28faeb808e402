//! Boxes and circles to tick.

use crate::drawing::{WIDTH, form, in_rows, words};
use countersign_detect::DetectedType;

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
fn boxes_made_of_characters_are_ticked() {
    let mut page = form();
    for column in 0..4 {
        let x = 100 + 180 * column;
        // A box with its shadow, as the dingbats of forms have it.
        page.frame(x..x + 13, 880..893);
        page.fill(x + 2..x + 15, 893..895, 0);
        page.fill(x + 13..x + 15, 882..895, 0);
        page.say("Other", x + 24, 883);
    }
    let dingbats: Vec<_> = (0..4)
        .map(|column| words("❏", 100 + 180 * column, 881))
        .collect();
    let fields = page.detect(&dingbats);
    let found = in_rows(&fields, 870..900);
    assert_eq!(found.len(), 4, "{found:#?}");
    assert!(
        found
            .iter()
            .all(|field| field.field_type == DetectedType::Checkmark)
    );
}
