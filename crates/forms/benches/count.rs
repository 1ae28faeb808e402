//! Operations whose instructions are counted: `count NAME`, run under callgrind, which collects only inside of
//! [`measured`]. `npm run bench:count` compares with what was recorded.
#![allow(clippy::expect_used)]

mod large;

use std::hint::black_box;

use countersign_forms::{
    Field, FieldValue, FieldValues, MergeOptions, PlaceField, Rect, merge, place, read,
};
use countersign_pdf::{Document, Update};

/// What is counted; making it ready is not.
type Work = Box<dyn FnOnce()>;

/// A name, and what makes the work of it ready.
type Operation = (&'static str, fn() -> Work);

/// Everything that is counted.
const OPERATIONS: [Operation; 5] = [
    ("open-and-list", open_and_list),
    ("fill", fill),
    ("fill-greek", fill_greek),
    ("flatten", flatten),
    ("place", place_fields),
];

/// Counting starts and ends with this function.
#[inline(never)]
fn measured(work: Work) {
    black_box(work)();
}

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    for (name, prepare) in OPERATIONS {
        // Without a name (as `cargo bench` calls it) everything runs once.
        if name == wanted || wanted.starts_with("--") || wanted.is_empty() {
            measured(prepare());
        }
    }
}

fn open_and_list() -> Work {
    let bytes = large::form();
    Box::new(move || {
        let document = Document::from_bytes(bytes).expect("the form opens");
        black_box(read(&document).expect("the fields are read"));
    })
}

fn filling(values: FieldValues, options: MergeOptions) -> Work {
    let bytes = large::form();
    Box::new(move || {
        let document = Document::from_bytes(bytes).expect("the form opens");
        let mut update = Update::new(&document);
        merge(&mut update, &values, &options).expect("the values fit");
        black_box(update.finish().expect("the revision is written"));
    })
}

fn fill() -> Work {
    filling(large::values(), MergeOptions::default())
}

fn fill_greek() -> Work {
    let mut values = large::values();
    for value in values.values_mut().step_by(10) {
        *value = FieldValue::Text("Ελλάδα, τόπος και ημερομηνία".into());
    }
    let font = include_bytes!("../tests/fonts/LiberationSans-Regular.ttf").to_vec();
    let options = MergeOptions {
        fonts: vec![font],
        ..MergeOptions::default()
    };
    filling(values, options)
}

fn flatten() -> Work {
    let options = MergeOptions {
        flatten: true,
        ..MergeOptions::default()
    };
    filling(large::values(), options)
}

fn place_fields() -> Work {
    let bytes = large::form();
    let field = |number: usize| Field {
        id: format!("new{number}"),
        page: (number % large::PAGES) as u32 + 1,
        rect: Rect {
            x: 10.0,
            y: 80.0,
            width: 30.0,
            height: 4.0,
        },
        ..Field::default()
    };
    let fields: Vec<PlaceField> = (0..large::PAGES)
        .map(|number| PlaceField {
            field: field(number),
            as_signature: false,
        })
        .collect();
    Box::new(move || {
        let document = Document::from_bytes(bytes).expect("the form opens");
        let mut update = Update::new(&document);
        place(&mut update, &fields, &MergeOptions::default()).expect("the fields fit");
        black_box(update.finish().expect("the revision is written"));
    })
}
