//! PDF bytes and objects: cross-reference data, lazy objects, encryption, appended revisions.
