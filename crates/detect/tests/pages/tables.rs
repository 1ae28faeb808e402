//! Cells: which of them are places to fill.

use crate::drawing::{Sheet, form, in_rows, pixels};
use std::ops::Range;

/// The rows and columns of the table that is drawn below the form.
const TOP: usize = 840;
const ROW: usize = 26;
const COLUMNS: [usize; 5] = [60, 320, 500, 680, 860];

fn row(number: usize) -> Range<usize> {
    TOP + ROW * number..TOP + ROW * (number + 1) + 1
}

/// A table of so many rows.
fn table(rows: usize) -> Sheet {
    let mut page = form();
    for number in 0..rows {
        for ends in COLUMNS.windows(2) {
            page.frame(ends[0]..ends[1] + 1, row(number));
        }
    }
    page
}

/// How many fields have their middle in each row of the table.
fn counts(page: &Sheet, rows: usize) -> Vec<usize> {
    let fields = page.read();
    let middles = fields
        .iter()
        .map(pixels)
        .map(|[_, top, _, bottom]| (top + bottom) / 2);
    let middles: Vec<_> = middles.collect();
    let within = |number: usize| {
        middles
            .iter()
            .filter(move |y| row(number).contains(&(**y as usize)))
    };
    (0..rows).map(|number| within(number).count()).collect()
}

#[test]
fn a_row_of_headers_is_not_filled_in() {
    let mut page = table(6);
    for (x, header) in [
        (150, "Description"),
        (380, "Quantity"),
        (565, "Price"),
        (745, "Amount"),
    ] {
        page.say(header, x, TOP + 9);
    }
    assert_eq!(counts(&page, 6), [0, 4, 4, 4, 4, 4]);
}

#[test]
fn a_column_that_is_printed_is_not_filled_in() {
    let mut page = table(6);
    for number in 0..6 {
        page.say(
            "Number of members in your family",
            64,
            TOP + ROW * number + 9,
        );
    }
    assert_eq!(counts(&page, 6), [3; 6]);
}

#[test]
fn shaded_cells_are_left_to_others() {
    let mut page = table(6);
    for number in [2, 4] {
        let cell = row(number);
        page.fill(501..680, cell.start + 1..cell.end - 1, 190);
    }
    assert_eq!(counts(&page, 6), [4, 4, 3, 4, 3, 4]);
}

#[test]
fn rules_that_end_two_pixels_short_close_their_cells() {
    let mut page = table(6);
    for number in 0..6 {
        let floor = row(number).end - 1;
        for x in &COLUMNS[1..4] {
            page.fill(*x..x + 1, floor - 2..floor, 255);
            page.fill(x + 30..x + 32, floor..floor + 1, 255);
        }
    }
    assert_eq!(counts(&page, 6), [4; 6]);
}

#[test]
fn what_an_office_fills_in_is_left_alone() {
    let mut page = form();
    page.say("FOR OFFICE USE ONLY", 64, 846);
    page.frame(60..931, 840..941);
    for (label, x, y) in [
        ("Received", 64, 890),
        ("Approved", 500, 890),
        ("Number", 64, 926),
        ("Clerk", 500, 926),
    ] {
        page.say(label, x, y - 9);
        page.fill(x + 70..x + 380, y..y + 1, 0);
    }
    let fields = page.read();
    let found = in_rows(&fields, 830..941);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn headings_are_not_filled_in() {
    let mut page = form();
    page.say("Part 2. Information about your family", 60, 846);
    page.fill(60..931, 862..865, 0);
    page.fill(60..931, 900..922, 40);
    page.say("Section B", 440, 945);
    page.fill(60..931, 958..959, 0);
    let fields = page.read();
    let found = in_rows(&fields, 825..1000);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_rules_of_a_column_vote_for_each_other() {
    let mut page = Sheet::new(1294);
    // Close above the first rule as a heading stands above its own.
    page.say("Names of all who live with you", 60, 330);
    for number in 0..8 {
        page.fill(60..500, 350 + 36 * number..351 + 36 * number, 0);
    }
    let fields = page.read();
    assert_eq!(in_rows(&fields, 315..1031).len(), 8, "{fields:#?}");
}
