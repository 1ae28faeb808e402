//! Decodes stream data with all filters except those for images.

mod ascii;
mod flate;
mod lzw;
mod predictor;
mod run_length;

pub use flate::Inflater;
pub use predictor::undo_png_row;

use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Object};

/// Base limit of the decoded size of a stream, in bytes: 16 MB.
const DECODED: u64 = 16 << 20;
/// Additional decoded bytes per byte of the file.
const DECODED_PER_BYTE: u64 = 4;
/// Absolute limit of the decoded size of a stream: 256 MB.
const MAX_DECODED: u64 = 256 << 20;
/// Maximum number of filters per stream.
const MAX_FILTERS: usize = 16;

/// A filter with its parameters, both resolved.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Filter {
    pub(crate) name: Vec<u8>,
    pub(crate) parameters: Option<Dictionary>,
}

/// The filters of a stream. `resolve` resolves indirect values.
pub(crate) fn filters(
    dictionary: &Dictionary,
    resolve: &dyn Fn(&Object) -> Result<Object>,
) -> Result<Vec<Filter>> {
    let value =
        |long: &[u8], short: &[u8]| match dictionary.get(long).or_else(|| dictionary.get(short)) {
            Some(object) => resolve(object),
            None => Ok(Object::Null),
        };
    let names = match value(b"Filter", b"F")? {
        Object::Array(names) => names,
        name @ Object::Name(_) => vec![name],
        // `/F` of a stream may also be a file specification.
        _ => Vec::new(),
    };
    let parameters = match value(b"DecodeParms", b"DP")? {
        Object::Array(parameters) => parameters,
        one => vec![one],
    };
    if names.len() > MAX_FILTERS {
        return Err(PdfError::Limit("filters of a stream"));
    }
    let mut filters = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let name = resolve(name)?
            .as_name()
            .ok_or_else(|| PdfError::expected(None, "a filter name"))?
            .to_vec();
        let parameters = match parameters.get(index) {
            Some(object) => resolve_entries(&resolve(object)?, resolve)?,
            None => None,
        };
        filters.push(Filter { name, parameters });
    }
    Ok(filters)
}

fn resolve_entries(
    object: &Object,
    resolve: &dyn Fn(&Object) -> Result<Object>,
) -> Result<Option<Dictionary>> {
    let Some(dictionary) = object.as_dictionary() else {
        return Ok(None);
    };
    let mut resolved = dictionary.clone();
    for (_, value) in resolved.iter_mut() {
        if matches!(value, Object::Reference(_)) {
            *value = resolve(value)?;
        }
    }
    Ok(Some(resolved))
}

/// Maximum decoded size of a stream in a file of this length: a limit against decompression bombs.
pub(crate) fn limit_for(file_length: u64) -> usize {
    let limit = file_length.saturating_mul(DECODED_PER_BYTE);
    limit.saturating_add(DECODED).min(MAX_DECODED) as usize
}

/// Decodes data whose dictionary has only direct values.
pub(crate) fn decode_direct(
    dictionary: &Dictionary,
    data: Vec<u8>,
    limit: usize,
) -> Result<Vec<u8>> {
    let filters = filters(dictionary, &|object| Ok(object.clone()))?;
    decode(&filters, data, limit)
}

/// Applies all filters.
pub(crate) fn decode(filters: &[Filter], data: Vec<u8>, limit: usize) -> Result<Vec<u8>> {
    filters
        .iter()
        .try_fold(data, |data, filter| apply(filter, data, limit))
}

/// Applies filters up to the first image filter. Returns the data, that filter and the following
/// ones.
pub(crate) fn decode_until_image(
    filters: &[Filter],
    data: Vec<u8>,
    limit: usize,
) -> Result<(Vec<u8>, &[Filter])> {
    let ours = filters
        .iter()
        .take_while(|filter| is_known(&filter.name))
        .count();
    let (now, later) = filters.split_at(ours);
    Ok((decode(now, data, limit)?, later))
}

fn is_known(name: &[u8]) -> bool {
    matches!(
        name,
        b"FlateDecode"
            | b"Fl"
            | b"LZWDecode"
            | b"LZW"
            | b"ASCII85Decode"
            | b"A85"
            | b"ASCIIHexDecode"
            | b"AHx"
            | b"RunLengthDecode"
            | b"RL"
            | b"Crypt"
    )
}

fn apply(filter: &Filter, data: Vec<u8>, limit: usize) -> Result<Vec<u8>> {
    let parameters = filter.parameters.as_ref();
    match filter.name.as_slice() {
        b"FlateDecode" | b"Fl" => predictor::undo(parameters, flate::inflate(&data, limit)?),
        b"LZWDecode" | b"LZW" => {
            let early = parameters.and_then(|it| it.integer(b"EarlyChange")) != Some(0);
            predictor::undo(parameters, lzw::decode(&data, early, limit)?)
        }
        b"ASCII85Decode" | b"A85" => ascii::decode_85(&data),
        b"ASCIIHexDecode" | b"AHx" => Ok(ascii::decode_hex(&data)),
        b"RunLengthDecode" | b"RL" => run_length::decode(&data, limit),
        // Decryption happens when the data is read.
        b"Crypt" => Ok(data),
        other => Err(PdfError::FilterUnsupported(
            String::from_utf8_lossy(other).into_owned(),
        )),
    }
}
