//! Fields that already exist in the document: their widgets are kept and updated.

use super::Placer;
use super::widgets::{annotation_flags, field_flags, quadding, text_flags, text_style};
use crate::appearance;
use crate::archival;
use crate::color::Color;
use crate::field::{Field, FieldType, PlaceField, PlacedField, Rect, points};
use crate::flags;
use crate::geometry::UserRect;
use crate::links;
use crate::objects::numbers;
use crate::private_data;
use crate::read::{parse_widget_id, text_style_of};
use crate::tooltip;
use crate::tree::{FormField, Kind, OFF};
use crate::widget_style::WidgetStyle;
use countersign_pdf::{Dictionary, Name, Object, ObjectId, Objects, PdfA, PdfError, PdfString};

/// Tolerance when comparing font sizes, in points.
const SAME_SIZE: f64 = 0.02;
/// Tolerance when comparing rectangles, in percent.
const SAME_PLACE: f64 = 0.01;

impl Placer<'_, '_> {
    /// Keeps the widget that a field refers to. `None` if there is none or its type does not fit; a
    /// widget of another type is hidden.
    pub(super) fn adopt(&mut self, place: &PlaceField) -> Result<Option<PlacedField>, PdfError> {
        let Some(id) = place
            .field
            .pdf_field_id
            .as_deref()
            .and_then(parse_widget_id)
        else {
            return Ok(None);
        };
        let Some(&(index, widget)) = self.widgets.get(&id) else {
            return self.adopt_other(place, id);
        };
        let Some(known) = self.form.fields.get(index).cloned() else {
            return Ok(None);
        };
        if !is_compatible(place, &known) {
            self.hide(&known, id)?;
            return Ok(None);
        }
        let signed = known.kind == Kind::Signature && !known.attributes.value.is_null();
        if !signed {
            self.take_over(&place.field, &known, widget, id)?;
            self.take_tooltip(&place.field, &known, widget, id)?;
            self.has_signature |= known.kind == Kind::Signature;
        }
        let grouped = known.is_group();
        let own_name = grouped && !place.field.field_name.is_empty();
        let field_name = if own_name {
            place.field.field_name.clone()
        } else {
            known.name.clone()
        };
        Ok(Some(PlacedField {
            id: place.field.id.clone(),
            field_name,
            group: grouped.then_some(known.name),
            pdf_field_id: crate::read::widget_id_text(id),
        }))
    }

    /// Handles a widget that is not in the form, or a link placed earlier.
    fn adopt_other(
        &mut self,
        place: &PlaceField,
        id: ObjectId,
    ) -> Result<Option<PlacedField>, PdfError> {
        let annotation = self.update.dictionary(id)?;
        let field = &place.field;
        let is_link = annotation.name(b"Subtype") == Some(b"Link");
        if is_link != (field.kind == FieldType::Link) {
            return Ok(None);
        }
        if is_link && field.changed {
            let rect = self.moved(field, &annotation)?;
            let (_, space) = self.page(field.page)?;
            let style = text_style(field, space.user_unit());
            self.update.edit(id, |link| {
                let bits = link.integer(b"F").unwrap_or(0);
                link.insert("F", annotation_flags(field, bits));
                links::describe(link, field, style);
                rect.map(|rect| link.insert("Rect", rect));
            })?;
            self.links.insert(field.field_name.clone(), id);
        }
        Ok(Some(PlacedField {
            id: field.id.clone(),
            field_name: field.field_name.clone(),
            group: None,
            pdf_field_id: crate::read::widget_id_text(id),
        }))
    }

    /// Hides a widget and makes it inaccessible.
    fn hide(&mut self, known: &FormField, id: ObjectId) -> Result<(), PdfError> {
        match self.update.document().pdf_a() {
            Some(claim) => self.shrink(known, id, claim)?,
            None => self.update.edit(id, |widget| {
                let bits = widget.integer(b"F").unwrap_or(0);
                widget.insert("F", flags::with(bits, flags::HIDDEN, true));
            })?,
        }
        let alone = known.widgets.len() == 1;
        if let (true, Some(field)) = (alone, known.id) {
            let bits = known.attributes.flags | flags::READ_ONLY;
            let bits = flags::with(bits, flags::REQUIRED, false);
            self.update.edit(field, |field| field.insert("Ff", bits))?;
        }
        Ok(())
    }

    /// Shrinks a widget to zero size: PDF/A does not permit hidden annotations.
    fn shrink(&mut self, known: &FormField, id: ObjectId, claim: PdfA) -> Result<(), PdfError> {
        let empty = appearance::empty(&WidgetStyle::plain(0.0, 0.0), false);
        let empty = self.appearances.share(self.update, empty);
        let is_toggle = known.is_toggle();
        self.update.edit(id, |widget| {
            let corner = widget.array(b"Rect").unwrap_or_default();
            let corner: Vec<Object> = corner.iter().take(2).cloned().collect();
            widget.insert("Rect", [corner.as_slice(), &corner].concat());
            if is_toggle {
                let off = Dictionary::new().with(OFF, empty);
                widget.insert("AP", Dictionary::new().with("N", off));
                widget.insert("AS", Name::new(OFF));
            } else {
                archival::show(Some(claim), known.kind == Kind::Button, widget, empty);
            }
        })
    }

    fn take_over(
        &mut self,
        field: &Field,
        known: &FormField,
        widget: usize,
        id: ObjectId,
    ) -> Result<(), PdfError> {
        let renamed = Some(&field.id) != field.pdf_field_id.as_ref() && !field.id.is_empty();
        if !field.changed && !renamed {
            return Ok(());
        }
        let mut private = private_data::write(field);
        if known.is_group() && !field.field_name.is_empty() {
            private = private_data::with_own_name(private, &field.field_name);
        }
        self.update.edit(id, |widget| {
            let private = super::split::with_shared(widget, private);
            widget.insert(private_data::key(), private);
        })?;
        if !field.changed || known.kind == Kind::Signature {
            return Ok(());
        }
        self.take_flags(field, known)?;
        self.take_length(field, known)?;
        self.adopt_appearance(field, known, widget, id)
    }

    /// Sets the display name of a field. A signed document keeps its names.
    fn take_tooltip(
        &mut self,
        field: &Field,
        known: &FormField,
        widget: usize,
        id: ObjectId,
    ) -> Result<(), PdfError> {
        let Some((wish, widget)) = tooltip::of(field).zip(known.widgets.get(widget)) else {
            return Ok(());
        };
        let same = tooltip::read(self.update, known, widget)?.as_deref() == Some(wish);
        if same || self.form.is_signed() {
            return Ok(());
        }
        let is_alone = known.widgets.len() == 1;
        let holder = known.id.filter(|_| is_alone).unwrap_or(id);
        self.update.edit(holder, |holder| {
            holder.insert(tooltip::KEY, Object::text(wish));
        })
    }

    fn take_flags(&mut self, field: &Field, known: &FormField) -> Result<(), PdfError> {
        let before = known.attributes.flags;
        let bits = match known.kind {
            Kind::Text => text_flags(field, before),
            Kind::Button | Kind::Choice | Kind::Signature => field_flags(field, before),
        };
        if let (true, Some(holder)) = (bits != before, known.id) {
            self.update
                .edit(holder, |holder| holder.insert("Ff", bits))?;
        }
        Ok(())
    }

    fn adopt_appearance(
        &mut self,
        field: &Field,
        known: &FormField,
        widget: usize,
        id: ObjectId,
    ) -> Result<(), PdfError> {
        let style = self.changed_style(field, known, widget)?;
        let rect = match known.widgets.get(widget) {
            Some(widget) => self.moved(field, &widget.dictionary)?,
            None => None,
        };
        let has_text = matches!(known.kind, Kind::Text | Kind::Choice);
        let align = quadding(field.text_align);
        self.update.edit(id, |widget| {
            let bits = widget.integer(b"F").unwrap_or(0);
            widget.insert("F", annotation_flags(field, bits));
            if has_text && align != known.attributes.quadding {
                widget.insert("Q", align);
            }
            style.map(|style| widget.insert("DA", PdfString::literal(style)));
            rect.map(|rect| widget.insert("Rect", rect));
        })
    }

    fn take_length(&mut self, field: &Field, known: &FormField) -> Result<(), PdfError> {
        let length = (field.text_max_length > 0).then_some(i64::from(field.text_max_length));
        let Some(holder) = known.id.filter(|_| known.kind == Kind::Text) else {
            return Ok(());
        };
        if length != known.attributes.max_length.filter(|&length| length > 0) {
            self.update.edit(holder, |holder| match length {
                Some(length) => holder.insert("MaxLen", length),
                None => holder.remove(b"MaxLen"),
            })?;
        }
        Ok(())
    }

    /// The new default appearance, if color or size differ from the widget's.
    fn changed_style(
        &mut self,
        field: &Field,
        known: &FormField,
        widget: usize,
    ) -> Result<Option<Vec<u8>>, PdfError> {
        let Some(widget) = known.widgets.get(widget) else {
            return Ok(None);
        };
        let has_text = matches!(known.kind, Kind::Text | Kind::Choice);
        let mut style = text_style_of(self.update, known, widget)?;
        if !has_text || style.font.is_empty() {
            return Ok(None);
        }
        let (_, space) = self.page(field.page)?;
        let wish = crate::widget_style::TextStyle::parse(&text_style(field, space.user_unit()));
        let imported = style.size * space.user_unit();
        let same_size = match points(field.font_size) {
            None => style.size == 0.0,
            Some(points) => (points - imported).abs() < SAME_SIZE,
        };
        let same_color =
            Color::from_web(&field.text_color) == Color::from_web(&style.color.to_web());
        if !same_size {
            style.size = wish.size;
        }
        if !same_color {
            style.color = wish.color;
        }
        Ok((!same_size || !same_color).then(|| style.to_bytes()))
    }

    /// The new `/Rect` of an annotation, if it was moved.
    fn moved(
        &mut self,
        field: &Field,
        annotation: &Dictionary,
    ) -> Result<Option<Object>, PdfError> {
        let (_, space) = self.page(field.page)?;
        let corners = numbers(self.update, annotation, b"Rect")?;
        let corners = UserRect::from_corners(<[f64; 4]>::try_from(corners).unwrap_or_default());
        let Rect {
            x,
            y,
            width,
            height,
        } = space.to_percent(&corners);
        let now = [
            field.rect.x,
            field.rect.y,
            field.rect.width,
            field.rect.height,
        ];
        let same = now
            .iter()
            .zip([x, y, width, height])
            .all(|(a, b)| (a - b).abs() <= SAME_PLACE);
        let UserRect {
            left,
            bottom,
            right,
            top,
        } = space.to_user(&field.rect);
        Ok((!same).then(|| Object::Array([left, bottom, right, top].map(Object::Real).to_vec())))
    }
}

/// True if the type of a form field fits the field.
fn is_compatible(place: &PlaceField, known: &FormField) -> bool {
    let kind = place.field.kind;
    match known.kind {
        Kind::Text => matches!(kind, FieldType::Text | FieldType::Date),
        Kind::Choice => kind == FieldType::Text,
        Kind::Button if known.is_push_button() => {
            (kind.is_picture() || kind == FieldType::Link) && !place.as_signature
        }
        Kind::Button => kind.is_button(),
        // An empty signature field accepts only a digital signature: others may have signed
        // already.
        Kind::Signature => {
            let signed = !known.attributes.value.is_null();
            signed || kind == FieldType::Signature && place.as_signature
        }
    }
}
