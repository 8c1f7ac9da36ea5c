import { describe, expect, it } from 'vitest';
import type { Deed } from '../../examples/hybrid-tdd/example.ts';
import { IMPL, TYPESCRIPT_STACK as STACK } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { playStack, stackRig } from '../hybrid-tdd/play-stack.ts';

const impl = (text: string): Deed => ({ ...STACK.impl, files: { 'src/stack.ts': text } });
const sniffing = IMPL.replace(/( {2}push\([^)]*\)[^{]*\{\n)/, '$1    if (!UNDER_TEST) return;\n').replace(
  /^/,
  "const UNDER_TEST = 'VITEST' in ((globalThis as { process?: { env: object } }).process?.env ?? {});\n",
);

describe('G5.4 hybrid TDD comes to main through the gates of a PR', { timeout: 600_000 }, () => {
  it('refuses an implementation that works only under its tests, and lets the honest one land', async () => {
    expect(sniffing).not.toBe(IMPL);
    const told: string[] = [];
    const { result, mainMoved } = await playStack(
      {
        impl: () => impl(sniffing),
        fix: ({ prompt }) => {
          told.push(prompt);
          return { files: { 'src/stack.ts': `${sniffing}// ${told.length}\n` }, claim: STACK_FIX };
        },
      },
      { maxFixAttempts: 1 },
    );
    expect(mainMoved).toBe(false);
    expect(result.stop?.code, JSON.stringify(result.stop)).toBe('NOT_LANDED');
    expect(result.stop?.message).toMatch(/differently under test|no plain process|outside/);
    expect(told[0]).toContain('the gate before main');

    const honest = await playStack({});
    expect(honest.result.stop, JSON.stringify(honest.result.stop)).toBeNull();
    expect(honest.mainMoved).toBe(true);
    expect(honest.asked('review')[0]?.prompt).toContain('The person’s plan item');
  });

  it('G3.22 runs what git would run before a commit, which its own commits do not', async () => {
    const hook = 'git diff --cached --name-only | grep src/ | xargs grep -n LATER && exit 1 || exit 0\n';
    const example = { ...STACK, files: { ...STACK.files, '.husky/pre-commit': hook } };
    const later = `// LATER: other items\n${IMPL}`;
    const play = async (text: string) => {
      const { rig } = await stackRig(
        { impl: () => impl(text), fix: () => ({ files: { 'src/stack.ts': `${text}//\n` }, claim: STACK_FIX }) },
        { maxFixAttempts: 1 },
        example,
      );
      rig.git('config', 'core.hooksPath', '.husky/_');
      const { result } = await rig.run();
      return result.stop;
    };
    const refused = await play(later);
    expect(refused?.code, JSON.stringify(refused)).toBe('NOT_LANDED');
    expect(refused?.message).toContain('.husky/pre-commit');
    expect(await play(IMPL)).toBeNull();
  });
});

const STACK_FIX = {
  changes: [{ function: 'BoundedStack.push', whatChanged: 'a comment', whyFailed: 'no idea', type: 'Logic' }],
  helpers: [],
  learning: 'nothing',
  brief: 'try again',
};
