import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { abilityOf } from './ability.ts';
import { type Check, isFit, lookAll } from './check.ts';
import { CHECKS } from './checks.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'assay-doctor-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** For checks that do not look at it. */
const none = abilityOf({}, 'win32');

const find = (checked: Awaited<ReturnType<typeof lookAll>>, name: string) => checked.find((each) => each.name === name);

describe('doctor', () => {
  it('finds a machine without programs unfit, and says what to install', async () => {
    const env = { PATH: folder(), ASSAY_HOME: folder() };
    const checked = await lookAll(CHECKS, { env, system: 'debian', ability: abilityOf(env) });
    expect(isFit(checked)).toBe(false);
    expect(find(checked, 'git')).toMatchObject({ state: 'bad', next: 'sudo apt-get install -y git' });
    expect(find(checked, 'bubblewrap')).toMatchObject({ state: 'absent' });
    expect(find(checked, 'sandbox')).toMatchObject({ state: 'absent', seen: expect.stringContaining('not installed') });
    expect(find(checked, 'Node')).toMatchObject({ state: 'ok', seen: process.versions.node });
  });

  it('names the keys that are set and never shows one', async () => {
    const env = { PATH: process.env.PATH, ASSAY_HOME: folder(), ANTHROPIC_API_KEY: 'not-to-be-seen' };
    const checked = await lookAll(CHECKS, { env, system: null, ability: none });
    expect(find(checked, 'provider keys')).toMatchObject({ state: 'ok', seen: 'ANTHROPIC_API_KEY set' });
    expect(JSON.stringify(checked)).not.toContain('not-to-be-seen');
  });

  it('sees a home that is a file', async () => {
    const path = join(folder(), 'home');
    writeFileSync(path, '');
    const checked = await lookAll(CHECKS, {
      ...{ env: { PATH: process.env.PATH, ASSAY_HOME: path }, system: null, ability: none },
    });
    expect(find(checked, 'home')).toMatchObject({ state: 'bad', next: expect.stringContaining('ASSAY_HOME') });
  });

  it('takes a check that throws for bad news', async () => {
    const broken: Check = { name: 'x', group: 'needed', look: () => Promise.reject(new Error('boom')) };
    expect(await lookAll([broken], { env: {}, system: null, ability: none })).toMatchObject([
      { state: 'bad', seen: 'boom' },
    ]);
  });
});
