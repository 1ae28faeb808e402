//! Helpers for reading objects.

use countersign_pdf::{Dictionary, Objects, PdfError};

/// The numbers of an array; other elements count as 0.
pub fn numbers(
    objects: &impl Objects,
    dictionary: &Dictionary,
    key: &[u8],
) -> Result<Vec<f64>, PdfError> {
    let array = objects.lookup(dictionary, key)?;
    let items = array.as_array().unwrap_or_default();
    items
        .iter()
        .map(|item| Ok(objects.resolve(item)?.as_number().unwrap_or(0.0)))
        .collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use countersign_pdf::{Object, ObjectId, Stream};
    use std::rc::Rc;

    /// A document without indirect objects.
    pub(crate) struct NoObjects;

    impl Objects for NoObjects {
        fn object(&self, _: ObjectId) -> Result<Rc<Object>, PdfError> {
            Ok(Rc::new(Object::Null))
        }

        fn stream_data(&self, _: &Stream) -> Result<Vec<u8>, PdfError> {
            Ok(Vec::new())
        }
    }

    #[test]
    fn what_is_no_number_counts_as_nothing() {
        let array = vec![Object::Integer(3), Object::Null, Object::Real(0.5)];
        let dictionary = Dictionary::new().with("A", array);
        assert_eq!(
            numbers(&NoObjects, &dictionary, b"A").unwrap(),
            [3.0, 0.0, 0.5]
        );
        assert!(numbers(&NoObjects, &dictionary, b"B").unwrap().is_empty());
    }
}
