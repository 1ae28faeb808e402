//! The cross-reference data of the revisions of a file.

use std::cell::RefCell;
use std::rc::Rc;

use crate::error::Result;
use crate::reader::Reader;
use crate::xref::{self, Xref};

/// Maximum number of revisions whose data is kept.
const MAX_LOADED: usize = 8;

/// Cross-reference data by the length of the file up to the revision: checks open the same few
/// revisions again and again. The documents of all revisions share it.
#[derive(Default)]
pub(super) struct LoadedXrefs(RefCell<Vec<(u64, Rc<Xref>)>>);

impl LoadedXrefs {
    /// Reads the cross-reference data of a revision, unless it was read before.
    pub(super) fn load(&self, reader: &Reader) -> Result<Rc<Xref>> {
        let length = reader.len();
        let known = self
            .0
            .borrow()
            .iter()
            .find(|(of, _)| *of == length)
            .cloned();
        if let Some((_, xref)) = known {
            return Ok(xref);
        }
        let xref = Rc::new(xref::load(reader)?);
        let mut loaded = self.0.borrow_mut();
        if loaded.len() >= MAX_LOADED {
            loaded.remove(0);
        }
        loaded.push((length, Rc::clone(&xref)));
        Ok(xref)
    }
}
