//! Text layout in a box: automatic size, line wrapping, comb cells, alignment.
//!
//! Works on measured glyphs, independent of fonts. Widths are in thousandths of the font size.

use crate::field::{POINTS_OF_PIXEL, TextAlign};

/// A glyph for a character or for a part of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Font number.
    pub font: usize,
    /// Code in the font.
    pub code: u16,
    /// Width in the font's table: how far a reader moves the text position.
    pub width: f64,
    /// Actual distance to the next glyph: differs from the width by kerning and mark positioning.
    pub advance: f64,
    /// Horizontal and vertical offset from its position.
    pub offset: (f64, f64),
    /// The character, for line breaking; [`CONTINUED`] if the glyph belongs to the preceding one.
    pub character: char,
    /// Bidirectional embedding level: odd is right-to-left.
    pub level: u8,
}

/// Character of a glyph that belongs to the preceding one.
pub const CONTINUED: char = '\0';

impl Glyph {
    /// A glyph for one left-to-right character, with the font's own spacing.
    pub fn plain(font: usize, code: u16, width: f64, character: char) -> Self {
        Self {
            font,
            code,
            width,
            advance: width,
            offset: (0.0, 0.0),
            character,
            level: 0,
        }
    }
}

/// Layout parameters. Lengths are in user space units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Width of the box.
    pub width: f64,
    /// Height of the box.
    pub height: f64,
    /// Border width, kept free on all sides.
    pub border: f64,
    /// Font size; 0 means automatic.
    pub size: f64,
    /// Alignment.
    pub align: TextAlign,
    /// True to wrap lines.
    pub multiline: bool,
    /// Number of comb cells.
    pub comb: Option<u32>,
    /// Ascent, in units of the font size.
    pub ascent: f64,
    /// Descent, in units of the font size; positive.
    pub descent: f64,
}

/// Consecutive glyphs that start at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Start, from the left edge of the box.
    pub x: f64,
    /// Baseline, from the bottom edge of the box.
    pub y: f64,
    /// The glyphs.
    pub glyphs: Vec<Glyph>,
}

/// A laid out text.
#[derive(Clone, Debug, PartialEq)]
pub struct SetText {
    /// The font size used.
    pub size: f64,
    /// The runs of the text.
    pub runs: Vec<Run>,
    /// True if a part of the text is outside of the box, where nothing is shown.
    pub cut: bool,
}

/// Minimum automatic size: 7 pixels, in points.
pub const MIN_SIZE: f64 = 7.0 * POINTS_OF_PIXEL;
/// Maximum automatic size of a single line, and the default size: 40 pixels, in points.
pub const MAX_SIZE: f64 = 40.0 * POINTS_OF_PIXEL;
/// Maximum automatic size of multiline text.
const MAX_MULTILINE_SIZE: f64 = 12.0;
/// Padding at the sides, if there is room for it.
const PADDING: f64 = 2.0;
/// Line height in units of the font size: the height of Helvetica's font bounding box.
const LEADING: f64 = 1.156;
/// A single line in a multiline box that has room for fewer lines than this stands at the bottom: a
/// box over a ruled line is often high enough for two lines, and text at its top would stand under
/// the line above.
const LOW_BELOW: f64 = 3.0;
/// How far a text may reach out of its box without being called cut: less is not seen.
const TOLERANCE: f64 = 1.0;
/// Step of automatic sizes.
const SIZE_STEP: f64 = 0.25;

/// Lays out paragraphs (the explicit lines of the text) in a box.
pub fn set_text(paragraphs: &[Vec<Glyph>], setting: &Setting) -> SetText {
    if let Some(cells) = setting.comb.filter(|&cells| cells > 0) {
        set_comb(paragraphs, setting, cells)
    } else if setting.multiline {
        set_lines(paragraphs, setting)
    } else {
        set_line(paragraphs, setting)
    }
}

fn sum(glyphs: &[Glyph]) -> f64 {
    glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() / 1000.0
}

fn stepped(size: f64, largest: f64) -> f64 {
    let size = (size / SIZE_STEP).floor() * SIZE_STEP;
    size.min(largest).max(MIN_SIZE)
}

/// Padding at each side: twice the border width, limited to an eighth of the box.
fn padding(setting: &Setting) -> f64 {
    let wish = (setting.border * 2.0).max(PADDING);
    wish.min(setting.width / 8.0).max(0.0)
}

fn aligned(setting: &Setting, room: f64, used: f64) -> f64 {
    match setting.align {
        TextAlign::Left => 0.0,
        // A line that is too long starts at the left, so that its beginning is legible.
        TextAlign::Center => ((room - used) / 2.0).max(0.0),
        TextAlign::Right => (room - used).max(0.0),
    }
}

/// Extent of a line above and below the baseline, in units of the font size.
#[derive(Clone, Copy)]
struct Extent {
    above: f64,
    below: f64,
}

impl Extent {
    /// Ascent and descent are those of unaccented Latin letters. Accented capitals and other
    /// scripts extend further: Helvetica's `Å` to 0.94, Noto's `Ế` to 1.1, stacked characters of
    /// Asian scripts to 1.07 and 0.3.
    fn of(glyphs: &[Glyph], setting: &Setting) -> Self {
        let plain = Self {
            above: setting.ascent,
            below: setting.descent,
        };
        glyphs.iter().fold(plain, |extent, glyph| {
            let (above, below) = match glyph.character {
                CONTINUED | '\0'..='\u{7f}' => return extent,
                '\u{1e00}'..='\u{1fff}' => (1.1, 0.21),
                '\u{80}'..='\u{58f}' | '\u{1100}'..='\u{11ff}' | '\u{2000}'.. => (0.95, 0.21),
                _ => (1.07, 0.3),
            };
            Self {
                above: extent.above.max(above),
                below: extent.below.max(below),
            }
        })
    }
}

/// Baseline that centers ascent and descent vertically; lower if the top of a glyph would be
/// clipped.
fn baseline(setting: &Setting, height: f64, size: f64, extent: Extent) -> f64 {
    let body = (setting.ascent + setting.descent) * size;
    let centred = (height - body) / 2.0 + setting.descent * size;
    let below_top = (height - extent.above * size).max(extent.below * size);
    centred.min(below_top)
}

/// Font size at which a line fills the height, with natural margins.
fn size_for_height(setting: &Setting, extent: Extent) -> f64 {
    let room = (setting.height - 2.0 * setting.border).max(0.0);
    let written = room / (setting.ascent + setting.descent).max(0.1) * 0.75;
    written.min(room / (extent.above + extent.below).max(0.1))
}

fn set_line(paragraphs: &[Vec<Glyph>], setting: &Setting) -> SetText {
    let glyphs: Vec<Glyph> = paragraphs.concat();
    let side = padding(setting);
    let room = (setting.width - 2.0 * side).max(0.0);
    let length = sum(&glyphs);
    let extent = Extent::of(&glyphs, setting);
    let size = if setting.size > 0.0 {
        setting.size
    } else {
        let fitting = if length > 0.0 {
            room / length
        } else {
            f64::MAX
        };
        stepped(size_for_height(setting, extent).min(fitting), MAX_SIZE)
    };
    let x = side + aligned(setting, room, length * size);
    let y = baseline(setting, setting.height, size, extent);
    let glyphs = in_sight(glyphs);
    SetText {
        size,
        runs: vec![Run { x, y, glyphs }],
        cut: length * size > setting.width - 2.0 * setting.border + TOLERANCE,
    }
}

/// Reorders the glyphs of a line from logical to visual order (Unicode Bidirectional Algorithm,
/// rule L2): from the highest level to the lowest odd one, each run of at least that level is
/// reversed.
fn in_sight(mut glyphs: Vec<Glyph>) -> Vec<Glyph> {
    let highest = glyphs.iter().map(|glyph| glyph.level).max().unwrap_or(0);
    for level in (1..=highest).rev() {
        for run in glyphs.chunk_by_mut(|one, next| (one.level >= level) == (next.level >= level)) {
            if run.first().is_some_and(|glyph| glyph.level >= level) {
                run.reverse();
            }
        }
    }
    glyphs
}

fn set_comb(paragraphs: &[Vec<Glyph>], setting: &Setting, cells: u32) -> SetText {
    let glyphs: Vec<Glyph> = paragraphs.concat();
    let cell = setting.width / f64::from(cells);
    let extent = Extent::of(&glyphs, setting);
    let widest = glyphs.iter().map(|glyph| glyph.width).fold(0.0, f64::max) / 1000.0;
    let size = if setting.size > 0.0 {
        setting.size
    } else {
        let fitting = if widest > 0.0 {
            cell / widest
        } else {
            f64::MAX
        };
        stepped(size_for_height(setting, extent).min(fitting), MAX_SIZE)
    };
    let free = f64::from(cells) - glyphs.len() as f64;
    let first = match setting.align {
        TextAlign::Left => 0.0,
        TextAlign::Center => (free / 2.0).floor().max(0.0),
        TextAlign::Right => free.max(0.0),
    };
    let y = baseline(setting, setting.height, size, extent);
    let place = |(index, glyph): (usize, Glyph)| {
        let middle = (first + index as f64 + 0.5) * cell;
        Run {
            x: middle - glyph.width / 2000.0 * size,
            y,
            glyphs: vec![glyph],
        }
    };
    SetText {
        size,
        cut: free < 0.0,
        runs: in_sight(glyphs)
            .into_iter()
            .enumerate()
            .map(place)
            .collect(),
    }
}

fn set_lines(paragraphs: &[Vec<Glyph>], setting: &Setting) -> SetText {
    let side = padding(setting);
    let room = (setting.width - 2.0 * side).max(0.0);
    let height = (setting.height - 2.0 * side).max(0.0);
    let wrapped = |size: f64| -> Vec<Vec<Glyph>> {
        paragraphs
            .iter()
            .flat_map(|glyphs| wrap(glyphs, room / size.max(0.001)))
            .collect()
    };
    let (size, lines) = if setting.size > 0.0 {
        (setting.size, wrapped(setting.size))
    } else {
        let fits = |size: f64| wrapped(size).len() as f64 * LEADING * size <= height;
        let size = largest_fitting(fits);
        (size, wrapped(size))
    };
    let first = lines.first().map_or(&[][..], Vec::as_slice);
    let extent = Extent::of(first, setting);
    let top = if lines.len() == 1 && height < LOW_BELOW * LEADING * size {
        let centered = baseline(setting, setting.height, size, extent);
        centered.min(side + extent.below * size)
    } else {
        setting.height - (extent.above * size).max(side + setting.ascent * size)
    };
    let set = |(index, glyphs): (usize, Vec<Glyph>)| Run {
        x: side + aligned(setting, room, sum(&glyphs) * size),
        y: top - index as f64 * LEADING * size,
        glyphs: in_sight(glyphs),
    };
    let runs: Vec<Run> = lines.into_iter().enumerate().map(set).collect();
    let lowest = runs
        .last()
        .map_or(0.0, |run| run.y - setting.descent * size);
    SetText {
        size,
        cut: lowest < -TOLERANCE,
        runs,
    }
}

/// Default font size of list boxes.
const LIST_SIZE: f64 = 12.0;

fn list_size(setting: &Setting) -> f64 {
    if setting.size > 0.0 {
        setting.size
    } else {
        LIST_SIZE
    }
}

/// Number of list lines visible at once; at least one.
pub fn lines_in_sight(setting: &Setting) -> usize {
    let room = (setting.height - 2.0 * setting.border).max(0.0);
    ((room / (LEADING * list_size(setting))) as usize).max(1)
}

/// Lays out the lines of a list. Also returns the bottom and height of each line.
pub fn set_list(lines: &[Vec<Glyph>], setting: &Setting) -> (SetText, Vec<(f64, f64)>) {
    let (size, side) = (list_size(setting), padding(setting));
    let height = LEADING * size;
    let room = (setting.width - 2.0 * side).max(0.0);
    let (mut runs, mut bands) = (Vec::new(), Vec::new());
    for (index, glyphs) in lines.iter().enumerate() {
        let bottom = setting.height - setting.border - (index + 1) as f64 * height;
        bands.push((bottom, height));
        runs.push(Run {
            x: side + aligned(setting, room, sum(glyphs) * size),
            y: bottom + baseline(setting, height, size, Extent::of(glyphs, setting)),
            glyphs: in_sight(glyphs.clone()),
        });
    }
    let cut = false;
    (SetText { size, runs, cut }, bands)
}

/// The largest size step that fits; the smallest if none fits.
fn largest_fitting(fits: impl Fn(f64) -> bool) -> f64 {
    let step_of = |size: f64| (size / SIZE_STEP) as u32;
    let (mut low, mut high) = (step_of(MIN_SIZE), step_of(MAX_MULTILINE_SIZE));
    let size = |step: u32| (f64::from(step) * SIZE_STEP).max(MIN_SIZE);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if fits(size(middle)) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    size(low)
}

/// Breaks glyphs into lines of at most `room` (in units of the font size): at spaces, between
/// ideographs, and inside a word only if the word alone is longer. An empty paragraph gives one
/// empty line.
fn wrap(glyphs: &[Glyph], room: f64) -> Vec<Vec<Glyph>> {
    let mut lines = Vec::new();
    let mut start = 0;
    while start < glyphs.len() || lines.is_empty() {
        let (end, next) = line_end(glyphs, start, room);
        lines.push(glyphs[start..end].to_vec());
        start = next;
    }
    lines
}

/// End of the line that starts at `start`, and start of the next one.
fn line_end(glyphs: &[Glyph], start: usize, room: f64) -> (usize, usize) {
    let mut length = 0.0;
    // The last possible break (end and next start), and the start of the last whole character.
    let mut last_break = None;
    let mut last_whole = start;
    let mut before = None;
    for (index, glyph) in glyphs.iter().enumerate().skip(start) {
        let character = glyph.character;
        // A zero-width space separates words in scripts without spaces.
        if index > start && matches!(character, ' ' | '\u{200B}') {
            last_break = Some((index, index + 1));
        } else if index > start && before.is_some_and(|before| may_break(before, character)) {
            last_break = Some((index, index));
        }
        if character != CONTINUED {
            last_whole = index;
            before = Some(character);
        }
        length += glyph.advance / 1000.0;
        if length > room && character != ' ' && index > start {
            let inside = if last_whole > start {
                (last_whole, last_whole)
            } else {
                continue;
            };
            return last_break.unwrap_or(inside);
        }
    }
    (glyphs.len(), glyphs.len())
}

/// True if a line may break between two characters without a space: next to an ideograph or kana,
/// but not before closing or continuing characters and not after opening ones.
fn may_break(before: char, after: char) -> bool {
    const CLOSING: &str = "、。，．・：；？！’”）〕］｝〉》」』】〟ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々,.:;?!)]}%";
    const OPENING: &str = "‘“（〔［｛〈《「『【〝([{";
    let wide = |c: char| matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}');
    after != CONTINUED
        && (wide(before) || wide(after))
        && !CLOSING.contains(after)
        && !OPENING.contains(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyphs(text: &str) -> Vec<Glyph> {
        let glyph = |character| Glyph::plain(0, character as u16, 500.0, character);
        text.chars().map(glyph).collect()
    }

    fn text(run: &Run) -> String {
        run.glyphs.iter().map(|glyph| glyph.character).collect()
    }

    const BOX: Setting = Setting {
        width: 100.0,
        height: 20.0,
        border: 0.0,
        size: 10.0,
        align: TextAlign::Left,
        multiline: false,
        comb: None,
        ascent: 0.7,
        descent: 0.2,
    };

    #[test]
    fn a_line_is_centred_in_height_and_aligned() {
        let set = set_text(&[glyphs("abcd")], &BOX);
        assert_eq!((set.runs[0].x, set.runs[0].y), (2.0, 7.5));
        let right = set_text(
            &[glyphs("abcd")],
            &Setting {
                align: TextAlign::Right,
                ..BOX
            },
        );
        assert_eq!(right.runs[0].x, 78.0);
        let centre = set_text(
            &[glyphs("abcd")],
            &Setting {
                align: TextAlign::Center,
                ..BOX
            },
        );
        assert_eq!(centre.runs[0].x, 40.0);
    }

    #[test]
    fn the_top_of_no_letter_is_cut_off() {
        let automatic = Setting { size: 0.0, ..BOX };
        let top = |text: &str, reach: f64, setting: &Setting| {
            let set = set_text(&[glyphs(text)], setting);
            assert!(set.runs[0].y >= setting.descent * set.size, "{text}");
            set.runs[0].y + reach * set.size
        };
        // The same size, a little lower.
        assert_eq!(set_text(&[glyphs("Äijä")], &automatic).size, 16.5);
        for (text, reach) in [
            ("Åse", 0.94),
            ("Їжак", 0.94),
            ("渡邊", 0.88),
            ("Ếch", 1.1),
            ("ที่", 1.05),
        ] {
            for setting in [
                automatic,
                Setting {
                    comb: Some(5),
                    ..automatic
                },
                Setting {
                    size: 12.0,
                    height: 17.0,
                    ..BOX
                },
                Setting {
                    multiline: true,
                    size: 12.0,
                    height: 40.0,
                    ..BOX
                },
            ] {
                assert!(
                    top(text, reach, &setting) <= setting.height,
                    "{text} {setting:?}"
                );
            }
        }
        // The line height of a list is fixed.
        let (set, bands) = set_list(
            &[glyphs("Åse")],
            &Setting {
                height: 60.0,
                ..BOX
            },
        );
        let (bottom, height) = bands[0];
        assert!(set.runs[0].y + 0.94 * set.size <= bottom + height);
    }

    #[test]
    fn automatic_size_follows_height_then_width() {
        let automatic = Setting { size: 0.0, ..BOX };
        assert_eq!(set_text(&[glyphs("ab")], &automatic).size, 16.5);
        let long = set_text(&[glyphs(&"a".repeat(30))], &automatic);
        assert!(sum(&long.runs[0].glyphs) * long.size <= 96.0 && long.size > 6.0);
        assert_eq!(
            set_text(&[glyphs(&"a".repeat(3000))], &automatic).size,
            MIN_SIZE
        );
        assert_eq!(
            set_text(
                &[glyphs("")],
                &Setting {
                    height: 900.0,
                    ..automatic
                }
            )
            .size,
            MAX_SIZE
        );
    }

    #[test]
    fn lines_break_at_spaces_and_inside_long_words() {
        let narrow = Setting {
            multiline: true,
            width: 34.0,
            height: 80.0,
            ..BOX
        };
        let set = set_text(
            &[glyphs("ab cd efghijklm"), glyphs(""), glyphs("x")],
            &narrow,
        );
        let lines: Vec<String> = set.runs.iter().map(text).collect();
        assert_eq!(lines, ["ab cd", "efghij", "klm", "", "x"]);
        assert!(set.runs[0].y > set.runs[1].y);
    }

    #[test]
    fn ideographs_break_anywhere_but_before_what_closes() {
        let narrow = Setting {
            multiline: true,
            width: 24.0,
            height: 80.0,
            ..BOX
        };
        let set = set_text(&[glyphs("日本語。「漢字」")], &narrow);
        let lines: Vec<String> = set.runs.iter().map(text).collect();
        assert!(
            lines
                .iter()
                .all(|line| !line.starts_with(['。', '」']) && !line.ends_with('「')),
            "{lines:?}"
        );
        assert_eq!(lines.concat(), "日本語。「漢字」");
    }

    #[test]
    fn a_mark_stays_with_its_letter() {
        let narrow = Setting {
            multiline: true,
            width: 14.0,
            height: 80.0,
            ..BOX
        };
        let mut word = glyphs("abcd");
        word[2].character = CONTINUED;
        let set = set_text(&[word], &narrow);
        assert!(
            set.runs
                .iter()
                .all(|run| run.glyphs[0].character != CONTINUED)
        );
    }

    #[test]
    fn right_to_left_text_is_turned_round_line_by_line() {
        let mut line = glyphs("abc12d");
        for (glyph, level) in line.iter_mut().zip([0, 1, 1, 2, 2, 0]) {
            glyph.level = level;
        }
        let shown: String = in_sight(line).iter().map(|glyph| glyph.character).collect();
        assert_eq!(shown, "a12cbd");
    }

    #[test]
    fn automatic_size_of_several_lines_fits_the_box() {
        let tall = Setting {
            multiline: true,
            size: 0.0,
            height: 40.0,
            ..BOX
        };
        assert_eq!(set_text(&[glyphs("short")], &tall).size, MAX_MULTILINE_SIZE);
        let set = set_text(&[glyphs(&"word ".repeat(20))], &tall);
        assert!(set.runs.len() as f64 * LEADING * set.size <= 36.0 && set.size > MIN_SIZE);
        let last = set.runs.last().map(|run| run.y);
        assert!(last.is_some_and(|y| y > 0.0));
    }

    #[test]
    fn a_single_line_stands_at_the_bottom_where_few_would_fit() {
        let low = Setting {
            multiline: true,
            size: 10.0,
            height: 30.0,
            ..BOX
        };
        let line = |setting: &Setting| set_text(&[glyphs("short")], setting).runs[0].y;
        // Two points of padding, and the descent of two.
        assert_eq!(line(&low), 4.0);
        let shallow = Setting { height: 9.0, ..low };
        let single = Setting {
            multiline: false,
            ..shallow
        };
        assert_eq!(line(&shallow), line(&single));
        let high = Setting {
            height: 60.0,
            ..low
        };
        assert!(line(&high) > 45.0);
        let two = set_text(&[glyphs("one"), glyphs("two")], &low);
        assert!(two.runs[0].y > 20.0);
    }

    #[test]
    fn comb_centres_each_character_in_its_cell() {
        let comb = Setting {
            comb: Some(4),
            ..BOX
        };
        let set = set_text(&[glyphs("ab")], &comb);
        assert_eq!(
            set.runs.iter().map(|run| run.x).collect::<Vec<_>>(),
            [10.0, 35.0]
        );
        let right = set_text(
            &[glyphs("ab")],
            &Setting {
                align: TextAlign::Right,
                ..comb
            },
        );
        assert_eq!(right.runs[0].x, 60.0);
        assert_eq!(set_text(&[], &comb).runs, []);
    }

    #[test]
    fn boxes_without_extent_end() {
        let none = Setting {
            width: 0.0,
            height: 0.0,
            size: 0.0,
            multiline: true,
            ..BOX
        };
        assert_eq!(set_text(&[glyphs("abc")], &none).runs.len(), 3);
        assert_eq!(
            set_text(
                &[glyphs("abc")],
                &Setting {
                    multiline: false,
                    ..none
                }
            )
            .size,
            MIN_SIZE
        );
    }
}
