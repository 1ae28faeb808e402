//! Form fields of a PDF: read, place, merge values, appearances.
