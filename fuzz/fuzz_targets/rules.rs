#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| countersign_fuzz::bounded(
    data,
    countersign_fuzz::rules
));
