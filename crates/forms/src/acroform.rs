//! The interactive form dictionary, wherever it stands: changing it, and what placing needs in it.

use countersign_pdf::{Dictionary, Object, Objects, PdfError, Update};

/// Changes `/AcroForm`, in the catalog or as an object of its own; makes one where there is none.
pub fn edit<T>(
    update: &mut Update<'_>,
    change: impl FnOnce(&mut Dictionary) -> T,
) -> Result<T, PdfError> {
    let catalog = update.document().catalog_id()?;
    let form = update.dictionary(catalog)?.get(b"AcroForm").cloned();
    match form {
        Some(Object::Reference(id)) if update.get(id)?.as_dictionary().is_some() => {
            update.edit(id, change)
        }
        Some(Object::Dictionary(mut form)) => {
            let result = change(&mut form);
            update.edit(catalog, |catalog| catalog.insert("AcroForm", form))?;
            Ok(result)
        }
        _ => {
            let mut form = Dictionary::new();
            let result = change(&mut form);
            let form = update.add(form);
            update.edit(catalog, |catalog| catalog.insert("AcroForm", form))?;
            Ok(result)
        }
    }
}

/// The form dictionary as it is now; empty when there is none.
pub fn read(update: &Update<'_>) -> Result<Dictionary, PdfError> {
    let catalog = update.dictionary(update.document().catalog_id()?)?;
    let form = update.lookup(&catalog, b"AcroForm")?;
    Ok(form.as_dictionary().cloned().unwrap_or_default())
}

/// Takes an XFA program out: readers that run it would not show what is filled in here.
pub fn remove_program(update: &mut Update<'_>) -> Result<(), PdfError> {
    if read(update)?.contains(b"XFA") {
        edit(update, |form| form.remove(b"XFA"))?;
    }
    Ok(())
}
