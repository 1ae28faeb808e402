//! Restrictions by signatures and by encryption: certification level, locked fields (ISO 32000-2,
//! 12.8.2) and user permissions (7.6.4.2).

use crate::error::FormsError;
use crate::tree::{Form, Kind};
use countersign_pdf::{Access, Dictionary, Document, Object, Objects, PdfError, Permissions};
use serde::{Deserialize, Serialize};

/// The fields that a signature locks (ISO 32000-2, 12.7.5.5 and 12.8.2.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", content = "fields", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum FieldLock {
    /// Every field.
    All,
    /// The named fields and their descendants.
    Include(Vec<String>),
    /// All fields except the named ones and their descendants.
    Exclude(Vec<String>),
}

impl FieldLock {
    /// True if the lock covers the field with this fully qualified name.
    pub fn holds(&self, name: &str) -> bool {
        let is_under = |one: &String| {
            name.strip_prefix(one.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        match self {
            Self::All => true,
            Self::Include(fields) => fields.iter().any(is_under),
            Self::Exclude(fields) => !fields.iter().any(is_under),
        }
    }

    /// Reads a FieldMDP transform or a field's `/Lock`. An unknown action locks everything, as in
    /// verifiers.
    fn read(objects: &impl Objects, parameters: &Dictionary) -> Result<Self, PdfError> {
        let fields = objects.lookup(parameters, b"Fields")?;
        let mut names = Vec::new();
        for name in fields.as_array().unwrap_or_default() {
            let name = objects.resolve(name)?;
            names.extend(name.as_string().map(|name| name.to_text()));
        }
        Ok(match objects.lookup(parameters, b"Action")?.as_name() {
            Some(b"Include") => Self::Include(names),
            Some(b"Exclude") => Self::Exclude(names),
            _ => Self::All,
        })
    }
}

/// Restrictions set by the signatures of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// DocMDP level of the certification, 1 to 3; 1 permits no changes.
    pub certification: Option<i64>,
    /// Locks of the signatures.
    pub locks: Vec<FieldLock>,
}

impl Restrictions {
    /// Reads the restrictions of a document.
    ///
    /// # Errors
    /// If the document can't be read.
    pub fn of(document: &Document) -> Result<Self, PdfError> {
        let catalog = document.catalog()?;
        if !catalog.contains(b"AcroForm") && !catalog.contains(b"Perms") {
            return Ok(Self::default());
        }
        Self::of_form(document, &Form::read(document, &catalog)?)
    }

    pub(crate) fn of_form(document: &Document, form: &Form) -> Result<Self, PdfError> {
        let mut all = Self::default();
        if let Some(level) = certification(document)? {
            all.restrict(level);
        }
        for field in form.fields.iter().filter(|it| it.kind == Kind::Signature) {
            let signature = document.resolve(&field.attributes.value)?;
            let Some(signature) = signature.as_dictionary() else {
                continue;
            };
            for parameters in transforms(document, signature, b"FieldMDP")? {
                all.locks.push(FieldLock::read(document, &parameters)?);
            }
            all.take_lock(document, field.id)?;
        }
        Ok(all)
    }

    /// A field's `/Lock` applies once the field is signed, even if the signature does not repeat
    /// it.
    fn take_lock(
        &mut self,
        document: &Document,
        field: Option<countersign_pdf::ObjectId>,
    ) -> Result<(), PdfError> {
        let Some(id) = field else { return Ok(()) };
        let field = document.object(id)?;
        let Some(field) = field.as_dictionary() else {
            return Ok(());
        };
        let lock = document.lookup(field, b"Lock")?;
        let Some(lock) = lock.as_dictionary() else {
            return Ok(());
        };
        if lock.contains(b"Action") {
            self.locks.push(FieldLock::read(document, lock)?);
        }
        if let Some(level) = document.lookup(lock, b"P")?.as_integer() {
            self.restrict(level);
        }
        Ok(())
    }

    fn restrict(&mut self, level: i64) {
        // An unknown level permits no changes.
        let level = if (1..=3).contains(&level) { level } else { 1 };
        let known = self.certification.unwrap_or(level);
        self.certification = Some(known.min(level));
    }

    /// True if the field is locked.
    pub fn holds(&self, name: &str) -> bool {
        self.locks.iter().any(|lock| lock.holds(name))
    }

    /// Fails if the certification permits no changes.
    pub(crate) fn check_fill(&self) -> Result<(), FormsError> {
        match self.certification {
            Some(1) => Err(FormsError::Certified),
            _ => Ok(()),
        }
    }
}

/// DocMDP level of the certification signature.
fn certification(document: &Document) -> Result<Option<i64>, PdfError> {
    let catalog = document.catalog()?;
    let permissions = document.lookup(&catalog, b"Perms")?;
    let Some(permissions) = permissions.as_dictionary() else {
        return Ok(None);
    };
    let signature = document.lookup(permissions, b"DocMDP")?;
    let Some(signature) = signature.as_dictionary() else {
        return Ok(None);
    };
    let parameters = transforms(document, signature, b"DocMDP")?;
    // The default of `/P` is 2 (ISO 32000-2, table 257).
    let first = parameters.into_iter().next();
    Ok(first.map(|it| it.integer(b"P").unwrap_or(2)))
}

/// Parameters of all transforms of one method in a signature.
fn transforms(
    objects: &Document,
    signature: &Dictionary,
    method: &[u8],
) -> Result<Vec<Dictionary>, PdfError> {
    let mut out = Vec::new();
    let references = objects.lookup(signature, b"Reference")?;
    for reference in references.as_array().unwrap_or_default() {
        let reference: Object = objects.resolve(reference)?.into_object();
        let Some(reference) = reference.as_dictionary() else {
            continue;
        };
        if reference.name(b"TransformMethod") == Some(method) {
            let parameters = objects.lookup(reference, b"TransformParams")?;
            out.push(parameters.as_dictionary().cloned().unwrap_or_default());
        }
    }
    Ok(out)
}

/// True if the permissions allow an action: the document is not encrypted, it was opened as owner,
/// or permissions are ignored on request.
pub fn permits(document: &Document, what: impl Fn(Permissions) -> bool) -> bool {
    document.ignores_permissions()
        || document.security().is_none_or(|security| {
            security.access() == Access::Owner || what(security.permissions())
        })
}

/// Filling fields and signing existing signature fields (ISO 32000-2, table 22, bits 6 and 9).
pub fn may_fill(permissions: Permissions) -> bool {
    permissions.fill_forms
}

/// Creating and changing fields (bits 4 and 6 together).
pub fn may_place(permissions: Permissions) -> bool {
    permissions.modify && permissions.annotate
}
