//! The names and the order of the model's features, from `schema.txt`. They are looked up when the crate is compiled,
//! so an unknown name does not compile.

const SCHEMA: &[u8] = include_bytes!("schema.txt");

/// Number of sources.
pub(crate) const SOURCES: usize = count(b"[sources]");
/// Number of first-stage features.
pub const FIRST_STAGE_FEATURES: usize = count(b"[first stage]");
/// Number of second-stage features.
pub const SECOND_STAGE_FEATURES: usize = count(b"[second stage]");

/// CRC-32 of all sections and names, each followed by a line feed. A model file holds that of its training.
pub(crate) const CHECKSUM: u32 = checksum();

/// Number of a source.
pub(crate) const fn source(name: &str) -> usize {
    number(b"[sources]", name.as_bytes())
}

/// Number of a first-stage feature.
pub(crate) const fn first_stage(name: &str) -> usize {
    number(b"[first stage]", name.as_bytes())
}

/// Number of a second-stage feature.
pub(crate) const fn second_stage(name: &str) -> usize {
    number(b"[second stage]", name.as_bytes())
}

/// The names of the first-stage features, in order.
pub fn first_stage_names() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("schema.txt").lines();
    let section = lines.skip_while(|line| *line != "[first stage]").skip(1);
    let section = section.take_while(|line| !line.starts_with('['));
    section.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Sets features by name.
macro_rules! set_features {
    ($features:ident, $stage:ident, $($name:ident: $value:expr),+ $(,)?) => {
        $($features[const { $crate::schema::$stage(stringify!($name)) }] = $value;)+
    };
}
pub(crate) use set_features;

/// Position of a name in its section.
const fn number(section: &[u8], name: &[u8]) -> usize {
    let mut line = section_start(section);
    let mut number = 0;
    loop {
        let in_section = line < SCHEMA.len() && SCHEMA[line] != b'[';
        assert!(in_section, "schema.txt has no such name");
        if is_line(line, name) {
            return number;
        }
        number += counts(line) as usize;
        line = next_line(line);
    }
}

const fn count(section: &[u8]) -> usize {
    let mut line = section_start(section);
    let mut count = 0;
    while line < SCHEMA.len() && SCHEMA[line] != b'[' {
        count += counts(line) as usize;
        line = next_line(line);
    }
    count
}

/// Start of the first line after a section's heading.
const fn section_start(section: &[u8]) -> usize {
    let mut line = 0;
    while !is_line(line, section) {
        line = next_line(line);
    }
    next_line(line)
}

/// Whether a line is more than a comment.
const fn counts(line: usize) -> bool {
    SCHEMA[line] != b'#' && SCHEMA[line] != b'\n'
}

const fn is_line(start: usize, text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        if start + at >= SCHEMA.len() || SCHEMA[start + at] != text[at] {
            return false;
        }
        at += 1;
    }
    SCHEMA[start + at] == b'\n'
}

const fn next_line(start: usize) -> usize {
    let mut at = start;
    while SCHEMA[at] != b'\n' {
        at += 1;
    }
    at + 1
}

const fn checksum() -> u32 {
    let mut crc = u32::MAX;
    let mut line = 0;
    while line < SCHEMA.len() {
        let end = next_line(line);
        if counts(line) {
            while line < end {
                crc = with_byte(crc, SCHEMA[line]);
                line += 1;
            }
        }
        line = end;
    }
    !crc
}

/// One step of CRC-32.
const fn with_byte(crc: u32, byte: u8) -> u32 {
    let mut crc = crc ^ byte as u32;
    let mut bit = 0;
    while bit < 8 {
        crc = (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
        bit += 1;
    }
    crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_in_order_and_differ() {
        let names: Vec<_> = first_stage_names().collect();
        assert_eq!(names.len(), FIRST_STAGE_FEATURES);
        for (index, name) in names.iter().enumerate() {
            assert_eq!(first_stage(name), index);
        }
        assert_eq!(source("box"), 9);
        assert_eq!(second_stage("area_relative_to_rival"), 16);
        assert_eq!(SECOND_STAGE_FEATURES, 17);
    }

    #[test]
    fn the_checksum_is_a_crc_32() {
        let crc = b"123456789"
            .iter()
            .fold(u32::MAX, |crc, byte| with_byte(crc, *byte));
        assert_eq!(!crc, 0xcbf4_3926);
    }
}
