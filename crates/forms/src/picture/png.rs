//! PNG decoder (W3C PNG, third edition) that works row by row. Output has one byte per channel;
//! palettes and transparent colors are expanded. Inflate and row filters are shared with PDF
//! streams.

use super::{PictureProblem, check_size, check_work};
use countersign_pdf::{Inflater, undo_png_row};

/// PNG signature.
pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Maximum size of a pixel in the file, in bytes: four channels of 16 bits.
const PIXEL: u64 = 8;
/// Adam7 passes: first column, first row, column step, row step (PNG 13.7).
const PASSES: [[usize; 4]; 7] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
];

/// A PNG, parsed up to its image data.
pub(super) struct Png<'a> {
    /// Width in pixels.
    pub(super) width: u32,
    /// Height in pixels.
    pub(super) height: u32,
    bits: usize,
    color: Color,
    interlaced: bool,
    /// RGBA value of each sample value, if a pixel is one sample of at most 8 bits.
    table: Vec<[u8; 4]>,
    /// The transparent color, in file format (`tRNS`).
    key: Option<Vec<u8>>,
    transparent: bool,
    data: Data<'a>,
    /// Length of the file in bytes.
    length: usize,
}

/// Color types, with their numbers in the standard (11.2.1).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Color {
    Gray = 0,
    Rgb = 2,
    Indexed = 3,
    GrayAlpha = 4,
    Rgba = 6,
}

impl Color {
    /// The color type with this number, if it permits this bit depth.
    fn new(number: u8, bits: u8) -> Option<Self> {
        match (number, bits) {
            (0, 1 | 2 | 4 | 8 | 16) => Some(Self::Gray),
            (2, 8 | 16) => Some(Self::Rgb),
            (3, 1 | 2 | 4 | 8) => Some(Self::Indexed),
            (4, 8 | 16) => Some(Self::GrayAlpha),
            (6, 8 | 16) => Some(Self::Rgba),
            _ => None,
        }
    }

    /// Samples per pixel.
    fn samples(self) -> usize {
        match self {
            Self::Gray | Self::Indexed => 1,
            Self::GrayAlpha => 2,
            Self::Rgb => 3,
            Self::Rgba => 4,
        }
    }
}

impl<'a> Png<'a> {
    /// Parses the chunks before the image data.
    ///
    /// # Errors
    /// [`PictureProblem::Content`] if the file is damaged, [`PictureProblem::Size`] if it exceeds a
    /// limit.
    pub(super) fn open(file: &'a [u8]) -> Result<Self, PictureProblem> {
        let mut chunks = Chunks::new(file.get(SIGNATURE.len()..).unwrap_or_default());
        let mut png = Self::header(&mut chunks, file.len()).ok_or(PictureProblem::Content)?;
        check_size(png.width, png.height, file.len())?;
        // Two rows in file format and one in output format, rounded up.
        check_work(u64::from(png.width) * PIXEL * 3, file.len())?;
        png.beginning(chunks).ok_or(PictureProblem::Content)?;
        Ok(png)
    }

    fn header(chunks: &mut Chunks<'a>, length: usize) -> Option<Self> {
        let header = chunks.next().filter(|chunk| chunk.kind == *b"IHDR")?;
        let (&[w0, w1, w2, w3, h0, h1, h2, h3], &[bits, color, 0, 0, interlaced]) =
            header.data.split_first_chunk()?
        else {
            return None;
        };
        let color = Color::new(color, bits)?;
        Some(Self {
            width: u32::from_be_bytes([w0, w1, w2, w3]),
            height: u32::from_be_bytes([h0, h1, h2, h3]),
            bits: bits.into(),
            color,
            interlaced: match interlaced {
                0 => false,
                1 => true,
                _ => return None,
            },
            table: Vec::new(),
            key: None,
            transparent: matches!(color, Color::GrayAlpha | Color::Rgba),
            data: Data::default(),
            length,
        })
    }

    /// Reads palette and transparency, up to the first `IDAT`.
    fn beginning(&mut self, mut chunks: Chunks<'a>) -> Option<()> {
        let (mut palette, mut transparency): (Option<&[u8]>, Option<&[u8]>) = (None, None);
        loop {
            let chunk = chunks.next()?;
            match &chunk.kind {
                b"PLTE" if palette.is_none() => palette = Some(chunk.data),
                b"tRNS" => transparency = transparency.or(Some(chunk.data)),
                b"IDAT" => {
                    self.data = Data::new(chunk.data, chunks);
                    break;
                }
                // An unknown critical chunk.
                _ if chunk.is_critical() => return None,
                _ => {}
            }
        }
        match self.color {
            Color::Indexed => self.read_palette(palette?, transparency)?,
            Color::Gray | Color::Rgb => self.read_key(transparency),
            Color::GrayAlpha | Color::Rgba => {}
        }
        if self.color == Color::Gray && self.bits <= 8 {
            self.make_grays();
        }
        Some(())
    }

    /// Indexes beyond the end of the palette are black.
    fn read_palette(&mut self, palette: &[u8], opacity: Option<&[u8]>) -> Option<()> {
        let (colors, &[]) = palette.as_chunks::<3>() else {
            return None;
        };
        // More alpha values than colors: damaged, but the image can be shown without them.
        let opacity = opacity.filter(|opacity| opacity.len() <= colors.len());
        self.transparent = opacity.is_some();
        let opacity = opacity.unwrap_or_default();
        self.table = (0..1usize << self.bits)
            .map(|index| {
                let [red, green, blue] = colors.get(index).copied().unwrap_or_default();
                [
                    red,
                    green,
                    blue,
                    opacity.get(index).copied().unwrap_or(u8::MAX),
                ]
            })
            .collect();
        Some(())
    }

    /// The transparent color: two bytes per sample, of which only the bits of the bit depth count.
    fn read_key(&mut self, chunk: Option<&[u8]>) {
        let samples = chunk
            .map(|chunk| chunk.as_chunks::<2>())
            .filter(|(samples, rest)| samples.len() == self.color.samples() && rest.is_empty());
        self.key = samples.map(|(samples, _)| match self.bits {
            16 => samples.as_flattened().to_vec(),
            bits => samples
                .iter()
                .map(|[_, low]| low & (u8::MAX >> (8 - bits)))
                .collect(),
        });
        self.transparent = self.key.is_some();
    }

    fn make_grays(&mut self) {
        let last = u8::MAX >> (8 - self.bits);
        let key = self.key.as_deref();
        self.table = (0..=last)
            .map(|sample| {
                let opacity = if key == Some(&[sample]) { 0 } else { u8::MAX };
                [sample * (u8::MAX / last), opacity, 0, 0]
            })
            .collect();
    }

    /// True if pixels are gray, false if they are RGB.
    pub(super) fn is_gray(&self) -> bool {
        matches!(self.color, Color::Gray | Color::GrayAlpha)
    }

    /// True if the last channel is alpha.
    pub(super) fn is_transparent(&self) -> bool {
        self.transparent
    }

    /// Bytes per output pixel.
    pub(super) fn channels(&self) -> usize {
        (if self.is_gray() { 1 } else { 3 }) + usize::from(self.transparent)
    }

    /// Passes every row to `row`, from top to bottom.
    ///
    /// # Errors
    /// As for [`Self::open`].
    pub(super) fn rows(mut self, mut row: impl FnMut(&[u8])) -> Result<(), PictureProblem> {
        let (width, height) = (self.width as usize, self.height as usize);
        let mut data = std::mem::take(&mut self.data);
        if self.interlaced {
            // Interlaced rows come in seven passes: the whole image is needed before the first row.
            let size = u64::from(self.width) * u64::from(self.height) * self.channels() as u64;
            check_work(size, self.length)?;
            let whole = self.deinterlace(&mut data).ok_or(PictureProblem::Content)?;
            whole.chunks(width * self.channels()).for_each(row);
            return Ok(());
        }
        let drawn = self.pass(&mut data, width, height, |_, pixels| row(pixels));
        drawn.ok_or(PictureProblem::Content)
    }

    /// Assembles the image from its seven passes.
    fn deinterlace(&self, data: &mut Data) -> Option<Vec<u8>> {
        let (width, height) = (self.width as usize, self.height as usize);
        let channels = self.channels();
        let mut whole = vec![0; width * height * channels];
        for [left, top, across, down] in PASSES {
            let columns = width.saturating_sub(left).div_ceil(across);
            let rows = height.saturating_sub(top).div_ceil(down);
            if columns == 0 {
                continue;
            }
            self.pass(data, columns, rows, |y, pixels| {
                let start = ((top + y * down) * width + left) * channels;
                let places = whole.get_mut(start..).unwrap_or_default();
                let places = places.chunks_mut(across * channels);
                for (place, pixel) in places.zip(pixels.chunks_exact(channels)) {
                    place
                        .iter_mut()
                        .zip(pixel)
                        .for_each(|(to, from)| *to = *from);
                }
            })?;
        }
        Some(whole)
    }

    /// Decodes the rows of one pass and passes them on with their index. Row filters refer to the
    /// row above.
    fn pass(
        &self,
        data: &mut Data,
        columns: usize,
        rows: usize,
        mut give: impl FnMut(usize, &[u8]),
    ) -> Option<()> {
        let bits = self.color.samples() * self.bits;
        let length = (columns as u64 * bits as u64).div_ceil(8);
        let mut row = vec![0; 1 + usize::try_from(length).ok()?];
        let mut above = row.clone();
        let mut pixels = Vec::with_capacity(columns * self.channels());
        for y in 0..rows {
            data.fill(&mut row)?;
            let ((kind, line), (_, before)) = (row.split_first_mut()?, above.split_first()?);
            undo_png_row(*kind, line, before, bits.div_ceil(8)).ok()?;
            pixels.clear();
            self.expand(line, columns, &mut pixels);
            give(y, &pixels);
            std::mem::swap(&mut row, &mut above);
        }
        Some(())
    }

    /// Expands a row to one byte per channel.
    fn expand(&self, row: &[u8], columns: usize, pixels: &mut Vec<u8>) {
        let samples = self.color.samples();
        if !self.table.is_empty() {
            self.look_up(row, columns, pixels);
        } else if self.bits == 8 && self.key.is_none() {
            pixels.extend_from_slice(row);
        } else {
            // Of 16-bit samples, only the high byte is used.
            let bytes = self.bits / 8;
            for pixel in row.chunks_exact(samples * bytes) {
                pixels.extend(pixel.iter().step_by(bytes));
                if let Some(key) = &self.key {
                    pixels.push(if key == pixel { 0 } else { u8::MAX });
                }
            }
        }
    }

    fn look_up(&self, row: &[u8], columns: usize, pixels: &mut Vec<u8>) {
        let (channels, bits) = (self.channels(), self.bits);
        let last = u8::MAX >> (8 - bits);
        let samples = row.iter().flat_map(|byte| {
            (0..8 / bits)
                .rev()
                .map(move |at| byte >> (at * bits) & last)
        });
        for sample in samples.take(columns) {
            let found = self.table.get(usize::from(sample));
            pixels.extend_from_slice(found.and_then(|it| it.get(..channels)).unwrap_or_default());
        }
    }
}

/// The compressed image data, spread over several chunks.
#[derive(Default)]
struct Data<'a> {
    inflater: Inflater,
    /// Unread data of the current chunk.
    packed: &'a [u8],
    chunks: Chunks<'a>,
}

impl<'a> Data<'a> {
    fn new(packed: &'a [u8], chunks: Chunks<'a>) -> Self {
        Self {
            inflater: Inflater::default(),
            packed,
            chunks,
        }
    }

    /// Inflates data until the buffer is full.
    fn fill(&mut self, mut room: &mut [u8]) -> Option<()> {
        while !room.is_empty() {
            let (read, written) = self.inflater.inflate(self.packed, room).ok()?;
            self.packed = self.packed.get(read..)?;
            room = room.get_mut(written..)?;
            if (read, written) == (0, 0) {
                let next = self.chunks.next().filter(|chunk| chunk.kind == *b"IDAT")?;
                self.packed = next.data;
            }
        }
        Some(())
    }
}

/// A chunk (PNG 5.3).
struct Chunk<'a> {
    kind: [u8; 4],
    data: &'a [u8],
}

impl Chunk<'_> {
    /// True for critical chunks, which a decoder must not skip.
    fn is_critical(&self) -> bool {
        matches!(self.kind, [first, ..] if first.is_ascii_uppercase())
    }
}

/// The remaining chunks, up to the first damaged critical one.
#[derive(Default)]
struct Chunks<'a> {
    rest: &'a [u8],
    /// CRC table. Computed at run time: 1 KB of incompressible data would enlarge the binary.
    sums: Vec<u32>,
}

impl<'a> Chunks<'a> {
    fn new(rest: &'a [u8]) -> Self {
        let shift = |sum: u32| sum >> 1 ^ if sum & 1 == 1 { 0xEDB8_8320 } else { 0 };
        let sums = (0..256).map(|byte| (0..8).fold(byte, |sum, _| shift(sum)));
        Self {
            rest,
            sums: sums.collect(),
        }
    }

    /// CRC-32 (PNG annex D).
    fn sum(&self, bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |sum, byte| {
            let index = usize::from(sum as u8 ^ byte);
            sum >> 8 ^ self.sums.get(index).copied().unwrap_or(0)
        })
    }

    fn next(&mut self) -> Option<Chunk<'a>> {
        loop {
            let (length, rest) = self.rest.split_first_chunk()?;
            let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
            let (summed, rest) = rest.split_at_checked(length.checked_add(4)?)?;
            let (sum, rest) = rest.split_first_chunk()?;
            self.rest = rest;
            let (kind, data) = summed.split_first_chunk()?;
            let chunk = Chunk { kind: *kind, data };
            if self.sum(summed) == u32::from_be_bytes(*sum) {
                return Some(chunk);
            }
            if chunk.is_critical() {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::crc;
    use countersign_pdf::Compressor;

    /// A complete file of these chunks.
    fn file(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut file = SIGNATURE.to_vec();
        for (kind, data) in chunks.iter().chain(&[(b"IEND", &[][..])]) {
            let summed = [*kind, *data].concat();
            file.extend((data.len() as u32).to_be_bytes());
            file.extend_from_slice(&summed);
            file.extend(crc(&summed).to_be_bytes());
        }
        file
    }

    fn header(size: (u32, u32), bits: u8, color: u8, interlaced: u8) -> Vec<u8> {
        let [width, height] = [size.0, size.1].map(u32::to_be_bytes);
        [&width[..], &height, &[bits, color, 0, 0, interlaced]].concat()
    }

    fn packed(rows: &[u8]) -> Vec<u8> {
        let mut packed = Compressor::new();
        packed.push(rows);
        packed.finish()
    }

    /// Deterministic pseudo-random bytes below a limit.
    fn noise(seed: u32, below: u32) -> impl Iterator<Item = u8> {
        let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        std::iter::successors(Some(seed), next).map(move |state| ((state >> 16) % below) as u8)
    }

    /// Rows of all passes, with varying filters.
    fn rows(size: (u32, u32), pixel: usize, interlaced: bool, below: u32) -> Vec<u8> {
        let (width, height) = (size.0 as usize, size.1 as usize);
        let whole = [[0, 0, 1, 1]];
        let passes = if interlaced { &PASSES[..] } else { &whole };
        let mut noise = noise(size.0 * 31 + pixel as u32, below);
        let mut rows = Vec::new();
        for &[left, top, across, down] in passes {
            let columns = width.saturating_sub(left).div_ceil(across);
            for y in (top..height).step_by(down).filter(|_| columns > 0) {
                rows.push((y / down % 5) as u8);
                rows.extend(noise.by_ref().take((columns * pixel).div_ceil(8)));
            }
        }
        rows
    }

    /// The decoded pixels, or the problem.
    fn read(file: &[u8]) -> Result<Vec<u8>, PictureProblem> {
        let mut pixels = Vec::new();
        Png::open(file)?.rows(|row| pixels.extend_from_slice(row))?;
        Ok(pixels)
    }

    /// Reference result of the `png` crate.
    fn expected(file: &[u8]) -> Vec<u8> {
        let mut decoder = ::png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(::png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    }

    const KINDS: [(u8, u8); 15] = [
        (0, 1),
        (0, 2),
        (0, 4),
        (0, 8),
        (0, 16),
        (2, 8),
        (2, 16),
        (3, 1),
        (3, 2),
        (3, 4),
        (3, 8),
        (4, 8),
        (4, 16),
        (6, 8),
        (6, 16),
    ];
    const SIZES: [(u32, u32); 7] = [(1, 1), (2, 3), (3, 2), (5, 5), (8, 8), (9, 17), (70, 6)];

    #[test]
    fn every_kind_of_pixel_is_read_as_another_reader_reads_it() {
        let palette: Vec<u8> = noise(7, 256).take(3 * 200).collect();
        let mut seen_through = 0;
        for ((color, bits), size) in KINDS
            .iter()
            .flat_map(|kind| SIZES.map(|size| (*kind, size)))
        {
            let kind = Color::new(color, bits).unwrap();
            let key: Vec<u8> = match kind {
                Color::Gray | Color::Rgb => [0, 1].repeat(kind.samples()),
                _ => vec![0, 128],
            };
            for variant in 0..8 {
                let (interlaced, below) = (variant & 1, if variant & 2 == 0 { 2 } else { 256 });
                let pixel = kind.samples() * usize::from(bits);
                let data = packed(&rows(size, pixel, interlaced == 1, below));
                let (first, second) = data.split_at(data.len() / 2);
                let (header, colors) = (header(size, bits, color, interlaced), 3 << bits.min(7));
                let mut chunks: Vec<(&[u8; 4], &[u8])> = vec![(b"IHDR", &header)];
                if kind == Color::Indexed {
                    chunks.push((b"PLTE", &palette[..palette.len().min(colors)]));
                }
                let keyed = variant & 4 != 0 && !matches!(kind, Color::GrayAlpha | Color::Rgba);
                if keyed {
                    chunks.push((b"tRNS", &key));
                }
                chunks.extend([(b"tEXt", &b"by\0us"[..]), (b"IDAT", first), (b"IDAT", &[])]);
                chunks.push((b"IDAT", second));
                let (file, what) = (file(&chunks), (kind as u8, bits, size, variant));
                let pixels = read(&file).unwrap();
                assert_eq!(pixels, expected(&file), "{what:?}");
                let channels = Png::open(&file).unwrap().channels();
                let mut pixels = pixels.chunks(channels);
                seen_through += usize::from(keyed && pixels.any(|pixel| pixel.ends_with(&[0])));
            }
        }
        assert!(seen_through > 100, "{seen_through}");
    }

    #[test]
    fn an_index_beyond_the_palette_is_black() {
        let header = header((2, 1), 8, 3, 0);
        let chunks: [(&[u8; 4], &[u8]); 3] = [
            (b"IHDR", &header),
            (b"PLTE", &[9, 8, 7]),
            (b"IDAT", &packed(&[0, 0, 200])),
        ];
        assert_eq!(read(&file(&chunks)), Ok(vec![9, 8, 7, 0, 0, 0]));
    }

    #[test]
    fn damage_is_reported() {
        let gray = header((2, 2), 8, 0, 0);
        let data = packed(&[0, 1, 2, 0, 3, 4]);
        let sound: [(&[u8; 4], &[u8]); 2] = [(b"IHDR", &gray), (b"IDAT", &data)];
        assert_eq!(read(&file(&sound)), Ok(vec![1, 2, 3, 4]));
        let content = Err(PictureProblem::Content);
        let with = |header: &[u8], data: &[u8]| read(&file(&[(b"IHDR", header), (b"IDAT", data)]));
        for (bits, color) in [(3, 0), (16, 3), (4, 2), (1, 4), (8, 1), (8, 7)] {
            assert_eq!(with(&header((2, 2), bits, color, 0), &data), content);
        }
        for (place, value) in [(10, 1), (11, 1), (12, 2)] {
            let mut header = gray.clone();
            header[place] = value;
            assert_eq!(with(&header, &data), content, "{place}");
        }
        assert_eq!(with(&gray[..12], &data), content, "a short header");
        assert_eq!(with(&gray, &packed(&[0, 1, 2, 0, 3])), content, "too few");
        assert_eq!(
            with(&gray, &packed(&[5, 1, 2, 0, 3, 4])),
            content,
            "a row's kind"
        );
        assert_eq!(with(&gray, &data[..3]), content, "the data's end");
        assert_eq!(with(&gray, &[1, 2, 3, 4]), content, "not packed");
        assert_eq!(with(&header((2, 2), 8, 3, 0), &data), content, "no palette");
        let palette: [(&[u8; 4], &[u8]); 3] = [sound[0], (b"PLTE", &[1, 2]), sound[1]];
        assert_eq!(
            read(&file(&palette)),
            Ok(vec![1, 2, 3, 4]),
            "one nobody asks"
        );
        let unknown: [(&[u8; 4], &[u8]); 3] = [sound[0], (b"ABCD", &[]), sound[1]];
        assert_eq!(read(&file(&unknown)), content, "a chunk to be known");
        assert_eq!(read(&file(&sound[1..])), content, "no header");
        assert_eq!(read(&file(&sound[..1])), content, "no pixels");
    }

    #[test]
    fn a_wrong_sum_spoils_what_is_needed() {
        let gray = header((1, 1), 8, 0, 0);
        let data = packed(&[0, 9]);
        let whole = file(&[(b"IHDR", &gray), (b"tRNS", &[0, 9]), (b"IDAT", &data)]);
        assert_eq!(read(&whole), Ok(vec![9, 0]));
        let spoilt = |at: usize| {
            let mut file = whole.clone();
            file[at] ^= 1;
            read(&file)
        };
        assert_eq!(spoilt(8 + 8 + 3), Err(PictureProblem::Content));
        assert_eq!(spoilt(8 + 25 + 8 + 1), Ok(vec![9]), "what may be missing");
        assert_eq!(spoilt(whole.len() - 12 - 5), Err(PictureProblem::Content));
    }

    #[test]
    fn small_files_of_large_pictures_are_refused() {
        let data = packed(&[0; 64]);
        let with = |size, color, interlaced| {
            let header = header(size, 8, color, interlaced);
            read(&file(&[(b"IHDR", &header), (b"IDAT", &data)]))
        };
        let size = Err(PictureProblem::Size);
        assert_eq!(with((0, 5), 0, 0), size);
        assert_eq!(with((5, 0), 0, 0), size);
        assert_eq!(with((u32::MAX, u32::MAX), 6, 0), size);
        assert_eq!(with((8000, 8000), 6, 0), size, "pixels");
        assert_eq!(with((4_000_000, 1), 6, 0), size, "a row");
        assert_eq!(with((3800, 3800), 6, 1), size, "all passes");
    }
}
