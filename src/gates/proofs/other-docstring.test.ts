import { describe, expect, it } from 'vitest';
import { onlyOtherDocstring } from './other-docstring.ts';

const test = (docstring: string, body = '    assert total(1) == 2\n') =>
  `def test_total(self, by=(1, 2)):\n${docstring}${body}`;
const OLD = test('    """ Test the total."""\n');

describe('onlyOtherDocstring', () => {
  it.each([
    ['another text', test('    """\n    The total is one more.\n    """\n')],
    ['none', test('')],
    ['another quote', test("    '''The total.'''\n")],
  ])('a docstring is no part of what a test checks: %s', (_, after) =>
    expect(onlyOtherDocstring(OLD, after)).toBe(true),
  );

  it.each([
    ['another value', test('    """The total."""\n', '    assert total(1) == 3\n')],
    [
      'an assertion that became a part of the text',
      test('    """Test.\n    assert total(1) == 2\n    """\n', '    pass\n'),
    ],
    ['an assertion that is reached no more', test('    """Test."""\n', '    if by:\n        assert total(1) == 2\n')],
    ['examples that are run', test('    """\n    >>> total(1)\n    2\n    """\n')],
    ['another argument', OLD.replace('(1, 2)', '(2, 2)')],
  ])('%s is', (_, after) => expect(onlyOtherDocstring(OLD, after)).toBe(false));
});
