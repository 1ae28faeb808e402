//! Filling a large form: 1,000 pages, 2,000 text fields, from bytes in memory to the appended revision.
#![allow(clippy::expect_used)]

mod large;

use countersign_forms::{MergeOptions, merge};
use countersign_pdf::{Document, Update};
use criterion::{Criterion, criterion_group, criterion_main};

fn fill_large_form(bench: &mut Criterion) {
    let (bytes, values) = (large::form(), large::values());
    bench.bench_function("merge 2,000 texts into 1,000 pages", |bench| {
        bench.iter(|| {
            let document = Document::from_bytes(bytes.clone()).expect("the form opens");
            let mut update = Update::new(&document);
            merge(&mut update, &values, &MergeOptions::default()).expect("the values fit");
            update
                .finish()
                .expect("the revision is written")
                .bytes
                .len()
        });
    });
}

criterion_group!(benches, fill_large_form);
criterion_main!(benches);
