import { describe, expect, it } from 'vitest';
import { evidenceIn } from './evidence-in.ts';

const tests = {
  runner: 'vitest',
  command: ['npx', 'vitest'],
  tree: null,
  outcome: { type: 'ran' },
  tests: [],
  exitCode: 0,
  durationMs: 1,
  leftovers: 0,
  output: null,
};
const blob = 'a'.repeat(64);

describe('evidenceIn', () => {
  it('finds evidence, references to it and verdicts, however deep, each once', () => {
    const ref = { kind: 'diff', summary: '2 files', tree: null, blob };
    const verdict = { verdict: 'accepted', gate: 'green', evidence: [ref], findings: [] };
    const found = evidenceIn({ a: [{ verdict, again: verdict }], b: { c: tests }, d: ref, evidence: 'b'.repeat(64) });
    expect(found.map(({ type }) => type)).toEqual(['verdict', 'ref', 'tests', 'ref']);
  });

  it('takes nothing for evidence that is not', () => {
    expect(evidenceIn({ runner: 'x', tests: 'all pass', command: 1 })).toEqual([]);
    expect(evidenceIn({ verdict: 'accepted', gate: 'me' })).toEqual([]);
    expect(evidenceIn('evidence')).toEqual([]);
  });
});
