import { inPython } from '../claims.ts';
import type { TddExample } from '../example.ts';
import { pythonProject } from '../projects.ts';
import { design, impl, staleFirst, tests } from './claims.ts';

const TYPES = `"""An LRU cache with a time to live."""


class TtlCache:
    """Keeps the entries used last, and none for longer than its time to live."""

    def __init__(self, capacity: int, ttl: float) -> None: ...

    def get(self, key: str, now: float) -> int | None:
        """The value, or None where there is none or its time is over. Counts as a use."""
        ...

    def put(self, key: str, value: int, now: float) -> None:
        """Stores a value; a full cache lets go of the entry used longest ago."""
        ...

    def drop(self, key: str, now: float) -> bool:
        """Whether there was something to let go of."""
        ...

    def size(self, now: float) -> int:
        """How many entries have not expired."""
        ...
`;

const TESTS = `import pytest
from hypothesis import given, settings, strategies as st

from ttl_cache import TtlCache

steps = st.lists(
    st.tuples(
        st.sampled_from(["put", "get", "drop"]),
        st.sampled_from("abc"),
        st.integers(0, 9),
        st.integers(0, 3),
    ),
    max_size=30,
)


class PlainList:
    """The same, plainly: a list of entries, the one used longest ago first."""

    def __init__(self, capacity, ttl):
        self.capacity = capacity
        self.ttl = ttl
        self.entries = []

    def expire(self, now):
        self.entries = [entry for entry in self.entries if now < entry[2]]

    def take(self, key):
        found = [entry for entry in self.entries if entry[0] == key]
        self.entries = [entry for entry in self.entries if entry[0] != key]
        return found

    def put(self, key, value, now):
        self.expire(now)
        self.take(key)
        if len(self.entries) == self.capacity:
            self.entries.pop(0)
        self.entries.append((key, value, now + self.ttl))

    def get(self, key, now):
        self.expire(now)
        found = self.take(key)
        self.entries.extend(found)
        return found[0][1] if found else None

    def drop(self, key, now):
        self.expire(now)
        return self.take(key) != []

    def size(self, now):
        self.expire(now)
        return len(self.entries)


def test_refuses_a_capacity_that_is_no_whole_number_above_zero():
    for capacity in (0, -1, 1.5):
        with pytest.raises(ValueError):
            TtlCache(capacity, 10)
    assert TtlCache(1, 10).size(0) == 0


def test_refuses_a_time_to_live_that_is_not_above_zero():
    for ttl in (0, -1):
        with pytest.raises(ValueError):
            TtlCache(1, ttl)
    assert TtlCache(1, 0.5).size(0) == 0


def test_lets_go_of_the_entry_used_longest_ago():
    cache = TtlCache(2, 10)
    cache.put("a", 1, 0)
    cache.put("b", 2, 0)
    assert cache.get("a", 1) == 1
    cache.put("c", 3, 1)
    assert cache.get("b", 1) is None
    cache.put("a", 4, 2)
    cache.put("d", 5, 2)
    assert [cache.get("a", 2), cache.get("c", 2), cache.get("d", 2)] == [4, None, 5]


def test_does_not_count_what_has_expired():
    cache = TtlCache(2, 10)
    cache.put("a", 1, 0)
    cache.put("b", 2, 5)
    assert cache.get("a", 9) == 1
    cache.put("c", 3, 11)
    assert [cache.get("a", 11), cache.get("b", 11), cache.get("c", 11)] == [None, 2, 3]


def test_forgets_an_entry_at_its_time():
    cache = TtlCache(1, 10)
    cache.put("a", 1, 0)
    assert cache.get("a", 9) == 1
    assert cache.get("a", 10) is None


def test_drops_an_entry_once():
    cache = TtlCache(1, 10)
    cache.put("a", 1, 0)
    assert [cache.drop("a", 1), cache.drop("a", 1), cache.get("a", 1)] == [True, False, None]
    cache.put("a", 1, 2)
    assert cache.drop("a", 12) is False


def test_counts_what_is_live():
    cache = TtlCache(2, 10)
    cache.put("a", 1, 0)
    cache.put("b", 2, 5)
    assert [cache.size(9), cache.size(12), cache.size(15)] == [2, 1, 0]


@settings(max_examples=30)
@given(st.integers(1, 99), st.integers(1, 99))
def test_starts_empty(capacity, ttl):
    assert TtlCache(capacity, ttl).size(0) == 0


@settings(max_examples=30)
@given(st.text(), st.integers(), st.integers(0, 9))
def test_gives_back_what_was_put(key, value, later):
    cache = TtlCache(1, 10)
    cache.put(key, value, 0)
    assert cache.get(key, later) == value


@settings(max_examples=30)
@given(st.integers(1, 3), st.lists(st.text(max_size=2), max_size=10))
def test_is_never_above_its_capacity_and_is_empty_when_all_has_expired(capacity, keys):
    cache = TtlCache(capacity, 10)
    for key in keys:
        cache.put(key, 1, 0)
    assert cache.size(0) == min(capacity, len(set(keys)))
    assert cache.size(10) == 0


@settings(max_examples=30, deadline=None, report_multiple_bugs=False)
@given(st.lists(st.sampled_from("abc"), max_size=6))
def test_keeps_what_was_looked_at_last(looks):
    cache = TtlCache(3, 10)
    for key in "abc":
        cache.put(key, 1, 0)
    order = list("abc")
    for key in looks:
        assert cache.get(key, 1) == 1
        order.remove(key)
        order.append(key)
    cache.put("new", 1, 1)
    assert cache.get(order[0], 1) is None
    assert cache.size(1) == 3


@settings(max_examples=60, deadline=None, report_multiple_bugs=False)
@given(st.integers(1, 2), steps)
def test_does_what_a_plain_list_would_do(capacity, steps):
    cache = TtlCache(capacity, 9)
    plain = PlainList(capacity, 9)
    now = 0
    for does, key, value, later in steps:
        now += later
        if does == "put":
            cache.put(key, value, now)
            plain.put(key, value, now)
        if does == "get":
            assert cache.get(key, now) == plain.get(key, now)
        if does == "drop":
            assert cache.drop(key, now) == plain.drop(key, now)
        assert cache.size(now) == plain.size(now)
    for key in "abc":
        assert cache.get(key, now) == plain.get(key, now)
`;

const LOOK = `        del self._entries[key]
        self._entries[key] = entry
        return entry[0]
`;

const IMPL = `"""An LRU cache with a time to live."""


class TtlCache:
    """Keeps the entries used last, and none for longer than its time to live."""

    def __init__(self, capacity: int, ttl: float) -> None:
        if not isinstance(capacity, int):
            raise ValueError("the capacity is a whole number")
        if capacity < 1:
            raise ValueError("the capacity is at least 1")
        if ttl <= 0:
            raise ValueError("the time to live is above 0")
        self._capacity = capacity
        self._ttl = ttl
        # The one used longest ago first: a dict gives its keys in the order in which they came.
        self._entries: dict[str, tuple[int, float]] = {}

    def get(self, key: str, now: float) -> int | None:
        """The value, or None where there is none or its time is over. Counts as a use."""
        self._expire(now)
        entry = self._entries.get(key)
        if entry is None:
            return None
${LOOK}
    def put(self, key: str, value: int, now: float) -> None:
        """Stores a value; a full cache lets go of the entry used longest ago."""
        self._expire(now)
        self._entries.pop(key, None)
        while len(self._entries) >= self._capacity:
            del self._entries[next(iter(self._entries))]
        self._entries[key] = (value, now + self._ttl)

    def drop(self, key: str, now: float) -> bool:
        """Whether there was something to let go of."""
        self._expire(now)
        return self._entries.pop(key, None) is not None

    def size(self, now: float) -> int:
        """How many entries have not expired."""
        self._expire(now)
        return len(self._entries)

    def _expire(self, now: float) -> None:
        self._entries = {key: entry for key, entry in self._entries.items() if entry[1] > now}
`;

const claim = impl('TtlCache._expire');
const written = { files: { 'ttl_cache.py': IMPL }, claim };
const stale = { files: { 'ttl_cache.py': IMPL.replace(LOOK, '        return entry[0]\n') }, claim };

export const PYTHON_LRU: TddExample = {
  title: 'an LRU cache with a time to live in Python',
  files: pythonProject('lru'),
  types: { files: { 'ttl_cache.py': TYPES }, claim: design },
  tests: { files: { 'tests/test_ttl_cache.py': TESTS }, claim: tests(inPython) },
  impl: written,
  story: staleFirst(stale, written),
};
