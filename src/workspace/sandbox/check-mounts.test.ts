import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mount } from '#contracts/sandbox.ts';
import { checkMounts } from './check-mounts.ts';
import { DEFAULT_LIMITS } from './limits.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-mounts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const check = (readOnly: readonly Mount[]) => (): void =>
  checkMounts({ writable: [{ from: folder, at: '/ws' }], readOnly, network: 'none', limits: DEFAULT_LIMITS });

describe('checkMounts', () => {
  it('takes a mount inside a workspace, there or not', () => {
    mkdirSync(join(folder, 'there'));
    expect(
      check([
        { from: '/usr', at: '/ws/there/deep' },
        { from: '/usr', at: '/ws/new' },
      ]),
    ).not.toThrow();
  });

  it('refuses one whose place the agent made a link', () => {
    symlinkSync('/', join(folder, 'out'));
    expect(check([{ from: '/usr', at: '/ws/out' }])).toThrow(/symbolic link/);
    expect(check([{ from: '/usr', at: '/ws/out/tmp/new' }])).toThrow(/symbolic link/);
  });

  it.each(['/', '/proc', '/dev/x', '/sys', 'relative', '/a/../b', '/a/'])('refuses %s', (at) => {
    expect(check([{ from: '/usr', at }])).toThrow(/sandbox was not started/);
  });
});
