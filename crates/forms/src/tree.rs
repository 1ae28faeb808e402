//! The tree of form fields, flattened: every terminal field with what it inherits and its widgets.

use crate::flags;
use countersign_pdf::{Dictionary, Object, ObjectId, Objects, PdfError};
use std::collections::HashSet;

/// Fields deeper than this are no honest form.
const MAX_DEPTH: usize = 64;

/// Which kind of field, as `/FT` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `Tx`
    Text,
    /// `Btn`
    Button,
    /// `Ch`
    Choice,
    /// `Sig`
    Signature,
}

impl Kind {
    fn from_name(name: &[u8]) -> Option<Self> {
        match name {
            b"Tx" => Some(Self::Text),
            b"Btn" => Some(Self::Button),
            b"Ch" => Some(Self::Choice),
            b"Sig" => Some(Self::Signature),
            _ => None,
        }
    }
}

/// What fields hand down.
#[derive(Clone, Debug, Default)]
pub struct Inherited {
    /// `/FT`
    pub kind: Option<Kind>,
    /// `/Ff`
    pub flags: i64,
    /// `/V`
    pub value: Object,
    /// `/DA`
    pub default_appearance: Option<Vec<u8>>,
    /// `/Q`
    pub quadding: i64,
    /// `/MaxLen`
    pub max_length: Option<i64>,
    /// `/Opt`
    pub options: Object,
}

impl Inherited {
    /// What a field below this dictionary has.
    fn below(&self, objects: &impl Objects, node: &Dictionary) -> Result<Self, PdfError> {
        let mut next = self.clone();
        if let Some(kind) = objects
            .lookup(node, b"FT")?
            .as_name()
            .and_then(Kind::from_name)
        {
            next.kind = Some(kind);
        }
        if let Some(flags) = objects.lookup(node, b"Ff")?.as_integer() {
            next.flags = flags;
        }
        if let Some(value) = node.get(b"V") {
            next.value = value.clone();
        }
        if let Some(style) = objects.lookup(node, b"DA")?.as_string() {
            next.default_appearance = Some(style.as_bytes().to_vec());
        }
        if let Some(quadding) = objects.lookup(node, b"Q")?.as_integer() {
            next.quadding = quadding;
        }
        if let Some(length) = objects.lookup(node, b"MaxLen")?.as_integer() {
            next.max_length = Some(length);
        }
        if let Some(options) = node.get(b"Opt") {
            next.options = options.clone();
        }
        Ok(next)
    }
}

/// A widget; without an id when it stands directly in another object.
#[derive(Clone, Debug)]
pub struct Widget {
    /// Its id.
    pub id: Option<ObjectId>,
    /// Its dictionary.
    pub dictionary: Dictionary,
}

impl Widget {
    /// The name of the appearance that means on: the one that is not `Off`.
    pub fn on_state(&self, objects: &impl Objects) -> Result<Option<Vec<u8>>, PdfError> {
        let appearances = objects.lookup(&self.dictionary, b"AP")?;
        let Some(appearances) = appearances.as_dictionary() else {
            return Ok(None);
        };
        for key in [b"N", b"D"] {
            let states = objects.lookup(appearances, key)?;
            let Some(states) = states
                .as_dictionary()
                .filter(|_| states.as_stream().is_none())
            else {
                continue;
            };
            let on = states.iter().find(|(name, _)| name.as_bytes() != OFF);
            if let Some((name, _)) = on {
                return Ok(Some(name.as_bytes().to_vec()));
            }
        }
        Ok(None)
    }
}

/// The state of a button that is not on.
pub const OFF: &[u8] = b"Off";

/// A field with widgets.
#[derive(Clone, Debug)]
pub struct FormField {
    /// Its id; that of its widget when the two share a dictionary.
    pub id: Option<ObjectId>,
    /// Fully qualified name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// What it has, own and inherited.
    pub attributes: Inherited,
    /// Where it is shown.
    pub widgets: Vec<Widget>,
}

impl FormField {
    /// Whether a bit of `/Ff` is set.
    pub fn is(&self, flag: i64) -> bool {
        flags::has(self.attributes.flags, flag)
    }

    /// A push button: it has no value, only a face.
    pub fn is_push_button(&self) -> bool {
        self.kind == Kind::Button && self.is(flags::PUSHBUTTON)
    }

    /// Buttons that share a field and so exclude each other: radio buttons, and check boxes of one name.
    pub fn is_group(&self) -> bool {
        self.kind == Kind::Button && !self.is(flags::PUSHBUTTON) && self.widgets.len() > 1
    }
}

/// The form of a document.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// `/AcroForm`; empty when there is none.
    pub dictionary: Dictionary,
    /// All fields that have a kind, in the order of the tree.
    pub fields: Vec<FormField>,
}

impl Form {
    /// Reads the whole tree.
    pub fn read(objects: &impl Objects, catalog: &Dictionary) -> Result<Self, PdfError> {
        let form = objects.lookup(catalog, b"AcroForm")?;
        let Some(dictionary) = form.as_dictionary() else {
            return Ok(Self::default());
        };
        let mut top = Inherited::default();
        if let Some(style) = objects.lookup(dictionary, b"DA")?.as_string() {
            top.default_appearance = Some(style.as_bytes().to_vec());
        }
        top.quadding = objects.lookup(dictionary, b"Q")?.as_integer().unwrap_or(0);
        let mut walk = Walk {
            objects,
            seen: HashSet::new(),
            fields: Vec::new(),
        };
        for node in objects
            .lookup(dictionary, b"Fields")?
            .as_array()
            .unwrap_or_default()
        {
            walk.node(node, "", &top, 0)?;
        }
        Ok(Self {
            dictionary: dictionary.clone(),
            fields: walk.fields,
        })
    }

    /// Whether some signature field is signed.
    pub fn is_signed(&self) -> bool {
        self.fields
            .iter()
            .any(|field| field.kind == Kind::Signature && !field.attributes.value.is_null())
    }
}

/// Reads one field that the tree does not lead to, from a widget of a page.
pub fn read_stray(
    objects: &impl Objects,
    id: Option<ObjectId>,
    widget: &Dictionary,
) -> Result<Option<FormField>, PdfError> {
    let mut chain = vec![widget.clone()];
    while let Some(above) = chain.last().filter(|_| chain.len() < MAX_DEPTH) {
        let parent = objects.lookup(above, b"Parent")?;
        let Some(parent) = parent.as_dictionary() else {
            break;
        };
        let parent = parent.clone();
        chain.push(parent);
    }
    let mut attributes = Inherited::default();
    let mut name = String::new();
    for node in chain.iter().rev() {
        attributes = attributes.below(objects, node)?;
        name = joined(&name, objects, node)?;
    }
    let Some(kind) = attributes.kind else {
        return Ok(None);
    };
    let widget = Widget {
        id,
        dictionary: widget.clone(),
    };
    Ok(Some(FormField {
        id,
        name,
        kind,
        attributes,
        widgets: vec![widget],
    }))
}

fn joined(above: &str, objects: &impl Objects, node: &Dictionary) -> Result<String, PdfError> {
    let partial = objects.lookup(node, b"T")?;
    let Some(partial) = partial.as_string() else {
        return Ok(above.to_owned());
    };
    let partial = partial.to_text();
    Ok(if above.is_empty() {
        partial
    } else {
        format!("{above}.{partial}")
    })
}

struct Walk<'a, O: Objects> {
    objects: &'a O,
    seen: HashSet<ObjectId>,
    fields: Vec<FormField>,
}

impl<O: Objects> Walk<'_, O> {
    fn node(
        &mut self,
        node: &Object,
        above: &str,
        inherited: &Inherited,
        depth: usize,
    ) -> Result<(), PdfError> {
        let id = node.as_reference();
        if depth > MAX_DEPTH || id.is_some_and(|id| !self.seen.insert(id)) {
            return Ok(());
        }
        let object = self.objects.resolve(node)?;
        let Some(dictionary) = object.as_dictionary() else {
            return Ok(());
        };
        let attributes = inherited.below(self.objects, dictionary)?;
        let name = joined(above, self.objects, dictionary)?;
        let kids = self.objects.lookup(dictionary, b"Kids")?;
        let kids = kids.as_array().unwrap_or_default();
        let mut widgets = Vec::new();
        if kids.is_empty() {
            let dictionary = dictionary.clone();
            widgets.push(Widget { id, dictionary });
        }
        for kid in kids {
            match self.widget(kid)? {
                Some(widget) => widgets.push(widget),
                None => self.node(kid, &name, &attributes, depth + 1)?,
            }
        }
        if let (Some(kind), false) = (attributes.kind, widgets.is_empty()) {
            self.fields.push(FormField {
                id,
                name,
                kind,
                attributes,
                widgets,
            });
        }
        Ok(())
    }

    /// A kid that is only a widget of the field above: it has no name of its own.
    fn widget(&mut self, kid: &Object) -> Result<Option<Widget>, PdfError> {
        let object = self.objects.resolve(kid)?;
        let Some(dictionary) = object.as_dictionary() else {
            return Ok(None);
        };
        if dictionary.contains(b"T") || dictionary.contains(b"Kids") {
            return Ok(None);
        }
        let id = kid.as_reference();
        if id.is_some_and(|id| !self.seen.insert(id)) {
            return Ok(None);
        }
        Ok(Some(Widget {
            id,
            dictionary: dictionary.clone(),
        }))
    }
}
