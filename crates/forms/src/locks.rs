//! Restrictions by signatures and by encryption: certification level, locked fields (ISO 32000-2,
//! 12.8.2) and user permissions (7.6.4.2).

use crate::tree::{Form, FormField, Kind};
use countersign_pdf::{
    Access, Dictionary, Document, Object, ObjectId, Objects, PdfError, Permissions,
};
use serde::{Deserialize, Serialize};
use std::fmt;

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

/// What about an earlier signature does not permit a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum SignatureRule {
    /// Its certification (DocMDP; ISO 32000-2, 12.8.2.2).
    DocMdp,
    /// Its lock of fields (FieldMDP; 12.8.2.4).
    FieldMdp,
    /// The `/Lock` of its field (12.7.5.5).
    Lock,
    /// Every signature: the change is none that filling in and signing make.
    Signature,
}

/// The earlier signature that does not permit a change, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null))]
pub struct Refusal {
    /// Name of its field.
    pub signature: String,
    /// The rule.
    pub rule: SignatureRule,
    /// Level of the certification, 1 to 3.
    pub level: Option<i64>,
    /// Name of the field that would change.
    pub field: Option<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.signature;
        let level = self.level.unwrap_or_default();
        match (self.rule, &self.field) {
            (SignatureRule::DocMdp, _) => {
                write!(
                    out,
                    "the certification by {name:?} (level {level}) allows no such change"
                )
            }
            (SignatureRule::Signature, _) => {
                write!(out, "the signature {name:?} would become invalid")
            }
            (SignatureRule::FieldMdp | SignatureRule::Lock, Some(field)) => {
                write!(out, "the signature {name:?} locked the field {field:?}")
            }
            (SignatureRule::FieldMdp | SignatureRule::Lock, None) => {
                write!(out, "the signature {name:?} locked fields")
            }
        }
    }
}

/// A change that signatures may not permit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentChange<'a> {
    /// Fills or signs the field of this name.
    Fill(&'a str),
    /// Adds a signature field of this name.
    AddSignature {
        /// Name of the new field.
        name: &'a str,
        /// Whether it has a rectangle.
        visible: bool,
        /// Whether it is signed in the same revision.
        signed: bool,
    },
    /// Adds another field of this name, or changes a field other than by filling it.
    Place(&'a str),
    /// Everything else: flattening, encryption, decryption, other passwords.
    Rewrite,
}

/// A certification and the signature that made it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Certification {
    signature: String,
    level: i64,
}

/// A lock and the signature that holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Locked {
    signature: String,
    rule: SignatureRule,
    lock: FieldLock,
}

/// Restrictions set by the signatures of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// Names of the signed fields.
    signatures: Vec<String>,
    /// The strictest certification.
    certification: Option<Certification>,
    locks: Vec<Locked>,
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
        let signed = form.fields.iter().filter(|it| it.kind == Kind::Signature);
        if let Some((id, level)) = certification(document)? {
            let certifies =
                |it: &&FormField| it.attributes.value.as_reference() == id && id.is_some();
            let name = signed.clone().find(certifies);
            all.restrict(name.map_or("", |field| &field.name), level);
        }
        for field in signed {
            let signature = document.resolve(&field.attributes.value)?;
            let Some(signature) = signature.as_dictionary() else {
                continue;
            };
            all.signatures.push(field.name.clone());
            for parameters in transforms(document, signature, b"FieldMDP")? {
                let lock = FieldLock::read(document, &parameters)?;
                all.lock(&field.name, SignatureRule::FieldMdp, lock);
            }
            all.take_lock(document, &field.name, field.id)?;
        }
        Ok(all)
    }

    /// A field's `/Lock` applies once the field is signed, even if the signature does not repeat
    /// it.
    fn take_lock(
        &mut self,
        document: &Document,
        name: &str,
        field: Option<ObjectId>,
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
            self.lock(name, SignatureRule::Lock, FieldLock::read(document, lock)?);
        }
        if let Some(level) = document.lookup(lock, b"P")?.as_integer() {
            self.restrict(name, level);
        }
        Ok(())
    }

    fn lock(&mut self, signature: &str, rule: SignatureRule, lock: FieldLock) {
        let signature = signature.to_owned();
        self.locks.push(Locked {
            signature,
            rule,
            lock,
        });
    }

    fn restrict(&mut self, signature: &str, level: i64) {
        // An unknown level permits no changes.
        let level = if (1..=3).contains(&level) { level } else { 1 };
        if self
            .certification
            .as_ref()
            .is_none_or(|known| level < known.level)
        {
            let signature = signature.to_owned();
            self.certification = Some(Certification { signature, level });
        }
    }

    /// DocMDP level of the certification, 1 to 3; 1 permits no changes.
    pub fn certification(&self) -> Option<i64> {
        self.certification.as_ref().map(|it| it.level)
    }

    /// Checks a change against every signature, by the rules with which verifiers judge the result.
    ///
    /// # Errors
    /// The signature that does not permit the change.
    pub fn check(&self, change: DocumentChange<'_>) -> Result<(), Refusal> {
        let (certified, locked, signed) = match change {
            DocumentChange::Fill(name) => (self.certified(1, Some(name)), self.locked(name), None),
            DocumentChange::AddSignature {
                name,
                visible,
                signed,
            } => {
                let level = if visible { 3 } else { 1 };
                // A visible field without its signature covers what was signed.
                let signed = if visible && !signed {
                    self.signed(Some(name))
                } else {
                    None
                };
                (self.certified(level, Some(name)), self.locked(name), signed)
            }
            DocumentChange::Place(name) => {
                let name = Some(name);
                let locked = name.and_then(|name| self.locked(name));
                (self.certified(3, name), locked, self.signed(name))
            }
            DocumentChange::Rewrite => (None, None, self.signed(None)),
        };
        certified.or(locked).or(signed).map_or(Ok(()), Err)
    }

    /// Fails if the certification permits no changes at all.
    ///
    /// # Errors
    /// The certification.
    pub fn check_open(&self) -> Result<(), Refusal> {
        self.certified(1, None).map_or(Ok(()), Err)
    }

    /// The certification, if its level is at most this one.
    fn certified(&self, most: i64, field: Option<&str>) -> Option<Refusal> {
        let certification = self.certification.as_ref().filter(|it| it.level <= most)?;
        Some(Refusal {
            signature: certification.signature.clone(),
            rule: SignatureRule::DocMdp,
            level: Some(certification.level),
            field: field.map(str::to_owned),
        })
    }

    fn locked(&self, name: &str) -> Option<Refusal> {
        let locked = self.locks.iter().find(|it| it.lock.holds(name))?;
        Some(Refusal {
            signature: locked.signature.clone(),
            rule: locked.rule,
            level: None,
            field: Some(name.to_owned()),
        })
    }

    fn signed(&self, field: Option<&str>) -> Option<Refusal> {
        Some(Refusal {
            signature: self.signatures.first()?.clone(),
            rule: SignatureRule::Signature,
            level: None,
            field: field.map(str::to_owned),
        })
    }
}

/// The certification signature, if it is an object of its own, and its DocMDP level.
fn certification(document: &Document) -> Result<Option<(Option<ObjectId>, i64)>, PdfError> {
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
    let id = permissions.reference(b"DocMDP");
    Ok(first.map(|it| (id, it.integer(b"P").unwrap_or(2))))
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
