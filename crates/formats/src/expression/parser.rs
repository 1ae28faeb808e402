//! Recursive descent with limits.

use super::lexer::{Token, tokens};
use super::{DEEPEST, ExpressionCode, ExpressionProblem, Function, MOST_CHARACTERS, MOST_NODES};
use super::{Node, Operator};

type Parsed = Result<Node, ExpressionProblem>;

pub(super) fn parse(text: &str) -> Parsed {
    let length = text.chars().count();
    let end = u32::try_from(length).unwrap_or(u32::MAX);
    if length > MOST_CHARACTERS {
        let code = ExpressionCode::TooComplex;
        return Err(ExpressionProblem { code, position: 0 });
    }
    let tokens = tokens(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        end,
        nodes: 0,
        depth: 0,
    };
    let root = parser.or()?;
    if parser.at < tokens.len() {
        return Err(parser.problem(ExpressionCode::Syntax));
    }
    Ok(root)
}

struct Parser<'t> {
    tokens: &'t [(Token, u32)],
    at: usize,
    /// Position of the end.
    end: u32,
    nodes: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    /// A problem at the next token.
    fn problem(&self, code: ExpressionCode) -> ExpressionProblem {
        let position = self.tokens.get(self.at).map_or(self.end, |(_, at)| *at);
        ExpressionProblem { code, position }
    }

    fn takes(&mut self, wanted: &Token) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    fn takes_word(&mut self, wanted: &str) -> bool {
        let is_next =
            matches!(self.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case(wanted));
        self.at += usize::from(is_next);
        is_next
    }

    fn takes_operator(&mut self, wanted: &[Operator]) -> Option<Operator> {
        let Some(&Token::Operator(operator)) = self.peek() else {
            return None;
        };
        let is_wanted = wanted.contains(&operator);
        self.at += usize::from(is_wanted);
        is_wanted.then_some(operator)
    }

    fn node(&mut self, node: Node) -> Parsed {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(self.problem(ExpressionCode::TooComplex));
        }
        Ok(node)
    }

    fn operation(&mut self, operator: Operator, left: Node, right: Node) -> Parsed {
        self.node(Node::Operation(operator, Box::new((left, right))))
    }

    /// Parses one level deeper.
    fn deeper(&mut self, part: fn(&mut Self) -> Parsed) -> Parsed {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.problem(ExpressionCode::TooComplex));
        }
        let parsed = part(self);
        self.depth -= 1;
        parsed
    }

    fn or(&mut self) -> Parsed {
        let mut left = self.and()?;
        while self.takes_word("or") {
            let right = self.and()?;
            left = self.operation(Operator::Or, left, right)?;
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed {
        let mut left = self.not()?;
        while self.takes_word("and") {
            let right = self.not()?;
            left = self.operation(Operator::And, left, right)?;
        }
        Ok(left)
    }

    fn not(&mut self) -> Parsed {
        if !self.takes_word("not") {
            return self.comparison();
        }
        let operand = self.deeper(Self::not)?;
        self.node(Node::Not(Box::new(operand)))
    }

    fn comparison(&mut self) -> Parsed {
        const COMPARISONS: [Operator; 6] = [
            Operator::Equal,
            Operator::NotEqual,
            Operator::Less,
            Operator::LessOrEqual,
            Operator::Greater,
            Operator::GreaterOrEqual,
        ];
        let left = self.sum()?;
        match self.takes_operator(&COMPARISONS) {
            None => Ok(left),
            Some(operator) => {
                let right = self.sum()?;
                self.operation(operator, left, right)
            }
        }
    }

    fn sum(&mut self) -> Parsed {
        let mut left = self.product()?;
        while let Some(operator) = self.takes_operator(&[Operator::Add, Operator::Subtract]) {
            let right = self.product()?;
            left = self.operation(operator, left, right)?;
        }
        Ok(left)
    }

    fn product(&mut self) -> Parsed {
        let mut left = self.factor()?;
        while let Some(operator) = self.takes_operator(&[Operator::Multiply, Operator::Divide]) {
            let right = self.factor()?;
            left = self.operation(operator, left, right)?;
        }
        Ok(left)
    }

    fn factor(&mut self) -> Parsed {
        if self.takes_operator(&[Operator::Subtract]).is_some() {
            let operand = self.deeper(Self::factor)?;
            return self.node(Node::Negative(Box::new(operand)));
        }
        if self.takes(&Token::Open) {
            let inner = self.deeper(Self::or)?;
            return self.closed(inner);
        }
        match self.peek().cloned() {
            Some(Token::Number(number)) => self.leaf(Node::Number(number)),
            Some(Token::Text(text)) => self.leaf(Node::Text(text)),
            Some(Token::Name(name)) => self.leaf(Node::Field(name)),
            Some(Token::Word(word)) => self.word(word),
            _ => Err(self.problem(ExpressionCode::Syntax)),
        }
    }

    fn leaf(&mut self, node: Node) -> Parsed {
        self.at += 1;
        self.node(node)
    }

    fn closed(&mut self, inner: Node) -> Parsed {
        if self.takes(&Token::Close) {
            return Ok(inner);
        }
        Err(self.problem(ExpressionCode::Syntax))
    }

    /// A function, a truth value or a name.
    fn word(&mut self, word: String) -> Parsed {
        let is_call = matches!(self.tokens.get(self.at + 1), Some((Token::Open, _)));
        if is_call {
            return self.call(&word);
        }
        match word.to_ascii_lowercase().as_str() {
            "true" => self.leaf(Node::Truth(true)),
            "false" => self.leaf(Node::Truth(false)),
            "and" | "or" | "not" => Err(self.problem(ExpressionCode::Syntax)),
            _ => self.leaf(Node::Field(word)),
        }
    }

    fn call(&mut self, word: &str) -> Parsed {
        let unknown = self.problem(ExpressionCode::UnknownFunction);
        let is_meant = |(name, ..): &&(&str, Function, _)| word.eq_ignore_ascii_case(name);
        let (_, function, arity) = Function::ALL.iter().find(is_meant).ok_or(unknown)?;
        self.at += 2;
        let mut arguments = vec![self.deeper(Self::or)?];
        while self.takes(&Token::Separator) {
            arguments.push(self.deeper(Self::or)?);
        }
        if !arity.contains(&arguments.len()) {
            return Err(unknown);
        }
        let call = self.node(Node::Call(*function, arguments))?;
        self.closed(call)
    }
}
