import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cannotTable } from './cannot-table.ts';

it('C1 the documentation lists what real clients cannot do, as in the suite', () => {
  const page = readFileSync(new URL('../../docs/agents-real.md', import.meta.url), 'utf8');
  expect(page).toContain(cannotTable());
});
