//! Reads and changes the interactive form dictionary (`/AcroForm`), direct or indirect.

use crate::flags;
use crate::text::simple::helvetica_dictionary;
use countersign_pdf::{Dictionary, Name, Object, Objects, PdfError, PdfString, Update};

/// Resource name of the text font in `/DR`.
pub const TEXT_FONT: &str = "Helv";
/// Resource name of ZapfDingbats in `/DR`, with which other software draws check marks.
pub const MARK_FONT: &str = "ZaDb";

/// Changes `/AcroForm`, whether it is direct or indirect; creates it if missing.
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

/// The current form dictionary; empty if there is none.
pub fn read(update: &Update<'_>) -> Result<Dictionary, PdfError> {
    let catalog = update.dictionary(update.document().catalog_id()?)?;
    let form = update.lookup(&catalog, b"AcroForm")?;
    Ok(form.as_dictionary().cloned().unwrap_or_default())
}

/// True if readers regenerate all appearances (`/NeedAppearances`; ISO 32000-2, table 224).
pub fn is_redrawn(form: &Dictionary) -> bool {
    form.bool(b"NeedAppearances") == Some(true)
}

/// Removes XFA: readers that run it would not show the values filled in here.
#[inline(never)]
pub fn remove_program(update: &mut Update<'_>) -> Result<(), PdfError> {
    if read(update)?.contains(b"XFA") {
        edit(update, |form| form.remove(b"XFA"))?;
    }
    Ok(())
}

/// Changes a dictionary that is the value of a key, in place or in the referenced object.
fn edit_inside<T>(
    update: &mut Update<'_>,
    holder: &mut Dictionary,
    key: &str,
    change: impl FnOnce(&mut Update<'_>, &mut Dictionary) -> Result<T, PdfError>,
) -> Result<T, PdfError> {
    let reference = holder.reference(key.as_bytes());
    if let Some(id) = reference.filter(|&id| update.dictionary(id).is_ok()) {
        let mut inside = update.dictionary(id)?;
        let before = inside.clone();
        let result = change(update, &mut inside)?;
        if inside != before {
            update.set(id, inside);
        }
        return Ok(result);
    }
    let mut inside = holder
        .dictionary(key.as_bytes())
        .cloned()
        .unwrap_or_default();
    let result = change(update, &mut inside)?;
    holder.insert(key, inside);
    Ok(result)
}

/// Appends to an array that is the value of a key. Returns true if the holder itself changed, which
/// is not the case for an indirect array.
pub fn extend_array(
    update: &mut Update<'_>,
    holder: &mut Dictionary,
    key: &str,
    items: Vec<Object>,
) -> Result<bool, PdfError> {
    if items.is_empty() {
        return Ok(false);
    }
    let mut all = update
        .lookup(holder, key.as_bytes())?
        .as_array()
        .unwrap_or_default()
        .to_vec();
    all.extend(items);
    match holder.reference(key.as_bytes()) {
        Some(id) if update.get(id)?.as_array().is_some() => {
            update.set(id, all);
            Ok(false)
        }
        _ => {
            holder.insert(key, all);
            Ok(true)
        }
    }
}

/// Prepares the form for new fields: adds them to `/Fields`, and adds the fonts for filling and the
/// flags for signing. Filling then needs no further change of the form.
pub fn prepare(
    update: &mut Update<'_>,
    fields: Vec<Object>,
    has_signature: bool,
) -> Result<(), PdfError> {
    if fields.is_empty() && !has_signature {
        return Ok(());
    }
    let mut form = read(update)?;
    extend_array(update, &mut form, "Fields", fields)?;
    edit_inside(update, &mut form, "DR", |update, resources| {
        edit_inside(update, resources, "Font", |update, fonts| {
            for (name, font) in [(TEXT_FONT, helvetica_dictionary()), (MARK_FONT, dingbats())] {
                if !fonts.contains(name.as_bytes()) {
                    fonts.insert(name, update.add(font));
                }
            }
            Ok(())
        })
    })?;
    if !form.contains(b"DA") {
        form.insert("DA", PdfString::literal(format!("/{TEXT_FONT} 0 Tf 0 g")));
    }
    if has_signature {
        let bits = form.integer(b"SigFlags").unwrap_or(0) | flags::SIGNATURES;
        form.insert("SigFlags", bits);
    }
    // XFA readers would not show the appearances.
    form.remove(b"XFA");
    edit(update, |dictionary| *dictionary = form)
}

/// ZapfDingbats, with which other software draws check marks.
fn dingbats() -> Dictionary {
    Dictionary::new()
        .with("Type", Name::from("Font"))
        .with("Subtype", Name::from("Type1"))
        .with("BaseFont", Name::from("ZapfDingbats"))
}
