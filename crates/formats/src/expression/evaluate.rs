//! Values of expressions.

use super::{ExpressionCode, Function, Node, Operator};
use crate::decimal::Decimal;
use std::cmp::Ordering;

/// A value of a field or an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing is filled in. Zero in arithmetic.
    Empty,
    /// A number.
    Number(Decimal),
    /// A text, or a date as `YYYY-MM-DD`.
    Text(String),
    /// A check box or a comparison. One or zero in arithmetic.
    Truth(bool),
}

type Evaluated = Result<Value, ExpressionCode>;
type Fields<'f> = &'f dyn Fn(&str) -> Evaluated;

impl Value {
    /// The value of a text; empty texts are no value.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let text = text.trim();
        if text.is_empty() {
            Self::Empty
        } else {
            Self::Text(text.to_owned())
        }
    }

    /// Whether there is a value. An unchecked box has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::Empty
    }

    /// Whether a condition with this value is met.
    #[must_use]
    pub fn is_true(&self) -> bool {
        match self {
            Self::Empty => false,
            Self::Number(number) => !number.is_zero(),
            Self::Text(_) => true,
            Self::Truth(truth) => *truth,
        }
    }

    /// The text that a field shows for it.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
            Self::Truth(truth) => u8::from(*truth).to_string(),
        }
    }

    /// The number for arithmetic.
    ///
    /// # Errors
    /// A text is none.
    pub fn to_number(&self) -> Result<Decimal, ExpressionCode> {
        match self {
            Self::Empty | Self::Truth(false) => Ok(Decimal::ZERO),
            Self::Truth(true) => Ok(Decimal::ONE),
            Self::Number(number) => Ok(*number),
            Self::Text(text) => Decimal::parse(text).ok_or(ExpressionCode::NotANumber),
        }
    }

    /// `None` if the values can't be compared: nothing is larger, smaller or equal to no value.
    fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Empty, Self::Empty) => Some(Ordering::Equal),
            (Self::Empty, _) | (_, Self::Empty) => None,
            (Self::Text(one), Self::Text(two)) => Some(one.cmp(two)),
            _ => Some(self.to_number().ok()?.cmp(&other.to_number().ok()?)),
        }
    }
}

impl Node {
    pub(super) fn evaluate(&self, fields: Fields<'_>) -> Evaluated {
        match self {
            Self::Number(number) => Ok(Value::Number(*number)),
            Self::Text(text) => Ok(Value::of_text(text)),
            Self::Truth(truth) => Ok(Value::Truth(*truth)),
            Self::Field(name) => fields(name),
            Self::Negative(operand) => {
                let number = operand.evaluate(fields)?.to_number()?;
                Ok(Value::Number(number.negate()))
            }
            Self::Not(operand) => Ok(Value::Truth(!operand.evaluate(fields)?.is_true())),
            Self::Operation(operator, operands) => operator.evaluate(operands, fields),
            Self::Call(function, arguments) => function.evaluate(arguments, fields),
        }
    }
}

fn in_range(number: Option<Decimal>) -> Evaluated {
    number.map(Value::Number).ok_or(ExpressionCode::OutOfRange)
}

impl Operator {
    fn evaluate(self, (left, right): &(Node, Node), fields: Fields<'_>) -> Evaluated {
        let left = left.evaluate(fields)?;
        // As in most languages, the right side of a decided condition does not matter.
        match (self, left.is_true()) {
            (Self::And, false) => return Ok(Value::Truth(false)),
            (Self::Or, true) => return Ok(Value::Truth(true)),
            _ => {}
        }
        let right = right.evaluate(fields)?;
        let order = || left.compare(&right);
        let is =
            |wanted: &[Ordering]| Ok(Value::Truth(order().is_some_and(|it| wanted.contains(&it))));
        match self {
            Self::And | Self::Or => Ok(Value::Truth(right.is_true())),
            Self::Equal => is(&[Ordering::Equal]),
            Self::NotEqual => Ok(Value::Truth(order() != Some(Ordering::Equal))),
            Self::Less => is(&[Ordering::Less]),
            Self::LessOrEqual => is(&[Ordering::Less, Ordering::Equal]),
            Self::Greater => is(&[Ordering::Greater]),
            Self::GreaterOrEqual => is(&[Ordering::Greater, Ordering::Equal]),
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide => {
                self.calculate(left.to_number()?, right.to_number()?)
            }
        }
    }

    fn calculate(self, left: Decimal, right: Decimal) -> Evaluated {
        match self {
            Self::Divide if right.is_zero() => Err(ExpressionCode::DivisionByZero),
            Self::Divide => in_range(left.checked_div(right)),
            Self::Multiply => in_range(left.checked_mul(right)),
            Self::Subtract => in_range(left.checked_add(right.negate())),
            _ => in_range(left.checked_add(right)),
        }
    }
}

impl Function {
    fn evaluate(self, arguments: &[Node], fields: Fields<'_>) -> Evaluated {
        match self {
            Self::If => choice(arguments, fields),
            Self::Filled => {
                let value = argument(arguments, 0, fields)?;
                let is_filled = !value.is_empty() && value != Value::Truth(false);
                Ok(Value::Truth(is_filled))
            }
            Self::Abs => {
                let number = argument(arguments, 0, fields)?.to_number()?;
                let positive = if number.is_negative() {
                    number.negate()
                } else {
                    number
                };
                Ok(Value::Number(positive))
            }
            Self::Round => {
                let number = argument(arguments, 0, fields)?.to_number()?;
                let decimals = argument(arguments, 1, fields)?.to_number()?.to_decimals();
                in_range(decimals.and_then(|decimals| number.round(decimals)))
            }
            Self::Sum => {
                let mut numbers = numbers(arguments, fields)?.into_iter();
                in_range(numbers.try_fold(Decimal::ZERO, Decimal::checked_add))
            }
            Self::Min => Ok(number_or_empty(
                numbers(arguments, fields)?.into_iter().min(),
            )),
            Self::Max => Ok(number_or_empty(
                numbers(arguments, fields)?.into_iter().max(),
            )),
        }
    }
}

fn number_or_empty(number: Option<Decimal>) -> Value {
    number.map_or(Value::Empty, Value::Number)
}

/// An argument; a missing one is empty.
fn argument(arguments: &[Node], index: usize, fields: Fields<'_>) -> Evaluated {
    let argument = arguments.get(index);
    argument.map_or(Ok(Value::Empty), |argument| argument.evaluate(fields))
}

fn choice(arguments: &[Node], fields: Fields<'_>) -> Evaluated {
    let is_met = argument(arguments, 0, fields)?.is_true();
    argument(arguments, if is_met { 1 } else { 2 }, fields)
}

/// The numbers of all arguments that have a value.
fn numbers(arguments: &[Node], fields: Fields<'_>) -> Result<Vec<Decimal>, ExpressionCode> {
    let mut numbers = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let value = argument.evaluate(fields)?;
        if !value.is_empty() {
            numbers.push(value.to_number()?);
        }
    }
    Ok(numbers)
}
