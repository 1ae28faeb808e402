//! The form field tree, flattened: every terminal field with its inherited attributes and its
//! widgets.

use crate::flags;
use countersign_pdf::{Dictionary, IdSet, Object, ObjectId, Objects, PdfError};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// Maximum depth of the field hierarchy. Deeper trees are treated as malformed.
const MAX_DEPTH: usize = 64;

/// Field type (`/FT`).
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

/// Inheritable attributes.
#[derive(Clone, Debug, Default)]
pub struct Inherited {
    /// `/FT`
    pub kind: Option<Kind>,
    /// `/Ff`
    pub flags: i64,
    /// `/V`
    pub value: Object,
    /// `/DA`
    pub default_appearance: Option<Rc<[u8]>>,
    /// `/Q`
    pub quadding: i64,
    /// `/MaxLen`
    pub max_length: Option<i64>,
    /// `/Opt`
    pub options: Object,
    /// `/TU`. Not inherited by child fields, but used by a field's widgets.
    pub tooltip: Option<Rc<str>>,
}

impl Inherited {
    /// Attributes of a field below this dictionary.
    fn below(&self, objects: &impl Objects, node: &Dictionary) -> Result<Self, PdfError> {
        let mut next = self.clone();
        if node.contains(b"T") {
            next.tooltip = None;
        }
        for (key, value) in node.iter() {
            next.take(objects, key.as_bytes(), value)?;
        }
        Ok(next)
    }

    fn take(&mut self, objects: &impl Objects, key: &[u8], value: &Object) -> Result<(), PdfError> {
        match key {
            b"V" => self.value = value.clone(),
            b"Opt" => self.options = value.clone(),
            b"FT" => {
                let name = objects.resolve(value)?;
                self.kind = name.as_name().and_then(Kind::from_name).or(self.kind);
            }
            b"Ff" => self.flags = integer(objects, value)?.unwrap_or(self.flags),
            b"Q" => self.quadding = integer(objects, value)?.unwrap_or(self.quadding),
            b"MaxLen" => self.max_length = integer(objects, value)?.or(self.max_length),
            b"DA" => {
                if let Some(style) = objects.resolve(value)?.as_string() {
                    self.default_appearance = Some(style.as_bytes().into());
                }
            }
            b"TU" => {
                let text = objects.resolve(value)?;
                self.tooltip = text.as_string().map(|text| text.to_text().into());
            }
            _ => {}
        }
        Ok(())
    }
}

fn integer(objects: &impl Objects, value: &Object) -> Result<Option<i64>, PdfError> {
    Ok(objects.resolve(value)?.as_integer())
}

/// A widget.
#[derive(Clone, Debug)]
pub struct Widget {
    /// Its object ID; `None` if it is a direct object.
    pub id: Option<ObjectId>,
    /// Its dictionary.
    pub dictionary: Dictionary,
}

impl Widget {
    /// Name of the on state: the appearance state other than `Off`.
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

impl Widget {
    /// True if the normal appearance has this state.
    pub fn shows(&self, objects: &impl Objects, state: &[u8]) -> Result<bool, PdfError> {
        let appearances = objects.lookup(&self.dictionary, b"AP")?;
        let Some(appearances) = appearances.as_dictionary() else {
            return Ok(false);
        };
        let states = objects.lookup(appearances, b"N")?;
        let states = states.as_dictionary();
        Ok(states.is_some_and(|states| states.contains(state)))
    }
}

/// A state name as text: UTF-8, or else Latin-1 as written by older software.
pub fn state_text(state: &[u8]) -> String {
    match std::str::from_utf8(state) {
        Ok(text) => text.to_owned(),
        Err(_) => state.iter().copied().map(char::from).collect(),
    }
}

/// Name of the on state of a placed button that stands for no option.
pub const ON: &str = "Yes";

/// Name of the off state.
pub const OFF: &[u8] = b"Off";

/// A form field with widgets.
#[derive(Clone, Debug)]
pub struct FormField {
    /// Its ID; equal to its widget's if both share one dictionary.
    pub id: Option<ObjectId>,
    /// Fully qualified name.
    pub name: String,
    /// The field type.
    pub kind: Kind,
    /// Own and inherited attributes.
    pub attributes: Inherited,
    /// The widgets.
    pub widgets: Vec<Widget>,
    /// True if another button field has the same name: both represent one field (ISO 32000-2,
    /// 12.7.4.2).
    pub has_twin: bool,
}

impl FormField {
    /// True if a bit of `/Ff` is set.
    pub fn is(&self, flag: i64) -> bool {
        flags::has(self.attributes.flags, flag)
    }

    /// True for a push button, which has an appearance but no value.
    pub fn is_push_button(&self) -> bool {
        self.kind == Kind::Button && self.is(flags::PUSHBUTTON)
    }

    /// True for a check box or radio button.
    pub fn is_toggle(&self) -> bool {
        self.kind == Kind::Button && !self.is(flags::PUSHBUTTON)
    }

    /// True for buttons that exclude each other: radio buttons, and check boxes of the same name.
    pub fn is_group(&self) -> bool {
        self.is_toggle() && (self.widgets.len() > 1 || self.has_twin)
    }
}

/// The form of a document.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// `/AcroForm`; empty if there is none.
    pub dictionary: Dictionary,
    /// All fields with a type, in tree order.
    pub fields: Vec<FormField>,
}

impl Form {
    /// Reads the whole tree.
    pub fn read(objects: &impl Objects, catalog: &Dictionary) -> Result<Self, PdfError> {
        let form = objects.lookup(catalog, b"AcroForm")?;
        let Some(dictionary) = form.as_dictionary() else {
            return Ok(Self::default());
        };
        let top = inherited_from_form(objects, dictionary)?;
        let mut walk = Walk {
            objects,
            seen: IdSet::default(),
            fields: Vec::new(),
        };
        for node in objects
            .lookup(dictionary, b"Fields")?
            .as_array()
            .unwrap_or_default()
        {
            walk.node(node, "", &top, 0)?;
        }
        let mut fields = walk.fields;
        mark_twins(&mut fields);
        Ok(Self {
            dictionary: dictionary.clone(),
            fields,
        })
    }

    /// True if any signature field is signed.
    pub fn is_signed(&self) -> bool {
        self.fields
            .iter()
            .any(|field| field.kind == Kind::Signature && !field.attributes.value.is_null())
    }
}

/// Attributes that the form passes on to all fields (ISO 32000-2, table 224).
pub fn inherited_from_form(
    objects: &impl Objects,
    form: &Dictionary,
) -> Result<Inherited, PdfError> {
    let style = objects.lookup(form, b"DA")?;
    Ok(Inherited {
        default_appearance: style.as_string().map(|style| style.as_bytes().into()),
        quadding: objects.lookup(form, b"Q")?.as_integer().unwrap_or(0),
        ..Inherited::default()
    })
}

/// Marks button fields whose name occurs more than once.
pub fn mark_twins(fields: &mut [FormField]) {
    let mut first: HashMap<&str, usize> = HashMap::new();
    let mut twins = Vec::new();
    let toggles = fields.iter().enumerate();
    for (index, field) in toggles.filter(|(_, it)| it.is_toggle() && !it.name.is_empty()) {
        match first.entry(&field.name) {
            Entry::Occupied(before) => twins.extend([*before.get(), index]),
            Entry::Vacant(place) => drop(place.insert(index)),
        }
    }
    for index in twins {
        if let Some(field) = fields.get_mut(index) {
            field.has_twin = true;
        }
    }
}

/// An ancestor of a widget.
pub struct Ancestor {
    /// Its ID; `None` if it is a direct object.
    pub id: Option<ObjectId>,
    dictionary: Dictionary,
}

/// The ancestors of a widget, from its parent to the topmost one.
pub fn ancestors(objects: &impl Objects, widget: &Dictionary) -> Result<Vec<Ancestor>, PdfError> {
    let mut chain: Vec<Ancestor> = Vec::new();
    while chain.len() < MAX_DEPTH {
        let below = chain.last().map_or(widget, |above| &above.dictionary);
        let id = below.reference(b"Parent");
        let parent = objects.lookup(below, b"Parent")?;
        let Some(parent) = parent.as_dictionary() else {
            break;
        };
        let dictionary = parent.clone();
        chain.push(Ancestor { id, dictionary });
    }
    Ok(chain)
}

/// The field of a single widget, with the attributes inherited from its ancestors.
pub fn lone_field(
    objects: &impl Objects,
    form: &Dictionary,
    id: Option<ObjectId>,
    widget: &Dictionary,
) -> Result<Option<FormField>, PdfError> {
    let chain = ancestors(objects, widget)?;
    let above = chain.iter().rev().map(|above| &above.dictionary);
    let mut attributes = inherited_from_form(objects, form)?;
    let mut name = String::new();
    for node in above.chain([widget]) {
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
        has_twin: false,
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

/// Walks a field tree from the top.
pub struct Walk<'a, O: Objects> {
    /// The objects of the document.
    pub objects: &'a O,
    /// Objects already visited.
    pub seen: IdSet,
    /// The fields found so far.
    pub fields: Vec<FormField>,
}

impl<O: Objects> Walk<'_, O> {
    /// Reads a node and everything below it.
    pub fn node(
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
        let mut attributes = attributes;
        if let (None, Some(widget)) = (attributes.kind, widgets.first()) {
            // Some software stores field attributes in the widgets.
            attributes = attributes.below(self.objects, &widget.dictionary)?;
        } else if let Some(widget) = widgets.first().filter(|_| !kids.is_empty()) {
            // Readers look for these in the widget first, and only then in its field.
            for key in [b"Ff".as_slice(), b"MaxLen"] {
                if let Some(value) = widget.dictionary.get(key) {
                    attributes.take(self.objects, key, value)?;
                }
            }
        }
        if let (Some(kind), false) = (attributes.kind, widgets.is_empty()) {
            self.fields.push(FormField {
                id,
                name,
                kind,
                attributes,
                widgets,
                has_twin: false,
            });
        }
        Ok(())
    }

    /// The kid, if it is a mere widget of the field: it has no name and no kids.
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
