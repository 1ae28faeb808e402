//! Text formats and identity patterns of form fields.
