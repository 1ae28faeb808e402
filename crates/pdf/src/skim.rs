//! Finds the references in the text of an object without building it.
//!
//! Only well-formed text is skimmed: balanced brackets, a value for every key, no unknown words.
//! Anything else is left to the parser, whose leniency need not be repeated here.

use crate::lexer::is_regular;
use crate::object::ObjectId;
use crate::parser::Parser;

/// Maximum nesting depth: one bit for each level.
const MAX_DEPTH: u32 = 63;

/// Open brackets, and what is expected next.
struct Brackets {
    /// A bit for each open bracket, the innermost last: 1 for a dictionary.
    kinds: u64,
    depth: u32,
    /// True in a dictionary where a key must come.
    wants_key: bool,
}

impl Brackets {
    fn is_dictionary(&self) -> bool {
        self.depth > 0 && self.kinds & 1 == 1
    }

    fn open(&mut self, is_dictionary: bool) -> Option<()> {
        self.kinds = self.kinds << 1 | u64::from(is_dictionary);
        self.depth += 1;
        self.wants_key = is_dictionary;
        (self.depth <= MAX_DEPTH).then_some(())
    }

    /// Closes the innermost bracket, if it is of this kind and complete.
    fn close(&mut self, is_dictionary: bool) -> Option<()> {
        let fits = self.depth > 0 && self.is_dictionary() == is_dictionary;
        let is_complete = self.wants_key == is_dictionary;
        self.kinds >>= 1;
        self.depth = self.depth.checked_sub(1)?;
        self.after_value();
        (fits && is_complete).then_some(())
    }

    fn after_value(&mut self) {
        self.wants_key = self.is_dictionary();
    }
}

impl Parser<'_> {
    /// Collects the references of an indirect object; returns its ID. `None` if the text is not well
    /// formed.
    pub(crate) fn skim_indirect(&mut self, found: &mut Vec<ObjectId>) -> Option<ObjectId> {
        let id = self.indirect_header();
        self.note();
        let id = id?;
        self.skim(found)?;
        Some(id)
    }

    /// Collects the references of a value.
    pub(crate) fn skim(&mut self, found: &mut Vec<ObjectId>) -> Option<()> {
        found.clear();
        let mut brackets = Brackets {
            kinds: 0,
            depth: 0,
            wants_key: false,
        };
        loop {
            let skimmed = self.skim_token(&mut brackets, found);
            self.note();
            skimmed?;
            if brackets.depth == 0 {
                return Some(());
            }
        }
    }

    fn skim_token(&mut self, brackets: &mut Brackets, found: &mut Vec<ObjectId>) -> Option<()> {
        self.lexer.skip_whitespace();
        let rest = self.lexer.rest();
        let start = self.lexer.position();
        match rest {
            [b'/', ..] => {
                self.lexer.seek(start + 1 + word_length(rest.get(1..)?));
                brackets.wants_key = brackets.is_dictionary() && !brackets.wants_key;
                return Some(());
            }
            [b'>', b'>', ..] => {
                self.lexer.seek(start + 2);
                return brackets.close(true);
            }
            _ if brackets.wants_key => {
                self.lexer.seek(start + rest.len().min(1));
                return None;
            }
            [b'<', b'<', ..] => {
                self.lexer.seek(start + 2);
                return brackets.open(true);
            }
            [b'[', ..] => {
                self.lexer.seek(start + 1);
                return brackets.open(false);
            }
            [b']', ..] => {
                self.lexer.seek(start + 1);
                return brackets.close(false);
            }
            [b'(', text @ ..] => {
                let length = literal_length(text);
                self.lexer.seek(start + 1 + length.unwrap_or(text.len()));
                length?;
            }
            [b'<', text @ ..] => {
                let length = memchr::memchr(b'>', text);
                self.lexer.seek(start + 2 + length.unwrap_or(text.len()));
                length?;
            }
            _ => self.skim_word(rest, start, found)?,
        }
        brackets.after_value();
        Some(())
    }

    fn skim_word(&mut self, rest: &[u8], start: usize, found: &mut Vec<ObjectId>) -> Option<()> {
        let length = word_length(rest);
        let word = rest.get(..length)?;
        self.lexer.seek(start + length.max(1));
        match word.first()? {
            b'0'..=b'9' if word.iter().all(u8::is_ascii_digit) => {
                let number = word.iter().try_fold(0u32, |number, digit| {
                    number.checked_mul(10)?.checked_add(u32::from(digit - b'0'))
                });
                if let Some(number) = number {
                    found.extend(self.reference(i64::from(number)));
                }
            }
            b'0'..=b'9' | b'+' | b'-' | b'.' => {
                let is_number =
                    |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.');
                word.iter().all(is_number).then_some(())?;
            }
            _ => matches!(word, b"true" | b"false" | b"null").then_some(())?,
        }
        Some(())
    }
}

fn word_length(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|byte| !is_regular(*byte));
    end.unwrap_or(bytes.len())
}

/// Length of a literal string after its opening parenthesis, including the closing one.
fn literal_length(bytes: &[u8]) -> Option<usize> {
    let mut depth = 1usize;
    let mut at = 0;
    loop {
        at += memchr::memchr3(b'(', b')', b'\\', bytes.get(at..)?)? + 1;
        match bytes.get(at - 1)? {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth -= 1,
            // The escaped byte is no bracket.
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::lexer::Lexer;
    use crate::object::Object;

    fn skimmed(text: &str) -> Option<Vec<u32>> {
        let mut found = Vec::new();
        let mut parser = Parser::new(Lexer::new(text.as_bytes()));
        parser.skim(&mut found)?;
        Some(found.iter().map(|id| id.number).collect())
    }

    fn collect(object: &Object, found: &mut Vec<u32>) {
        match object {
            Object::Reference(id) => found.push(id.number),
            Object::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Object::Dictionary(dictionary) => dictionary
                .iter()
                .for_each(|(_, value)| collect(value, found)),
            _ => {}
        }
    }

    #[test]
    fn the_references_of_plain_text_are_those_of_the_object() {
        for text in [
            "<</A 1 0 R/B[2 0 R 3 0 R]/C(4 0 R)/D<</E 5 0 R>>/F<36203020 52>/G/Name#20x>>",
            "[1 2 0 R 3 4 5 0 R 6]",
            "7 0 R",
            "<</A(x\\)(y)\\\\)/B 1 0 R>>",
            "<</A 1.5/B -2/C +3/D .5/E true/F false/G null/H 9 0 R>>",
            "<</A%comment 1 0 R\n2 0 R>>",
            "<</A/B/C/D/E 1 0 R>>",
            "<</A[[[1 0 R]<</B 2 0 R>>]]>>",
            "<</B 1 0R/C 1>>",
            "<<>>",
            "[]",
            "(1 0 R)",
        ] {
            let object = Parser::new(Lexer::new(text.as_bytes())).object().unwrap();
            let mut all = Vec::new();
            collect(&object, &mut all);
            let mut skimmed = skimmed(text).unwrap();
            all.sort_unstable();
            skimmed.sort_unstable();
            assert_eq!(skimmed, all, "{text}");
        }
    }

    #[test]
    fn text_that_only_the_parser_understands_is_left_to_it() {
        for text in [
            "",
            "<</A 1 0 R",
            "<</A>>",
            "<<1/A 2>>",
            "[1 0 R",
            "<</A 1]",
            "[1>>",
            "<</A foo>>",
            "foo",
            "endobj",
            "<</A 12x>>",
            "(a",
            "<</A(x\\)>>",
            "<41",
            "]",
            ">>",
            "<</A 1 2>>",
            "<</A 99999999999 0 R>>",
            "<</A 1 99999 R>>",
        ] {
            assert_eq!(skimmed(text), None, "{text}");
        }
    }
}
