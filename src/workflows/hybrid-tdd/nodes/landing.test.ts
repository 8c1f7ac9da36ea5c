import { describe, expect, it } from 'vitest';
import { ReviewRequest } from '../../review/review-request.ts';
import { play } from '../testing/play.ts';

const FINDING = { file: 'src/s.ts', line: 3, severity: 'critical' as const, message: 'differently under test' };
const REQUEST = ReviewRequest.parse({
  ...{ title: 'stack', description: 'd', diff: '', files: ['src/s.ts'], doubts: ['jumps at 3'], earlier: [] },
});
const judged = (holds: boolean) => ({ findings: [], judged: [{ what: 'D1', holds, evidence: 'src/s.ts:1' }] });

describe('G5.4 before hybrid TDD merges into main', () => {
  it('a finding is repaired and checked again; one that remains blocks the merge', async () => {
    let asked = 0;
    const mended = await play({
      effects: {
        examine: async () => (++asked === 1 ? { type: 'found', findings: [FINDING] } : { type: 'reviewed', by: 'x' }),
      },
    });
    expect(mended.result?.success).toBe(true);
    expect(mended.nodes.filter((node) => node === 'fix')).toHaveLength(1);
    expect(mended.asked.find(({ node }) => node === 'fix')?.task.prompt).toContain('differently under test');

    const landed: string[] = [];
    const never = await play({
      strictness: { maxFixAttempts: 1 },
      effects: {
        examine: async () => ({ type: 'found', findings: [FINDING] }),
        land: async () => {
          landed.push('main');
          return { ok: true };
        },
      },
    });
    expect(never.result).toMatchObject({ success: false, stop: { code: 'NOT_LANDED' } });
    expect(landed).toEqual([]);
  });

  it('a finding in the tests goes back to their author', async () => {
    let asked = 0;
    const finding = { ...FINDING, file: 's.test.ts', message: 'passes although push always throws' };
    const { result, nodes } = await play({
      effects: {
        examine: async () => (++asked === 1 ? { type: 'found', findings: [finding] } : { type: 'reviewed', by: 'x' }),
      },
    });
    expect(result?.success).toBe(true);
    expect(nodes.filter((node) => node === 'tests')).toHaveLength(2);
    expect(nodes).not.toContain('fix');
  });

  it('a reviewer that ignores a doubt is asked once more, then nothing lands', async () => {
    const effects = { examine: async () => ({ type: 'ask' as const, request: REQUEST }) };
    const clean = await play({ effects, say: (node) => (node === 'review' ? judged(true) : undefined) });
    expect(clean.result?.success).toBe(true);
    const silent = await play({ effects, say: (node) => (node === 'review' ? { findings: [] } : undefined) });
    expect(silent.result).toMatchObject({ success: false, stop: { code: 'REVIEW_INCOMPLETE' } });
    expect(silent.nodes.filter((node) => node === 'review')).toHaveLength(2);
  });
});
