//! The graphics state of an appearance stream, as far as it decides whether text is visible (ISO
//! 32000-2, 8.4 and 9.3).

/// Minimum height and width of legible text, in points on the page.
const SMALLEST: f64 = 1.0;
/// Assumed font size if the appearance sets none.
const USUAL_SIZE: f64 = 10.0;
/// Assumed glyph width as a fraction of the font size; font metrics are not read.
const USUAL_WIDTH: f64 = 0.5;
/// Lightness above which a color counts as white; 0 is black.
const WHITE: f64 = 0.93;
/// Opacity below which text counts as invisible.
const TRANSPARENT: f64 = 0.1;

/// `[a b c d e f]`
pub(crate) type Matrix = [f64; 6];

/// The identity matrix.
pub(crate) const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// The matrix that applies `first`, then `second`.
fn product(first: Matrix, second: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = first;
    let [g, h, i, j, k, l] = second;
    [
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + l,
    ]
}

/// A rectangle: left, bottom, right, top.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area([f64; 4]);

impl Area {
    /// From two opposite corners.
    pub(crate) fn new([x0, y0, x1, y1]: [f64; 4]) -> Self {
        Self([x0.min(x1), y0.min(y1), x0.max(x1), y0.max(y1)])
    }

    /// Bounding box of the transformed rectangle.
    fn mapped(self, [a, b, c, d, e, f]: Matrix) -> Self {
        let [x0, y0, x1, y1] = self.0;
        let corners = [(x0, y0), (x1, y0), (x0, y1), (x1, y1)];
        let points = corners.map(|(x, y)| (a * x + c * y + e, b * x + d * y + f));
        let least = |get: fn(&(f64, f64)) -> f64| points.iter().map(get).fold(f64::MAX, f64::min);
        let most = |get: fn(&(f64, f64)) -> f64| points.iter().map(get).fold(f64::MIN, f64::max);
        Self([
            least(|it| it.0),
            least(|it| it.1),
            most(|it| it.0),
            most(|it| it.1),
        ])
    }

    /// Intersection; empty if the rectangles don't overlap.
    fn shared(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        let (left, bottom) = (a.max(e), b.max(f));
        Self([left, bottom, c.min(g).max(left), d.min(h).max(bottom)])
    }

    fn width(self) -> f64 {
        self.0[2] - self.0[0]
    }

    fn height(self) -> f64 {
        self.0[3] - self.0[1]
    }
}

/// Visibility of painted text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Visible.
    Seen,
    /// Painted but invisible: too small, white, transparent, or in optional content that may be
    /// off.
    Hidden,
    /// Outside the visible part of the appearance.
    Outside,
}

/// The state that `q` saves and `Q` restores.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// Maps content units to appearance units.
    to_form: Matrix,
    /// Clipping area in appearance units.
    clip: Area,
    /// Lightness of the fill color; `None` if unknown.
    fill: Option<f64>,
    opacity: f64,
    /// Text rendering mode `Tr`.
    mode: i64,
    size: Option<f64>,
    /// Horizontal scaling `Tz`, as a factor.
    stretch: f64,
    leading: f64,
    rise: f64,
}

/// Graphics state while an appearance stream is read.
#[derive(Debug, Clone)]
pub(crate) struct Painting {
    state: State,
    saved: Vec<State>,
    line: Matrix,
    text: Matrix,
    /// The unclipped area of the appearance.
    whole: Area,
    /// Points on the page per appearance unit, horizontally and vertically.
    scale: [f64; 2],
    /// The rectangle of the current path; `None` for any other path.
    path: Option<Area>,
    clips: bool,
    /// True once something darker than white was filled: white text may be legible on it.
    pub(crate) background: bool,
    /// Nested marked content; true for each level that is optional content.
    layers: Vec<bool>,
    /// False once the state can't be determined.
    pub(crate) certain: bool,
}

impl Painting {
    /// State for an appearance with this bounding box. `scale`: points on the page per appearance
    /// unit, horizontally and vertically.
    pub(crate) fn new(whole: Area, scale: [f64; 2]) -> Self {
        Self {
            state: State {
                to_form: IDENTITY,
                clip: whole,
                fill: Some(0.0),
                opacity: 1.0,
                mode: 0,
                size: None,
                stretch: 1.0,
                leading: 0.0,
                rise: 0.0,
            },
            saved: Vec::new(),
            line: IDENTITY,
            text: IDENTITY,
            whole,
            scale,
            path: None,
            clips: false,
            background: false,
            layers: Vec::new(),
            certain: true,
        }
    }

    /// Enters a form XObject: applies its matrix and bounding box. Undone by [`Self::leave`].
    pub(crate) fn enter(&mut self, matrix: Option<Matrix>, area: Option<Area>, in_layer: bool) {
        self.save();
        self.layers.push(in_layer);
        if let Some(matrix) = matrix {
            self.state.to_form = product(matrix, self.state.to_form);
        }
        if let Some(area) = area {
            self.clip_to(area);
        }
    }

    /// Undoes [`Self::enter`]. `depth` and `layers`: the result of [`Self::depth`] before entering.
    pub(crate) fn leave(&mut self, (depth, layers): (usize, usize)) {
        while self.saved.len() > depth {
            self.restore();
        }
        self.layers.truncate(layers);
    }

    pub(crate) fn depth(&self) -> (usize, usize) {
        (self.saved.len(), self.layers.len())
    }

    fn save(&mut self) {
        self.saved.push(self.state.clone());
    }

    fn restore(&mut self) {
        if let Some(state) = self.saved.pop() {
            self.state = state;
        }
    }

    fn clip_to(&mut self, area: Area) {
        let area = area.mapped(self.state.to_form);
        self.state.clip = self.state.clip.shared(area);
    }

    /// Begins marked content. `in_layer`: it is optional content.
    pub(crate) fn begin_marked(&mut self, in_layer: bool) {
        self.layers.push(in_layer);
    }

    pub(crate) fn end_marked(&mut self) {
        self.layers.pop();
    }

    pub(crate) fn set_opacity(&mut self, opacity: f64) {
        self.state.opacity = opacity;
    }

    pub(crate) fn set_size(&mut self, size: f64) {
        self.state.size = Some(size.abs());
    }

    /// True if text is painted: `Tr` 3 paints nothing, 7 only clips (ISO 32000-2, table 104).
    pub(crate) fn paints_text(&self) -> bool {
        !matches!(self.state.mode, 3 | 7)
    }

    /// Processes an operator with numeric operands. Returns false if it does not affect the state.
    pub(crate) fn operator(&mut self, operator: &[u8], numbers: &[f64]) -> bool {
        let last = numbers.last().copied();
        match (operator, numbers) {
            (b"q", _) => self.save(),
            (b"Q", _) => self.restore(),
            (b"cm", [.., a, b, c, d, e, f]) => {
                self.state.to_form = product([*a, *b, *c, *d, *e, *f], self.state.to_form);
            }
            (b"BT", _) => (self.line, self.text) = (IDENTITY, IDENTITY),
            (b"Tm", [.., a, b, c, d, e, f]) => self.set_line([*a, *b, *c, *d, *e, *f]),
            (b"Td", [.., x, y]) => self.move_line(*x, *y),
            (b"TD", [.., x, y]) => {
                self.state.leading = -*y;
                self.move_line(*x, *y);
            }
            (b"TL", _) => self.state.leading = last.unwrap_or(0.0),
            (b"T*", _) => self.next_line(),
            (b"Tz", _) => self.state.stretch = last.unwrap_or(100.0) / 100.0,
            (b"Ts", _) => self.state.rise = last.unwrap_or(0.0),
            (b"Tr", _) => self.state.mode = last.unwrap_or(0.0) as i64,
            (b"g", [.., gray]) => self.state.fill = Some(*gray),
            (b"rg", [.., red, green, blue]) => {
                self.state.fill = Some(red.min(*green).min(*blue));
            }
            (b"k", [.., cyan, magenta, yellow, black]) => {
                let colour = cyan.max(*magenta).max(*yellow);
                self.state.fill = Some(1.0 - colour.max(*black));
            }
            (b"cs" | b"sc" | b"scn", _) => self.state.fill = None,
            (b"re", [.., x, y, width, height]) => {
                let area = Area::new([*x, *y, x + width, y + height]);
                self.path = Some(area.mapped(self.state.to_form));
            }
            (b"m" | b"l" | b"c" | b"v" | b"y" | b"h", _) => self.path = None,
            (b"W" | b"W*", _) => self.clips = true,
            (b"n" | b"S" | b"s", _) => self.end_path(false),
            (b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*", _) => self.end_path(true),
            (b"sh", _) => self.background = true,
            _ => return false,
        }
        true
    }

    fn end_path(&mut self, filled: bool) {
        self.background |= filled && self.state.fill.is_none_or(|fill| fill < WHITE);
        if std::mem::take(&mut self.clips) {
            match self.path {
                Some(area) => self.state.clip = self.state.clip.shared(area),
                None => self.certain = false,
            }
        }
        self.path = None;
    }

    fn set_line(&mut self, matrix: Matrix) {
        (self.line, self.text) = (matrix, matrix);
    }

    fn move_line(&mut self, x: f64, y: f64) {
        self.set_line(product([1.0, 0.0, 0.0, 1.0, x, y], self.line));
    }

    pub(crate) fn next_line(&mut self) {
        self.move_line(0.0, -self.state.leading);
    }

    /// Moves the text position by a number of a `TJ` array, in thousandths of the font size.
    pub(crate) fn kern(&mut self, thousandths: f64) {
        let size = self.state.size.unwrap_or(USUAL_SIZE);
        let x = -thousandths / 1000.0 * size * self.state.stretch;
        self.text = product([1.0, 0.0, 0.0, 1.0, x, 0.0], self.text);
    }

    /// Advances by `letters` glyphs and returns their visibility.
    pub(crate) fn show(&mut self, letters: usize) -> Sight {
        let size = self.state.size.unwrap_or(USUAL_SIZE);
        let width = letters as f64 * USUAL_WIDTH * size * self.state.stretch;
        let to_form = product(self.text, self.state.to_form);
        let rise = self.state.rise;
        let letters = Area::new([0.0, rise, width, rise + 0.7 * size]);
        let sight = self.sight(to_form, letters.mapped(to_form), size);
        self.text = product([1.0, 0.0, 0.0, 1.0, width, 0.0], self.text);
        sight
    }

    fn sight(&self, [a, b, c, d, _, _]: Matrix, area: Area, size: f64) -> Sight {
        let [across, up] = self.scale;
        let wide = (a * across).hypot(b * up) * size * self.state.stretch.abs();
        let high = (c * across).hypot(d * up) * size;
        // A degenerate matrix also has a determinant of zero.
        let flat = (a * d - b * c).abs() * across * up * size * size * self.state.stretch.abs();
        let is_small = wide < SMALLEST || high < SMALLEST || flat < SMALLEST * SMALLEST;
        let is_white = self.state.fill.is_some_and(|fill| fill > WHITE) && self.state.mode % 4 == 0;
        let in_layer = self.layers.contains(&true);
        if is_small
            || in_layer
            || self.state.opacity < TRANSPARENT
            || (is_white && !self.background)
        {
            return Sight::Hidden;
        }
        let shared = area.shared(self.state.clip);
        let part = |shared: f64, whole: f64| shared / whole.max(f64::MIN_POSITIVE);
        let narrow = self.state.clip.width() < self.whole.width() / 2.0;
        let (wide, high) = (
            part(shared.width(), area.width()),
            part(shared.height(), area.height()),
        );
        // Long text often overflows its field and is clipped at the edge; that is normal. A clip
        // narrower than half the field hides text on purpose.
        let is_cut = high < 0.3 || wide < 0.01 || (narrow && wide < 0.6);
        match is_cut {
            true => Sight::Outside,
            false => Sight::Seen,
        }
    }

    /// True if the fill color is known.
    pub(crate) fn knows_colour(&self) -> bool {
        self.state.fill.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn painted(operators: &[(&[u8], &[f64])]) -> Sight {
        let mut painting = Painting::new(Area::new([0.0, 0.0, 100.0, 20.0]), [1.0, 1.0]);
        painting.set_size(12.0);
        painting.operator(b"BT", &[]);
        for (operator, numbers) in operators {
            assert!(painting.operator(operator, numbers));
        }
        painting.show(4)
    }

    #[test]
    fn a_text_is_seen_where_it_is_large_dark_and_inside() {
        assert_eq!(painted(&[(b"Td", &[2.0, 5.0])]), Sight::Seen);
        assert_eq!(painted(&[(b"g", &[1.0])]), Sight::Hidden);
        assert_eq!(painted(&[(b"k", &[0.0, 0.0, 0.0, 0.0])]), Sight::Hidden);
        assert_eq!(
            painted(&[(b"Tm", &[0.001, 0.0, 0.0, 0.001, 2.0, 5.0])]),
            Sight::Hidden
        );
        assert_eq!(painted(&[(b"Tz", &[0.1])]), Sight::Hidden);
        assert_eq!(painted(&[(b"Td", &[2.0, 50.0])]), Sight::Outside);
        assert_eq!(painted(&[(b"Td", &[200.0, 5.0])]), Sight::Outside);
        let clip: [(&[u8], &[f64]); 3] =
            [(b"re", &[0.0, 0.0, 6.0, 20.0]), (b"W", &[]), (b"n", &[])];
        assert_eq!(painted(&clip), Sight::Outside);
    }

    #[test]
    fn white_letters_on_a_dark_ground_and_long_lines_are_seen() {
        let ground: [(&[u8], &[f64]); 4] = [
            (b"g", &[0.2]),
            (b"re", &[0.0, 0.0, 100.0, 20.0]),
            (b"f", &[]),
            (b"g", &[1.0]),
        ];
        assert_eq!(painted(&ground), Sight::Seen);
        assert_eq!(painted(&[(b"Td", &[90.0, 5.0])]), Sight::Seen);
        // Centered and longer than the field.
        assert_eq!(painted(&[(b"Td", &[-15.0, 5.0])]), Sight::Seen);
    }
}
