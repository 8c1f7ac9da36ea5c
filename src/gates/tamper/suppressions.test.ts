import { describe, expect, it } from 'vitest';
import type { DiffFile } from '#contracts/workspace.ts';
import { suppressionsIn } from './suppressions.ts';

const file = (path: string, ...lines: string[]): DiffFile => ({
  ...{ path, status: 'modified', kind: 'file', oldKind: 'file', binary: false, added: 1, deleted: 0, truncated: false },
  hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: lines.length, heading: '', lines }],
});
const lines = (found: DiffFile, isTest = false): number[] => suppressionsIn(found, isTest).map(({ line }) => line);

describe('comments that switch a check off', () => {
  it.each([
    '// @ts-ignore',
    '/* eslint-disable */',
    'x = 1  # noqa',
    '# type: ignore',
    '// biome-ignore lint: x',
    '/* v8 ignore next */',
    '# pragma: no cover',
  ])('sees %s', (text) => expect(lines(file('a.ts', ' before', `+${text}`))).toEqual([2]));

  it('looks at added lines of code only', () => {
    expect(lines(file('a.ts', ' // @ts-ignore', '-// eslint-disable'))).toEqual([]);
    expect(lines(file('README.md', '+use no `// @ts-ignore`'))).toEqual([]);
    expect(lines(file('a.ts', "+const text = 'noqa';"))).toEqual([]);
  });

  it('G3.3 allows a style rule that is named for one line, and comments that a line had already', () => {
    expect(lines(file('a.ts', '+// eslint-disable-next-line prefer-const'))).toEqual([]);
    expect(lines(file('a.ts', '+await a(); // eslint-disable-line no-await-in-loop'))).toEqual([]);
    expect(lines(file('a.ts', '+// eslint-disable-next-line prefer-const, no-undef'))).toEqual([1]);
    expect(lines(file('a.ts', '+/* eslint-disable prefer-const */'))).toEqual([1]);
    expect(lines(file('a.ts', '+// eslint-disable-next-line @typescript-eslint/no-namespace'))).toEqual([]);
    expect(lines(file('a.ts', '+// eslint-disable-next-line @typescript-eslint/no-explicit-any'))).toEqual([1]);
    expect(lines(file('a.test.ts', '+/* eslint-disable max-nested-callbacks */'), true)).toEqual([]);
    expect(lines(file('a.test.ts', '+/* eslint-disable max-len, no-unused-expressions */'), true)).toEqual([1]);
    expect(lines(file('a.test.ts', '+/* eslint-disable */'), true)).toEqual([1]);
    expect(lines(file('a.py', '+x = 1  # noqa: E501'))).toEqual([]);
    expect(lines(file('a.py', '+# https://example.org/a  # noqa: B950'))).toEqual([]);
    expect(lines(file('a.py', '+import x  # noqa: F401'))).toEqual([1]);
    expect(lines(file('a.py', '+global SIZE  # pylint: disable=global-statement'))).toEqual([]);
    expect(lines(file('a.py', '+def f():  # pylint: disable=too-many-branches, no-member'))).toEqual([1]);
    expect(lines(file('a.py', '+# pylint: disable=all'))).toEqual([1]);
    expect(lines(file('a.go', '+func f() { //nolint:gocyclo,funlen // as in the RFC'))).toEqual([]);
    expect(lines(file('a.go', '+f() //nolint:errcheck'))).toEqual([1]);
    expect(lines(file('a.go', '+f() //nolint'))).toEqual([1]);
    expect(lines(file('test_a.py', '+x: int | None  # pylint: disable=unsupported-binary-operation'), true)).toEqual(
      [],
    );
    expect(lines(file('a.py', '-a = f(1)  # type: ignore', '+a = f(2)  # type: ignore'))).toEqual([]);
    expect(lines(file('a.py', '-a = 1  # type: ignore', '+a = 2  # type: ignore', '+b = 2  # type: ignore'))).toEqual([
      2,
    ]);
  });

  it('G3.3 lets coverage skip a line that cannot be tested', () => {
    expect(lines(file('a.py', '+        raise NotImplementedError()  # pragma: no cover'))).toEqual([]);
    expect(lines(file('a.py', '+if typing.TYPE_CHECKING:  # pragma: no cover'))).toEqual([]);
    expect(lines(file('a.py', '+if TYPE_CHECKING or price():  # pragma: no cover'))).toEqual([1]);
    expect(lines(file('a.py', '+    raise NotImplementedError(price())  # pragma: no cover'))).toEqual([1]);
    expect(lines(file('a.py', '+    raise NotImplementedError()  # noqa # pragma: no cover'))).toEqual([1]);
    expect(lines(file('a.py', '+    raise ValueError()  # pragma: no cover'))).toEqual([1]);
    expect(lines(file('a.py', '+except ImportError:  # pragma: no cover'))).toEqual([]);
    expect(lines(file('a.py', '+if sys.version_info >= (3, 11):  # pragma: no cover'))).toEqual([]);
    expect(lines(file('a.py', '+if sys.platform == "win32":  # pragma: no cover'))).toEqual([]);
    expect(lines(file('a.py', '+if __name__ == "__main__":  # pragma: no cover'))).toEqual([]);
    expect(lines(file('a.py', '+except (ImportError, ValueError):  # pragma: no cover'))).toEqual([1]);
    expect(lines(file('a.py', '+if sys.version_info and price():  # pragma: no cover'))).toEqual([1]);
    expect(lines(file('a.py', '+if sys.platform == "win32" or price():  # pragma: no cover'))).toEqual([1]);
    expect(lines(file('a.py', '+def price():  # pragma: no cover'))).toEqual([1]);
  });

  it('knows that a test may expect an error of types', () => {
    expect(lines(file('a.test.ts', '+// @ts-expect-error a text', '+// @ts-ignore'), true)).toEqual([]);
    expect(lines(file('test_a.py', '+        pass  # pragma: no cover'), true)).toEqual([]);
    expect(lines(file('test_a.py', '+x = 1  # pragma: no mutate'), true)).toEqual([1]);
    expect(lines(file('a.test.ts', '+// @ts-nocheck'), true)).toEqual([1]);
    expect(lines(file('a.ts', '+// @ts-expect-error a text'))).toEqual([1]);
  });
});
