import { describe, expect, it } from 'vitest';
import { profileFor } from '#project/test-runners/profiles.ts';
import { bailing } from './bailing.ts';

const planned = (runner: string, launch?: readonly [string, ...string[]]): readonly string[] =>
  bailing(profileFor(runner)).plan({
    ...{ root: '/p', reports: '/r', select: { type: 'files', files: ['a.test.js'] } },
    ...(launch ? { launch } : { start: { nodeOptions: [], options: ['--own'], targets: [], env: {} } }),
  }).command.args ?? [];

describe('a runner that stops at the first failure', () => {
  it.each(['mocha', 'tap'])('%s gets the option among the arguments that its tests do not see', (runner) => {
    const args = planned(runner);
    const at = args.indexOf('/r/start.cjs');
    const hidden = args.slice(at + 2, at + 2 + Number(args[at + 1]));
    expect(hidden).toContain('--bail');
    expect(hidden).not.toContain('--own');
    expect(args).toContain('--own');
  });

  it('that the project starts itself gets the option at the end', () => {
    expect(planned('mocha', ['npx', 'mocha']).at(-1)).toBe('--bail');
  });
});
