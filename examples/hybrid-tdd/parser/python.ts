import { inPython } from '../claims.ts';
import type { TddExample } from '../example.ts';
import { pythonProject } from '../projects.ts';
import { design, impl, looseDesign, looseFirst, REFUSES, tests } from './claims.ts';

const EXPRESSIONS = `from dataclasses import dataclass
from typing import Literal

Operator = Literal["+", "-", "*", "/"]


@dataclass(frozen=True)
class Number:
    value: int


@dataclass(frozen=True)
class Negation:
    of: "Expression"


@dataclass(frozen=True)
class Operation:
    operator: Operator
    left: "Expression"
    right: "Expression"


Expression = Number | Negation | Operation


class ParseError(ValueError):
    """The text is no expression; the message names the place, counted from 0."""


`;

const TYPES = `"""Arithmetic on whole numbers: read, worked out, and written again."""

${EXPRESSIONS}def parse(text: str) -> Expression:
    """Reads an expression."""
    ...


def evaluate(expression: Expression) -> float:
    """Works an expression out."""
    ...


def render(expression: Expression) -> str:
    """Writes an expression, every operation in parentheses."""
    ...
`;

/** Without this no test would miss the check that nothing is left over. */
const LEFT_OVER = `    assert [place("1 2"), place("1)"), place("2 $")] == [2, 1, 2]
`;

const TESTS = `import re

import pytest
from hypothesis import given, settings, strategies as st

from expression import Negation, Number, Operation, ParseError, evaluate, parse, render

numbers = st.builds(Number, st.integers(0, 999))
expressions = st.recursive(
    numbers,
    lambda inner: st.builds(Negation, inner) | st.builds(Operation, st.sampled_from("+-*/"), inner, inner),
    max_leaves=8,
)
whole = st.integers(0, 999)


def place(text):
    with pytest.raises(ParseError) as raised:
        parse(text)
    return int(re.search(r"at (\\d+)$", str(raised.value)).group(1))


def test_lets_times_bind_closer_and_goes_from_left_to_right():
    assert render(parse("1 + 2 * -3")) == "(1 + (2 * -3))"
    assert render(parse("10 - 4 - 3")) == "((10 - 4) - 3)"
    assert render(parse("12 / 3 / 2 + 1")) == "(((12 / 3) / 2) + 1)"
    assert parse("--7") == Negation(Negation(Number(7)))


def test_refuses_what_is_no_expression_and_names_the_place():
    assert [place(""), place("  "), place("1 +"), place("* 2")] == [0, 2, 3, 0]
    assert [place("(1 + 2"), place("()"), place("a"), place("- ")] == [6, 1, 0, 2]
${LEFT_OVER}    with pytest.raises(ParseError, match="^the end is not expected at 3$"):
        parse("1 +")
    with pytest.raises(ParseError, match=r"^\\$ is not expected at 4$"):
        parse("1 + $ 2")


def test_works_out_all_four_and_refuses_zero():
    assert evaluate(parse("(8 - 2) * 3 / 9 + 1")) == 3
    with pytest.raises(ZeroDivisionError):
        evaluate(parse("1 / (2 - 2)"))


@settings(max_examples=50, deadline=None)
@given(expressions)
def test_reads_back_what_it_wrote(made):
    text = render(made)
    assert parse(text) == made
    assert text.count("(") == text.count(")")


@settings(max_examples=50, deadline=None)
@given(expressions)
def test_does_not_mind_spaces(made):
    text = render(made)
    assert parse(text.replace(" ", "")) == parse("  " + text.replace("(", " ( ") + "  ")


@settings(max_examples=50)
@given(whole, whole)
def test_agrees_with_arithmetic(a, b):
    def value(operator):
        return evaluate(Operation(operator, Number(a), Number(b)))

    assert [value("+"), value("-"), value("*")] == [a + b, a - b, a * b]
    assert evaluate(Operation("/", Number(a), Number(b + 1))) == a / (b + 1)
    assert evaluate(Negation(Negation(Number(a)))) == a
    assert evaluate(Negation(Number(a))) == -a
`;

const REFUSAL = `

@settings(max_examples=50, deadline=None)
@given(expressions, st.sampled_from(["1", ")", "(2)", "x", "$"]))
def test_refuses_an_expression_with_something_after_it(made, rest):
    with pytest.raises(ParseError):
        parse(f"{render(made)} {rest}")
`;

const IMPL = `"""Arithmetic on whole numbers: read, worked out, and written again."""

import re
${EXPRESSIONS}@dataclass
class Cursor:
    text: str
    at: int = 0


def parse(text: str) -> Expression:
    """Reads an expression."""
    cursor = Cursor(text)
    expression = parse_sum(cursor)
    if peek(cursor) != "":
        raise unexpected(cursor)
    return expression


def evaluate(expression: Expression) -> float:
    """Works an expression out."""
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Negation):
        return 0 - evaluate(expression.of)
    left = evaluate(expression.left)
    right = evaluate(expression.right)
    if expression.operator == "+":
        return left + right
    if expression.operator == "-":
        return left - right
    if expression.operator == "*":
        return left * right
    return left / right


def render(expression: Expression) -> str:
    """Writes an expression, every operation in parentheses."""
    if isinstance(expression, Number):
        return str(expression.value)
    if isinstance(expression, Negation):
        return f"-{render(expression.of)}"
    return f"({render(expression.left)} {expression.operator} {render(expression.right)})"


def parse_sum(cursor: Cursor) -> Expression:
    left = parse_product(cursor)
    while peek(cursor) in ("+", "-"):
        left = Operation(take(cursor), left, parse_product(cursor))
    return left


def parse_product(cursor: Cursor) -> Expression:
    left = parse_factor(cursor)
    while peek(cursor) in ("*", "/"):
        left = Operation(take(cursor), left, parse_factor(cursor))
    return left


def parse_factor(cursor: Cursor) -> Expression:
    following = peek(cursor)
    if following == "-":
        take(cursor)
        return Negation(parse_factor(cursor))
    if following == "(":
        take(cursor)
        inner = parse_sum(cursor)
        if peek(cursor) != ")":
            raise unexpected(cursor)
        take(cursor)
        return inner
    return parse_number(cursor)


def parse_number(cursor: Cursor) -> Expression:
    digits = re.compile("[0-9]+").match(cursor.text, cursor.at)
    if digits is None:
        raise unexpected(cursor)
    cursor.at = digits.end()
    return Number(int(digits.group()))


def peek(cursor: Cursor) -> str:
    """The next character that is no space; nothing at the end."""
    while cursor.text.startswith(" ", cursor.at):
        cursor.at += 1
    return cursor.text[cursor.at : cursor.at + 1]


def take(cursor: Cursor) -> str:
    taken = peek(cursor)
    cursor.at += 1
    return taken


def unexpected(cursor: Cursor) -> ParseError:
    found = cursor.text[cursor.at : cursor.at + 1] or "the end"
    return ParseError(f"{found} is not expected at {cursor.at}")
`;

const PATHS = { impl: 'expression.py', tests: 'tests/test_expression.py' };
const HELPERS = ['parse_sum', 'parse_product', 'parse_factor', 'parse_number', 'peek', 'take', 'unexpected'];

const typed = { files: { [PATHS.impl]: TYPES }, claim: design };
const loose = {
  files: { [PATHS.impl]: TYPES.replace('Operator = Literal["+", "-", "*", "/"]', 'Operator = str') },
  claim: looseDesign,
};
const tested = { files: { [PATHS.tests]: TESTS }, claim: tests(inPython) };
const weak = { ...tested, files: { [PATHS.tests]: TESTS.replace(LEFT_OVER, '') } };
const strong = { files: { [PATHS.tests]: TESTS + REFUSAL }, claim: tests(inPython, REFUSES) };

export const PYTHON_PARSER: TddExample = {
  title: 'an expression parser in Python',
  files: pythonProject('parser'),
  types: typed,
  tests: tested,
  impl: { files: { [PATHS.impl]: IMPL }, claim: impl(HELPERS) },
  story: looseFirst(loose, typed, weak, strong, inPython),
};
