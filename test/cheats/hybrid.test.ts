import { describe, expect, it } from 'vitest';
import type { Deed } from '../../examples/hybrid-tdd/example.ts';
import { IMPL, TYPESCRIPT_STACK as STACK } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { playStack } from '../hybrid-tdd/play-stack.ts';

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
});

const STACK_FIX = {
  changes: [{ function: 'BoundedStack.push', whatChanged: 'a comment', whyFailed: 'no idea', type: 'Logic' }],
  helpers: [],
  learning: 'nothing',
  brief: 'try again',
};
