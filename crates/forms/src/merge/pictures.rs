//! Pictures in signature, initials and image fields.

use super::planner::Planner;
use crate::appearance_plan::{AppearanceContent, AppearancePlan};
use crate::error::FieldProblem;
use crate::picture::{Picture, data_url_bytes};
use crate::tree::FormField;
use crate::value::{FieldValue, PictureValue};
use crate::widget_style::WidgetStyle;
use countersign_pdf::PdfError;

impl Planner<'_, '_, '_> {
    #[inline(never)]
    pub(super) fn picture(
        &mut self,
        name: &str,
        index: usize,
        field: &FormField,
        value: &FieldValue,
    ) -> Result<(), PdfError> {
        let bytes = match value {
            FieldValue::Empty => None,
            FieldValue::Text(url) => Some(data_url_bytes(url)),
            FieldValue::Picture(picture) => Some(picture_bytes(picture)),
            FieldValue::Checked(_) | FieldValue::Signed(_) => {
                self.wrong_type(name, "a picture");
                return Ok(());
            }
        };
        let appearance = match bytes {
            None => AppearanceContent::Empty,
            Some(None) => {
                self.finding(name, FieldProblem::BadImage, "there are no image bytes");
                return Ok(());
            }
            Some(Some(bytes)) => match self.read_picture(name, bytes) {
                Some(number) => AppearanceContent::Picture(number),
                None => return Ok(()),
            },
        };
        let mut appearances = Vec::with_capacity(field.widgets.len());
        for (widget, place) in field.widgets.iter().enumerate() {
            let widget_style = WidgetStyle::read(self.objects, &place.dictionary)?;
            let appearance = appearance.clone();
            appearances.push(AppearancePlan {
                widget,
                widget_style,
                appearance,
            });
        }
        self.change(index, None, appearances);
        Ok(())
    }

    /// Index of a picture; identical files are read once.
    fn read_picture(&mut self, name: &str, bytes: Vec<u8>) -> Option<usize> {
        if let Some(&number) = self.known_pictures.get(&bytes) {
            return Some(number);
        }
        match Picture::read(&bytes, self.objects.document().pdf_a()) {
            Ok(picture) => {
                self.pictures.push(picture);
                let number = self.pictures.len() - 1;
                self.known_pictures.insert(bytes, number);
                Some(number)
            }
            Err(problem) => {
                self.finding(name, FieldProblem::BadImage, problem.message());
                None
            }
        }
    }
}

/// The image file of a picture value, if available locally.
fn picture_bytes(picture: &PictureValue) -> Option<Vec<u8>> {
    match (&picture.bytes, &picture.url) {
        (Some(bytes), _) => Some(bytes.0.clone()),
        (None, Some(url)) => data_url_bytes(url),
        (None, None) => None,
    }
}
