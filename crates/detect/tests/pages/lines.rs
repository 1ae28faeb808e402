//! Places on rules, and what looks like one.

use crate::drawing::{Sheet, form, pixels};
use countersign_detect::TextItem;

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

/// The fields whose floor is in these rows, from the left: their left, top, right and bottom.
fn on_floor(page: &Sheet, rows: std::ops::Range<i32>) -> Vec<[i32; 4]> {
    let fields = page.read();
    let mut found: Vec<_> = fields.iter().map(pixels).collect();
    found.retain(|[_, _, _, bottom]| rows.contains(bottom));
    found.sort_unstable();
    found
}

/// A page of lines to fill in, each with its label, 40 px apart; answers where the floor of each lies.
fn lines(rule: impl Fn(&mut Sheet, usize, usize)) -> (Sheet, Vec<usize>) {
    let mut page = Sheet::new(1294);
    page.say("Application for a place in the day care centre", 330, 80);
    let labels = [
        "Last name",
        "First name",
        "Street",
        "Town",
        "Phone",
        "Fax number",
        "State",
        "Zip code",
    ];
    let floors: Vec<_> = (0..16).map(|row| 180 + 40 * row).collect();
    for (row, floor) in floors.iter().enumerate() {
        let label = labels[row % labels.len()];
        page.say(label, 60, floor - 13);
        rule(&mut page, 60 + 7 * label.len() + 6, *floor);
    }
    (page, floors)
}

#[test]
fn a_field_stands_on_its_rule_behind_its_label() {
    let (page, floors) = lines(|page, _, floor| page.fill(60..800, floor..floor + 1, 0));
    // The first stands alone below the title.
    for floor in floors.into_iter().skip(1) {
        let found = on_floor(&page, floor as i32 - 3..floor as i32 + 4);
        let [[left, top, right, bottom]] = found[..] else {
            panic!("{found:?}");
        };
        assert!(
            (80..145).contains(&left) && (797..804).contains(&right),
            "{found:?}"
        );
        assert!((bottom - floor as i32).abs() <= 2, "{found:?}");
        assert!((15..30).contains(&(bottom - top)), "{found:?}");
    }
}

#[test]
fn captions_below_one_rule_part_it() {
    let mut page = Sheet::new(1294);
    for row in 0..9 {
        let floor = 200 + 50 * row;
        page.fill(60..931, floor..floor + 1, 0);
        for (caption, x) in [("City", 60), ("State", 520), ("ZIP code", 700)] {
            page.say(caption, x, floor + 3);
        }
    }
    // The first stands alone below the paper's edge.
    for row in 1..9 {
        let found = on_floor(&page, 196 + 50 * row..206 + 50 * row);
        let near = |value: i32, wanted: i32| (value - wanted).abs() <= 8;
        assert_eq!(found.len(), 3, "{found:?}");
        for ([left, _, right, _], (from, to)) in
            found.iter().zip([(60, 518), (518, 698), (698, 931)])
        {
            assert!(near(*left, from) && near(*right, to), "{found:?}");
        }
    }
}

#[test]
fn dashed_and_dotted_rules_are_written_on() {
    for (length, gap) in [(6, 3), (8, 5), (9, 6), (2, 2), (3, 3)] {
        let (page, floors) = lines(|page, from, floor| {
            for x in (from..800 - length).step_by(length + gap) {
                page.fill(x..x + length, floor..floor + 1, 0);
            }
        });
        let found = on_floor(&page, 170..1290);
        assert_eq!(found.len(), floors.len(), "{length} {gap}: {found:?}");
        let whole = |[left, _, right, _]: &[i32; 4]| *left < 150 && *right > 770;
        assert!(found.iter().all(whole), "{length} {gap}: {found:?}");
    }
}

#[test]
fn a_line_of_words_is_no_dashed_rule() {
    let mut page = form();
    for row in 0..6 {
        page.word(60, 840 + 20 * row, 120);
    }
    let found = on_floor(&page, 830..980);
    assert!(found.is_empty(), "{found:?}");
}
