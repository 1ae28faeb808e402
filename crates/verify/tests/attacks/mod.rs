//! Ways to change a signed document, and what the judge says.
#![allow(clippy::unwrap_used)]

mod allowed;
mod annotations;
mod appearances;
mod bytes;
mod certification;
mod changed_objects;
mod entries;
mod exchanged;
mod filled;
mod forgery;
mod honest;
mod leftovers;
mod links;
mod permitted;
mod readers;
mod removed;
mod saving;
mod scene;
mod shadow;
mod shared_objects;
