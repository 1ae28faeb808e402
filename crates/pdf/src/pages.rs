//! The page tree, read as little as possible.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::cache::IdSet;
use crate::document::Document;
use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Object, ObjectId};

/// Maximum depth of the page tree. Deeper trees are treated as hostile input.
const MAX_DEPTH: usize = 10_000;
/// Numbers that are left to new objects before those of pages that are no objects of their own.
pub(crate) const ROOM: u32 = 1000;
/// Maximum number of pages.
const MAX_PAGES: usize = 2_000_000;
/// US Letter: the default media box.
const LETTER: [f64; 4] = [0.0, 0.0, 612.0, 792.0];

/// A page with its inherited attributes (ISO 32000-2, 7.7.3.4).
///
/// ```
/// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
/// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
/// use countersign_pdf::Document;
/// let document = Document::from_bytes(pdf.to_vec())?;
/// let page = document.page(0)?;
/// assert_eq!((page.displayed_size(), page.user_unit), ((200.0, 100.0), 1.0));
/// assert_eq!(document.page_index(page.id)?, Some(0));
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Page {
    /// Index of the page, from 0.
    pub index: usize,
    /// The page object.
    pub id: ObjectId,
    /// The dictionary as written in the file, without inherited attributes.
    pub dictionary: Dictionary,
    /// The media box: left, bottom, right, top.
    pub media_box: [f64; 4],
    /// The crop box, clipped to the media box; the media box by default.
    pub crop_box: [f64; 4],
    /// Clockwise rotation: 0, 90, 180 or 270 degrees.
    pub rotate: u16,
    /// Size of a user space unit in 1/72 inch.
    pub user_unit: f64,
    /// `/Resources`, own or inherited, not resolved.
    pub resources: Option<Object>,
}

impl Page {
    /// Width and height of the displayed page in points: the crop box after rotation, scaled by the
    /// user unit (ISO 32000-2, 14.11.2).
    pub fn displayed_size(&self) -> (f64, f64) {
        let [left, bottom, right, top] = self.crop_box;
        let (width, height) = (
            (right - left) * self.user_unit,
            (top - bottom) * self.user_unit,
        );
        if self.rotate % 180 == 90 {
            (height, width)
        } else {
            (width, height)
        }
    }
}

/// Attributes that pages inherit from their ancestors.
#[derive(Debug, Clone, Default)]
struct Inherited {
    resources: Option<Object>,
    media_box: Option<Object>,
    crop_box: Option<Object>,
    rotate: Option<Object>,
}

impl Inherited {
    fn below(&self, node: &Dictionary) -> Self {
        let take = |key: &[u8], above: &Option<Object>| own_or(node, key, above).cloned();
        Self {
            resources: take(b"Resources", &self.resources),
            media_box: take(b"MediaBox", &self.media_box),
            crop_box: take(b"CropBox", &self.crop_box),
            rotate: take(b"Rotate", &self.rotate),
        }
    }
}

/// The node's own value, or the inherited one.
fn own_or<'a>(node: &'a Dictionary, key: &[u8], above: &'a Option<Object>) -> Option<&'a Object> {
    match node.get(key) {
        None | Some(Object::Null) => above.as_ref(),
        own => own,
    }
}

/// Consecutive pages under one node.
#[derive(Debug)]
struct Run {
    first: usize,
    pages: Vec<ObjectId>,
    inherited: Rc<Inherited>,
}

/// A page written inside of its node. It has the ID that it gets when it changes.
#[derive(Debug)]
pub(crate) struct DirectPage {
    pub(crate) id: ObjectId,
    pub(crate) dictionary: Rc<Object>,
    /// The node that is an object, and the places among the kids from it to the page.
    pub(crate) node: ObjectId,
    pub(crate) path: Vec<usize>,
}

/// Positions of all pages. Nodes are read, but pages are not if `/Count` says that a node contains
/// only pages: a flat tree of any length costs one node.
#[derive(Debug)]
pub(crate) struct PageTree {
    runs: Vec<Run>,
    length: usize,
    indices: OnceCell<HashMap<ObjectId, usize>>,
    direct: Vec<DirectPage>,
}

struct Walk<'a> {
    document: &'a Document,
    /// True if `/Count` is trusted.
    trusting: bool,
    visited: IdSet,
    missing: Vec<ObjectId>,
    tree: PageTree,
}

/// A node on the way to the current page.
struct Level {
    kids: std::iter::Enumerate<std::vec::IntoIter<Object>>,
    below: Rc<Inherited>,
    only_pages: bool,
    /// See [`DirectPage`]; `None` below a node that is a direct object of the catalog.
    node: Option<ObjectId>,
    path: Vec<usize>,
}

impl PageTree {
    pub(crate) fn read(document: &Document) -> Result<Self> {
        let (tree, missing) = Self::walk(document, true)?;
        if !missing.is_empty() && document.recover(&missing) {
            return Self::read(document);
        }
        if tree.length > 0 {
            return Ok(tree);
        }
        let (tree, _) = Self::walk(document, false)?;
        if tree.length > 0 {
            Ok(tree)
        } else {
            Self::search(document)
        }
    }

    /// Also returns the kids that the cross-reference data lacks, or places where there is no object.
    fn walk(document: &Document, trusting: bool) -> Result<(Self, Vec<ObjectId>)> {
        let tree = Self {
            runs: Vec::new(),
            length: 0,
            indices: OnceCell::new(),
            direct: Vec::new(),
        };
        let mut walk = Walk {
            document,
            trusting,
            visited: IdSet::default(),
            missing: Vec::new(),
            tree,
        };
        let catalog = document.catalog()?;
        match catalog.get(b"Pages") {
            Some(Object::Reference(root)) => walk.root(*root)?,
            Some(Object::Dictionary(root)) => {
                let top = walk.level(root, &Inherited::default(), (None, Vec::new()))?;
                walk.below(top)?;
            }
            _ => {}
        }
        Ok((walk.tree, walk.missing))
    }

    /// Finds every object that declares itself a page, for documents without a usable page tree.
    fn search(document: &Document) -> Result<Self> {
        let mut tree = Self {
            runs: Vec::new(),
            length: 0,
            indices: OnceCell::new(),
            direct: Vec::new(),
        };
        let inherited = Rc::new(Inherited::default());
        for id in document.object_ids() {
            let is_page = document
                .object(id)
                .is_ok_and(|it| it.as_dictionary().is_some_and(|it| it.is_type(b"Page")));
            if is_page {
                tree.push(id, &inherited);
            }
        }
        Ok(tree)
    }

    fn push(&mut self, id: ObjectId, inherited: &Rc<Inherited>) {
        match self.runs.last_mut() {
            Some(run) if Rc::ptr_eq(&run.inherited, inherited) => run.pages.push(id),
            _ => {
                self.runs.push(Run {
                    first: self.length,
                    pages: vec![id],
                    inherited: Rc::clone(inherited),
                });
            }
        }
        self.length += 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The page of this number that is no object of its own.
    pub(crate) fn direct(&self, number: u32) -> Option<&DirectPage> {
        let first = self.direct.first()?.id.number;
        self.direct.get(number.checked_sub(first)? as usize)
    }

    pub(crate) fn index_of(&self, id: ObjectId) -> Option<usize> {
        let indices = self.indices.get_or_init(|| {
            let ids = self.runs.iter().flat_map(|run| {
                run.pages
                    .iter()
                    .enumerate()
                    .map(|(at, id)| (*id, run.first + at))
            });
            let mut indices = HashMap::with_capacity(self.length);
            for (id, index) in ids {
                indices.entry(id).or_insert(index);
            }
            indices
        });
        indices.get(&id).copied()
    }

    /// The run of a page, and its object ID.
    fn place(&self, index: usize) -> Option<(&Run, ObjectId)> {
        let after = self.runs.partition_point(|run| run.first <= index);
        let run = self.runs.get(after.checked_sub(1)?)?;
        Some((run, *run.pages.get(index - run.first)?))
    }

    pub(crate) fn id(&self, index: usize) -> Option<ObjectId> {
        Some(self.place(index)?.1)
    }

    pub(crate) fn page(&self, document: &Document, index: usize) -> Result<Page> {
        let (run, id) = self.place(index).ok_or(PdfError::PageMissing(index))?;
        let object = document.object(id)?;
        let dictionary = object
            .as_dictionary()
            .ok_or_else(|| PdfError::expected(Some(id), "a page"))?;
        let above = &run.inherited;
        let media_box = own_or(dictionary, b"MediaBox", &above.media_box);
        let media_box = rectangle(document, media_box).unwrap_or(LETTER);
        let crop_box = rectangle(document, own_or(dictionary, b"CropBox", &above.crop_box))
            .and_then(|crop| intersect(crop, media_box));
        let rotate = own_or(dictionary, b"Rotate", &above.rotate);
        let rotate = number(document, rotate).unwrap_or(0.0);
        let user_unit = number(document, dictionary.get(b"UserUnit")).filter(|unit| *unit > 0.0);
        Ok(Page {
            index,
            id,
            dictionary: dictionary.clone(),
            media_box,
            crop_box: crop_box.unwrap_or(media_box),
            rotate: quarter_turns(rotate),
            user_unit: user_unit.unwrap_or(1.0),
            resources: own_or(dictionary, b"Resources", &above.resources).cloned(),
        })
    }
}

impl Walk<'_> {
    fn root(&mut self, id: ObjectId) -> Result<()> {
        self.visited.insert(id);
        let object = self.document.object(id)?;
        let Some(node) = object.as_dictionary() else {
            return Ok(());
        };
        if is_node(node) {
            let top = self.level(node, &Inherited::default(), (Some(id), Vec::new()))?;
            return self.below(top);
        }
        self.tree.push(id, &Rc::new(Inherited::default()));
        Ok(())
    }

    fn level(
        &self,
        node: &Dictionary,
        inherited: &Inherited,
        (id, path): (Option<ObjectId>, Vec<usize>),
    ) -> Result<Level> {
        let kids = self.document.lookup(node, b"Kids")?.into_object();
        let Object::Array(kids) = kids else {
            return Ok(self.empty(inherited));
        };
        let count = self.document.lookup(node, b"Count").ok();
        let count = count.and_then(|it| it.as_integer());
        let is_count = count == i64::try_from(kids.len()).ok();
        Ok(Level {
            only_pages: self.trusting && is_count && self.ends_are_pages(&kids),
            kids: kids.into_iter().enumerate(),
            below: Rc::new(inherited.below(node)),
            node: id,
            path,
        })
    }

    fn empty(&self, inherited: &Inherited) -> Level {
        Level {
            kids: Vec::new().into_iter().enumerate(),
            below: Rc::new(inherited.clone()),
            only_pages: false,
            node: None,
            path: Vec::new(),
        }
    }

    /// Visits everything below a node. Not recursive: the depth is up to the file.
    fn below(&mut self, top: Level) -> Result<()> {
        let mut levels = vec![top];
        while let Some(level) = levels.last_mut() {
            let Some((place, kid)) = level.kids.next() else {
                levels.pop();
                continue;
            };
            if self.tree.length >= MAX_PAGES {
                return Err(PdfError::Limit("pages"));
            }
            let next = match kid {
                Object::Reference(id) if level.only_pages => {
                    self.tree.push(id, &level.below);
                    None
                }
                Object::Reference(id) => self.kid(id, level)?,
                Object::Dictionary(kid) => self.direct(kid, level, place)?,
                _ => None,
            };
            levels.extend(next);
            if levels.len() > MAX_DEPTH {
                return Err(PdfError::Limit("depth of the page tree"));
            }
        }
        Ok(())
    }

    /// Visits a kid that must be read. Unreadable ones are skipped, as in viewers.
    fn kid(&mut self, id: ObjectId, above: &Level) -> Result<Option<Level>> {
        let Ok(object) = self.document.object(id) else {
            self.missing.push(id);
            return Ok(None);
        };
        let Some(kid) = object.as_dictionary() else {
            if !self.document.xref().table.is_known(id.number) {
                self.missing.push(id);
            }
            return Ok(None);
        };
        if !is_node(kid) {
            self.tree.push(id, &above.below);
            return Ok(None);
        }
        if !self.visited.insert(id) {
            return Ok(None);
        }
        self.level(kid, &above.below, (Some(id), Vec::new()))
            .map(Some)
    }

    /// Visits a kid that is no object of its own, which ISO 32000-2, 7.7.3.2 requires.
    fn direct(&mut self, kid: Dictionary, above: &Level, place: usize) -> Result<Option<Level>> {
        let mut path = above.path.clone();
        path.push(place);
        if is_node(&kid) {
            return self.level(&kid, &above.below, (above.node, path)).map(Some);
        }
        let number = self.document.next_object_number().saturating_add(ROOM);
        let before = u32::try_from(self.tree.direct.len()).unwrap_or(u32::MAX);
        if let (Some(node), true) = (above.node, kid.is_type(b"Page")) {
            let id = ObjectId::new(number.saturating_add(before), 0);
            self.tree.direct.push(DirectPage {
                id,
                dictionary: Rc::new(kid.into()),
                node,
                path,
            });
            self.tree.push(id, &above.below);
        }
        Ok(None)
    }

    /// Checks the first and last kid as a sample against a wrong `/Count`.
    fn ends_are_pages(&self, kids: &[Object]) -> bool {
        let is_page = |kid: &Object| {
            let object = kid.as_reference().map(|id| self.document.object(id));
            object.is_some_and(|object| {
                object.is_ok_and(|it| it.as_dictionary().is_some_and(|it| !is_node(it)))
            })
        };
        kids.first().is_some_and(is_page) && kids.last().is_some_and(is_page)
    }
}

fn is_node(dictionary: &Dictionary) -> bool {
    dictionary.contains(b"Kids") && !dictionary.is_type(b"Page")
}

fn number(document: &Document, object: Option<&Object>) -> Option<f64> {
    document.resolve(object?).ok()?.as_number()
}

/// A rectangle of four numbers, normalized to a positive size.
fn rectangle(document: &Document, object: Option<&Object>) -> Option<[f64; 4]> {
    let array = document.resolve(object?).ok()?;
    let mut numbers = array
        .as_array()?
        .iter()
        .map(|number| document.resolve(number).ok()?.as_number());
    let mut next = || {
        numbers
            .next()
            .flatten()
            .filter(|it| it.is_finite() && it.abs() < 1e9)
    };
    let [a, b, c, d] = [next()?, next()?, next()?, next()?];
    let rectangle = [a.min(c), b.min(d), a.max(c), b.max(d)];
    (rectangle[2] > rectangle[0] && rectangle[3] > rectangle[1]).then_some(rectangle)
}

fn intersect(a: [f64; 4], b: [f64; 4]) -> Option<[f64; 4]> {
    let both = [
        a[0].max(b[0]),
        a[1].max(b[1]),
        a[2].min(b[2]),
        a[3].min(b[3]),
    ];
    (both[2] > both[0] && both[3] > both[1]).then_some(both)
}

fn quarter_turns(degrees: f64) -> u16 {
    if degrees % 90.0 != 0.0 {
        return 0;
    }
    degrees.rem_euclid(360.0) as u16
}
