//! The states that values request of a button field.

/// Requested states of one button field.
#[derive(Default)]
pub struct RequestedStates {
    /// States to turn on.
    pub(super) on: Vec<Vec<u8>>,
    /// States to turn off.
    pub(super) off: Vec<Vec<u8>>,
    /// True if a value named the whole field.
    pub(super) whole: bool,
    /// True if values named single buttons.
    pub(super) parts: bool,
}

impl RequestedStates {
    /// Adds a state to turn on.
    pub(super) fn request(&mut self, state: Vec<u8>) {
        if !self.on.contains(&state) {
            self.on.push(state);
        }
    }
}
