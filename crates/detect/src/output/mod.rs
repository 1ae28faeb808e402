//! The fields of a page: selection among the candidates, their types and labels, and whether a document is a form.

mod field_types;
pub(crate) mod form_classification;
pub(crate) mod selection;
