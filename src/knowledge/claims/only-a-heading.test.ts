import { expect, it } from 'vitest';
import { checkClaim } from './check-claim.ts';

const TEXT = `### Calling \`jest.mock()\` with the module factory parameter

\`jest.mock(path, moduleFactory)\` takes a module factory argument.

## 2.0.0, 3 May

The old options are gone.`;
const labelOf = (text: string, quote: string): string =>
  checkClaim({ text, citations: [{ passage: 'S1', quote }] }, [{ id: 'S1', title: 'Mocks', text: TEXT }]).label;

it.each([
  'Modules that are mocked with `jest.mock` are mocked only for the file that calls `jest.mock`.',
  'Calling jest.mock() with the module factory parameter is slow.',
])('C3.1 a heading bears out no more than its words: %s', (claim) => {
  expect(labelOf(claim, 'Calling `jest.mock()` with the module factory parameter')).toBe('unsupported');
});

it('C3.6 a heading supports its own words, and a sentence below it is not a heading', () => {
  expect(labelOf('2.0.0 is of 3 May.', '## 2.0.0, 3 May')).toBe('supported');
  expect(labelOf('`jest.mock` takes a module factory.', 'takes a module factory argument')).toBe('supported');
});
