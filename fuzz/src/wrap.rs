//! Small sound files around the part that is hostile.

use std::fmt::Write as _;

use countersign_pdf::{
    Dictionary, Document, MemorySource, Name, Object, Source, SourceError, Stream,
};

/// A source that can't lend its bytes, so that the paged reader is used.
pub struct Ranged(pub MemorySource);

impl Source for Ranged {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), SourceError> {
        self.0.read(offset, into)
    }
}

const HEAD: &str = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/Helv 0 Tf 0 g)>>>>endobj\n\
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[4 0 R]>>endobj\n\
4 0 obj<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[10 10 200 60]/Ff 4096/P 3 0 R>>endobj\n";
/// The object stream, and the numbers of what is in it.
const CONTAINER: u32 = 9;
const INSIDE: std::ops::Range<u32> = 10..42;

/// A page with one text field.
pub fn form() -> Document {
    let file = format!("{HEAD}trailer<</Root 1 0 R>>\n");
    Document::from_bytes(file.into_bytes()).expect("the form is sound")
}

/// A file whose object stream has this data; its first two bytes say how many entries there are and where the
/// first object begins.
pub fn object_stream(data: &[u8]) -> Vec<u8> {
    let (count, first) = match data {
        [count, first, ..] => (*count, *first),
        _ => (1, 4),
    };
    let data = data.get(2..).unwrap_or_default();
    let mut file = HEAD.as_bytes().to_vec();
    let container = file.len();
    let length = data.len();
    let header = format!(
        "{CONTAINER} 0 obj<</Type/ObjStm/N {count}/First {first}/Length {length}>>stream\n"
    );
    file.extend(header.bytes());
    file.extend_from_slice(data);
    file.extend(b"\nendstream endobj\n");
    let section = file.len();
    let mut rows = String::new();
    let mut row = |kind: u8, value: usize, third: u32| {
        let _ = write!(rows, "{kind:02x}{value:08x}{third:02x}");
    };
    for number in 1..=4 {
        let name = format!("{number} 0 obj");
        row(1, HEAD.find(&name).unwrap_or(0), 0);
    }
    row(1, container, 0);
    for number in INSIDE {
        row(2, CONTAINER as usize, number - INSIDE.start);
    }
    let (start, count) = (INSIDE.start, INSIDE.len());
    let length = rows.len();
    let trailer = format!(
        "50 0 obj<</Type/XRef/Size 51/Index[1 4 {CONTAINER} 1 {start} {count}]/W[1 4 1]/Root 1 0 R\
         /Filter/ASCIIHexDecode/Length {length}>>stream\n{rows}\nendstream endobj\nstartxref\n{section}\n%%EOF\n"
    );
    file.extend(trailer.bytes());
    file
}

/// A stream whose filters and parameters the first bytes choose.
pub fn filtered(data: &[u8]) -> Option<(Stream, Document)> {
    const NAMES: [&str; 8] = [
        "FlateDecode",
        "LZWDecode",
        "ASCII85Decode",
        "ASCIIHexDecode",
        "RunLengthDecode",
        "Crypt",
        "Fl",
        "LZW",
    ];
    let (head, data) = data.split_at_checked(8)?;
    let number = |index: usize| i64::from(head.get(index).copied().unwrap_or(0));
    let filters = (0..1 + number(0) % 3).map(|index| {
        let name = NAMES.get((number(1) >> (index * 2)) as usize % NAMES.len());
        Object::name(name.copied().unwrap_or("Crypt"))
    });
    let parameters = Dictionary::new()
        .with("Predictor", number(2) % 16)
        .with("Colors", number(3))
        .with("BitsPerComponent", number(4) % 17)
        .with("Columns", number(5) << (number(6) % 24))
        .with("EarlyChange", number(7) % 2)
        .with("Name", Name::new("Identity"));
    let filters: Vec<Object> = filters.collect();
    let parameters = vec![Object::from(parameters); filters.len()];
    let dictionary = Dictionary::new()
        .with("Filter", filters)
        .with("DecodeParms", parameters);
    Some((Stream::new(dictionary, data), form()))
}

/// A PNG with the check sums that its chunks should have, which nobody finds by chance; other files as they are.
pub fn summed(data: &[u8]) -> Vec<u8> {
    let mut file = data.to_vec();
    if !file.starts_with(b"\x89PNG\r\n\x1a\n") {
        return file;
    }
    let (_, mut rest) = file.split_at_mut(8);
    while let Some((length, chunk)) = rest.split_first_chunk_mut::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        let Some((summed, after)) = chunk.split_at_mut_checked(length.saturating_add(4)) else {
            break;
        };
        let Some((sum, next)) = after.split_first_chunk_mut() else {
            break;
        };
        *sum = crc(summed).to_be_bytes();
        rest = next;
    }
    file
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| match sum & 1 {
            0 => sum >> 1,
            _ => sum >> 1 ^ 0xEDB8_8320,
        })
    })
}
