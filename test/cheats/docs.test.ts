import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PYTHON, TYPESCRIPT } from './all-cheats.ts';
import { cheatTable } from './cheat-table.ts';
import { CHECKOUT_CHEATS } from './checkout-cheats.ts';

const PAGE = join(import.meta.dirname, '../../docs/cheats.md');
const MARKS = /(<!-- cheats: made by test\/cheats -->\n)[\s\S]*?(\n<!-- end -->)/;

it('G14.15 docs/cheats.md lists the cheats of the suite (ASSAY_CHEATS=write updates it)', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page).toMatch(MARKS);
  const wanted = page.replace(MARKS, (_, begin: string, end: string) => `${begin}${cheatTable()}${end}`);
  if (process.env.ASSAY_CHEATS === 'write') writeFileSync(PAGE, wanted);
  else expect(page).toBe(wanted);
});

it('tries every cheat of the agreed list that a gate of this workflow can meet', () => {
  const tried = new Set([...TYPESCRIPT, ...PYTHON, ...CHECKOUT_CHEATS].map(({ id }) => id));
  const agreed = Array.from({ length: 23 }, (_, at) => `C${String(at + 1).padStart(2, '0')}`);
  // An agent's own shell is judged by the command policy, in checkout.test.ts.
  expect(agreed.filter((id) => !tried.has(id))).toEqual(['C21']);
  expect([...tried].filter((id) => id.startsWith('X')).length).toBeGreaterThanOrEqual(15);
});
