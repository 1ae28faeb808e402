//! Horizontal rules: runs of pixels darker than both sides, found row by row and joined across neighboring rows.

use crate::raster::bitmap::{Bitmap, Runs, index, lightest_of_three};
use crate::raster::rule::{CONTRAST, MAX_RULES, MAX_THICKNESS, Rule};
use crate::sorting::sort_by_rank;

/// Shortest run considered.
const MIN_LENGTH: i32 = 10;
/// Dashed rules with gaps of more than three pixels: length of a dash, gap, and minimum number of dashes. Longer
/// dashes are comb cells of one character each.
const DASH: std::ops::RangeInclusive<i32> = 5..=9;
const DASH_GAP: std::ops::RangeInclusive<i32> = 4..=8;
const DASHES: i32 = 8;
/// Number of rows buffered: from four above a row to two below it.
const BUFFERED_ROWS: usize = 7;

/// Finds horizontal rules; its buffers are kept from page to page.
#[derive(Debug, Default)]
pub(crate) struct HorizontalRules {
    /// Ridge pixels of one row.
    ridge: Bitmap,
    flags: Vec<u8>,
    /// For each buffered row, the lightest value of it and the two rows below it.
    lightest: Vec<u8>,
    /// Indices of the rules that end in the rows just above.
    active: Vec<usize>,
}

/// A run, and the number of light pixels in its gaps.
#[derive(Clone, Copy)]
struct Run {
    from: i32,
    to: i32,
    gaps: i32,
}

/// A sequence of dashes of equal length at equal distance.
#[derive(Clone, Copy)]
struct Dashes {
    from: i32,
    to: i32,
    length: i32,
    gap: i32,
    count: i32,
}

impl Dashes {
    fn begin(from: i32, to: i32) -> Option<Self> {
        DASH.contains(&(to - from)).then_some(Self {
            from,
            to,
            length: to - from,
            gap: 0,
            count: 1,
        })
    }

    /// Extends the sequence by the next run if it fits.
    fn with(self, from: i32, to: i32) -> Option<Self> {
        let gap = from - self.to;
        let even = self.count == 1 || (gap - self.gap).abs() <= 1;
        let alike = (to - from - self.length).abs() <= 1;
        (alike && even && DASH_GAP.contains(&gap)).then_some(Self {
            to,
            gap,
            count: self.count + 1,
            ..self
        })
    }

    fn run(self) -> Option<Run> {
        let gaps = self.to - self.from - self.count * self.length;
        let Self { from, to, .. } = self;
        (self.count >= DASHES).then_some(Run { from, to, gaps })
    }
}

impl HorizontalRules {
    pub(crate) fn find(&mut self, gray: &[u8], dark: &Bitmap, rules: &mut Vec<Rule>) {
        let (width, height) = (dark.width, dark.height);
        self.ridge.reset(width, 1);
        self.active.clear();
        let w = index(width);
        let row = |y: i32| {
            gray.get(index(y) * w..(index(y) + 1) * w)
                .unwrap_or_default()
        };
        self.lightest.resize(BUFFERED_ROWS * w, 0);
        self.flags.resize(w, 0);
        for y in 0..height - 2 {
            let start = index(y) % BUFFERED_ROWS * w;
            let lightest = self.lightest.get_mut(start..start + w);
            lightest_of_three(row(y), row(y + 1), row(y + 2), lightest.unwrap_or_default());
            // Both sides of the row two above are known now.
            let y = y - 2;
            if y < 4 {
                continue;
            }
            let [above, below] = [y - 4, y + 2].map(|y| {
                let start = index(y) % BUFFERED_ROWS * w;
                self.lightest.get(start..start + w).unwrap_or_default()
            });
            let pixels = row(y).iter().zip(above.iter().zip(below));
            for (flag, (g, (a, b))) in self.flags.iter_mut().zip(pixels) {
                *flag = u8::from(a.min(b).saturating_sub(*g) >= CONTRAST);
            }
            self.ridge.set_row(0, &self.flags);
            self.follow_row(y, dark.row(y), rules);
        }
        sort_by_rank(rules, |rule| [rule.near, rule.from, 0, 0]);
    }

    /// Adds the runs of a row to the rules that end just above. Dark pixels of crossing lines do not count as a gap;
    /// other gaps of up to three pixels belong to dashed lines.
    fn follow_row(&mut self, y: i32, dark: &[u64], rules: &mut Vec<Rule>) {
        self.active
            .retain(|i| rules.get(*i).is_some_and(|rule| rule.far >= y - 2));
        let mut run: Option<Run> = None;
        let mut dashes: Option<Dashes> = None;
        for (from, to) in Runs::set(self.ridge.row(0), 0, self.ridge.width) {
            let more = dashes.and_then(|dashes| dashes.with(from, to));
            if more.is_none()
                && let Some(dashed) = dashes.and_then(Dashes::run)
            {
                add_run(dashed, y, &mut self.active, rules);
            }
            dashes = more.or_else(|| Dashes::begin(from, to));
            let next = Run { from, to, gaps: 0 };
            run = Some(match run {
                Some(run) if from - run.to <= 8 && all_set(dark, run.to, from) => Run { to, ..run },
                Some(run) if from - run.to <= 3 => Run {
                    to,
                    gaps: run.gaps + from - run.to,
                    ..run
                },
                Some(done) => {
                    add_run(done, y, &mut self.active, rules);
                    next
                }
                None => next,
            });
        }
        for done in run.into_iter().chain(dashes.and_then(Dashes::run)) {
            add_run(done, y, &mut self.active, rules);
        }
    }
}

/// Extends a rule that ends just above, or begins a new one.
fn add_run(run: Run, y: i32, active: &mut Vec<usize>, rules: &mut Vec<Rule>) {
    let length = run.to - run.from;
    if length < MIN_LENGTH || rules.len() >= MAX_RULES {
        return;
    }
    let joins = |rule: &Rule| {
        let common = rule.to.min(run.to) - rule.from.max(run.from);
        y - rule.near < MAX_THICKNESS && 2 * common >= rule.length().min(length)
    };
    let drawn_percent = 100 - 100 * run.gaps / length;
    let found = active
        .iter()
        .copied()
        .find(|i| rules.get(*i).is_some_and(joins));
    if let Some(rule) = found.and_then(|i| rules.get_mut(i)) {
        rule.drawn_percent = rule.drawn_percent.max(drawn_percent);
        rule.from = rule.from.min(run.from);
        rule.to = rule.to.max(run.to);
        rule.far = y;
    } else {
        active.push(rules.len());
        rules.push(Rule {
            from: run.from,
            to: run.to,
            near: y,
            far: y,
            drawn_percent,
        });
    }
}

fn all_set(words: &[u64], from: i32, to: i32) -> bool {
    Runs::clear(words, from, to).next().is_none()
}
