//! How much memory and time reading takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use cpu_time::ThreadTime;

/// Whatever the input, this much is fine.
const FREE: usize = 64 << 20;
/// And so much for each of its bytes.
const PER_BYTE: usize = 10;
/// Of the processor, not of the clock: a busy machine is no finding.
const LONGEST: Duration = Duration::from_secs(1);

/// The system's allocator, which also counts.
pub struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn taken(size: usize) {
    let held = HELD.fetch_add(size, Relaxed) + size;
    PEAK.fetch_max(held, Relaxed);
}

// SAFETY: every call goes to the system's allocator as it is; only numbers are kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        taken(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        taken(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old and the new place exist side by side for a moment.
        taken(size);
        let moved = unsafe { System.realloc(at, layout, size) };
        HELD.fetch_sub(layout.size(), Relaxed);
        moved
    }
}

/// What `work` answers; panics where it took the processor longer.
pub fn within<T>(longest: Duration, work: impl FnOnce() -> T) -> T {
    let began = ThreadTime::now();
    let answer = work();
    let spent = began.elapsed();
    assert!(spent <= longest, "took {spent:?}, {longest:?} are allowed");
    answer
}

/// Reads hostile input; panics where that takes more memory or time than is fine.
pub fn bounded(data: &[u8], read: impl FnOnce(&[u8])) {
    let began = ThreadTime::now();
    sparing(data, read);
    let (spent, size) = (began.elapsed(), data.len());
    assert!(spent <= LONGEST, "took {spent:?} for {size} bytes");
}

/// The same for what has limits of time of its own.
pub fn sparing(data: &[u8], read: impl FnOnce(&[u8])) {
    let before = HELD.load(Relaxed);
    PEAK.store(before, Relaxed);
    read(data);
    let used = PEAK.load(Relaxed).saturating_sub(before);
    let size = data.len();
    assert!(
        used <= FREE + PER_BYTE * size,
        "took {used} bytes for {size} of input"
    );
}
