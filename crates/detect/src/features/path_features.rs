//! Features from the page's vector paths: rules and boxes without raster noise.

use crate::candidates::candidate::Candidate;
use crate::rect::Rect;
use crate::schema::{FIRST_STAGE_FEATURES, set_features};
use crate::sorting::{ordered, sort_by_rank};
use crate::{PathItem, PathKind};

/// Maximum number of paths read per page.
const MAX_PATHS: usize = 20_000;
/// Filled rectangles thinner than this are rules, in pixels.
const MAX_RULE_THICKNESS: f32 = 4.0;
/// A drawn rule this close to an edge counts as that edge, in pixels.
const MAX_EDGE_DISTANCE: f32 = 3.5;
/// Larger paths are images, frames or the page itself, in pixels.
const MAX_SHAPE_HEIGHT: f32 = 700.0;

/// A straight segment: position across its direction, extent along it, thickness and gray value.
#[derive(Clone, Copy, Debug)]
struct Segment {
    at: f32,
    from: f32,
    to: f32,
    thickness: f32,
    gray: f32,
}

/// A rectangle or curve around an area.
#[derive(Clone, Copy, Debug)]
struct Shape {
    x0: f32,
    y0: f32,
    x1: f32,
    y1: f32,
    kind: PathKind,
    gray: f32,
}

/// The vector paths of a page in pixels. Reuses its buffers for each page.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    known: bool,
    /// Sorted by vertical position.
    horizontal: Vec<Segment>,
    /// Sorted by horizontal position.
    vertical: Vec<Segment>,
    /// Sorted by top.
    shapes: Vec<Shape>,
    tallest: f32,
}

/// How an edge is drawn.
#[derive(Clone, Copy, Default)]
struct Edge {
    /// Length of the edge that is drawn.
    covered: f32,
    thickness: f32,
    gray: f32,
    from: f32,
    to: f32,
}

/// How well shapes match a candidate.
struct ShapeFits {
    stroked: f32,
    filled: f32,
    /// Gray value of the smallest filled rectangle behind the candidate's center.
    gray: f32,
    curve: f32,
    /// Number of shapes inside the candidate.
    inside: f32,
}

impl Paths {
    pub(crate) fn read(&mut self, items: &[PathItem], width: i32, height: i32) {
        self.horizontal.clear();
        self.vertical.clear();
        self.shapes.clear();
        self.tallest = 0.0;
        self.known = !items.is_empty();
        let (w, h) = (f64::from(width) / 100.0, f64::from(height) / 100.0);
        for item in items.iter().take(MAX_PATHS).filter(|item| item.is_finite()) {
            let (x0, y0) = ((item.x * w) as f32, (item.y * h) as f32);
            let (x1, y1) = (
                ((item.x + item.width) * w) as f32,
                ((item.y + item.height) * h) as f32,
            );
            let gray = f32::from(item.gray);
            let shapes = Shape {
                x0,
                y0,
                x1,
                y1,
                kind: item.kind,
                gray,
            };
            self.add(shapes, (item.thickness * w) as f32);
        }
        sort_by_rank(&mut self.horizontal, |segment| {
            [ordered(segment.at), 0, 0, 0]
        });
        sort_by_rank(&mut self.vertical, |segment| [ordered(segment.at), 0, 0, 0]);
        sort_by_rank(&mut self.shapes, |shapes| [ordered(shapes.y0), 0, 0, 0]);
    }

    fn add(&mut self, path: Shape, thickness: f32) {
        let Shape {
            x0,
            y0,
            x1,
            y1,
            kind,
            gray,
        } = path;
        let (flat, upright) = (y1 - y0 <= MAX_RULE_THICKNESS, x1 - x0 <= MAX_RULE_THICKNESS);
        let thickness = if kind == PathKind::Filled {
            (y1 - y0).min(x1 - x0)
        } else {
            thickness
        };
        let across = |at: f32| Segment {
            at,
            from: x0,
            to: x1,
            thickness,
            gray,
        };
        let down = |at: f32| Segment {
            at,
            from: y0,
            to: y1,
            thickness,
            gray,
        };
        match kind {
            PathKind::Line | PathKind::Filled if flat && !upright => {
                self.horizontal.push(across((y0 + y1) / 2.0))
            }
            PathKind::Line | PathKind::Filled if upright && !flat => {
                self.vertical.push(down((x0 + x1) / 2.0))
            }
            PathKind::Box => {
                self.horizontal.extend([across(y0), across(y1)]);
                self.vertical.extend([down(x0), down(x1)]);
            }
            _ => {}
        }
        if kind != PathKind::Line && !flat && !upright && y1 - y0 <= MAX_SHAPE_HEIGHT {
            self.tallest = self.tallest.max(y1 - y0);
            self.shapes.push(path);
        }
    }

    /// Sets the features of the paths around a candidate; all are -1 if the page has no paths.
    pub(crate) fn measure(
        &self,
        candidate: &Candidate,
        features: &mut [f32; FIRST_STAGE_FEATURES],
    ) {
        let Rect { x0, y0, x1, y1 } = candidate.rect;
        let [x0, y0, x1, y1] = [x0, y0, x1, y1].map(|side| side as f32);
        let floor = edge(&self.horizontal, y1, (x0, x1));
        let ceiling = edge(&self.horizontal, y0, (x0, x1));
        let left = edge(&self.vertical, x0, (y0, y1));
        let right = edge(&self.vertical, x1, (y0, y1));
        let shapes = self.shapes((x0, y0, x1, y1));
        let over = |value: f32| value.clamp(0.0, 99.0);
        let drawn = floor.covered > 0.0;
        let [before, after] = if drawn {
            [over(x0 - floor.from), over(floor.to - x1)]
        } else {
            [-1.0; 2]
        };
        let value = |value: f32| if self.known { value } else { -1.0 };
        set_features!(features, first_stage,
            path_floor: value(floor.covered),
            path_floor_thickness: value(floor.thickness),
            path_floor_gray: value(floor.gray),
            path_floor_before: value(before),
            path_floor_after: value(after),
            path_ceiling: value(ceiling.covered),
            path_left: value(left.covered),
            path_right: value(right.covered),
            stroked_rectangle_fit: value(shapes.stroked),
            filled_rectangle_fit: value(shapes.filled),
            filled_rectangle_gray: value(shapes.gray),
            curve_fit: value(shapes.curve),
            shapes_inside: value(shapes.inside),
        );
    }

    /// How well a stroked rectangle, a filled one and a curve match the candidate (intersection over union), the gray
    /// value of the smallest filled rectangle behind its center, and the number of shapes inside it.
    fn shapes(&self, (x0, y0, x1, y1): (f32, f32, f32, f32)) -> ShapeFits {
        let (mut fits, mut paper, mut least, mut inside) = ([0.0_f32; 3], 255.0, f32::MAX, 0.0);
        let area = (x1 - x0) * (y1 - y0);
        let (cx, cy) = ((x0 + x1) / 2.0, (y0 + y1) / 2.0);
        let first = self
            .shapes
            .partition_point(|path| path.y0 < y0 - self.tallest - 1.0);
        for path in self
            .shapes
            .iter()
            .skip(first)
            .take_while(|path| path.y0 <= y1)
        {
            let w = path.x1.min(x1) - path.x0.max(x0);
            let h = path.y1.min(y1) - path.y0.max(y0);
            if w <= 0.0 || h <= 0.0 {
                continue;
            }
            let own = (path.x1 - path.x0) * (path.y1 - path.y0);
            let fit = w * h / (own + area - w * h).max(1.0);
            let slot = match path.kind {
                PathKind::Box => 0,
                PathKind::Filled => 1,
                _ => 2,
            };
            if let Some(best) = fits.get_mut(slot) {
                *best = best.max(fit);
            }
            let holds = path.x0 <= cx && cx <= path.x1 && path.y0 <= cy && cy <= path.y1;
            if path.kind == PathKind::Filled && holds && own < least {
                (least, paper) = (own, path.gray);
            }
            if 2.0 * own < area && w * h > 0.9 * own {
                inside += 1.0;
            }
        }
        let [stroked, filled, curve] = fits;
        ShapeFits {
            stroked,
            filled,
            gray: paper,
            curve,
            inside: f32::min(inside, 99.0),
        }
    }
}

/// Measures how the edge at `at` is drawn between two ends.
fn edge(segments: &[Segment], at: f32, (from, to): (f32, f32)) -> Edge {
    let first = segments.partition_point(|segment| segment.at < at - MAX_EDGE_DISTANCE);
    let mut edge = Edge {
        gray: 255.0,
        from,
        to,
        ..Edge::default()
    };
    let mut most = 0.0;
    for segment in segments
        .iter()
        .skip(first)
        .take_while(|segment| segment.at <= at + MAX_EDGE_DISTANCE)
    {
        let common = segment.to.min(to) - segment.from.max(from);
        if common <= 0.0 {
            continue;
        }
        edge.covered += common / (to - from).max(1.0);
        edge.from = edge.from.min(segment.from);
        edge.to = edge.to.max(segment.to);
        if common > most {
            (most, edge.thickness, edge.gray) = (common, segment.thickness, segment.gray);
        }
    }
    edge.covered = edge.covered.min(1.5);
    edge
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::candidate::{Fill, Source};
    use crate::schema::first_stage;

    #[test]
    fn a_drawn_rule_is_the_floor_of_the_candidate_on_it() {
        let numbers = [
            [0.0, 10.0, 50.0, 40.0, 0.0, 0.1, 0.0],
            [1.0, 60.0, 48.0, 2.0, 2.0, 0.1, 90.0],
            [9.0, 0.0, 0.0, 9.0, 9.0, 0.1, 0.0],
        ];
        let items = PathItem::read(numbers.as_flattened());
        assert_eq!(items.len(), 2);
        let mut paths = Paths::default();
        let measured = |paths: &Paths, rect, source| {
            let mut features = [0.0; FIRST_STAGE_FEATURES];
            paths.measure(&Candidate::closed(rect, source), &mut features);
            features
        };
        let rule = (Rect::new(120, 480, 300, 501), Source::OpenRule);
        let unknown = measured(&paths, rule.0, rule.1);
        assert_eq!(unknown.iter().filter(|value| **value == -1.0).count(), 13);
        paths.read(&items, 1000, 1000);
        let features = measured(&paths, rule.0, rule.1);
        let floor = ["floor", "floor_gray", "floor_before", "floor_after"]
            .map(|name| features[first_stage(&format!("path_{name}"))]);
        assert_eq!(floor, [1.0, 0.0, 20.0, 99.0]);
        let mark = measured(
            &paths,
            Rect::new(600, 480, 620, 500),
            Source::Box(Fill(100)),
        );
        assert!(mark[first_stage("stroked_rectangle_fit")] > 0.99);
    }
}
