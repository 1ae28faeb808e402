//! Compares the appearance of a field (`/AP`) with its value (`/V`).
//!
//! Readers show the appearance, programs read the value, and some readers regenerate the appearance
//! when the user edits the field. If the two differ, people and programs see different data.
//!
//! No rendering: only the text in the appearance stream is compared. If that text can't be
//! determined, nothing is reported.

use std::collections::HashSet;

use countersign_pdf::{Dictionary, Document, Object, ObjectId, PdfString, each_reference};

use crate::choices::Choice;
use crate::form::FormTree;
use crate::list_appearances::{self, is_turned, letters_of};
use crate::shown_text::{Shown, is_pictured, shown_text};

/// Maximum depth of the field hierarchy. Deeper trees are treated as hostile input.
const MAX_DEPTH: usize = 64;
/// Keys of a field or widget whose values say nothing of what it shows.
const ELSEWHERE: [&[u8]; 3] = [b"P", b"Parent", b"Kids"];
/// Field flag of text fields: Password. The reader shows the value as asterisks.
const PASSWORD: i64 = 1 << 13;
/// Field flag of choice fields: Combo. The field shows a single line.
const COMBO: i64 = 1 << 17;

/// Field flag of text fields: Multiline.
const MULTILINE: i64 = 1 << 12;
/// Maximum length of a reported value, in characters.
pub(crate) const MAX_SHOWN: usize = 500;

/// Maximum number of widgets checked per document.
const MAX_WIDGETS: usize = 2_000;

/// Names of the fields whose widget shows something other than the field's value. Empty if the form
/// sets `/NeedAppearances`: readers then regenerate the appearances, so the stored ones prove
/// nothing. With a known revision, only the fields that changed since are looked at.
pub(crate) fn differing_fields(
    document: &Document,
    form: &FormTree,
    known: Option<&Document>,
) -> Vec<String> {
    let catalog = document.catalog().unwrap_or_default();
    let acroform = entry(document, &catalog, b"AcroForm");
    let remade = acroform
        .as_dictionary()
        .is_some_and(|it| it.bool(b"NeedAppearances") == Some(true));
    if remade {
        return Vec::new();
    }
    let changed: Option<HashSet<u32>> = known.map(|known| {
        let changed = document.changed_since(known).into_iter();
        changed.map(|id| id.number).collect()
    });
    let widgets = form.nodes.values().filter(|node| {
        let changed = changed.as_ref();
        !node.is_signature && changed.is_none_or(|it| has_changed(document, node.id, it))
    });
    let mut names: Vec<String> = widgets
        .take(MAX_WIDGETS)
        .filter(|node| differs(document, node.id))
        .map(|node| node.name.to_string())
        .collect();
    names.dedup();
    names
}

/// True if the widget, its appearance or a field above it is one of the changed objects.
fn has_changed(document: &Document, widget: ObjectId, changed: &HashSet<u32>) -> bool {
    let mut next = Some(widget);
    for _ in 0..MAX_DEPTH {
        let Some(id) = next else { return false };
        let Ok(object) = document.object(id) else {
            return true;
        };
        let Some(dictionary) = object.as_dictionary() else {
            return true;
        };
        let mut has = changed.contains(&id.number);
        let own = dictionary
            .iter()
            .filter(|(key, _)| !ELSEWHERE.contains(&key.as_bytes()));
        for (_, value) in own {
            each_reference(value, &mut |used| has |= changed.contains(&used.number));
        }
        if has {
            return true;
        }
        next = dictionary.reference(b"Parent");
    }
    true
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

/// True if a text or choice field with a value shows a picture or drawing instead of text. What it
/// shows can't be determined then.
pub(crate) fn shows_a_picture(document: &Document, widget: ObjectId) -> bool {
    with_widget(document, widget, |dictionary| {
        let field = Field::read(document, dictionary);
        let says_something = field
            .texts(document)
            .is_some_and(|texts| texts.iter().any(|text| !text.trim().is_empty()));
        let appearance = normal_appearance(document, dictionary);
        (field.is_text() || field.is_list())
            && says_something
            && appearance
                .as_stream()
                .is_some_and(|appearance| is_pictured(document, dictionary, appearance))
    })
}

/// True if a text field shows another text in `new` than in `old` although its value is the same.
/// This is not form filling: the signed text was replaced.
pub(crate) fn appearance_changed(old: &Document, new: &Document, widget: ObjectId) -> bool {
    let said = |document: &Document| {
        let object = document.object(widget).ok()?;
        let dictionary = object.as_dictionary()?;
        let field = Field::read(document, dictionary);
        let appearance = normal_appearance(document, dictionary);
        let shown = shown_text(document, dictionary, appearance.as_stream()?)?;
        let value = field.value_text().filter(|_| field.is_text())?;
        Some((Plain::of(&value, true), shown))
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

/// Value and shown text of a field, for a report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filled {
    pub(crate) value: Option<String>,
    /// `None` if the shown text can't be determined, or the field is a password.
    pub(crate) shown: Option<String>,
}

/// Reads the value of the widget's field, and what the widget shows.
pub(crate) fn filled(document: &Document, widget: ObjectId) -> Filled {
    let object = document.object(widget);
    let dictionary = object.as_ref().ok().and_then(|it| it.as_dictionary());
    let Some(dictionary) = dictionary else {
        return Filled::default();
    };
    let field = Field::read(document, dictionary);
    let is_button = field.kind.as_name() == Some(b"Btn");
    let appearance = normal_appearance(document, dictionary);
    let shown = match appearance.as_stream() {
        _ if field.is_secret() => None,
        _ if is_button => entry(document, dictionary, b"AS").as_name().map(to_text),
        Some(appearance) => {
            let shown = shown_text(document, dictionary, appearance);
            shown.filter(|it| it.sure && it.whole).map(|it| it.text)
        }
        None => Some(String::new()),
    };
    let value = field.value_text().filter(|_| !field.is_secret());
    let short = |text: String| text.chars().take(MAX_SHOWN).collect();
    Filled {
        value: value.map(short),
        shown: shown.map(short),
    }
}

fn to_text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// True if the text that a widget shows can't be determined, as with a font embedded in the file.
pub(crate) fn is_undetermined(document: &Document, widget: ObjectId) -> bool {
    with_widget(document, widget, |dictionary| {
        let field = Field::read(document, dictionary);
        let has_text = field.value_text().is_some_and(|it| !it.trim().is_empty());
        let appearance = normal_appearance(document, dictionary);
        let Some(appearance) = appearance
            .as_stream()
            .filter(|_| field.is_text() || field.is_list())
        else {
            return false;
        };
        has_text && shown_text(document, dictionary, appearance).is_none_or(|it| !it.sure)
    })
}

/// Whether an annotation shows this text and nothing else, or nothing at all. `None` if it shows
/// something else; `Some(false)` if a font of the file draws the text, which may draw anything.
pub(crate) fn shows_only(document: &Document, annotation: &Dictionary, text: &str) -> Option<bool> {
    let appearances = entry(document, annotation, b"AP");
    let Some(appearances) = appearances.as_dictionary() else {
        return appearances.is_null().then_some(true);
    };
    let appearance = entry(document, appearances, b"N");
    let shown = shown_text(document, annotation, appearance.as_stream()?)?;
    let is_same = Plain::of(&shown.text, shown.whole) == Plain::of(text, shown.whole);
    let is_only = appearances.iter().count() == 1 && is_same && !hides(&shown, false);
    is_only.then_some(shown.sure)
}

/// True if the rich text of a field (`/RV`) differs from its value: some readers show one, some the
/// other (ISO 32000-2, 12.7.4.4).
pub(crate) fn rich_text_differs(document: &Document, widget: ObjectId) -> bool {
    let object = document.object(widget);
    object.is_ok_and(|object| {
        let field = object.as_dictionary().map(|it| Field::read(document, it));
        let Some(field) = field.filter(|it| !it.rich.is_null()) else {
            return false;
        };
        let rich = match &field.rich {
            Object::String(text) => Some(text.to_text()),
            Object::Stream(stream) => {
                let data = document.stream_data(stream).ok();
                data.map(|it| PdfString::literal(it).to_text())
            }
            _ => None,
        };
        let value = field.value_text().unwrap_or_default();
        rich.is_none_or(|it| Plain::of(&without_tags(&it), true) != Plain::of(&value, true))
    })
}

/// Strips the tags from XHTML or XML and decodes common entities.
pub(crate) fn without_tags(markup: &str) -> String {
    let mut out = String::new();
    for part in markup.split('<') {
        // The part before the first tag contains no `>`.
        out += part.split_once('>').map_or(part, |(_, text)| text);
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#13;", ""),
        ("&#xD;", ""),
        ("&nbsp;", " "),
        ("&#160;", " "),
        ("&amp;", "&"),
    ];
    let plain = entities.iter();
    plain.fold(out, |text, (entity, letter)| text.replace(entity, letter))
}

/// True when a widget has an appearance.
pub(crate) fn is_shown(document: &Document, widget: ObjectId) -> bool {
    with_widget(document, widget, |it| {
        !normal_appearance(document, it).is_null()
    })
}

/// True if a widget has no appearance although its field has a text value.
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

/// The field flags (`/Ff`), inherited from an ancestor if the field has none of its own.
pub(crate) fn field_flags(document: &Document, field: &Dictionary) -> i64 {
    let flags = Field::read(document, field).flags;
    flags.as_integer().unwrap_or(0)
}

/// Entries of a field, including those inherited from its ancestors.
#[derive(Default)]
struct Field {
    kind: Object,
    value: Object,
    flags: Object,
    options: Object,
    rich: Object,
    /// True if a format action (`/AA` `/F`) computes the shown text from the value.
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
            take(&mut out.rich, b"RV");
            let actions = entry(document, &dictionary, b"AA");
            out.is_formatted |= actions.as_dictionary().is_some_and(|it| it.contains(b"F"));
            let parent = entry(document, &dictionary, b"Parent");
            node = parent.as_dictionary().cloned();
        }
        out
    }

    /// True for text fields (except passwords) and combo boxes, which show a single value.
    fn is_text(&self) -> bool {
        let flags = self.flags.as_integer().unwrap_or(0);
        match self.kind.as_name() {
            Some(b"Tx") => flags & PASSWORD == 0,
            Some(b"Ch") => flags & COMBO != 0,
            _ => false,
        }
    }

    /// True for password fields. Their value is neither shown nor reported.
    fn is_secret(&self) -> bool {
        let flags = self.flags.as_integer().unwrap_or(0);
        self.kind.as_name() == Some(b"Tx") && flags & PASSWORD != 0
    }

    /// True for multiline text fields. Their last lines may be clipped.
    fn is_multiline(&self) -> bool {
        self.flags.as_integer().unwrap_or(0) & MULTILINE != 0
    }

    /// The value as text; `None` if its type has no text form.
    fn value_text(&self) -> Option<String> {
        match &self.value {
            Object::Null => Some(String::new()),
            Object::String(text) => Some(text.to_text()),
            Object::Name(name) => Some(to_text(name.as_bytes())),
            Object::Array(items) => {
                let texts = items.iter().filter_map(Object::as_string);
                let texts: Vec<String> = texts.map(PdfString::to_text).collect();
                Some(texts.join(", "))
            }
            _ => None,
        }
    }

    /// True for list boxes, which show several lines.
    fn is_list(&self) -> bool {
        self.kind.as_name() == Some(b"Ch") && !self.is_text()
    }

    /// The texts that may represent the value, including the display text of options; `None` if the
    /// value is not a string.
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
    let shown = normal_appearance(document, widget)
        .as_stream()
        .and_then(|stream| shown_text(document, widget, stream));
    let (Some(shown), Some(texts)) = (shown, field.texts(document)) else {
        return false;
    };
    let has_text = texts.iter().any(|text| !text.trim().is_empty());
    if has_text && hides(&shown, field.is_multiline()) {
        return true;
    }
    if field.is_formatted {
        return false;
    }
    let shown_is_cut = shown.outside && field.is_multiline();
    let says = |text: &String| {
        let (shown, said) = (
            Plain::of(&shown.text, shown.whole),
            Plain::of(text, shown.whole),
        );
        // In a clipped multiline field, the missing lines are the last ones.
        let is_start = shown_is_cut && said.0.starts_with(&shown.0);
        shown == said || is_start
    };
    !texts.iter().any(says)
}

/// True if an appearance contains invisible text. In a multiline field the last lines may be
/// clipped.
fn hides(shown: &Shown, is_multiline: bool) -> bool {
    shown.hidden || (shown.outside && (!is_multiline || shown.text.trim().is_empty()))
}

fn list_differs(document: &Document, widget: &Dictionary, field: &Field) -> bool {
    let appearance = normal_appearance(document, widget);
    let shown = appearance.as_stream();
    let shown = shown.and_then(|it| shown_text(document, widget, it));
    shown.is_some_and(|it| {
        it.hidden || list_appearances::differs(document, &it, &field.options, &field.value)
    })
}

/// Text normalized for comparison: without white space and, if it contains right-to-left
/// characters, without its order.
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

/// True if the appearance state (`/AS`) of a check box or radio button contradicts the value of its
/// field.
fn state_differs(document: &Document, widget: &Dictionary, field: &Field) -> bool {
    let state = entry(document, widget, b"AS");
    let (Some(state), Some(value)) = (state.as_name(), field.value.as_name()) else {
        return false;
    };
    let normal = normal_appearance(document, widget);
    let has_value = normal.as_dictionary().is_some_and(|it| it.contains(value));
    match state {
        b"Off" => value != b"Off" && has_value,
        state => state != value,
    }
}

/// `/N` of the appearance dictionary: the normal appearance, shown without user interaction.
pub(crate) fn normal_appearance(document: &Document, widget: &Dictionary) -> Object {
    let appearances = entry(document, widget, b"AP");
    let appearances = appearances.as_dictionary();
    appearances.map_or(Object::Null, |it| entry(document, it, b"N"))
}

fn entry(document: &Document, dictionary: &Dictionary, key: &[u8]) -> Object {
    let value = document.lookup(dictionary, key);
    value.map(|it| it.into_object()).unwrap_or_default()
}
