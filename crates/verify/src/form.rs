//! The interactive form: every node of the field tree, indexed by object number.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use countersign_pdf::{Dictionary, Document, IdSet, Object, ObjectId, PdfError};

/// Maximum depth of the field hierarchy. Deeper trees are treated as hostile input.
const MAX_DEPTH: usize = 64;
/// Maximum number of nodes read.
const MAX_NODES: usize = 200_000;

/// A node of the field tree: a field, a widget, or both in one object.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    /// Object of the node.
    pub(crate) id: ObjectId,
    /// Fully qualified name. A widget has the name of its field.
    pub(crate) name: Rc<str>,
    /// True for a signature field or a widget of one.
    pub(crate) is_signature: bool,
    /// True if the node is a field with its own `/T`, reached through the tree.
    is_field: bool,
    /// Inherited attributes, for a terminal field whose own attributes are all in its object.
    above: Option<Rc<Above>>,
}

/// A signature field.
#[derive(Debug, Clone)]
pub(crate) struct SignatureField {
    pub(crate) id: Option<ObjectId>,
    pub(crate) name: String,
    /// `/V`, not resolved.
    pub(crate) value: Object,
    pub(crate) widgets: Vec<ObjectId>,
}

impl SignatureField {
    /// A field of which only the name is known.
    pub(crate) fn unknown(name: &str) -> Self {
        Self {
            id: None,
            name: name.to_owned(),
            value: Object::Null,
            widgets: Vec::new(),
        }
    }
}

/// The field tree.
#[derive(Debug, Clone, Default)]
pub(crate) struct FormTree {
    /// Indirect nodes, by object number.
    pub(crate) nodes: BTreeMap<u32, Node>,
    /// Signature fields in tree order.
    pub(crate) signatures: Vec<SignatureField>,
    /// Indexes into `signatures`, by field name.
    signatures_by_name: HashMap<String, Vec<usize>>,
    /// Indexes into `signatures`, by object number of the widget.
    signatures_by_widget: HashMap<u32, usize>,
    /// Names of fields that are direct objects.
    direct: Vec<Rc<str>>,
    /// Names of signature fields that several fields share; computed on first use.
    ambiguous: OnceCell<HashSet<Rc<str>>>,
}

impl FormTree {
    /// Reads the whole tree. Unreadable nodes are skipped, as other readers skip them.
    pub(crate) fn read(document: &Document) -> Self {
        Self::walk(document, None)
    }

    /// Reads the tree of an earlier revision. Reuses the nodes of `newer` for fields stored at the
    /// same offset in both.
    pub(crate) fn read_earlier(document: &Document, newer: &Document, tree: &Self) -> Self {
        Self::walk(document, Some((newer, tree)))
    }

    fn walk(document: &Document, newer: Option<(&Document, &Self)>) -> Self {
        let catalog = document.catalog().unwrap_or_default();
        let form = lookup(document, &catalog, b"AcroForm");
        let mut walk = Walk {
            document,
            newer,
            seen: IdSet::default(),
            tree: Self::default(),
        };
        if let Some(form) = form.as_dictionary() {
            let fields = lookup(document, form, b"Fields");
            let top = Rc::default();
            for field in fields.as_array().unwrap_or_default() {
                walk.node(field, &top, 0);
            }
        }
        walk.tree
    }

    /// Adds a widget that a page shows but the tree does not contain, with its ancestors. Readers
    /// show and fill such widgets like any other.
    pub(crate) fn add_orphan(&mut self, document: &Document, widget: ObjectId) {
        let mut chain: Vec<(ObjectId, Dictionary)> = Vec::new();
        let mut next = Some(widget);
        while let Some(id) = next.filter(|_| chain.len() < MAX_DEPTH) {
            let Ok(object) = document.object(id) else {
                break;
            };
            let Some(dictionary) = object.as_dictionary() else {
                break;
            };
            next = dictionary.reference(b"Parent");
            chain.push((id, dictionary.clone()));
        }
        let mut above = Above::default();
        for (id, dictionary) in chain.iter().rev() {
            above = below(document, &above, dictionary);
            let node = Node {
                id: *id,
                name: above.name.clone(),
                is_signature: above.is_signature,
                is_field: false,
                above: None,
            };
            self.nodes.entry(id.number).or_insert(node);
        }
    }

    /// True if several fields share this name of a signature field, so the name does not identify
    /// one.
    pub(crate) fn is_ambiguous(&self, name: &str) -> bool {
        let ambiguous = self.ambiguous.get_or_init(|| {
            let fields = self.nodes.values().filter(|node| node.is_field);
            let names = fields.map(|node| &node.name).chain(&self.direct);
            let names = names.filter(|name| self.signatures_by_name.contains_key(&***name));
            let mut seen: HashSet<&Rc<str>> = HashSet::new();
            names.filter(|name| !seen.insert(name)).cloned().collect()
        });
        ambiguous.contains(name)
    }

    /// The signature fields of this name. A hostile form has more than one.
    pub(crate) fn signatures_named(&self, name: &str) -> impl Iterator<Item = &SignatureField> {
        let indexes = self.signatures_by_name.get(name).into_iter().flatten();
        indexes.filter_map(|index| self.signatures.get(*index))
    }

    /// The signature field to which this widget belongs.
    pub(crate) fn signature_of_widget(&self, number: u32) -> Option<&SignatureField> {
        let index = self.signatures_by_widget.get(&number)?;
        self.signatures.get(*index)
    }

    /// True if any signature field has a value.
    pub(crate) fn is_signed(&self) -> bool {
        let mut values = self.signatures.iter().map(|field| &field.value);
        values.any(|value| !value.is_null())
    }

    /// The object ID of a node.
    pub(crate) fn id(&self, number: u32) -> ObjectId {
        let node = self.nodes.get(&number);
        node.map_or(ObjectId::new(number, 0), |node| node.id)
    }

    /// The name of the field that this object is or belongs to.
    pub(crate) fn name(&self, number: u32) -> Option<&str> {
        self.nodes.get(&number).map(|node| &*node.name)
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Above {
    name: Rc<str>,
    is_signature: bool,
}

struct Walk<'a> {
    document: &'a Document,
    /// A newer revision and its tree, whose nodes can be reused.
    newer: Option<(&'a Document, &'a FormTree)>,
    seen: IdSet,
    tree: FormTree,
}

impl Walk<'_> {
    fn node(&mut self, node: &Object, above: &Rc<Above>, depth: usize) {
        let id = node.as_reference();
        let looped = id.is_some_and(|id| !self.seen.insert(id));
        if depth > MAX_DEPTH || looped || self.seen.len() > MAX_NODES {
            return;
        }
        if let Some(known) = id.and_then(|id| self.known(id, above)) {
            self.tree.nodes.insert(known.id.number, known.clone());
            return;
        }
        let Ok(object) = glance(self.document, node) else {
            return;
        };
        let Some(dictionary) = object.as_dictionary() else {
            return;
        };
        let here = below(self.document, above, dictionary);
        let is_field = dictionary.contains(b"T");
        let is_alone = is_field && !here.is_signature && stands_alone(dictionary);
        if let Some(id) = id {
            let node = Node {
                id,
                name: Rc::clone(&here.name),
                is_signature: here.is_signature,
                is_field,
                above: is_alone.then(|| Rc::clone(above)),
            };
            self.tree.nodes.insert(id.number, node);
        } else if is_field {
            self.tree.direct.push(Rc::clone(&here.name));
        }
        let kids = lookup(self.document, dictionary, b"Kids");
        let kids = kids.as_array().unwrap_or_default();
        if here.is_signature && is_field {
            self.signature(id, &here, dictionary, kids);
        }
        if kids.is_empty() {
            return;
        }
        let here = Rc::new(here);
        for kid in kids {
            self.node(kid, &here, depth + 1);
        }
    }

    /// The node of the newer revision, if it is identical in both.
    fn known(&self, id: ObjectId, above: &Rc<Above>) -> Option<&Node> {
        let (newer, tree) = self.newer?;
        let node = tree.nodes.get(&id.number)?;
        let is_same = node.id == id && node.above.as_ref() == Some(above);
        (is_same && self.document.has_in_place(id, newer)).then_some(node)
    }

    fn signature(
        &mut self,
        id: Option<ObjectId>,
        here: &Above,
        dictionary: &Dictionary,
        kids: &[Object],
    ) {
        let mut widgets: Vec<ObjectId> = kids.iter().filter_map(Object::as_reference).collect();
        if kids.is_empty() {
            widgets.extend(id);
        }
        let index = self.tree.signatures.len();
        for widget in &widgets {
            let by_widget = &mut self.tree.signatures_by_widget;
            by_widget.entry(widget.number).or_insert(index);
        }
        let by_name = &mut self.tree.signatures_by_name;
        by_name
            .entry(here.name.to_string())
            .or_default()
            .push(index);
        self.tree.signatures.push(SignatureField {
            id,
            name: here.name.to_string(),
            value: dictionary.get(b"V").cloned().unwrap_or_default(),
            widgets,
        });
    }
}

/// True for a terminal field with direct `/T` and `/FT`.
fn stands_alone(field: &Dictionary) -> bool {
    let is_direct = |key: &[u8]| !matches!(field.get(key), Some(Object::Reference(_)));
    !field.contains(b"Kids") && is_direct(b"T") && is_direct(b"FT")
}

/// The object itself, or the object it refers to.
fn glance(document: &Document, node: &Object) -> Result<Rc<Object>, PdfError> {
    let object = match node.as_reference() {
        Some(id) => document.glance(id)?,
        None => return Ok(Rc::new(node.clone())),
    };
    match &*object {
        Object::Reference(_) => Ok(Rc::new(document.resolve(&object)?.into_object())),
        _ => Ok(object),
    }
}

fn lookup(document: &Document, dictionary: &Dictionary, key: &[u8]) -> Object {
    document
        .lookup(dictionary, key)
        .map(|it| it.into_object())
        .unwrap_or_default()
}

fn below(document: &Document, above: &Above, node: &Dictionary) -> Above {
    let mut here = above.clone();
    if let Some(partial) = lookup(document, node, b"T").as_string() {
        let partial = partial.to_text();
        here.name = match here.name.is_empty() {
            true => partial.into(),
            false => format!("{}.{partial}", here.name).into(),
        };
    }
    if let Some(kind) = lookup(document, node, b"FT").as_name() {
        here.is_signature = kind == b"Sig";
    }
    here
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use countersign_pdf::Update;

    /// One field, `name`, which becomes the text field `other` in the second revision.
    fn two_revisions(first: &str) -> (Document, u64) {
        let mut file = b"%PDF-1.7\n".to_vec();
        let objects = [
            "<</Type/Catalog/Pages 4 0 R/AcroForm<</Fields[2 0 R]>>>>",
            first,
            "<</Parent 2 0 R>>",
            "<</Type/Pages/Kids[]/Count 0>>",
        ];
        let mut entries = "0000000000 65535 f \n".to_owned();
        for (index, object) in objects.iter().enumerate() {
            entries += &format!("{:010} 00000 n \n", file.len());
            file.extend(format!("{} 0 obj\n{object}\nendobj\n", index + 1).bytes());
        }
        let section = file.len();
        let trailer = format!("trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n{section}\n%%EOF\n");
        file.extend(format!("xref\n0 5\n{entries}{trailer}").bytes());
        let before = Document::from_bytes(file.clone()).unwrap();
        let mut update = Update::new(&before);
        let field = Dictionary::new()
            .with("T", Object::text("other"))
            .with("FT", Object::name("Tx"));
        update.set(ObjectId::new(2, 0), field);
        let end = file.len() as u64;
        file.extend(update.finish().unwrap().bytes);
        (Document::from_bytes(file).unwrap(), end)
    }

    /// Only fields that are the same in both revisions are taken from the newer one.
    #[test]
    fn the_tree_of_an_earlier_revision_is_its_own() {
        for field in [
            "<</T(name)/FT/Tx>>",
            "<</T(name)/FT/Sig/V<<>>>>",
            "<</T(name)/FT/Tx/Kids[3 0 R]>>",
        ] {
            let (newer, end) = two_revisions(field);
            let older = newer.earlier(end).unwrap();
            let tree = FormTree::read_earlier(&older, &newer, &FormTree::read(&newer));
            let own = FormTree::read(&older);
            assert_eq!(tree.name(2), Some("name"), "{field}");
            assert_eq!(tree.is_signed(), own.is_signed(), "{field}");
            let numbers = |tree: &FormTree| tree.nodes.keys().copied().collect::<Vec<_>>();
            assert_eq!(numbers(&tree), numbers(&own), "{field}");
        }
    }
}
