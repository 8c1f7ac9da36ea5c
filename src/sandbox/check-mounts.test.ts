import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Mount } from '#contracts/sandbox.ts';
import { checkMounts } from './check-mounts.ts';
import { DEFAULT_SANDBOX_LIMITS } from './limits.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-mounts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const check = (readOnly: readonly Mount[]) => (): void =>
  checkMounts({ writable: [{ from: folder, at: '/ws' }], readOnly, network: 'none', limits: DEFAULT_SANDBOX_LIMITS });

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

  it('refuses one whose place the agent replaced by a link', () => {
    symlinkSync('/', join(folder, 'out'));
    expect(check([{ from: '/usr', at: '/ws/out' }])).toThrow(/symbolic link/);
    expect(check([{ from: '/usr', at: '/ws/out/tmp/new' }])).toThrow(/symbolic link/);
  });

  it('refuses such a place in a folder that is read-only now', () => {
    const packages = mkdtempSync(join(tmpdir(), 'assay-mounts-'));
    onTestFinished(() => rmSync(packages, { recursive: true }));
    symlinkSync('/', join(packages, '.cache'));
    const layer = { from: packages, at: '/ws/node_modules' };
    expect(check([layer, { from: '/usr', at: '/ws/node_modules/.other' }])).not.toThrow();
    expect(check([layer, { from: '/usr', at: '/ws/node_modules/.cache' }])).toThrow(/symbolic link/);
  });

  it('refuses a link in a folder that an agent writes, and accepts those of the machine', () => {
    mkdirSync(join(folder, 'real/deep'), { recursive: true });
    symlinkSync('/root', join(folder, 'venv'));
    symlinkSync(join(folder, 'real'), join(folder, 'way'));
    expect(check([{ from: join(folder, 'real/deep'), at: '/venv' }])).not.toThrow();
    expect(check([{ from: join(folder, 'venv'), at: '/venv' }])).toThrow(/symbolic link/);
    expect(check([{ from: join(folder, 'way/deep'), at: '/venv' }])).toThrow(/symbolic link/);
    expect(check([{ from: '/proc/self/exe', at: '/program' }])).not.toThrow();
  });

  it.each(['/', '/proc', '/dev/x', '/dev/shm', '/dev/shm/../x', '/sys', 'relative', '/a/../b', '/a/'])(
    'refuses %s',
    (at) => {
      expect(check([{ from: '/usr', at }])).toThrow(/sandbox was not started/);
    },
  );
});
