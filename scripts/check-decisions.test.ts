import { expect, it } from 'vitest';
import { checkDecisions } from './check-decisions.ts';

it('a decision has a number of its own, and its title says it', () => {
  const pages = new Map([
    ['docs/decisions/0001-a.md', '# 1. A\n'],
    ['docs/decisions/0002-b.md', '# 2. B\n'],
    ['docs/decisions/0002-c.md', '# 3. C\n'],
    ['docs/decisions/README.md', '# Decisions\n'],
    ['docs/web.md', '# The window\n'],
  ]);
  expect(checkDecisions(pages)).toEqual([
    'docs/decisions/0002-c.md has the same number as 0002-b.md: take the next free one',
    'docs/decisions/0002-c.md must begin with "# 2. "',
  ]);
});
