//! Check boxes and radio buttons are filled by selecting an appearance state. The appearance
//! streams themselves must not change.
//!
//! Two exceptions: a state whose stream was empty may be drawn (some programs create a box and draw
//! it when it is filled), and the `/Off` state may become a frame of rectangles.

use std::collections::HashSet;

use countersign_pdf::lexer::{Lexer, Token};
use countersign_pdf::{Dictionary, Document, Object, ObjectId, object_bytes};

use crate::appearance::normal_appearance;

/// Maximum number of objects compared below an appearance.
const MAX_OBJECTS: usize = 200;

/// True if a state of the button has another appearance than before.
pub(crate) fn was_redrawn(old: &Document, new: &Document, widget: ObjectId) -> bool {
    let (Some(before), Some(after)) = (states(old, widget), states(new, widget)) else {
        // Without appearances before, nothing can have been replaced. If all were removed, that is
        // a change.
        return states(old, widget).is_some_and(|it| !it.is_empty());
    };
    let all = before.iter().chain(after.iter()).map(|(name, _)| name);
    all.into_iter().any(|name| {
        let appearance =
            |states: &Dictionary| states.get(name.as_bytes()).cloned().unwrap_or_default();
        let (was, is) = (appearance(&before), appearance(&after));
        let may_change = match name.as_bytes() {
            b"Off" => marks(new, &is) <= Marks::Frame,
            _ => marks(old, &was) == Marks::Nothing,
        };
        !may_change && !is_same(Content::of(old, &was), Content::of(new, &is))
    })
}

fn is_same(one: Option<Vec<Vec<u8>>>, other: Option<Vec<Vec<u8>>>) -> bool {
    one.is_some() && one == other
}

/// The appearance states of a widget; `None` if its normal appearance is not a subdictionary of
/// states.
fn states(document: &Document, widget: ObjectId) -> Option<Dictionary> {
    let object = document.object(widget).ok()?;
    let normal = normal_appearance(document, object.as_dictionary()?);
    normal
        .as_dictionary()
        .filter(|_| normal.as_stream().is_none())
        .cloned()
}

/// What an appearance stream paints.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Marks {
    Nothing,
    /// Only rectangles.
    Frame,
    Anything,
}

fn marks(document: &Document, appearance: &Object) -> Marks {
    let resolved = document.resolve(appearance).map(|it| it.into_object());
    let Ok(resolved) = resolved else {
        return Marks::Anything;
    };
    let Some(stream) = resolved.as_stream() else {
        return Marks::Nothing;
    };
    let Ok(data) = document.stream_data(stream) else {
        return Marks::Anything;
    };
    let mut marks = Marks::Nothing;
    let mut lexer = Lexer::new(&data);
    while let Some(token) = lexer.next_token() {
        let Token::Keyword(operator) = token else {
            continue;
        };
        match operator {
            b"l" | b"c" | b"v" | b"y" | b"Do" | b"ID" | b"sh" | b"Tj" | b"TJ" | b"'" | b"\"" => {
                return Marks::Anything;
            }
            b"re" => marks = Marks::Frame,
            _ => {}
        }
    }
    marks
}

/// An appearance with all objects that it refers to, independent of object numbers.
#[derive(Default, PartialEq, Eq)]
struct Content {
    parts: Vec<Vec<u8>>,
    seen: HashSet<ObjectId>,
}

impl Content {
    /// `None` if an object can't be read. `None` counts as different from everything.
    fn of(document: &Document, appearance: &Object) -> Option<Vec<Vec<u8>>> {
        let mut content = Self::default();
        content.add(document, appearance)?;
        Some(content.parts)
    }

    fn add(&mut self, document: &Document, object: &Object) -> Option<()> {
        if self.seen.len() > MAX_OBJECTS {
            return None;
        }
        match object {
            Object::Reference(id) => {
                if self.seen.insert(*id) {
                    self.add(document, &*document.object(*id).ok()?)?;
                }
            }
            Object::Array(items) => {
                self.parts.push(b"[".to_vec());
                for item in items {
                    self.add(document, item)?;
                }
                self.parts.push(b"]".to_vec());
            }
            Object::Dictionary(entries) => self.add_entries(document, entries)?,
            Object::Stream(stream) => {
                self.add_entries(document, &stream.dictionary)?;
                self.parts.push(document.stream_data(stream).ok()?);
            }
            plain => self.parts.push(object_bytes(plain)),
        }
        Some(())
    }

    fn add_entries(&mut self, document: &Document, entries: &Dictionary) -> Option<()> {
        let mut entries: Vec<_> = entries.iter().collect();
        entries.sort_by_key(|(key, _)| key.as_bytes().to_vec());
        for (key, value) in entries {
            // The encoding of the stream data does not affect what is shown.
            if !matches!(key.as_bytes(), b"Length" | b"Filter" | b"DecodeParms") {
                self.parts.push(key.as_bytes().to_vec());
                self.add(document, value)?;
            }
        }
        Some(())
    }
}
