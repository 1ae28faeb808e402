//! Compression for FlateDecode, with the pure Rust zlib.

use flate2::{Compress, Compression, FlushCompress, Status};

const STEP: usize = 64 * 1024;

/// Compresses data with a zlib header.
pub(crate) fn deflate(data: &[u8]) -> Vec<u8> {
    let mut packer = Compressor::with_capacity(data.len() / 2 + 128);
    packer.take(data, FlushCompress::Finish);
    packer.packed
}

/// Compresses data in chunks, for a stream with the filter `FlateDecode` (ISO 32000-2, 7.4.4).
///
/// ```
/// use countersign_pdf::{Compressor, Dictionary, Document, Name, Stream};
/// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
/// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
/// let mut rows = Compressor::new();
/// rows.push(b"first row, ");
/// rows.push(b"second row");
/// let dictionary = Dictionary::new().with("Filter", Name::new("FlateDecode"));
/// let stream = Stream::new(dictionary, rows.finish());
/// let document = Document::from_bytes(pdf.to_vec())?;
/// assert_eq!(document.stream_data(&stream)?, b"first row, second row");
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub struct Compressor {
    packer: Compress,
    packed: Vec<u8>,
}

impl Default for Compressor {
    fn default() -> Self {
        Self::new()
    }
}

impl Compressor {
    /// A compressor without data.
    pub fn new() -> Self {
        Self::with_capacity(STEP)
    }

    fn with_capacity(bytes: usize) -> Self {
        Self {
            packer: Compress::new(Compression::default(), true),
            packed: Vec::with_capacity(bytes),
        }
    }

    /// Adds data.
    pub fn push(&mut self, data: &[u8]) {
        self.take(data, FlushCompress::None);
    }

    /// Returns the compressed data with its zlib header.
    pub fn finish(mut self) -> Vec<u8> {
        self.take(&[], FlushCompress::Finish);
        self.packed
    }

    /// The compressor fails only on misuse (data after the end), which callers can't cause.
    fn take(&mut self, data: &[u8], flush: FlushCompress) {
        let before = self.packer.total_in();
        loop {
            let consumed = usize::try_from(self.packer.total_in() - before).unwrap_or(usize::MAX);
            let rest = data.get(consumed..).unwrap_or_default();
            if rest.is_empty() && matches!(flush, FlushCompress::None) {
                return;
            }
            match self.packer.compress_vec(rest, &mut self.packed, flush) {
                Ok(Status::StreamEnd) | Err(_) => return,
                Ok(Status::Ok | Status::BufError) => {
                    if self.packed.len() == self.packed.capacity() {
                        self.packed.reserve(self.packed.len().max(STEP));
                    }
                }
            }
        }
    }
}
