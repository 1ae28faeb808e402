//! Formulas agree with arithmetic in integers, and no expression makes the evaluation fail, loop or panic.

use countersign_formats::{NumberFormat, RuleField, RuleValue, apply_rules};
use proptest::prelude::*;

/// An expression in thousandths with its value, calculated without the code under test.
fn expression() -> impl Strategy<Value = (String, i128)> {
    let leaf = (-999_999_i64..=999_999).prop_map(|thousandths| {
        let sign = if thousandths < 0 { "-" } else { "" };
        let parts = (thousandths.abs() / 1000, thousandths.abs() % 1000);
        (
            format!("{sign}{}.{:03}", parts.0, parts.1),
            i128::from(thousandths),
        )
    });
    leaf.prop_recursive(5, 40, 3, |inner| {
        let pair = (inner.clone(), inner.clone());
        let three = proptest::collection::vec(inner, 1..4);
        prop_oneof![
            pair.clone()
                .prop_map(|(one, two)| (format!("({} + {})", one.0, two.0), one.1 + two.1)),
            pair.clone()
                .prop_map(|(one, two)| (format!("({} - {})", one.0, two.0), one.1 - two.1)),
            pair.prop_map(|(one, two)| {
                let chosen = if one.1 < two.1 { one.1 } else { two.1 };
                (
                    format!("if({} < {}; {}; {})", one.0, two.0, one.0, two.0),
                    chosen,
                )
            }),
            three.clone().prop_map(|all| {
                let texts: Vec<&str> = all.iter().map(|(text, _)| text.as_str()).collect();
                let sum = all.iter().map(|(_, value)| value).sum();
                (format!("sum({})", texts.join(", ")), sum)
            }),
            three.prop_map(|all| {
                let texts: Vec<&str> = all.iter().map(|(text, _)| text.as_str()).collect();
                let most = all.iter().map(|(_, value)| *value).max().unwrap_or(0);
                (format!("max({})", texts.join(", ")), most)
            }),
        ]
    })
    .prop_filter("within the limits", |(text, _)| {
        text.len() <= 900 && depth(text) <= 20
    })
}

fn depth(text: &str) -> usize {
    let mut depths = text.chars().scan(0_usize, |depth, c| {
        match c {
            '(' => *depth += 1,
            ')' => *depth -= 1,
            _ => {}
        }
        Some(*depth)
    });
    depths.by_ref().max().unwrap_or(0)
}

/// Thousandths as the shortest decimal.
fn shortest(thousandths: i128) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let digits = thousandths.unsigned_abs();
    let text = format!("{sign}{}.{:03}", digits / 1000, digits % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Texts made of the grammar's own pieces, so that many of them are almost expressions.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a"),
        Just("b"),
        Just("[c d]"),
        Just("1"),
        Just("0.5"),
        Just("999999999999999999"),
        Just("\"x\""),
        Just("+"),
        Just("-"),
        Just("*"),
        Just("/"),
        Just("("),
        Just(")"),
        Just(","),
        Just("<="),
        Just("="),
        Just("!"),
        Just(" and "),
        Just(" or "),
        Just(" not "),
        Just("sum("),
        Just("if("),
        Just("round("),
        Just("filled("),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn field(name: &str, formula: &str) -> RuleField {
    RuleField {
        name: name.into(),
        formula: Some(formula.into()),
        shown_when: Some(formula.into()),
        ..RuleField::default()
    }
}

proptest! {
    #[test]
    fn formulas_agree_with_integers((text, thousandths) in expression()) {
        let formula = RuleField { formula: Some(text), ..RuleField::default() };
        let outcome = apply_rules(&[formula]).remove(0);
        prop_assert_eq!(outcome.problems, vec![]);
        prop_assert_eq!(outcome.text, Some(shortest(thousandths)));
    }

    #[test]
    fn no_expression_breaks_the_evaluation(one in pieces(), two in pieces(), three in any::<String>(), value in any::<String>()) {
        let number = RuleField { name: "c d".into(), value: RuleValue::Text(value), number: Some(NumberFormat::default()), ..RuleField::default() };
        let fields = [field("a", &one), field("b", &two), field("c", &three), number];
        let outcomes = apply_rules(&fields);
        let mut reversed = apply_rules(&fields.iter().rev().cloned().collect::<Vec<_>>());
        reversed.reverse();
        prop_assert_eq!(outcomes, reversed);
    }

    #[test]
    fn numbers_are_read_as_they_are_written(units in -999_999_999_i64..=999_999_999, decimals in 0_u32..=6, grouping in "[.' \u{202f}]?", affix in "[€$ A-Z]{0,3}") {
        let format = NumberFormat { decimals, decimal_sign: ",".into(), grouping, suffix: affix.clone(), prefix: affix, ..NumberFormat::default() };
        let number = countersign_formats::Decimal::parse(&units.to_string()).unwrap();
        let written = format.write(number);
        prop_assert_eq!(format.read(&written), Ok(number), "{}", written);
    }
}
