import { describe, expect, it } from 'vitest';
import type { ExecResult } from '#contracts/exec.ts';
import { NO_OUTPUT } from '#host/bounded-output.ts';
import { probeBubblewrap, whyNot } from './probe.ts';

const said = (text: string) => whyNot({ stderr: { ...NO_OUTPUT, text } });
const ended: ExecResult = {
  outcome: 'exited',
  exitCode: 0,
  signal: null,
  durationMs: 1,
  stdout: NO_OUTPUT,
  stderr: NO_OUTPUT,
  leftovers: 0,
};

describe('whyNot', () => {
  it.each([
    ['bwrap: setting up uid map: Permission denied', /user namespaces/, /sysctl/],
    [
      'bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.',
      /user namespaces/,
      /AppArmor/,
    ],
    ['bwrap: Unknown option --disable-userns', /too old/, /0\.8/],
    ['bwrap: something new', /something new/, /bwrap/],
  ])('%s', (text, why, next) => {
    expect(said(text).why).toMatch(why);
    expect(said(text).next).toMatch(next);
  });
});

describe('probeBubblewrap', () => {
  it('claims nothing for a runtime that isolates nothing', async () => {
    const open = await probeBubblewrap(async () => ended);
    expect(open).toEqual({ kind: 'bubblewrap', enforces: [] });
  });
  it('says none when nothing can be started', async () => {
    const stderr = { ...NO_OUTPUT, text: 'bwrap: setting up uid map: Permission denied' };
    const none = await probeBubblewrap(async () => ({ ...ended, outcome: 'unstartable', exitCode: null, stderr }));
    expect(none.kind).toBe('none');
  });
});
