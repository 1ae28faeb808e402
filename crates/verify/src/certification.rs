//! Permissions that a signature sets for later changes: DocMDP and FieldMDP (ISO 32000-2, 12.8.2).

use std::collections::BTreeSet;

use countersign_pdf::{Dictionary, Document, Object, ObjectId, PdfError};

/// The fields that a signature locks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Lock {
    /// All fields.
    All,
    /// The named fields.
    Include(BTreeSet<String>),
    /// All fields except the named ones.
    Exclude(BTreeSet<String>),
}

impl Lock {
    /// True if the lock covers the field. A name also covers all fields below it in the hierarchy.
    pub(crate) fn holds(&self, field: &str) -> bool {
        let names = |list: &BTreeSet<String>| {
            let ends = field.match_indices('.').map(|(end, _)| end);
            let mut above = ends.filter_map(|end| field.get(..end));
            list.contains(field) || above.any(|name| list.contains(name))
        };
        match self {
            Self::All => true,
            Self::Include(list) => names(list),
            Self::Exclude(list) => !names(list),
        }
    }
}

/// The transform methods of a signature.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Transforms {
    /// Permission level of DocMDP, 1 to 3.
    pub(crate) doc_mdp: Option<u8>,
    /// FieldMDP locks.
    pub(crate) locks: Vec<Lock>,
}

impl Transforms {
    /// Reads the `/Reference` array of a signature dictionary.
    pub(crate) fn read(document: &Document, signature: &Dictionary) -> Result<Self, PdfError> {
        let mut out = Self::default();
        let references = document.lookup(signature, b"Reference")?;
        for reference in references.as_array().unwrap_or_default() {
            let reference = document.resolve(reference)?;
            let Some(reference) = reference.as_dictionary() else {
                continue;
            };
            let parameters = document
                .lookup(reference, b"TransformParams")?
                .into_object();
            let empty = Dictionary::new();
            let parameters = parameters.as_dictionary().unwrap_or(&empty);
            match document.lookup(reference, b"TransformMethod")?.as_name() {
                Some(b"DocMDP") => {
                    // A missing `/P` means 2. An unknown value is treated as 1: no changes
                    // permitted.
                    let level = document.lookup(parameters, b"P")?.as_integer().unwrap_or(2);
                    out.doc_mdp = Some(if (1..=3).contains(&level) {
                        level as u8
                    } else {
                        1
                    });
                }
                Some(b"FieldMDP") => out.locks.push(read_lock(document, parameters)?),
                Some(_) | None => {}
            }
        }
        Ok(out)
    }
}

impl Transforms {
    /// Adds the `/Lock` of the signature's field. It applies once the field is signed, even if the
    /// signature does not repeat it as a transform.
    pub(crate) fn take_lock(
        &mut self,
        document: &Document,
        field: Option<ObjectId>,
    ) -> Result<(), PdfError> {
        let Some(id) = field else { return Ok(()) };
        let object = document.object(id)?;
        let Some(field) = object.as_dictionary() else {
            return Ok(());
        };
        let lock = document.lookup(field, b"Lock")?;
        let Some(lock) = lock.as_dictionary() else {
            return Ok(());
        };
        if lock.contains(b"Action") {
            self.locks.push(read_lock(document, lock)?);
        }
        if let Some(level) = document.lookup(lock, b"P")?.as_integer() {
            let level = u8::try_from(level.clamp(1, 3)).unwrap_or(1);
            self.doc_mdp = Some(self.doc_mdp.map_or(level, |own| own.min(level)));
        }
        Ok(())
    }
}

fn read_lock(document: &Document, parameters: &Dictionary) -> Result<Lock, PdfError> {
    let fields = document.lookup(parameters, b"Fields")?;
    let mut names = BTreeSet::new();
    for field in fields.as_array().unwrap_or_default() {
        if let Some(name) = document.resolve(field)?.as_string() {
            names.insert(name.to_text());
        }
    }
    Ok(match document.lookup(parameters, b"Action")?.as_name() {
        Some(b"Include") => Lock::Include(names),
        Some(b"Exclude") => Lock::Exclude(names),
        Some(_) | None => Lock::All,
    })
}

/// The certification signature (`/Perms` `/DocMDP`), if the document has one.
pub(crate) fn certifying_signature(document: &Document) -> Result<Option<ObjectId>, PdfError> {
    let catalog = document.catalog()?;
    let permissions = document.lookup(&catalog, b"Perms")?;
    Ok(permissions
        .as_dictionary()
        .and_then(|it| it.get(b"DocMDP"))
        .and_then(Object::as_reference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_holds_fields_and_what_is_below_them() {
        let include = Lock::Include(["a.b".to_owned()].into());
        assert!(include.holds("a.b") && include.holds("a.b.c"));
        assert!(!include.holds("a.bc") && !include.holds("a"));
        assert!(!Lock::Exclude(["a".to_owned()].into()).holds("a.b"));
        assert!(Lock::All.holds("x"));
    }
}
