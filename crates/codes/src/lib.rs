//! The codes of errors and findings: stable words, by which programs decide and translations are found. Messages are for
//! people and may change.
//!
//! ```
//! use countersign_codes::FindingCode;
//!
//! assert_eq!(FindingCode::DigestMismatch.as_str(), "digest_mismatch");
//! assert_eq!(FindingCode::DigestMismatch.in_time_stamp().as_str(), "timestamp_digest_mismatch");
//! ```

/// Defines an enumeration of codes. The text of each is written out, so that a search for it finds the definition.
macro_rules! codes {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $variant:ident = $code:literal,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $code)] $variant,)+
        }

        impl $name {
            #[cfg(test)]
            pub(crate) const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The text of the code.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(self.as_str())
            }
        }
    };
}

mod error;
mod finding;

pub use error::CoreErrorCode;
pub use finding::FindingCode;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_code_is_used_twice() {
        let errors: HashSet<&str> = CoreErrorCode::ALL.iter().map(|it| it.as_str()).collect();
        assert_eq!(errors.len(), CoreErrorCode::ALL.len());
        let findings: HashSet<&str> = FindingCode::ALL.iter().map(|it| it.as_str()).collect();
        assert_eq!(findings.len(), FindingCode::ALL.len());
    }
}
