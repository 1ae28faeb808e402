//! Objects that are filled in lawfully but are also something else on the page.

use super::scene::{
    CATALOG, CONTENTS, FONT, NAME, PAGE, alice, appearance, compared, continued, rebuilt, verified,
};
use crate::support::{form, join};
use countersign_pdf::{Dictionary, Document, Object, ObjectId, Stream, Update};
use countersign_verify::Changes;

#[test]
fn a_replaced_appearance_stream_is_filling_only_where_nobody_else_uses_it() {
    let appearances = continued(&form(), |it| {
        let drawn = it.add(appearance("(n) Tj (ew) Tj"));
        it.edit(NAME, |field| {
            field.insert("V", Object::text("new"));
            field.insert("AP", Dictionary::new().with("N", drawn))
        })
        .unwrap();
    });
    let drawn = ObjectId::new(11, 0);
    let before = alice().sign_field(&appearances, "alice");
    let replace = |it: &mut Update<'_>| it.set(drawn, appearance("(new) Tj"));
    let changes = compared(&before, &continued(&before, replace));
    assert!(changes.acceptable, "{:#?}", changes.changes);
    assert_eq!(changes.filled_fields, ["name"]);
    let shared = continued(&appearances, |it| {
        it.edit(PAGE, |page| page.insert("Contents", drawn))
            .unwrap();
    });
    let before = alice().sign_field(&shared, "alice");
    assert!(!compared(&before, &continued(&before, replace)).acceptable);
}

#[test]
fn a_shared_form_resource_can_not_be_replaced_through_the_form() {
    // The page and the form use the same dictionary of fonts.
    let text = String::from_utf8(form()).unwrap();
    let text = text
        .replace(
            "/Resources<</Font<</F 10 0 R>>>>",
            "/Resources<</Font 11 0 R>>",
        )
        .replace("/DR<</Font<</Helv 10 0 R>>>>", "/DR<</Font 11 0 R>>");
    let document = Document::from_bytes(text).unwrap();
    let mut update = Update::new(&document);
    update.set(ObjectId::new(11, 0), Dictionary::new().with("Helv", FONT));
    let file = document.read(0..document.len()).unwrap();
    let file = join(&file, &update.finish().unwrap());
    let before = alice().sign_field(&file, "alice");
    let after = continued(&before, |it| {
        let font = it.add(Dictionary::new().with("Type", Object::name("Font")));
        // The page's text asks for /F, which was missing until now.
        it.edit(ObjectId::new(11, 0), |fonts| fonts.insert("F", font))
            .unwrap();
    });
    assert!(!compared(&before, &after).acceptable);
    assert!(!verified(&after)[0].acceptable);
}

/// The form with other objects in it, signed, and changed by filling that is more than filling.
fn smuggled(replace: &[(&str, &str)], change: impl FnOnce(&mut Update<'_>)) -> Changes {
    let mut text = String::from_utf8(form()).unwrap();
    for (from, to) in replace {
        assert!(text.contains(from));
        text = text.replace(from, to);
    }
    // Appending once gives the bent file true offsets again.
    let document = Document::from_bytes(text.into_bytes()).unwrap();
    let mut update = Update::new(&document);
    update.set(ObjectId::new(60, 0), Dictionary::new());
    let file = document.read(0..document.len()).unwrap();
    let before = alice().sign_field(&rebuilt(&join(&file, &update.finish().unwrap())), "alice");
    assert!(verified(&before)[0].acceptable);
    let after = continued(&before, change);
    assert!(!verified(&after)[0].acceptable);
    compared(&before, &after)
}

#[test]
fn a_widget_that_is_also_the_images_of_a_page_can_not_be_filled() {
    let replace = [(
        "/Resources<</Font<</F 10 0 R>>>>",
        "/Resources<</XObject 6 0 R>>",
    )];
    let changes = smuggled(&replace, |it| {
        let image = it.add(appearance("(Mallory) Tj"));
        it.edit(NAME, |field| field.insert("V", image)).unwrap();
    });
    assert!(!changes.acceptable, "{:#?}", changes.changes);
}

#[test]
fn a_catalog_that_waited_for_an_action_gets_none() {
    let replace = [("<</Type/Catalog", "<</OpenAction 61 0 R/Type/Catalog")];
    let changes = smuggled(&replace, |it| {
        let action = Dictionary::new().with("S", Object::name("JavaScript"));
        it.set(ObjectId::new(61, 0), action);
        it.edit(CATALOG, |catalog| {
            catalog.insert("DSS", ObjectId::new(61, 0))
        })
        .unwrap();
    });
    assert!(!changes.acceptable, "{:#?}", changes.changes);
}

#[test]
fn a_catalog_that_is_also_a_list_of_fonts_can_not_get_one() {
    let replace = [(
        "/Resources<</Font<</F 10 0 R>>>>",
        "/Resources<</Font 1 0 R>>",
    )];
    let changes = smuggled(&replace, |it| {
        let font = it.add(Dictionary::new().with("Type", Object::name("Font")));
        it.edit(CATALOG, |catalog| catalog.insert("DSS", font))
            .unwrap();
    });
    assert!(!changes.acceptable, "{:#?}", changes.changes);
}

#[test]
fn information_that_is_also_drawn_can_not_change() {
    let replace = [("/Root 1 0 R", "/Root 1 0 R/Info 4 0 R")];
    let text = String::from_utf8(form())
        .unwrap()
        .replace(replace[0].0, replace[0].1);
    let before = alice().sign_field(text.as_bytes(), "alice");
    let after = continued(&before, |it| {
        it.set(CONTENTS, Stream::new(Dictionary::new(), "BT ET"))
    });
    assert!(!compared(&before, &after).acceptable);
    assert!(!verified(&after)[0].acceptable);
}
