//! Finds fillable fields on the raster of a page.
