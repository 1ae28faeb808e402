//! What is typed with characters, and what is only printed.

use crate::drawing::{Sheet, form, in_rows};
use countersign_detect::{DetectedType, LabelTarget, TextItem, labels};

/// A line of a typed letter: its characters are on the raster, too.
fn typed(page: &mut Sheet, line: &str, y: usize) -> TextItem {
    for (at, sign) in line.chars().enumerate() {
        let x = 100 + 8 * at;
        match sign {
            '_' => page.fill(x..x + 8, y + 12..y + 13, 0),
            ' ' => {}
            _ => page.word(x, y + 2, 1),
        }
    }
    TextItem {
        text: line.into(),
        x: 10.0,
        y: y as f64 / 12.94,
        width: 0.8 * line.chars().count() as f64,
        height: 14.0 / 12.94,
    }
}

const LETTER: [&str; 6] = [
    "Name: ________________________",
    "Born on: __/__/____",
    "[ ] I agree that pictures are printed",
    "[ ] I agree that pictures are shown",
    "Telephone: (___) ___-____",
    "Signature: ______________________",
];

#[test]
fn a_typed_letter_is_filled_in_where_its_characters_leave_room() {
    let mut page = Sheet::new(1294);
    let texts: Vec<_> = (0..)
        .zip(LETTER)
        .map(|(row, line)| typed(&mut page, line, 200 + 60 * row))
        .collect();
    let fields = page.detect(&texts);
    let found: Vec<_> = fields
        .iter()
        .map(|field| (field.field_type, field.label.as_deref().unwrap_or_default()))
        .collect();
    let expected = [
        (DetectedType::Text, "Name"),
        (DetectedType::Date, "Born on"),
        (DetectedType::Checkmark, "I agree that pictures are printed"),
        (DetectedType::Checkmark, "I agree that pictures are shown"),
        (DetectedType::Text, "Telephone"),
        (DetectedType::Signature, "Signature"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_short_typed_line_is_signed_on_where_its_caption_says_so() {
    let mut page = Sheet::new(1294);
    let lines = [
        "Signature: ______",
        "By: ____",
        "Initials: ____",
        "Initials: ______________________________",
        "Number: ____",
    ];
    let texts: Vec<_> = (0..)
        .zip(lines)
        .map(|(row, line)| typed(&mut page, line, 200 + 60 * row))
        .collect();
    let types: Vec<_> = page
        .detect(&texts)
        .iter()
        .map(|field| field.field_type)
        .collect();
    let expected = [
        DetectedType::Signature,
        DetectedType::Signature,
        DetectedType::Initials,
        DetectedType::Initials,
        DetectedType::Text,
    ];
    assert_eq!(types, expected);
}

#[test]
fn brackets_are_ticked_on_a_page_that_draws_its_lines_too() {
    let mut page = form();
    let texts = [
        typed(&mut page, "[ ] By mail", 900),
        typed(&mut page, "[ ] By hand", 940),
        typed(&mut page, "( ) is left free", 980),
    ];
    let fields = page.detect(&texts);
    let found: Vec<_> = in_rows(&fields, 890..1010)
        .iter()
        .map(|field| (field.field_type, field.label.as_deref().unwrap_or_default()))
        .collect();
    let expected = [
        (DetectedType::Checkmark, "By mail"),
        (DetectedType::Checkmark, "By hand"),
    ];
    assert_eq!(found, expected);
}

/// A text in pixels of a page 1000 px wide and 1294 px high.
fn text(words: &str, [x, y, width, height]: [f64; 4]) -> TextItem {
    let down = |pixels: f64| pixels / 12.94;
    let (x, width) = (x / 10.0, width / 10.0);
    TextItem {
        text: words.into(),
        x,
        y: down(y),
        width,
        height: down(height),
    }
}

#[test]
fn a_heading_below_names_what_comes_next() {
    let usual = (0..6).map(|row| {
        text(
            "Words of the page",
            [100.0, 900.0 + 20.0 * f64::from(row), 140.0, 11.0],
        )
    });
    let captions = [
        text(
            "List account number(s) here (optional)",
            [113.0, 411.0, 193.0, 11.0],
        ),
        text(
            "Taxpayer Identification Number (TIN)",
            [149.0, 449.0, 286.0, 16.0],
        ),
    ];
    let texts: Vec<_> = captions.into_iter().chain(usual).collect();
    let field = text("", [117.0, 430.0, 825.0, 22.0]);
    let place = LabelTarget {
        rect: countersign_detect::DetectedRect {
            x: field.x,
            y: field.y,
            width: field.width,
            height: field.height,
        },
        mark: false,
    };
    let found = labels(&texts, 1294, &[place]);
    assert_eq!(
        found,
        [Some("List account number(s) here (optional)".to_owned())]
    );
}

/// The cells of a table whose captions stand at their tops: the one below is not as wide, and its caption reaches under the upper field.
#[test]
fn a_caption_in_the_cell_below_names_that_cell() {
    let captions = [
        text("Full First Name", [356.7, 1052.5, 240.0, 16.3]),
        text("Mobile Phone Number", [564.3, 1106.2, 256.0, 16.3]),
    ];
    let place = |[x, y, width, height]: [f64; 4]| {
        let field = text("", [x, y, width, height]);
        LabelTarget {
            rect: countersign_detect::DetectedRect {
                x: field.x,
                y: field.y,
                width: field.width,
                height: field.height,
            },
            mark: false,
        }
    };
    let upper = place([350.0, 1079.0, 298.0, 25.0]);
    let lower = place([555.0, 1135.0, 385.0, 26.0]);
    let found = labels(&captions, 1294, &[upper, lower]);
    let named = |name: &str| Some(name.to_owned());
    assert_eq!(
        found,
        [named("Full First Name"), named("Mobile Phone Number")]
    );
}

#[test]
fn a_short_line_behind_an_arrow_is_written_on() {
    let found = |sign: &str| {
        let mut page = Sheet::new(1294);
        page.word(100, 914, 28);
        page.fill(326..374, 930..931, 0);
        let words = format!("Enter the tax classification{sign}");
        page.detect(&[text(&words, [100.0, 912.0, 216.0, 14.0])])
            .len()
    };
    assert_eq!((found(" \u{25b6}"), found(" of it")), (1, 0));
}
