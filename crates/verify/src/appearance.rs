//! Whether a field shows what its value says: `/AP` against `/V`.
//!
//! Readers show the appearance, programs read the value, and some readers make the appearance anew
//! when a field is touched: where the two differ, people and programs are told different things.
//!
//! Deliberately absent: drawing. What can't be told from the text in an appearance is not told.

use countersign_pdf::{Dictionary, Document, Object, ObjectId};

use crate::choices::Choice;
use crate::form::FormTree;
use crate::list_looks::{self, is_turned, letters_of};
use crate::shown_text::{Shown, is_pictured, shown_text};

/// Fields above fields; deeper trees are hostile.
const MAX_DEPTH: usize = 64;
/// Flag of text fields that show stars.
const PASSWORD: i64 = 1 << 13;
/// Flag of choice fields that show one line.
const COMBO: i64 = 1 << 17;

/// Widgets that are looked at in a whole document.
const MAX_WIDGETS: usize = 2_000;

/// Names of the fields of a document that show something other than their value. Where readers are
/// asked to make the appearances themselves, these say nothing.
pub(crate) fn differing_fields(document: &Document, form: &FormTree) -> Vec<String> {
    let catalog = document.catalog().unwrap_or_default();
    let acroform = entry(document, &catalog, b"AcroForm");
    let remade = acroform
        .as_dictionary()
        .is_some_and(|it| it.bool(b"NeedAppearances") == Some(true));
    if remade {
        return Vec::new();
    }
    let widgets = form.nodes.values().filter(|node| !node.is_signature);
    let mut names: Vec<String> = widgets
        .take(MAX_WIDGETS)
        .filter(|node| differs(document, node.id))
        .map(|node| node.name.clone())
        .collect();
    names.dedup();
    names
}

/// True when the widget shows something other than the value of its field.
pub(crate) fn differs(document: &Document, widget: ObjectId) -> bool {
    with_widget(document, widget, |dictionary| {
        let field = Field::read(document, dictionary);
        match field.kind.as_name() {
            _ if field.is_text() => text_differs(document, dictionary, &field),
            _ if field.is_list() => list_differs(document, dictionary, &field),
            Some(b"Btn") => state_differs(document, dictionary, &field),
            _ => false,
        }
    })
}

/// True when a field of text does not show letters: what it shows then is anybody's guess.
pub(crate) fn shows_a_picture(document: &Document, widget: ObjectId) -> bool {
    with_widget(document, widget, |dictionary| {
        let field = Field::read(document, dictionary);
        let says_something = field
            .texts(document)
            .is_some_and(|texts| texts.iter().any(|text| !text.trim().is_empty()));
        let look = normal_look(document, dictionary);
        (field.is_text() || field.is_list())
            && says_something
            && look
                .as_stream()
                .is_some_and(|look| is_pictured(document, look))
    })
}

/// True when a field of text shows something else in `new` than in `old`, while its value is the same.
pub(crate) fn looks_changed(old: &Document, new: &Document, widget: ObjectId) -> bool {
    let said = |document: &Document| {
        let object = document.object(widget).ok()?;
        let dictionary = object.as_dictionary()?;
        let field = Field::read(document, dictionary);
        let look = normal_look(document, dictionary);
        let shown = shown_text(document, look.as_stream()?)?;
        (field.is_text() && field.is_formatted).then_some((field.value, shown))
    };
    let is_other = |one: &Shown, other: &Shown| {
        let whole = one.whole && other.whole;
        Plain::of(&one.text, whole) != Plain::of(&other.text, whole)
    };
    match (said(old), said(new)) {
        (Some((old_value, old)), Some((value, new))) => old_value == value && is_other(&old, &new),
        _ => false,
    }
}

/// True when a widget has an appearance.
pub(crate) fn is_shown(document: &Document, widget: ObjectId) -> bool {
    with_widget(document, widget, |it| !normal_look(document, it).is_null())
}

/// True when a widget has none, and its field a text.
pub(crate) fn is_hidden(document: &Document, widget: ObjectId) -> bool {
    let has_text = with_widget(document, widget, |it| {
        let value = Field::read(document, it).value;
        value
            .as_string()
            .is_some_and(|it| !it.as_bytes().is_empty())
    });
    has_text && !is_shown(document, widget)
}

fn with_widget(document: &Document, widget: ObjectId, test: impl Fn(&Dictionary) -> bool) -> bool {
    let object = document.object(widget);
    object.is_ok_and(|object| {
        let dictionary = object.as_dictionary();
        dictionary.is_some_and(|it| it.name(b"Subtype") == Some(b"Widget") && test(it))
    })
}

/// The entries that a widget has from the fields above it.
#[derive(Default)]
struct Field {
    kind: Object,
    value: Object,
    flags: Object,
    options: Object,
    /// A program makes what is shown from the value.
    is_formatted: bool,
}

impl Field {
    fn read(document: &Document, widget: &Dictionary) -> Self {
        let mut out = Self::default();
        let mut node = Some(widget.clone());
        for _ in 0..MAX_DEPTH {
            let Some(dictionary) = node else { break };
            let take = |slot: &mut Object, key: &[u8]| {
                if slot.is_null() {
                    *slot = entry(document, &dictionary, key);
                }
            };
            take(&mut out.kind, b"FT");
            take(&mut out.value, b"V");
            take(&mut out.flags, b"Ff");
            take(&mut out.options, b"Opt");
            let actions = entry(document, &dictionary, b"AA");
            out.is_formatted |= actions.as_dictionary().is_some_and(|it| it.contains(b"F"));
            let parent = entry(document, &dictionary, b"Parent");
            node = parent.as_dictionary().cloned();
        }
        out
    }

    /// Text, and choices of which one is shown.
    fn is_text(&self) -> bool {
        let flags = self.flags.as_integer().unwrap_or(0);
        match self.kind.as_name() {
            Some(b"Tx") => flags & PASSWORD == 0,
            Some(b"Ch") => flags & COMBO != 0,
            _ => false,
        }
    }

    /// Choices of which several lines are shown.
    fn is_list(&self) -> bool {
        self.kind.as_name() == Some(b"Ch") && !self.is_text()
    }

    /// The texts that the value may be shown as; `None` when it is no text.
    fn texts(&self, document: &Document) -> Option<Vec<String>> {
        let value = match &self.value {
            Object::Null => String::new(),
            Object::String(text) => text.to_text(),
            _ => return None,
        };
        let mut texts = vec![value.clone()];
        let options = self.options.as_array().unwrap_or_default().iter();
        let choices = options.filter_map(|option| Choice::read(document, option));
        texts.extend(choices.filter(|it| it.export == value).map(|it| it.line));
        Some(texts)
    }
}

fn text_differs(document: &Document, widget: &Dictionary, field: &Field) -> bool {
    if field.is_formatted {
        return false;
    }
    let shown = normal_look(document, widget)
        .as_stream()
        .and_then(|stream| shown_text(document, stream));
    let (Some(shown), Some(texts)) = (shown, field.texts(document)) else {
        return false;
    };
    let says = |text: &String| {
        let (shown, said) = (
            Plain::of(&shown.text, shown.whole),
            Plain::of(text, shown.whole),
        );
        shown == said
    };
    !texts.iter().any(says)
}

fn list_differs(document: &Document, widget: &Dictionary, field: &Field) -> bool {
    let look = normal_look(document, widget);
    let shown = look.as_stream().and_then(|it| shown_text(document, it));
    shown.is_some_and(|it| list_looks::differs(document, &it, &field.options, &field.value))
}

/// Text as far as two ways of writing it can be compared: without white space; where it runs from
/// right to left, without its order.
#[derive(PartialEq, Eq)]
struct Plain(Vec<char>);

impl Plain {
    fn of(text: &str, whole: bool) -> Self {
        let mut letters = letters_of(text, whole);
        if letters.iter().any(is_turned) {
            letters.sort_unstable();
        }
        Self(letters)
    }
}

/// A box or button that is on must be what the field says.
fn state_differs(document: &Document, widget: &Dictionary, field: &Field) -> bool {
    let state = entry(document, widget, b"AS");
    let (Some(state), Some(value)) = (state.as_name(), field.value.as_name()) else {
        return false;
    };
    let normal = normal_look(document, widget);
    let has_value = normal.as_dictionary().is_some_and(|it| it.contains(value));
    match state {
        b"Off" => value != b"Off" && has_value,
        state => state != value,
    }
}

/// `/N` of the appearances: what is shown while nobody touches the field.
pub(crate) fn normal_look(document: &Document, widget: &Dictionary) -> Object {
    let appearances = entry(document, widget, b"AP");
    let appearances = appearances.as_dictionary();
    appearances.map_or(Object::Null, |it| entry(document, it, b"N"))
}

fn entry(document: &Document, dictionary: &Dictionary, key: &[u8]) -> Object {
    let value = document.lookup(dictionary, key);
    value.map(|it| it.into_object()).unwrap_or_default()
}
