//! Small PDFs for tests, built in code.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use countersign_pdf::{Document, MemorySource, OpenOptions, Source, SourceError};

/// A source that can't lend its bytes, so that the paged reader is used.
pub struct Ranged(pub Vec<u8>);

impl Source for Ranged {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn read(&self, offset: u64, into: &mut [u8]) -> Result<(), SourceError> {
        MemorySource::new(self.0.as_slice()).read(offset, into)
    }
}

/// Opens bytes through the paged reader.
pub fn open(bytes: &[u8]) -> Document {
    Document::open(Ranged(bytes.to_vec()), OpenOptions::default()).unwrap()
}

/// Replaces the first of two equally known texts, wherever it stands.
pub fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let at = bytes
        .windows(from.len())
        .position(|part| part == from.as_bytes())
        .unwrap();
    let mut bytes = bytes.to_vec();
    bytes.splice(at..at + from.len(), to.bytes());
    bytes
}

/// Writes objects by number, with a table or with object streams and a cross-reference stream.
pub struct Builder {
    pub objects: BTreeMap<u32, String>,
    pub trailer: String,
}

impl Builder {
    /// One page, `3 0 R`, with a content stream, `4 0 R`.
    pub fn one_page() -> Self {
        let mut objects = BTreeMap::new();
        objects.insert(1, "<</Type/Catalog/Pages 2 0 R>>".into());
        objects.insert(
            2,
            "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 200]/Rotate 90>>".into(),
        );
        objects.insert(3, "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>".into());
        objects.insert(4, "<</Length 5 0 R>>stream\n0 g 1 1 m\nendstream".into());
        objects.insert(5, "9".into());
        Self {
            objects,
            trailer: "/Root 1 0 R/ID[<0102><0304>]".into(),
        }
    }

    /// Pages in a flat tree.
    pub fn flat_pages(count: u32) -> Self {
        let mut objects = BTreeMap::new();
        let kids: String = (0..count).map(|n| format!("{} 0 R ", n + 10)).collect();
        objects.insert(1, "<</Type/Catalog/Pages 2 0 R>>".into());
        objects.insert(
            2,
            format!("<</Type/Pages/Kids[{kids}]/Count {count}/MediaBox[0 0 300 200]>>"),
        );
        for n in 0..count {
            objects.insert(n + 10, format!("<</Type/Page/Parent 2 0 R/Index {n}>>"));
        }
        Self {
            objects,
            trailer: "/Root 1 0 R".into(),
        }
    }

    /// A file with a cross-reference table.
    pub fn with_table(&self) -> Vec<u8> {
        let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
        let offsets = self.put_objects(&mut file, |_| true);
        let start = file.len();
        put_table(&mut file, &offsets);
        let size = offsets.keys().max().unwrap() + 1;
        file.extend(
            format!(
                "trailer\n<</Size {size}{}>>\nstartxref\n{start}\n%%EOF\n",
                self.trailer
            )
            .bytes(),
        );
        file
    }

    fn put_objects(
        &self,
        file: &mut Vec<u8>,
        wanted: impl Fn(u32) -> bool,
    ) -> BTreeMap<u32, usize> {
        let mut offsets = BTreeMap::new();
        for (number, object) in self.objects.iter().filter(|(number, _)| wanted(**number)) {
            offsets.insert(*number, file.len());
            file.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
        }
        offsets
    }

    /// A file whose objects without data are in an object stream.
    pub fn with_streams(&self) -> Vec<u8> {
        let mut file = b"%PDF-1.5\n".to_vec();
        let packed = |number: u32| !self.objects[&number].contains("stream");
        let offsets = self.put_objects(&mut file, |number| !packed(number));
        let mut header = String::new();
        let mut body = String::new();
        let inside: Vec<u32> = self
            .objects
            .keys()
            .copied()
            .filter(|number| packed(*number))
            .collect();
        for number in &inside {
            header += &format!("{number} {} ", body.len());
            body += &format!("{} ", self.objects[number]);
        }
        let container = self.objects.keys().max().unwrap() + 1;
        let container_offset = file.len();
        let (count, first, length) = (inside.len(), header.len(), header.len() + body.len());
        let object = format!(
            "{container} 0 obj\n<</Type/ObjStm/N {count}/First {first}/Length {length}>>stream\n{header}{body}\nendstream\nendobj\n"
        );
        file.extend(object.bytes());
        let own = container + 1;
        let start = file.len();
        let mut rows = Vec::new();
        for number in 0..=own {
            let (kind, value, third) = match (
                offsets.get(&number),
                inside.iter().position(|it| *it == number),
            ) {
                (Some(offset), _) => (1, *offset, 0),
                (_, Some(index)) => (2, container as usize, index),
                _ if number == container => (1, container_offset, 0),
                _ if number == own => (1, start, 0),
                _ => (0, 0, 0),
            };
            rows.push(kind);
            rows.extend((value as u32).to_be_bytes());
            rows.push(third as u8);
        }
        let (size, length) = (own + 1, rows.len());
        file.extend(
            format!(
                "{own} 0 obj\n<</Type/XRef/Size {size}/W[1 4 1]/Length {length}{}>>stream\n",
                self.trailer
            )
            .bytes(),
        );
        file.extend(rows);
        file.extend(format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n").bytes());
        file
    }
}

/// A table with one subsection per run of numbers.
pub fn put_table(file: &mut Vec<u8>, offsets: &BTreeMap<u32, usize>) {
    file.extend(b"xref\n0 1\n0000000000 65535 f \n");
    for (number, offset) in offsets {
        file.extend(format!("{number} 1\n{offset:010} 00000 n \n").bytes());
    }
}

/// A generator of numbers that is the same every time.
pub struct Noise(pub u64);

impl Noise {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// Asks a document for everything it has; nothing may panic or hang.
pub fn read_everything(document: &Document) -> usize {
    let pages = document.pages().unwrap_or(0);
    let mut read = (0..pages)
        .filter(|index| document.page(*index).is_ok())
        .count();
    for id in document.object_ids() {
        let Ok(object) = document.object(id) else {
            continue;
        };
        if let Some(stream) = object.as_stream() {
            read += usize::from(document.stream_data_until_image(stream).is_ok());
        }
        read += 1;
    }
    let _ = document.revisions();
    let _ = document.version();
    read
}
