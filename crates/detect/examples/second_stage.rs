//! Computes the second-stage features that `benches/detection/train.py` trains on, so that they are defined once:
//! `cargo run --release --example second_stage < CANDIDATES.csv > FEATURES.csv`.
//!
//! Each line of the input is a candidate: page, left, top, right, bottom, source and first-stage score. The candidates
//! of a page follow each other. Each line of the output has the features of that candidate, in the order of
//! `schema.txt`.

use countersign_detect::{ScoredSource, second_stage_features};
use std::error::Error;
use std::io::{BufRead, BufWriter, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut page = String::new();
    let mut scored = Vec::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (of, candidate) = line.split_once(',').ok_or("no page")?;
        if of != page {
            write_features(&mut out, &scored)?;
            scored.clear();
            of.clone_into(&mut page);
        }
        scored.push(read(candidate)?);
    }
    write_features(&mut out, &scored)?;
    Ok(())
}

fn read(candidate: &str) -> Result<ScoredSource, Box<dyn Error>> {
    let values: Vec<&str> = candidate.split(',').collect();
    let [x0, y0, x1, y1, source, score] = values.as_slice() else {
        return Err("a candidate has six values".into());
    };
    Ok(ScoredSource {
        rect: [x0.parse()?, y0.parse()?, x1.parse()?, y1.parse()?],
        source: source.parse()?,
        score: score.parse()?,
    })
}

fn write_features(out: &mut impl Write, scored: &[ScoredSource]) -> std::io::Result<()> {
    for features in second_stage_features(scored) {
        let values = features.map(|value| value.to_string());
        writeln!(out, "{}", values.join(","))?;
    }
    Ok(())
}
