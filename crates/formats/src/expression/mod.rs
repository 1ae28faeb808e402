//! Expressions over fields: formulas and conditions. No script is run; the grammar has numbers,
//! texts, field names, arithmetic, comparisons and a few functions.
//!
//! ```text
//! or         = and {"or" and}
//! and        = not {"and" not}
//! not        = "not" not | comparison
//! comparison = sum [("=" | "!=" | "<" | "<=" | ">" | ">=") sum]
//! sum        = product {("+" | "-") product}
//! product    = factor {("*" | "/") factor}
//! factor     = "-" factor | number | text | name | function | "(" or ")"
//! function   = name "(" or {("," | ";") or} ")"
//! name       = letter {letter | digit | "_"} | "[" any "]"
//! ```

mod evaluate;
mod lexer;
mod parser;

pub use evaluate::Value;

use crate::decimal::Decimal;
use serde::{Deserialize, Serialize};

/// Most characters of an expression.
const MOST_CHARACTERS: usize = 1000;
/// Most numbers, texts, names and operators of an expression.
const MOST_NODES: usize = 200;
/// Deepest nesting.
const DEEPEST: usize = 24;

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum ExpressionCode {
    /// It does not follow the grammar.
    Syntax,
    /// It is longer, larger or deeper than permitted.
    TooComplex,
    /// No function has this name, or it takes another number of arguments.
    UnknownFunction,
    /// No field has this name.
    UnknownField,
    /// It depends on itself.
    Cycle,
    /// A text is used as a number.
    NotANumber,
    /// The divisor is zero.
    DivisionByZero,
    /// A number is out of range.
    OutOfRange,
}

/// A problem of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ExpressionProblem {
    /// The problem.
    pub code: ExpressionCode,
    /// Position in characters.
    pub position: u32,
}

/// A parsed expression.
///
/// ```
/// use countersign_formats::{Decimal, Expression, Value};
/// let formula = Expression::parse("round(price * 1.19, 2)").map_err(|problem| format!("{problem:?}"))?;
/// let price = |_: &str| Ok(Value::Number(Decimal::parse("0.50").unwrap_or(Decimal::ZERO)));
/// let total = formula.evaluate(&price).map_err(|code| format!("{code:?}"))?;
/// assert_eq!(total.to_text(), "0.6");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    root: Node,
    names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(Decimal),
    Text(String),
    Truth(bool),
    Field(String),
    Negative(Box<Node>),
    Not(Box<Node>),
    Operation(Operator, Box<(Node, Node)>),
    Call(Function, Vec<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    Sum,
    Min,
    Max,
    Round,
    Abs,
    If,
    Filled,
}

impl Function {
    const ALL: [(&str, Self, std::ops::RangeInclusive<usize>); 7] = [
        ("sum", Self::Sum, 1..=MOST_NODES),
        ("min", Self::Min, 1..=MOST_NODES),
        ("max", Self::Max, 1..=MOST_NODES),
        ("round", Self::Round, 1..=2),
        ("abs", Self::Abs, 1..=1),
        ("if", Self::If, 2..=3),
        ("filled", Self::Filled, 1..=1),
    ];
}

impl Expression {
    /// Parses an expression.
    ///
    /// # Errors
    /// The first problem.
    pub fn parse(text: &str) -> Result<Self, ExpressionProblem> {
        let root = parser::parse(text)?;
        let mut names = Vec::new();
        root.collect_names(&mut names);
        names.sort_unstable();
        names.dedup();
        Ok(Self { root, names })
    }

    /// Names of the fields that it refers to.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The value, with the values of the fields.
    ///
    /// # Errors
    /// The first reason why there is none, in the order of evaluation.
    pub fn evaluate(
        &self,
        field: &dyn Fn(&str) -> Result<Value, ExpressionCode>,
    ) -> Result<Value, ExpressionCode> {
        self.root.evaluate(field)
    }
}

impl Node {
    fn collect_names(&self, names: &mut Vec<String>) {
        match self {
            Self::Number(_) | Self::Text(_) | Self::Truth(_) => {}
            Self::Field(name) => names.push(name.clone()),
            Self::Negative(operand) | Self::Not(operand) => operand.collect_names(names),
            Self::Operation(_, operands) => {
                operands.0.collect_names(names);
                operands.1.collect_names(names);
            }
            Self::Call(_, arguments) => {
                for argument in arguments {
                    argument.collect_names(names);
                }
            }
        }
    }
}
