//! The bytes of a document: as they are, and what streams make of them (ISO 32000-2, 7.3.8 and 7.4).

use std::borrow::Cow;
use std::ops::Range;

use super::Document;
use crate::error::Result;
use crate::filter::{self, Filter};
use crate::object::{Stream, StreamData};
use crate::source::SourceError;
use crate::stream::find_data;

/// How much is passed on at once by [`Document::read_pieces`].
const PIECE: u64 = 1 << 20;

impl Document {
    /// Bytes of the file as they are.
    ///
    /// # Errors
    /// [`PdfError::Source`](crate::PdfError::Source) where the range is not in the file or its source fails.
    pub fn read(&self, range: Range<u64>) -> Result<Vec<u8>> {
        self.reader.read(range)
    }

    /// Passes bytes of the file on piece by piece, without holding them all, e.g. to digest them.
    ///
    /// # Errors
    /// [`PdfError::Source`](crate::PdfError::Source) where the range is not in the file or its source fails.
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

    /// Where the data of a stream is, when it is in the file.
    pub(crate) fn data_range(&self, stream: &Stream) -> Result<Option<Range<u64>>> {
        match &stream.data {
            StreamData::File { start, .. } => self.stream_range(stream, *start).map(Some),
            StreamData::Memory(_) => Ok(None),
        }
    }

    /// The data of a stream as it is written: encoded, but decrypted (ISO 32000-2, 7.3.8).
    ///
    /// # Errors
    /// What reading its length fails with, or [`PdfError::Source`](crate::PdfError::Source).
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
        // A length that can't be read is found by searching, as a wrong one is.
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

    /// The most bytes that a stream of this file may decode to.
    pub(crate) fn decode_limit(&self) -> usize {
        filter::limit_for(self.len())
    }

    /// The data of a stream with all filters applied but those of images; names what filters remain
    /// (ISO 32000-2, 7.4).
    ///
    /// # Errors
    /// [`PdfError::Filter`](crate::PdfError::Filter) for damaged data, [`PdfError::Limit`](crate::PdfError::Limit) for what
    /// unfolds to more than a sane file has.
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
