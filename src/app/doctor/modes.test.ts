import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { SandboxFeature } from '#contracts/sandbox.ts';
import { abilityOf } from './ability.ts';
import { modesOf } from './modes.ts';
import { sandbox } from './sandbox.ts';

const ALL: readonly SandboxFeature[] = [
  'files',
  'network',
  'processes',
  'memory',
  'scratch',
  'environment',
  'kill-tree',
  'system-calls',
];
const hosted = (enforces: readonly SandboxFeature[]) =>
  modesOf({ kind: 'bubblewrap', enforces }).map((row) => row.hosted);

describe('G9.1 the guarantees of the two modes', () => {
  it('is enforced in hosted mode where the sandbox showed it', () => {
    expect(hosted(ALL).filter((text) => text === 'enforced by the sandbox')).toHaveLength(2);
  });

  it('loses exactly the guarantees that the sandbox cannot keep', () => {
    const without = hosted(ALL.filter((feature) => feature !== 'network'));
    expect(without.filter((text) => text === 'enforced by the sandbox')).toHaveLength(1);
    expect(without).toContain('not enforced here: no hold on network');
    expect(hosted([]).filter((text) => text.startsWith('not enforced here'))).toHaveLength(2);
  });

  it('is not offered without a sandbox, and never claimed for connected mode', () => {
    const rows = modesOf({ kind: 'none', why: 'no bwrap', next: 'install it' });
    expect(rows.map((row) => row.hosted).filter((text) => text === 'not offered here: no bwrap')).toHaveLength(3);
    for (const { connected } of [...rows, ...modesOf({ kind: 'bubblewrap', enforces: ALL })])
      expect(connected).not.toMatch(/^enforced/);
  });
});

describe('the doctor’s look at the sandbox', () => {
  it('probes once, and reports on macOS that there is no sandbox', async () => {
    const ability = abilityOf({}, 'darwin');
    expect(ability()).toBe(ability());
    expect(await sandbox.look({ env: {}, system: 'macos', agents: async () => [], ability })).toMatchObject({
      state: 'absent',
      seen: expect.stringContaining('macOS'),
      next: expect.stringContaining('Linux'),
    });
  });

  it('names what was shown here', async ({ skip }) => {
    if (process.platform !== 'linux' || spawnSync('bwrap', ['--version']).error !== undefined)
      skip('needs Linux and bubblewrap');
    const look = await sandbox.look({
      env: process.env,
      system: null,
      agents: async () => [],
      ability: abilityOf(process.env),
    });
    expect(look).toMatchObject(
      look.state === 'ok'
        ? { seen: expect.stringMatching(/^bubblewrap holds back: files/) }
        : { next: expect.any(String) },
    );
  });
});
