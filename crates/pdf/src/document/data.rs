//! Raw bytes and stream data of a document (ISO 32000-2, 7.3.8 and 7.4).

use std::borrow::Cow;
use std::ops::Range;

use super::Document;
use crate::error::Result;
use crate::filter::{self, Filter};
use crate::object::{Stream, StreamData};
use crate::source::SourceError;
use crate::stream::find_data;

/// Chunk size of [`Document::read_pieces`], in bytes.
const PIECE: u64 = 1 << 20;

impl Document {
    /// Raw bytes of the file.
    ///
    /// # Errors
    /// [`PdfError::Source`](crate::PdfError::Source) if the range is outside the file or its source
    /// fails.
    pub fn read(&self, range: Range<u64>) -> Result<Vec<u8>> {
        self.reader.read(range)
    }

    /// Passes bytes of the file to `take` in chunks, for example to hash them without loading all
    /// of them.
    ///
    /// # Errors
    /// [`PdfError::Source`](crate::PdfError::Source) if the range is outside the file or its source
    /// fails.
    pub fn read_pieces(&self, range: Range<u64>, mut take: impl FnMut(&[u8])) -> Result<()> {
        if range.start > range.end || range.end > self.reader.len() {
            return Err(SourceError::out_of_range().into());
        }
        let mut position = range.start;
        while position < range.end {
            let wanted = (range.end - position).min(PIECE);
            let window = self.reader.window(position, wanted)?;
            let length = window
                .len()
                .min(usize::try_from(range.end - position).unwrap_or(usize::MAX));
            take(window.get(..length).unwrap_or_default());
            position += length as u64;
        }
        Ok(())
    }

    /// Range of a stream's data in the file; `None` if the data is in memory.
    pub(crate) fn data_range(&self, stream: &Stream) -> Result<Option<Range<u64>>> {
        match &stream.data {
            StreamData::File { start, .. } => self.stream_range(stream, *start).map(Some),
            StreamData::Memory(_) => Ok(None),
        }
    }

    /// Stream data as stored: encoded, but decrypted (ISO 32000-2, 7.3.8).
    ///
    /// # Errors
    /// An error of reading the length, or [`PdfError::Source`](crate::PdfError::Source).
    pub fn raw_stream_data(&self, stream: &Stream) -> Result<Vec<u8>> {
        self.raw_data(stream).map(Cow::into_owned)
    }

    pub(crate) fn raw_data<'s>(&self, stream: &'s Stream) -> Result<Cow<'s, [u8]>> {
        match &stream.data {
            StreamData::Memory(data) => Ok(Cow::Borrowed(data)),
            StreamData::File { start, id } => {
                let data = self.reader.read_once(self.stream_range(stream, *start)?)?;
                Ok(Cow::Owned(match &self.security {
                    Some(security) => security.decrypt_stream(*id, &stream.dictionary, data),
                    None => data,
                }))
            }
        }
    }

    fn stream_range(&self, stream: &Stream, start: u64) -> Result<Range<u64>> {
        let _depth = self.descend()?;
        // If the length can't be read or is wrong, the end of the data is found by searching.
        let length = self
            .lookup(&stream.dictionary, b"Length")
            .ok()
            .and_then(|it| it.as_integer());
        find_data(&self.reader, start, length, &self.work)
    }

    pub(super) fn filters(&self, stream: &Stream) -> Result<Vec<Filter>> {
        filter::filters(&stream.dictionary, &|object| {
            Ok(self.resolve(object)?.into_object())
        })
    }

    /// Maximum decoded size of a stream of this file, in bytes.
    pub(crate) fn decode_limit(&self) -> usize {
        filter::limit_for(self.len())
    }

    /// Stream data with all filters applied up to the first image filter, and the names of the
    /// remaining filters (ISO 32000-2, 7.4).
    ///
    /// # Errors
    /// [`PdfError::Filter`](crate::PdfError::Filter) for damaged data,
    /// [`PdfError::Limit`](crate::PdfError::Limit) if the decoded data exceeds the limit for this
    /// file.
    pub fn stream_data_until_image(&self, stream: &Stream) -> Result<(Vec<u8>, Vec<String>)> {
        let filters = self.filters(stream)?;
        let (data, rest) = filter::decode_until_image(
            &filters,
            self.raw_stream_data(stream)?,
            self.decode_limit(),
        )?;
        Ok((
            data,
            rest.iter()
                .map(|filter| String::from_utf8_lossy(&filter.name).into_owned())
                .collect(),
        ))
    }
}
