import { expect, it } from 'vitest';
import { hybridTddHistory } from './history.ts';

const problem = (code: string, file: string) => ({ code, message: 'it passes on the skeleton', next: 'Assert.', file });
const feedback = (...codes: string[]) => ({
  feedback: { problems: codes.map((code) => problem(code, 'test/stack.test.ts')), names: [], kept: true },
});

it('K12.2 reports work that a gate sent back, and that it was fixed once all gates accepted', () => {
  const entries = hybridTddHistory([
    { seq: 1, at: 10, node: 'tests', input: { feedback: null } },
    { seq: 2, at: 20, node: 'tests', input: feedback('RED_VACUOUS') },
    { seq: 3, at: 30, node: 'impl', input: feedback('STUBBED') },
    { seq: 4, at: 40, node: 'tests', input: feedback('RED_VACUOUS', 'MUTANT_SURVIVED') },
    { seq: 5, at: 50, node: 'review', input: {} },
    { seq: 6, at: 60, node: 'review', input: {} },
  ]);
  expect(entries.map(({ kind, text, resolves }) => [kind, text, resolves])).toEqual([
    ['failure', 'Blind tests: refused. RED_VACUOUS: it passes on the skeleton', undefined],
    ['failure', 'Implementation: refused. STUBBED: it passes on the skeleton', undefined],
    [
      'failure',
      'Blind tests: refused. RED_VACUOUS: it passes on the skeleton MUTANT_SURVIVED: it passes on the skeleton',
      undefined,
    ],
    ['decision', 'Blind tests: accepted after 2 refused.', ['2', '4']],
    ['decision', 'Implementation: accepted after 1 refused.', ['3']],
  ]);
  expect(entries[0]).toMatchObject({ files: ['test/stack.test.ts'], at: 20 });
});
