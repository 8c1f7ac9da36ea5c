import { describe, expect, it } from 'vitest';
import type { TreeHash } from '#contracts/ids.ts';
import { textTreeRunner } from '../claims/testing/text-tree-runner.ts';
import type { TreeRunner } from '../tree-runner.ts';
import { commitHook } from './commit-hook.ts';

type Ran = Awaited<ReturnType<TreeRunner['run']>>;
type End = Pick<Ran['value'], 'outcome' | 'exitCode'>;

const PASSES: End = { outcome: 'exited', exitCode: 0 };
const FAILS: End = { outcome: 'exited', exitCode: 1 };
const MISSING: End = { outcome: 'exited', exitCode: 127 };
const KILLED: End = { outcome: 'signalled', exitCode: null };
const LATE: End = { outcome: 'timed-out', exitCode: null };

const BASE = { 'src/a.js': 'a', 'README.md': 'r' };

/** The hook's results on the change and on main, and the files staged for each. */
async function hooked(onChange: End, onMain: End, after: Readonly<Record<string, string>>) {
  const texts = textTreeRunner();
  const [base, tree] = [texts.tree(BASE), texts.tree({ ...BASE, ...after })];
  const staged: { readonly on: 'change' | 'main'; readonly files: readonly string[] }[] = [];
  const treeRunner: TreeRunner = {
    ...texts.treeRunner,
    commitHook: async () => ({ path: null, text: '#!/bin/sh\n' }),
    run: async (of: TreeHash, { args = [] }) => {
      staged.push({ on: of === tree ? 'change' : 'main', files: args.slice(4) });
      const said = { text: '', bytes: 0, truncated: false };
      const value = { ...(of === tree ? onChange : onMain), stdout: said, stderr: said };
      return { value, evidence: { kind: 'tests', summary: '', tree: of, blob: null } } as unknown as Ran;
    },
  };
  const { verdict } = await commitHook(treeRunner, { base, tree }, new AbortController().signal);
  return { verdict: verdict.verdict, code: 'reasons' in verdict ? verdict.reasons[0]?.code : undefined, staged };
}

const CHANGED = { 'src/a.js': 'changed' };

describe('G3.22 what git would run before a commit', () => {
  it.each([
    ['holds', PASSES, PASSES, 'accepted', undefined],
    ['refuses the change', FAILS, PASSES, 'refused', 'HOOK_FAILED'],
    ['fails on main as well', FAILS, FAILS, 'accepted', undefined],
    ['is killed on the change, and ends on main', KILLED, PASSES, 'refused', 'HOOK_FAILED'],
    ['misses a program on the change, and none on main', MISSING, PASSES, 'refused', 'HOOK_FAILED'],
    ['misses a program on main as well', MISSING, MISSING, 'accepted', undefined],
    ['does not end on the change, and ends on main', LATE, PASSES, 'unmeasured', 'TIME_LIMIT'],
    ['ends on neither', LATE, LATE, 'accepted', undefined],
  ])('%s', async (_, onChange, onMain, verdict, code) => {
    expect(await hooked(onChange, onMain, CHANGED)).toMatchObject({ verdict, code });
  });

  it('lacks a program for a kind of file that main does not have: that proves nothing', async () => {
    expect(await hooked(MISSING, PASSES, { 'new.py': 'x' })).toMatchObject({ verdict: 'accepted' });
  });

  it('is compared with files of main that it treats alike', async () => {
    const { staged } = await hooked(KILLED, PASSES, { 'src/b.js': 'b' });
    expect(staged).toContainEqual({ on: 'main', files: ['src/a.js'] });
  });

  it('sees the code of a change, however many other files are in it', async () => {
    const heap = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`docs/${at}.txt`, 'x']));
    const { verdict, staged } = await hooked(FAILS, PASSES, { ...heap, ...CHANGED });
    expect(verdict).toBe('refused');
    expect(staged[0]?.files).toContain('src/a.js');
    expect(staged[0]?.files).toHaveLength(1_501);
  });
});
