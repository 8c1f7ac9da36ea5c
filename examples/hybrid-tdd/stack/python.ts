import { inPython } from '../claims.ts';
import type { TddExample } from '../example.ts';
import { pythonProject } from '../projects.ts';
import { design, impl, tests, trivialFirst } from './claims.ts';

const TYPES = `"""A stack with a capacity."""


class BoundedStack:
    """Holds at most as many items as its capacity says."""

    def __init__(self, capacity: int) -> None: ...

    def push(self, item: int) -> None:
        """Puts an item on top."""
        ...

    def pop(self) -> int | None:
        ...

    @property
    def size(self) -> int:
        return 0
`;

export const PYTHON_TESTS = `import pytest
from hypothesis import given, settings, strategies as st

from stack import BoundedStack

numbers = st.lists(st.integers(), max_size=20)


def filled(items):
    stack = BoundedStack(len(items) + 1)
    for item in items:
        stack.push(item)
    return stack


def test_refuses_a_capacity_below_one():
    with pytest.raises(ValueError):
        BoundedStack(0)
    assert BoundedStack(1).size == 0


def test_throws_when_it_is_full():
    stack = BoundedStack(1)
    stack.push(1)
    with pytest.raises(OverflowError):
        stack.push(2)


@settings(max_examples=30)
@given(st.integers(min_value=1, max_value=99))
def test_starts_empty(capacity):
    assert BoundedStack(capacity).size == 0


@settings(max_examples=30)
@given(numbers, st.integers())
def test_grows_by_one(items, item):
    stack = filled(items)
    stack.push(item)
    assert stack.size == len(items) + 1
    with pytest.raises(OverflowError):
        stack.push(item)
    assert stack.size == len(items) + 1


@settings(max_examples=30)
@given(numbers)
def test_gives_back_what_was_pushed(items):
    stack = filled(items)
    assert [stack.pop() for _ in items] == items[::-1]
    assert stack.pop() is None


@settings(max_examples=30)
@given(numbers)
def test_counts(items):
    assert filled(items).size == len(items)
`;

export const PYTHON_IMPL = `"""A stack with a capacity."""


class BoundedStack:
    """Holds at most as many items as its capacity says."""

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError("the capacity is at least 1")
        self._items: list[int] = []
        self._capacity = capacity

    def push(self, item: int) -> None:
        """Puts an item on top."""
        if len(self._items) >= self._capacity:
            raise OverflowError("the stack is full")
        self._items.append(item)

    def pop(self) -> int | None:
        if len(self._items) == 0:
            return None
        return self._items.pop()

    @property
    def size(self) -> int:
        return len(self._items)
`;

const written = { files: { 'tests/test_stack.py': PYTHON_TESTS }, claim: tests(inPython) };

/** Passes on the skeleton, where no function does anything: it would pass whatever anybody wrote. */
const TRIVIAL = `

def test_fails_with_an_error_if_it_fails():
    try:
        BoundedStack(1).push(1)
    except Exception as error:
        assert isinstance(error, Exception)
`;

export const PYTHON_STACK: TddExample = {
  title: 'a bounded stack in Python',
  files: pythonProject('stack'),
  types: { files: { 'stack.py': TYPES }, claim: design },
  tests: written,
  impl: { files: { 'stack.py': PYTHON_IMPL }, claim: impl },
  story: trivialFirst(written, { 'tests/test_stack.py': PYTHON_TESTS + TRIVIAL }),
};
