//! Splits an expression into tokens.

use super::{ExpressionCode, ExpressionProblem, Operator};
use crate::decimal::Decimal;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(Decimal),
    Text(String),
    /// A word that may be a name, a function or an operator.
    Word(String),
    /// A name in brackets.
    Name(String),
    Operator(Operator),
    Open,
    Close,
    Separator,
}

/// Tokens with their positions in characters.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, u32)>, ExpressionProblem> {
    let characters: Vec<char> = text.chars().collect();
    let mut lexer = Lexer {
        characters: &characters,
        at: 0,
    };
    let mut tokens = Vec::new();
    loop {
        lexer.take_while(char::is_whitespace);
        let position = u32::try_from(lexer.at).unwrap_or(u32::MAX);
        let Some(first) = lexer.next() else {
            return Ok(tokens);
        };
        let problem = ExpressionProblem {
            code: ExpressionCode::Syntax,
            position,
        };
        tokens.push((lexer.token(first).ok_or(problem)?, position));
    }
}

struct Lexer<'t> {
    characters: &'t [char],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn takes(&mut self, expected: char) -> bool {
        let is_next = self.peek() == Some(expected);
        self.at += usize::from(is_next);
        is_next
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let rest = self.characters.get(self.at..).unwrap_or_default();
        let taken: String = rest.iter().copied().take_while(|&c| wanted(c)).collect();
        self.at += taken.chars().count();
        taken
    }

    /// `None` if no token begins with this character, or it has no end.
    fn token(&mut self, first: char) -> Option<Token> {
        let operator = |operator| Some(Token::Operator(operator));
        match first {
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            ',' | ';' => Some(Token::Separator),
            '+' => operator(Operator::Add),
            '-' | '−' => operator(Operator::Subtract),
            '*' | '×' | '·' => operator(Operator::Multiply),
            '/' | '÷' => operator(Operator::Divide),
            '=' => {
                self.takes('=');
                operator(Operator::Equal)
            }
            '!' => self
                .takes('=')
                .then_some(Token::Operator(Operator::NotEqual)),
            '≠' => operator(Operator::NotEqual),
            '≤' => operator(Operator::LessOrEqual),
            '≥' => operator(Operator::GreaterOrEqual),
            '<' if self.takes('=') => operator(Operator::LessOrEqual),
            '<' if self.takes('>') => operator(Operator::NotEqual),
            '<' => operator(Operator::Less),
            '>' if self.takes('=') => operator(Operator::GreaterOrEqual),
            '>' => operator(Operator::Greater),
            '"' => self.until('"').map(Token::Text),
            '[' => self
                .until(']')
                .map(|name| Token::Name(name.trim().to_owned())),
            c if c.is_ascii_digit() => self.number(c),
            c if is_letter(c) => Some(Token::Word(self.word(c))),
            _ => None,
        }
    }

    fn until(&mut self, end: char) -> Option<String> {
        let text = self.take_while(|c| c != end);
        self.takes(end).then_some(text)
    }

    fn number(&mut self, first: char) -> Option<Token> {
        let rest = self.take_while(|c| c.is_ascii_digit() || c == '.');
        Decimal::parse(&format!("{first}{rest}")).map(Token::Number)
    }

    fn word(&mut self, first: char) -> String {
        let rest = self.take_while(|c| is_letter(c) || c.is_numeric());
        format!("{first}{rest}")
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}
