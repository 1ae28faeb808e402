//! What earlier signatures forbid: the level of a certification, and the fields that a signature
//! locked.

use countersign_pdf::{Dictionary, Document, Name, Object, Objects, PdfError, Update};

use crate::error::SignError;
use crate::field::{self, Target};
use crate::options::{FieldLock, PrepareOptions};

/// The level of the document's certification.
pub(crate) fn certification(
    document: &Document,
    catalog: &Dictionary,
) -> Result<Option<i64>, SignError> {
    let permissions = document.lookup(catalog, b"Perms")?;
    let Some(permissions) = permissions.as_dictionary() else {
        return Ok(None);
    };
    let signature = document.lookup(permissions, b"DocMDP")?;
    let Some(signature) = signature.as_dictionary() else {
        return Ok(None);
    };
    let parameters = parameters(document, signature, b"DocMDP")?;
    // Without a number it is 2 (ISO 32000-2, table 257).
    Ok(parameters
        .into_iter()
        .next()
        .map(|it| it.integer(b"P").unwrap_or(2)))
}

/// The parameters of a signature's transforms of one kind.
fn parameters(
    objects: &dyn Objects,
    signature: &Dictionary,
    method: &[u8],
) -> Result<Vec<Dictionary>, PdfError> {
    let mut out = Vec::new();
    let references = objects.lookup(signature, b"Reference")?;
    for reference in references.as_array().unwrap_or_default() {
        let reference = objects.resolve(reference)?;
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

/// Fails when an earlier signature locked the field to sign, or one of the values to fill in.
pub(crate) fn check(document: &Document, options: &PrepareOptions) -> Result<(), SignError> {
    let locks = earlier(document)?;
    let names = options.values.keys().map(String::as_str);
    let locked = names
        .chain([options.field.name()])
        .find(|name| locks.iter().any(|lock| lock.holds(name)));
    match locked {
        Some(name) => Err(SignError::FieldLocked(name.to_owned())),
        None => Ok(()),
    }
}

/// What the signatures of the document lock.
fn earlier(document: &Document) -> Result<Vec<FieldLock>, SignError> {
    let mut locks = Vec::new();
    for signature in field::signatures(document, &document.catalog()?)? {
        for parameters in parameters(document, &signature.dictionary, b"FieldMDP")? {
            locks.extend(read(document, &parameters)?);
        }
    }
    Ok(locks)
}

fn read(objects: &dyn Objects, parameters: &Dictionary) -> Result<Option<FieldLock>, PdfError> {
    let fields = objects.lookup(parameters, b"Fields")?;
    let mut names = Vec::new();
    for name in fields.as_array().unwrap_or_default() {
        let name = objects.resolve(name)?;
        names.extend(name.as_string().map(|name| name.to_text()));
    }
    Ok(match parameters.name(b"Action") {
        Some(b"All") => Some(FieldLock::All),
        Some(b"Include") => Some(FieldLock::Include(names)),
        Some(b"Exclude") => Some(FieldLock::Exclude(names)),
        _ => None,
    })
}

/// Writes a lock into the field that is signed. Only while nobody signed: afterwards it would be a
/// change of the form, which no signature allows. A field that has a lock keeps it.
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
