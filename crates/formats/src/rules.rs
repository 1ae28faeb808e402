//! Rules that connect the fields of a document: formulas, conditions and number formats. Browser and
//! server ask the same question and get the same answer.

use crate::expression::{Expression, ExpressionCode, ExpressionProblem, Value};
use crate::{NumberFormat, TextFindingCode};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The value of a field as the document has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum RuleValue {
    /// Nothing.
    #[default]
    Empty,
    /// A check box or radio button.
    Checked(bool),
    /// A text; a date as `YYYY-MM-DD`; any text for a picture.
    Text(String),
}

/// A field and its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct RuleField {
    /// The name by which expressions refer to it; empty: none. Fields of one name count as one.
    pub name: String,
    /// Its value.
    pub value: RuleValue,
    /// The option that a radio button stands for.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub option: Option<String>,
    /// The format of a number.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub number: Option<NumberFormat>,
    /// The formula of its value.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub formula: Option<String>,
    /// The field exists only while this is true.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub shown_when: Option<String>,
    /// The field must be filled while this is true.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub required_when: Option<String>,
}

/// A rule of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Rule {
    /// The formula.
    Formula,
    /// The condition under which it is shown.
    ShownWhen,
    /// The condition under which it is required.
    RequiredWhen,
}

/// An expression without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct RuleProblem {
    /// The rule that has the expression.
    pub rule: Rule,
    /// The problem.
    pub code: ExpressionCode,
    /// Position in characters.
    pub position: u32,
}

/// What follows from the rules for a field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "ts", tsify(missing_as_null))]
pub struct RuleOutcome {
    /// False: the field is hidden and has no value.
    pub shown: bool,
    /// Whether a condition requires a value.
    pub required: bool,
    /// The text that the field must have: the result of its formula, or its number in the usual
    /// form. `None`: any.
    pub text: Option<String>,
    /// Why the text is no number of its format.
    pub finding: Option<TextFindingCode>,
    /// Expressions without a value. Such a condition hides nothing and requires nothing.
    pub problems: Vec<RuleProblem>,
    /// The names to which its expressions refer, once each.
    pub inputs: Vec<String>,
}

/// Applies the rules of all fields of a document. Their order does not matter, except that of several
/// values of one name, of which the first counts.
///
/// ```
/// use countersign_formats::{RuleField, RuleValue, apply_rules};
/// let quantity = RuleField {
///     name: "quantity".into(),
///     value: RuleValue::Text("3".into()),
///     ..RuleField::default()
/// };
/// let total = RuleField { formula: Some("quantity * 2.50".into()), ..RuleField::default() };
/// let outcomes = apply_rules(&[quantity, total]);
/// assert_eq!(outcomes[1].text.as_deref(), Some("7.5"));
/// ```
#[must_use]
pub fn apply_rules(fields: &[RuleField]) -> Vec<RuleOutcome> {
    let parsed: Vec<Parsed> = fields.iter().map(Parsed::of).collect();
    let names = Names::of(fields);
    let mut engine = Engine {
        fields,
        parsed: &parsed,
        values: vec![None; fields.len()],
        named: vec![None; names.members.len()],
        names: &names,
    };
    engine.run();
    (0..fields.len())
        .map(|index| engine.outcome(index))
        .collect()
}

type Parse = Option<Result<Expression, ExpressionProblem>>;

struct Parsed {
    formula: Parse,
    shown_when: Parse,
    required_when: Parse,
}

impl Parsed {
    fn of(field: &RuleField) -> Self {
        let parse = |text: &Option<String>| text.as_deref().map(Expression::parse);
        Self {
            formula: parse(&field.formula),
            shown_when: parse(&field.shown_when),
            required_when: parse(&field.required_when),
        }
    }

    /// The names to which any of the expressions refers.
    fn inputs(&self) -> Vec<String> {
        let expressions = [&self.formula, &self.shown_when, &self.required_when].into_iter();
        let valid = expressions.filter_map(|parse| parse.as_ref()?.as_ref().ok());
        let mut inputs: Vec<String> = valid
            .flat_map(|each| each.names().iter().cloned())
            .collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// The names on which the value of the field depends.
    fn names(&self) -> impl Iterator<Item = &str> {
        let expressions = [&self.formula, &self.shown_when].into_iter();
        let valid = expressions.filter_map(|parse| parse.as_ref()?.as_ref().ok());
        valid.flat_map(|expression| expression.names().iter().map(String::as_str))
    }
}

/// The fields of each name.
struct Names<'f> {
    by_name: HashMap<&'f str, usize>,
    members: Vec<Vec<usize>>,
}

impl<'f> Names<'f> {
    fn of(fields: &'f [RuleField]) -> Self {
        let mut names = Self {
            by_name: HashMap::new(),
            members: Vec::new(),
        };
        let named = fields.iter().enumerate();
        for (index, field) in named.filter(|(_, field)| !field.name.is_empty()) {
            let members = &mut names.members;
            let number = *names.by_name.entry(&field.name).or_insert_with(|| {
                members.push(Vec::new());
                members.len() - 1
            });
            if let Some(members) = members.get_mut(number) {
                members.push(index);
            }
        }
        names
    }
}

type Known = Option<Result<Value, ExpressionCode>>;

struct Engine<'a> {
    fields: &'a [RuleField],
    parsed: &'a [Parsed],
    names: &'a Names<'a>,
    /// By field; `None`: not known yet, or never, because it depends on itself.
    values: Vec<Known>,
    /// By name.
    named: Vec<Known>,
}

impl Engine<'_> {
    /// Determines all values in topological order (Kahn's algorithm): a field after the names that
    /// it depends on, and a name after its fields. What depends on itself is never reached.
    fn run(&mut self) {
        let mut dependents: Vec<Vec<usize>> = vec![Vec::new(); self.named.len()];
        let mut missing = vec![0_usize; self.fields.len()];
        for (index, parsed) in self.parsed.iter().enumerate() {
            for name in parsed.names() {
                let Some(&number) = self.names.by_name.get(name) else {
                    continue;
                };
                if let (Some(list), Some(count)) =
                    (dependents.get_mut(number), missing.get_mut(index))
                {
                    list.push(index);
                    *count += 1;
                }
            }
        }
        let mut left: Vec<usize> = self.names.members.iter().map(Vec::len).collect();
        let numbers: HashMap<usize, usize> = self.numbers_of_fields();
        let free = missing.iter().enumerate().filter(|(_, count)| **count == 0);
        let mut ready: Vec<usize> = free.map(|(index, _)| index).collect();
        while let Some(index) = ready.pop() {
            let value = self.value(index);
            if let Some(known) = self.values.get_mut(index) {
                *known = Some(value);
            }
            let Some(&number) = numbers.get(&index) else {
                continue;
            };
            let Some(count) = left.get_mut(number) else {
                continue;
            };
            *count -= 1;
            if *count > 0 {
                continue;
            }
            let value = self.value_of_name(number);
            if let Some(known) = self.named.get_mut(number) {
                *known = Some(value);
            }
            for &dependent in dependents.get(number).into_iter().flatten() {
                let Some(count) = missing.get_mut(dependent) else {
                    continue;
                };
                *count -= 1;
                if *count == 0 {
                    ready.push(dependent);
                }
            }
        }
    }

    fn numbers_of_fields(&self) -> HashMap<usize, usize> {
        let members = self.names.members.iter().enumerate();
        let pairs =
            members.flat_map(|(number, indexes)| indexes.iter().map(move |index| (*index, number)));
        pairs.collect()
    }

    /// The first of its fields with a value decides.
    fn value_of_name(&self, number: usize) -> Result<Value, ExpressionCode> {
        let members = self.names.members.get(number).into_iter().flatten();
        let mut values = members.filter_map(|index| self.values.get(*index).cloned().flatten());
        let filled = |value: &Result<Value, ExpressionCode>| *value != Ok(Value::Empty);
        values.find(filled).unwrap_or(Ok(Value::Empty))
    }

    /// The value that an expression gets for a name.
    fn lookup(&self, name: &str) -> Result<Value, ExpressionCode> {
        let number = self.names.by_name.get(name);
        let number = number.ok_or(ExpressionCode::UnknownField)?;
        let known = self.named.get(*number).cloned().flatten();
        known.unwrap_or(Err(ExpressionCode::Cycle))
    }

    fn evaluate(&self, expression: &Expression) -> Result<Value, ExpressionCode> {
        expression.evaluate(&|name| self.lookup(name))
    }

    fn value(&self, index: usize) -> Result<Value, ExpressionCode> {
        let (Some(field), Some(parsed)) = (self.fields.get(index), self.parsed.get(index)) else {
            return Ok(Value::Empty);
        };
        if !self.is_shown(parsed) {
            return Ok(Value::Empty);
        }
        match &parsed.formula {
            None => Ok(value_of(field)),
            Some(Ok(formula)) => self.result(field, formula),
            Some(Err(problem)) => Err(problem.code),
        }
    }

    fn is_shown(&self, parsed: &Parsed) -> bool {
        let condition = parsed
            .shown_when
            .as_ref()
            .and_then(|parse| parse.as_ref().ok());
        let value = condition.map(|condition| self.evaluate(condition));
        !matches!(value, Some(Ok(value)) if !value.is_true())
    }

    /// The result of a formula as the field shows it, so that others calculate with what is on the
    /// page. Nothing, if none of the fields that it refers to has a value.
    fn result(&self, field: &RuleField, formula: &Expression) -> Result<Value, ExpressionCode> {
        let mut values = formula.names().iter().map(|name| self.lookup(name));
        let is_blank = !formula.names().is_empty() && values.all(|value| value == Ok(Value::Empty));
        if is_blank {
            return Ok(Value::Empty);
        }
        let value = self.evaluate(formula)?;
        let Some(format) = field.number.as_ref().filter(|_| !value.is_empty()) else {
            return Ok(value);
        };
        let text = format.write(value.to_number()?);
        format
            .read(&text)
            .map(Value::Number)
            .map_err(|_| ExpressionCode::OutOfRange)
    }

    fn outcome(&self, index: usize) -> RuleOutcome {
        let (Some(field), Some(parsed)) = (self.fields.get(index), self.parsed.get(index)) else {
            return RuleOutcome::default();
        };
        let mut outcome = RuleOutcome {
            shown: self.is_shown(parsed),
            inputs: parsed.inputs(),
            ..RuleOutcome::default()
        };
        self.check(Rule::ShownWhen, &parsed.shown_when, &mut outcome);
        let required = self.check(Rule::RequiredWhen, &parsed.required_when, &mut outcome);
        if !outcome.shown {
            outcome.text = Some(String::new());
            return outcome;
        }
        outcome.required = required.is_some_and(|value| value.is_true());
        match &parsed.formula {
            Some(_) => self.show_result(index, field, parsed, &mut outcome),
            None => show_number(field, &mut outcome),
        }
        outcome
    }

    /// The value of a condition; a problem if it has none.
    fn check(&self, rule: Rule, parse: &Parse, outcome: &mut RuleOutcome) -> Option<Value> {
        let result = match parse.as_ref()? {
            Ok(expression) => self
                .evaluate(expression)
                .map_err(|code| ExpressionProblem { code, position: 0 }),
            Err(problem) => Err(*problem),
        };
        let ExpressionProblem { code, position } = match result {
            Ok(value) => return Some(value),
            Err(problem) => problem,
        };
        outcome.problems.push(RuleProblem {
            rule,
            code,
            position,
        });
        None
    }

    fn show_result(
        &self,
        index: usize,
        field: &RuleField,
        parsed: &Parsed,
        outcome: &mut RuleOutcome,
    ) {
        let known = self.values.get(index).cloned().flatten();
        let value = match known.unwrap_or(Err(ExpressionCode::Cycle)) {
            Ok(value) => value,
            Err(code) => {
                let position = match &parsed.formula {
                    Some(Err(problem)) => problem.position,
                    _ => 0,
                };
                outcome.problems.push(RuleProblem {
                    rule: Rule::Formula,
                    code,
                    position,
                });
                Value::Empty
            }
        };
        outcome.text = Some(match (&field.number, &value) {
            (Some(format), Value::Number(number)) => format.write(*number),
            _ => value.to_text(),
        });
    }
}

fn value_of(field: &RuleField) -> Value {
    match &field.value {
        RuleValue::Empty => Value::Empty,
        RuleValue::Checked(on) => match &field.option {
            Some(option) if *on => Value::of_text(option),
            Some(_) => Value::Empty,
            None => Value::Truth(*on),
        },
        RuleValue::Text(text) => {
            let number = field
                .number
                .as_ref()
                .and_then(|format| format.read(text).ok());
            number.map_or_else(|| Value::of_text(text), Value::Number)
        }
    }
}

/// The usual form of a number that was typed in, or what is wrong with it.
fn show_number(field: &RuleField, outcome: &mut RuleOutcome) {
    let (Some(format), RuleValue::Text(text)) = (&field.number, &field.value) else {
        return;
    };
    if text.is_empty() {
        return;
    }
    outcome.finding = format.check(text, crate::CheckMode::Final);
    outcome.text = format.read(text).ok().map(|number| format.write(number));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, value: &str) -> RuleField {
        let value = RuleValue::Text(value.into());
        RuleField {
            name: name.into(),
            value,
            ..RuleField::default()
        }
    }

    fn formula(name: &str, formula: &str) -> RuleField {
        let formula = Some(formula.into());
        RuleField {
            name: name.into(),
            formula,
            ..RuleField::default()
        }
    }

    fn result(fields: &[RuleField], wanted: &str) -> String {
        let all = [fields, &[formula("", wanted)]].concat();
        apply_rules(&all).pop().unwrap().text.unwrap()
    }

    fn codes(fields: &[RuleField]) -> Vec<ExpressionCode> {
        let outcomes = apply_rules(fields).into_iter();
        outcomes
            .flat_map(|it| it.problems)
            .map(|problem| problem.code)
            .collect()
    }

    #[test]
    fn formulas_calculate_exactly() {
        let fields = [
            text("a", "0.1"),
            text("Unit price", "0.2"),
            text("none", ""),
        ];
        for (wanted, expected) in [
            ("a + [Unit price]", "0.3"),
            ("a + 2 * 3", "6.1"),
            ("(a + 2) * -3", "-6.3"),
            ("sum(a; [Unit price], none)", "0.3"),
            ("max(a, [Unit price]) - min(a, none)", "0.1"),
            ("round(a / 0.3, 3)", "0.333"),
            ("round(2.5)", "3"),
            ("if(a < [Unit price] and not filled(none), 10, 20)", "10"),
            ("if(none = \"\" or a >= 1, \"none\", a)", "none"),
            ("abs(-a) × 10 ÷ 2", "0.5"),
            ("none * 2", ""),
        ] {
            assert_eq!(result(&fields, wanted), expected, "{wanted}");
        }
    }

    #[test]
    fn the_inputs_are_the_names_in_all_rules() {
        let field = RuleField {
            formula: Some("[Unit price] * größe + [and]".into()),
            shown_when: Some("not country = \"sum [a]\" and filled(größe)".into()),
            required_when: Some("sum (x1; _y) > 2".into()),
            ..RuleField::default()
        };
        let unreadable = formula("", "a +");
        let outcomes = apply_rules(&[field, unreadable, formula("", "2 + 3")]);
        let inputs: Vec<_> = outcomes.iter().map(|it| it.inputs.join(" | ")).collect();
        let named = "Unit price | _y | and | country | größe | x1";
        assert_eq!(inputs, [named, "", ""]);
    }

    #[test]
    fn an_expression_without_a_value_says_why() {
        let fields = [text("a", "1"), text("word", "x")];
        for (wanted, code) in [
            ("a +", ExpressionCode::Syntax),
            ("a b", ExpressionCode::Syntax),
            ("\"open", ExpressionCode::Syntax),
            ("shell(a)", ExpressionCode::UnknownFunction),
            ("round(1, 2, 3)", ExpressionCode::UnknownFunction),
            ("a + other", ExpressionCode::UnknownField),
            ("a + word", ExpressionCode::NotANumber),
            ("a / 0", ExpressionCode::DivisionByZero),
            ("a * 999999999999999999 * 10", ExpressionCode::OutOfRange),
            (&"(".repeat(25), ExpressionCode::TooComplex),
            (&"1+".repeat(200), ExpressionCode::TooComplex),
            (&"1".repeat(1001), ExpressionCode::TooComplex),
        ] {
            let all = [&fields[..], &[formula("", wanted)]].concat();
            assert_eq!(codes(&all), [code], "{wanted}");
            assert_eq!(apply_rules(&all).pop().unwrap().text.as_deref(), Some(""));
        }
    }

    #[test]
    fn positions_lead_to_the_problem() {
        let outcome = apply_rules(&[formula("", "1 + * 2")]).remove(0);
        assert_eq!(outcome.problems[0].position, 4);
    }

    #[test]
    fn formulas_build_on_each_other_in_any_order() {
        let mut fields = vec![text("f0", "1")];
        fields.extend((1..300).map(|n| formula(&format!("f{n}"), &format!("f{} + 1", n - 1))));
        assert_eq!(result(&fields, "f299"), "300");
        fields.reverse();
        assert_eq!(result(&fields, "f299"), "300");
    }

    #[test]
    fn cycles_are_found() {
        let fields = [
            formula("a", "b"),
            formula("b", "c"),
            formula("c", "a"),
            formula("d", "1"),
        ];
        assert_eq!(codes(&fields), [ExpressionCode::Cycle; 3]);
        assert_eq!(codes(&[formula("a", "a + 1")]), [ExpressionCode::Cycle]);
        let hidden = RuleField {
            shown_when: Some("filled(a)".into()),
            ..text("a", "x")
        };
        assert_eq!(codes(&[hidden]), [ExpressionCode::Cycle]);
    }

    #[test]
    fn a_hidden_field_has_no_value() {
        let agree = RuleField {
            name: "agree".into(),
            value: RuleValue::Checked(false),
            ..RuleField::default()
        };
        let hidden = RuleField {
            shown_when: Some("agree".into()),
            required_when: Some("true".into()),
            ..text("a", "5")
        };
        let fields = [
            agree.clone(),
            hidden.clone(),
            formula("", "a + 1"),
            formula("", "a"),
        ];
        let outcomes = apply_rules(&fields);
        assert_eq!((outcomes[1].shown, outcomes[1].required), (false, false));
        assert_eq!(outcomes[1].text.as_deref(), Some(""));
        assert_eq!(outcomes[3].text.as_deref(), Some(""));
        let shown = apply_rules(&[
            RuleField {
                value: RuleValue::Checked(true),
                ..agree
            },
            hidden,
        ]);
        assert_eq!((shown[1].shown, shown[1].required), (true, true));
    }

    #[test]
    fn radio_buttons_are_the_option_that_is_on() {
        let radio = |option: &str, on| RuleField {
            name: "plan".into(),
            value: RuleValue::Checked(on),
            option: Some(option.into()),
            ..RuleField::default()
        };
        let fields = [radio("Monthly", false), radio("Yearly", true)];
        assert_eq!(result(&fields, "if(plan = \"Yearly\", 100, 10)"), "100");
    }

    #[test]
    fn a_number_is_shown_and_used_in_its_format() {
        let euros = NumberFormat {
            decimals: 2,
            decimal_sign: ",".into(),
            grouping: ".".into(),
            min: Some("0".into()),
            ..NumberFormat::default()
        };
        let net = RuleField {
            number: Some(euros.clone()),
            ..text("net", "1000,5")
        };
        let third = RuleField {
            number: Some(euros),
            ..formula("third", "net / 3")
        };
        let outcomes = apply_rules(&[net.clone(), third, formula("", "third * 3")]);
        assert_eq!(outcomes[0].text.as_deref(), Some("1.000,50"));
        assert_eq!(outcomes[1].text.as_deref(), Some("333,50"));
        assert_eq!(outcomes[2].text.as_deref(), Some("1000.5"));
        let wrong = apply_rules(&[RuleField {
            value: RuleValue::Text("-1".into()),
            ..net
        }]);
        assert_eq!(wrong[0].finding, Some(TextFindingCode::TooSmall));
    }
}
