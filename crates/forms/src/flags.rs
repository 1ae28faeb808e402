//! Flag bits of `/Ff` (fields) and `/F` (annotations), named as in ISO 32000.

/// `ReadOnly`
pub const READ_ONLY: i64 = 1;
/// `Required`
pub const REQUIRED: i64 = 1 << 1;
/// Text: `Multiline`
pub const MULTILINE: i64 = 1 << 12;
/// Text: `Password`
pub const PASSWORD: i64 = 1 << 13;
/// Button: `Radio`
pub const RADIO: i64 = 1 << 15;
/// Button: `Pushbutton`
pub const PUSHBUTTON: i64 = 1 << 16;
/// Choice: `Combo`
pub const COMBO: i64 = 1 << 17;
/// Choice: `Edit`
pub const EDIT: i64 = 1 << 18;
/// Choice: `MultiSelect`
pub const MULTI_SELECT: i64 = 1 << 21;
/// Text: `Comb`
pub const COMB: i64 = 1 << 24;

/// Annotation: `Hidden`
pub const HIDDEN: i64 = 1 << 1;
/// Annotation: `NoView`
pub const NO_VIEW: i64 = 1 << 5;
/// Annotation: `Print`
pub const PRINT: i64 = 1 << 2;
/// Annotation: `Locked`
pub const LOCKED: i64 = 1 << 7;

/// `SignaturesExist` and `AppendOnly` in `/SigFlags`.
pub const SIGNATURES: i64 = 3;

/// The bits with a flag set or cleared.
pub fn with(bits: i64, flag: i64, on: bool) -> i64 {
    if on { bits | flag } else { bits & !flag }
}

/// True if all bits of the flag are set.
pub fn has(bits: i64, flag: i64) -> bool {
    bits & flag == flag
}
