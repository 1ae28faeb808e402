//! Appearance streams: the content of widgets.

use crate::appearance_plan::TextContent;
use crate::color::Color;
use crate::content::Content;
use crate::geometry::AppearanceSpace;
use crate::picture::Shape;
use crate::text::font_set::FIRST_EMBEDDED;
use crate::text::layout::Glyph;
use crate::widget_style::WidgetStyle;
use countersign_pdf::{Dictionary, Name, Object, ObjectId, Stream, object_bytes};

/// An appearance before it becomes a stream (ISO 32000-2, 12.5.5).
#[derive(Clone, Debug, PartialEq)]
pub struct Appearance {
    /// Bounding box and matrix.
    pub space: AppearanceSpace,
    /// The content stream.
    pub content: Vec<u8>,
    /// Resources of the content.
    pub resources: Dictionary,
}

impl Appearance {
    /// A key that is equal for identical appearances.
    pub fn key(&self) -> Vec<u8> {
        let mut key = object_bytes(&Object::Dictionary(self.resources.clone()));
        key.reserve(8 * size_of::<f64>() + self.content.len());
        let AppearanceSpace {
            width,
            height,
            matrix,
        } = self.space;
        let numbers = [width, height]
            .into_iter()
            .chain(matrix.into_iter().flatten());
        numbers.for_each(|number| key.extend(number.to_bits().to_be_bytes()));
        key.extend_from_slice(&self.content);
        key
    }

    /// The form XObject (ISO 32000-2, 8.10). Not compressed: appearances are too short to gain from
    /// it.
    pub fn into_stream(self) -> Stream {
        let number = |value: f64| Object::Real((value * 1000.0).round() / 1000.0);
        let bounds = [0.0, 0.0, self.space.width, self.space.height].map(number);
        let mut dictionary = Dictionary::new()
            .with("Type", Name::from("XObject"))
            .with("Subtype", Name::from("Form"))
            .with("BBox", bounds.to_vec())
            .with("Resources", self.resources);
        if let Some(matrix) = self.space.matrix {
            dictionary.insert("Matrix", matrix.map(number).to_vec());
        }
        Stream::new(dictionary, self.content)
    }
}

/// An appearance with border and background only.
pub fn empty(widget_style: &WidgetStyle, is_text: bool) -> Appearance {
    let mut content = Content::new();
    widget_style.draw(&mut content);
    if is_text {
        content.line("/Tx BMC").line("EMC");
    }
    Appearance {
        space: widget_style.space,
        content: content.finish(),
        resources: Dictionary::new(),
    }
}

/// Background of selected list items, as in Acrobat.
const CHOSEN: Color = Color::Rgb(0.6, 0.756_86, 0.854_9);

/// Content that shows a text. `names` are the resource names of the fonts, indexed by font number.
pub fn text_content(widget_style: &WidgetStyle, text: &TextContent, names: &[Vec<u8>]) -> Vec<u8> {
    let set = &text.set;
    let mut content = Content::new();
    widget_style.draw(&mut content);
    content.line("/Tx BMC").save();
    let line = widget_style.visible_border();
    let (width, height) = (
        widget_style.space.width - 2.0 * line,
        widget_style.space.height - 2.0 * line,
    );
    content
        .rectangle(line, line, width, height)
        .line("W")
        .line("n");
    for &(bottom, height) in &text.chosen {
        CHOSEN.fill(&mut content);
        let band = (widget_style.space.width - 2.0 * line, height);
        content.rectangle(line, bottom, band.0, band.1).line("f");
    }
    content.line("BT");
    text.color.fill(&mut content);
    let mut font = None;
    let mut at = (0.0, 0.0);
    for run in set.runs.iter().filter(|run| !run.glyphs.is_empty()) {
        // Td is relative to the start of the previous line; rounding errors must not accumulate.
        let to = (hundredths(run.x), hundredths(run.y));
        content.operator(&[to.0 - at.0, to.1 - at.1], "Td");
        at = to;
        for glyphs in run.glyphs.chunk_by(|one, next| one.font == next.font) {
            show(&mut content, glyphs, set.size, &mut font, names);
        }
    }
    content.line("ET").restore().line("EMC");
    content.finish()
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn show(
    content: &mut Content,
    glyphs: &[Glyph],
    size: f64,
    selected: &mut Option<usize>,
    names: &[Vec<u8>],
) {
    let Some(first) = glyphs.first() else { return };
    if *selected != Some(first.font) {
        content.font(
            names.get(first.font).map(Vec::as_slice).unwrap_or_default(),
            size,
        );
        *selected = Some(first.font);
    }
    if first.font >= FIRST_EMBEDDED {
        for level in glyphs.chunk_by(|one, next| one.offset.1 == next.offset.1) {
            show_shaped(content, level, size);
        }
    } else {
        // Simple fonts have one-byte codes.
        let codes: Vec<u8> = glyphs
            .iter()
            .map(|glyph| (glyph.code & 0xFF) as u8)
            .collect();
        content.show_codes(&codes);
    }
}

/// Shows shaped glyphs of equal vertical offset.
fn show_shaped(content: &mut Content, glyphs: &[Glyph], size: f64) {
    let rise = glyphs.first().map_or(0.0, |glyph| glyph.offset.1);
    if rise != 0.0 {
        content.operator(&[rise * size / 1000.0], "Ts");
    }
    // Codes, each with the TJ adjustment before it.
    let mut places: Vec<(f64, u16)> = Vec::with_capacity(glyphs.len());
    let mut pending = 0.0;
    for glyph in glyphs {
        places.push((pending - glyph.offset.0, glyph.code));
        pending = glyph.width - glyph.advance + glyph.offset.0;
    }
    content.show_spaced_codes(&places, pending);
    if rise != 0.0 {
        content.operator(&[0.0], "Ts");
    }
}

/// A check mark that fills the smaller side of the widget.
pub fn tick(widget_style: &WidgetStyle, color: Color) -> Appearance {
    let mut content = Content::new();
    widget_style.draw(&mut content);
    let (side, left, bottom) = square(widget_style);
    content.save();
    color.stroke(&mut content);
    content
        .operator(&[side * 0.11], "w")
        .line("1 J")
        .line("1 j");
    let point = |x: f64, y: f64| [left + x * side, bottom + y * side];
    content.operator(&point(0.18, 0.5), "m");
    content.operator(&point(0.42, 0.24), "l");
    content.operator(&point(0.82, 0.78), "l");
    content.line("S").restore();
    Appearance {
        space: widget_style.space,
        content: content.finish(),
        resources: Dictionary::new(),
    }
}

/// A filled circle in the center of the widget.
pub fn dot(widget_style: &WidgetStyle, color: Color) -> Appearance {
    /// Distance of the Bézier control points for a quarter of the unit circle.
    const ARC: f64 = 0.5523;
    let mut content = Content::new();
    widget_style.draw(&mut content);
    let (side, left, bottom) = square(widget_style);
    let radius = side * 0.27;
    let (x, y) = (left + side / 2.0, bottom + side / 2.0);
    color.fill(&mut content);
    content.operator(&[x + radius, y], "m");
    for (cos, sin) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
        // From one quadrant to the next, 90 degrees on.
        let (next_cos, next_sin) = (-sin, cos);
        let curve = [
            x + radius * (cos + ARC * next_cos),
            y + radius * (sin + ARC * next_sin),
            x + radius * (next_cos + ARC * cos),
            y + radius * (next_sin + ARC * sin),
            x + radius * next_cos,
            y + radius * next_sin,
        ];
        content.operator(&curve, "c");
    }
    content.line("f");
    Appearance {
        space: widget_style.space,
        content: content.finish(),
        resources: Dictionary::new(),
    }
}

/// The largest centered square of the widget: side, left, bottom.
fn square(widget_style: &WidgetStyle) -> (f64, f64, f64) {
    let side = widget_style.space.width.min(widget_style.space.height);
    (
        side,
        (widget_style.space.width - side) / 2.0,
        (widget_style.space.height - side) / 2.0,
    )
}

/// A centered picture, scaled to fit the widget with its proportions kept.
pub fn picture(widget_style: &WidgetStyle, image: ObjectId, shape: Shape) -> Appearance {
    const NAME: &str = "Im";
    let mut content = Content::new();
    widget_style.draw(&mut content);
    let line = widget_style.visible_border();
    let room = (
        widget_style.space.width - 2.0 * line,
        widget_style.space.height - 2.0 * line,
    );
    let (across, down) = shape.shown();
    let (width, height) = (f64::from(across.max(1)), f64::from(down.max(1)));
    let scale = (room.0 / width).min(room.1 / height).max(0.0);
    let (shown_width, shown_height) = (width * scale, height * scale);
    let left = line + (room.0 - shown_width) / 2.0;
    let bottom = line + (room.1 - shown_height) / 2.0;
    content.save();
    let [a, b, c, d, e, f] = shape.turn();
    content.transform([
        a * shown_width,
        b * shown_height,
        c * shown_width,
        d * shown_height,
        e * shown_width + left,
        f * shown_height + bottom,
    ]);
    content.show_object(NAME).restore();
    let images = Dictionary::new().with(NAME, image);
    let resources = Dictionary::new().with("XObject", images);
    Appearance {
        space: widget_style.space,
        content: content.finish(),
        resources,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::BLACK;
    use crate::geometry::appearance_space;
    use crate::text::layout::{Run, SetText};
    use crate::widget_style::BorderStyle;

    fn widget_style(width: f64, height: f64) -> WidgetStyle {
        WidgetStyle {
            space: appearance_space(width, height, 0),
            background: None,
            border: None,
            border_width: 1.0,
            border_style: BorderStyle::Solid,
            cells: None,
        }
    }

    fn text(content: Vec<u8>) -> String {
        String::from_utf8(content).unwrap()
    }

    #[test]
    fn text_names_its_fonts_and_moves_from_line_to_line() {
        let glyph = |font, code| Glyph::plain(font, code, 500.0, 'x');
        let runs = vec![
            Run {
                x: 2.0,
                y: 20.0,
                glyphs: vec![glyph(0, 65), glyph(0, 66)],
            },
            Run {
                x: 3.5,
                y: 8.0,
                glyphs: vec![glyph(2, 1)],
            },
        ];
        let names = [b"Helv".to_vec(), b"H".to_vec(), b"F0".to_vec()];
        let appearance = TextContent {
            set: SetText {
                size: 9.0,
                runs,
                cut: false,
            },
            color: BLACK,
            own: None,
            chosen: Vec::new(),
        };
        let content = text_content(&widget_style(50.0, 30.0), &appearance, &names);
        assert_eq!(
            text(content),
            "/Tx BMC\nq\n0 0 50 30 re\nW\nn\nBT\n0 g\n2 20 Td\n/Helv 9 Tf\n(AB) Tj\n1.5 -12 Td\n\
             /F0 9 Tf\n<0001> Tj\nET\nQ\nEMC\n"
        );
    }

    #[test]
    fn kerning_and_marks_move_what_follows() {
        let mut glyphs = [1, 2, 3].map(|code| Glyph::plain(2, code, 500.0, 'x'));
        glyphs[0].advance = 450.0;
        glyphs[1].advance = 0.0;
        glyphs[1].offset = (-100.0, 200.0);
        let mut content = Content::new();
        show(&mut content, &glyphs, 10.0, &mut Some(2), &[]);
        assert_eq!(
            text(content.finish()),
            "[<0001>50]TJ\n2 Ts\n[100<0002>400]TJ\n0 Ts\n<0003> Tj\n"
        );
    }

    #[test]
    fn pictures_keep_their_proportions_in_the_middle() {
        let shape = |width, height, orientation| Shape {
            width,
            height,
            orientation,
        };
        let wide = picture(
            &widget_style(100.0, 50.0),
            ObjectId::new(7, 0),
            shape(10, 10, 1),
        );
        assert_eq!(text(wide.content), "q\n50 0 0 50 25 0 cm\n/Im Do\nQ\n");
        let flat = picture(
            &widget_style(100.0, 50.0),
            ObjectId::new(7, 0),
            shape(40, 10, 1),
        );
        assert_eq!(text(flat.content), "q\n100 0 0 25 0 12.5 cm\n/Im Do\nQ\n");
        let turned = picture(
            &widget_style(100.0, 50.0),
            ObjectId::new(7, 0),
            shape(10, 40, 6),
        );
        assert_eq!(
            text(turned.content),
            "q\n0 -25 100 0 0 37.5 cm\n/Im Do\nQ\n"
        );
    }

    #[test]
    fn marks_stay_inside_their_widget() {
        for appearance in [
            tick(&widget_style(20.0, 10.0), BLACK),
            dot(&widget_style(20.0, 10.0), BLACK),
        ] {
            let content = text(appearance.content);
            let numbers = content
                .split_whitespace()
                .filter_map(|token| token.parse::<f64>().ok());
            assert!(
                numbers.clone().all(|number| (0.0..=20.0).contains(&number)),
                "{content}"
            );
        }
    }
}
