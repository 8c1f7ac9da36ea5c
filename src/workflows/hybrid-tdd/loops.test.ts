import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import type { MutationReport, StructuredFailure } from './state.ts';
import { play } from './testing/play.ts';
import { ROBUST } from './testing/scripted-effects.ts';

const failure = (test: string, kind = 'assertion'): StructuredFailure => ({
  ...{ test, functions: ['push'], kind, message: 'expected 1', counterexample: '[0]', expected: '1', actual: '0' },
});

describe('H7 the fix loop', () => {
  it('H7.1 reports failures and lessons, and continues while there are fewer failures', async () => {
    const counts = [3, 2, 1, 0];
    let at = 0;
    const { result, asked } = await play({
      effects: {
        validate: async () => {
          const left = counts[at++] ?? 0;
          const failures = Array.from({ length: left }, (_, n) => failure(`test ${at}-${n}`));
          return left === 0 ? { type: 'green', passed: 9 } : { type: 'red', failures };
        },
      },
    });
    expect(result).toMatchObject({ success: true, understanding: { attempts: 3, failures: [3, 2, 1, 0] } });
    const last = asked.findLast(({ node }) => node === 'fix')?.task.prompt ?? '';
    expect(last).toContain('Counterexample: [0]');
    expect(last).toContain('the limit is inclusive');
  });

  it('counts again once all was green: what strengthened tests find is a new failure, under the same cap', async () => {
    const scene = (maxFixAttempts: number) => {
      let validations = 0;
      let mutations = 0;
      return play({
        strictness: { maxStrengthen: 4, maxFixAttempts },
        effects: {
          // Red, fixed, green: and each strengthening finds one more, of the same test.
          validate: async () =>
            validations++ % 2 === 0
              ? { type: 'red', failures: [failure('grows')] }
              : { type: 'green', passed: validations },
          mutate: async () => (mutations++ < 4 ? survived('RemovedCheck', true) : ROBUST),
        },
      });
    };
    const { result, nodes, asked } = await scene(5);
    expect(result).toMatchObject({ success: true, understanding: { attempts: 5 } });
    expect(nodes.filter((node) => node === 'fix')).toHaveLength(5);
    expect(asked.findLast(({ node }) => node === 'fix')?.task.prompt).toContain('grows (assertion): once');
    const capped = await scene(3);
    expect(capped.result).toMatchObject({ success: false, stop: { code: 'FIX_ATTEMPTS' } });
  });

  it('stops on a failure that keeps coming back, keeps the work and leaves main alone', async () => {
    const landed: unknown[] = [];
    const { result, nodes } = await play({
      effects: {
        validate: async () => ({ type: 'red', failures: [failure('grows')] }),
        land: async (job) => ({ ok: true, landed: landed.push(job) }),
      },
    });
    expect(result).toMatchObject({
      success: false,
      stop: { code: 'FIX_STUCK' },
      kept: expect.stringContaining('refs/'),
    });
    expect(result?.next).toEqual([expect.objectContaining({ type: 'fix', test: 'grows' })]);
    expect(nodes.filter((node) => node === 'fix')).toHaveLength(2);
    expect(landed).toEqual([]);
  });

  it('has a hard cap', async () => {
    let n = 40;
    const { result, nodes } = await play({
      strictness: { maxFixAttempts: 4 },
      effects: {
        validate: async () => ({ type: 'red', failures: Array.from({ length: --n }, (_, k) => failure(`t${n}-${k}`)) }),
      },
    });
    expect(result).toMatchObject({ success: false, stop: { code: 'FIX_ATTEMPTS' } });
    expect(nodes.filter((node) => node === 'fix')).toHaveLength(4);
  });
});

describe('H3 sides that do not merge', () => {
  it('end the run with both named, main left alone', async () => {
    const problem = { code: 'MERGE_CONFLICT', message: 'content (src/s.ts)', next: 'Keep them apart.' };
    const landed: unknown[] = [];
    const { result, nodes } = await play({
      effects: {
        merge: async () => ({ ok: false, problems: [problem] }),
        land: async (job) => ({ ok: true, landed: landed.push(job) }),
      },
    });
    expect(result).toMatchObject({ success: false, stop: { code: 'MERGE_CONFLICT', problems: [problem] } });
    expect(nodes).not.toContain('validate');
    expect(landed).toEqual([]);
  });
});

const survivor = (kind: 'RemovedCheck' | 'Boundary', blocks: boolean) => ({
  ...{ id: `m-${kind}`, kind, function: 'push', line: 3, covered: true, blocks },
  description: 'SECRET: if (items.length >= max) throw',
});
const survived = (kind: 'RemovedCheck' | 'Boundary', blocks: boolean): MutationReport => ({
  ...{ type: 'measured', score: 0.5, tried: 2, killed: 1, verdict: 'gaps', evidence: [] },
  survivors: [survivor(kind, blocks)],
});

describe('H6 survivors', () => {
  it('H6.3 H7.4 that block go to the tests agent, blind as before, with the proposed property', async () => {
    let times = 0;
    const { result, asked, started } = await play({
      effects: { mutate: async () => (times++ === 0 ? survived('RemovedCheck', true) : ROBUST) },
      say: (node) =>
        node === 'explain'
          ? {
              analysis: 'the limit is not tested',
              survivors: [
                {
                  ...{ id: 'm-RemovedCheck', whyDangerous: 'it overflows' },
                  proposed: {
                    name: 'full-refuses',
                    description: 'a full one refuses',
                    invariant: 'push on full throws',
                    type: 'Boundary',
                  },
                },
              ],
            }
          : undefined,
    });
    const prompt = asked.find(({ node }) => node === 'strengthen')?.task.prompt ?? '';
    expect(prompt).toContain('full-refuses');
    expect(prompt).not.toContain('SECRET');
    expect(started.filter((act) => /^(verifyTDD|merge|validate)#2$/.test(act))).toHaveLength(3);
    expect(result?.success).toBe(true);
    expect(result?.functions[0]?.properties.map(({ name }) => name)).toEqual(['push-grows', 'full-refuses']);
  });

  it('that block go there also where the analyst fails, by their kind alone, and the witness says so', async () => {
    let times = 0;
    const { result, asked, nodes, drive } = await play({
      strictness: { mutationBlocking: true },
      effects: { mutate: async () => (times++ === 0 ? survived('Boundary', true) : ROBUST) },
      say: (node) => {
        if (node === 'explain') throw new AssayError('MODEL_UNAVAILABLE', 'the model is away');
        return undefined;
      },
    });
    expect(drive.status).toBe('completed');
    expect(nodes).toContain('explain');
    const prompt = asked.find(({ node }) => node === 'strengthen')?.task.prompt ?? '';
    expect(prompt).toContain('notices-Boundary-push-1');
    expect(result?.success).toBe(true);
    expect(result?.witness.concerns).toEqual(['explain failed: the model is away']);
    expect(result?.witness.narrative).toContain('the survivors were not explained');
  });

  it('that keep blocking end the run without main', async () => {
    const { result } = await play({
      strictness: { maxStrengthen: 1 },
      effects: { mutate: async () => survived('RemovedCheck', true) },
    });
    expect(result).toMatchObject({ success: false, landed: null, stop: { code: 'SURVIVORS' } });
    expect(result?.next).toEqual([expect.objectContaining({ type: 'add-property', blocking: true })]);
  });

  it('H6.4 that do not block are explained next to the work, and become work items', async () => {
    const { result, nodes } = await play({ effects: { mutate: async () => survived('Boundary', false) } });
    expect(result).toMatchObject({ success: true });
    expect(result?.next).toEqual([expect.objectContaining({ type: 'add-property', blocking: false })]);
    expect(nodes).toContain('mutationAdversary');
  });

  it('are not assumed to be gone if nothing was measured', async () => {
    const { result } = await play({
      effects: { mutate: async () => ({ type: 'unmeasured', why: 'copies-unsteady', next: 'Make them steady.' }) },
    });
    expect(result).toMatchObject({ success: false, stop: { code: 'MUTATION_UNMEASURED' } });
  });
});
