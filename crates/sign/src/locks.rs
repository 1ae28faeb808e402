//! Restrictions on signing from earlier signatures and document permissions.

use countersign_forms::locks::{self, DocumentChange, FieldLock, Restrictions};
use countersign_pdf::{Dictionary, Document, Name, Object, Objects, Update};

use crate::error::SignError;
use crate::field::{self, Target};
use crate::options::{PrepareOptions, SigningField};

/// Fails if the certification forbids every change.
pub(crate) fn check_open(document: &Document) -> Result<(), SignError> {
    Ok(Restrictions::of(document)?.check_open()?)
}

/// Fails if an earlier signature does not permit to sign the field or to fill one of the others.
pub(crate) fn check(document: &Document, options: &PrepareOptions) -> Result<(), SignError> {
    let restrictions = Restrictions::of(document)?;
    for name in options.values.keys() {
        restrictions.check(DocumentChange::Fill(name))?;
    }
    let name = options.field.name();
    Ok(restrictions.check(match &options.field {
        SigningField::Existing(_) => DocumentChange::Fill(name),
        SigningField::Visible { .. } | SigningField::Invisible { .. } => {
            DocumentChange::AddSignature {
                name,
                visible: matches!(options.field, SigningField::Visible { .. }),
                signed: true,
            }
        }
    })?)
}

/// Fails if the document's permissions do not allow this signature.
pub(crate) fn check_permitted(document: &Document, field: &SigningField) -> Result<(), SignError> {
    let may = match field {
        SigningField::Existing(_) => locks::may_fill,
        SigningField::Visible { .. } | SigningField::Invisible { .. } => locks::may_place,
    };
    match locks::permits(document, may) {
        true => Ok(()),
        false => Err(SignError::NotPermitted),
    }
}

/// Adds a lock to the field that is signed. An existing field of a signed form is refused, because adding a lock would
/// be a change of the form that no signature permits. A field that already has a lock is refused too.
pub(crate) fn put(
    update: &mut Update<'_>,
    target: Target,
    lock: &FieldLock,
) -> Result<(), SignError> {
    let field = Objects::dictionary(update, target.field)?;
    let is_new = update.document().object(target.field)?.is_null();
    let document = update.document();
    let is_signed = field::is_signed(document, &document.catalog()?)?;
    if field.contains(b"Lock") || (is_signed && !is_new) {
        return Err(SignError::Lock);
    }
    let (action, fields) = match lock {
        FieldLock::All => ("All", None),
        FieldLock::Include(fields) => ("Include", Some(fields)),
        FieldLock::Exclude(fields) => ("Exclude", Some(fields)),
    };
    let mut dictionary = Dictionary::new()
        .with("Type", Name::from("SigFieldLock"))
        .with("Action", Name::from(action));
    if let Some(fields) = fields {
        let names: Vec<Object> = fields.iter().map(|name| Object::text(name)).collect();
        dictionary.insert("Fields", names);
    }
    let lock = update.add(dictionary);
    update.edit(target.field, |field| field.insert("Lock", lock))?;
    Ok(())
}
