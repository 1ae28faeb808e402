//! A cache of verified signature values. A document is validated several times while it is signed and archived, and all
//! documents of an installation have the certificates of their issuers in common: without it, the same value over the same
//! digest with the same key would be verified again and again, at a millisecond each.

use std::cell::RefCell;
use std::collections::HashSet;

use sha2::{Digest, Sha256};

/// Entries per generation. There are two: a full current one becomes the previous one.
const MAX_ENTRIES: usize = 2_000;

type CacheKey = [u8; 32];

/// Keys of successful verifications. The result of a pure function never expires.
#[derive(Default)]
struct Cache {
    current: HashSet<CacheKey>,
    previous: HashSet<CacheKey>,
}

impl Cache {
    /// Moves a key that is used again to the current generation.
    fn contains(&mut self, key: &CacheKey) -> bool {
        if self.current.contains(key) {
            return true;
        }
        let was_previous = self.previous.remove(key);
        if was_previous {
            self.insert(*key);
        }
        was_previous
    }

    fn insert(&mut self, key: CacheKey) {
        if self.current.len() >= MAX_ENTRIES {
            self.previous = std::mem::take(&mut self.current);
        }
        self.current.insert(key);
    }
}

thread_local! {
    static CACHE: RefCell<Cache> = RefCell::default();
}

/// True if `verify` is true, now or earlier for the same key, scheme, digest and value. Failures are not cached.
pub(crate) fn verify_cached(parts: [&[u8]; 4], verify: impl FnOnce() -> bool) -> bool {
    let mut hasher = Sha256::new();
    // Lengths first, so that different parts never have the same bytes.
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    let key: CacheKey = hasher.finalize().into();
    if CACHE.with_borrow_mut(|cache| cache.contains(&key)) {
        return true;
    }
    let is_verified = verify();
    if is_verified {
        CACHE.with_borrow_mut(|cache| cache.insert(key));
    }
    is_verified
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_success_is_verified_once_and_everything_else_anew() {
        let verify = |parts: [&[u8]; 4], result| {
            let mut is_computed = false;
            let verified = verify_cached(parts, || {
                is_computed = true;
                result
            });
            (is_computed, verified)
        };
        let parts: [&[u8]; 4] = [b"key", b"scheme", b"digest", b"value"];
        assert_eq!(verify(parts, false), (true, false));
        assert_eq!(verify(parts, true), (true, true));
        assert_eq!(verify(parts, false), (false, true));
        let others: [[&[u8]; 4]; 5] = [
            [b"keY", b"scheme", b"digest", b"value"],
            [b"key", b"schemE", b"digest", b"value"],
            [b"key", b"scheme", b"digesT", b"value"],
            [b"key", b"scheme", b"digest", b"valuE"],
            [b"key", b"scheme", b"digestv", b"alue"],
        ];
        for other in others {
            assert_eq!(verify(other, false), (true, false));
        }
    }

    #[test]
    fn the_number_of_entries_is_limited_and_used_ones_stay() {
        let mut cache = Cache::default();
        let key = |number: usize| {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&number.to_be_bytes());
            key
        };
        for number in 0..3 * MAX_ENTRIES {
            cache.insert(key(number));
            assert!(cache.contains(&key(0)), "{number}");
        }
        assert!(cache.current.len() + cache.previous.len() <= 2 * MAX_ENTRIES);
    }
}
