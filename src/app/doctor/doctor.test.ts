import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { abilityOf } from './ability.ts';
import { agentsOf, type DoctorCheck, isFit, lookAll } from './check.ts';
import { DOCTOR_CHECKS } from './checks.ts';

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
    const checked = await lookAll(DOCTOR_CHECKS, { env, system: 'debian', ability: abilityOf(env) });
    expect(isFit(checked)).toBe(false);
    expect(find(checked, 'git')).toMatchObject({ state: 'bad', next: 'sudo apt-get install -y git' });
    expect(find(checked, 'bubblewrap')).toMatchObject({ state: 'absent' });
    expect(find(checked, 'sandbox')).toMatchObject({ state: 'absent', seen: expect.stringContaining('not installed') });
    expect(find(checked, 'Node')).toMatchObject({ state: 'ok', seen: process.versions.node });
  });

  it('names the keys that are set and never shows one', async () => {
    const env = { PATH: process.env.PATH, ASSAY_HOME: folder(), ANTHROPIC_API_KEY: 'not-to-be-seen' };
    const checked = await lookAll(DOCTOR_CHECKS, { env, system: null, ability: none });
    expect(find(checked, 'provider keys')).toMatchObject({ state: 'ok', seen: 'ANTHROPIC_API_KEY set' });
    expect(JSON.stringify(checked)).not.toContain('not-to-be-seen');
  });

  it('sees a home that is a file', async () => {
    const path = join(folder(), 'home');
    writeFileSync(path, '');
    const checked = await lookAll(DOCTOR_CHECKS, {
      ...{ env: { PATH: process.env.PATH, ASSAY_HOME: path }, system: null, ability: none },
    });
    expect(find(checked, 'home')).toMatchObject({ state: 'bad', next: expect.stringContaining('ASSAY_HOME') });
  });

  it('offers agents that are not there, and requires none', async () => {
    const env = { PATH: folder(), ASSAY_HOME: folder() };
    const checked = await lookAll(DOCTOR_CHECKS, { env, system: null, ability: none, agents: agentsOf(env, []) });
    const offered = checked.filter(
      ({ group, name }) => group === 'agents' && !['provider keys', 'models'].includes(name),
    );
    expect(offered.map(({ name }) => name)).toEqual([
      'Claude Code',
      'Codex',
      'Claude Agent over ACP',
      'Claude Code over ACP',
      'Gemini CLI',
      'opencode',
    ]);
    for (const each of offered) {
      expect(each).toMatchObject({ state: 'absent', next: expect.stringMatching(/`npm install -g \S+`$/) });
    }
  });

  it('reports which agents can work here, by which name, and what they lack', async () => {
    const bin = folder();
    for (const [name, version] of [
      ['claude', '2.1.0 (Claude Code)'],
      ['gemini', '0.61.0'],
      ['opencode', '1.18.33'],
    ] as const) {
      writeFileSync(join(bin, name), `#!/bin/sh\necho '${version}'\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const project = folder();
    const sdk = join(project, 'node_modules/@openai/codex-sdk');
    mkdirSync(sdk, { recursive: true });
    writeFileSync(join(sdk, 'package.json'), '{"name":"@openai/codex-sdk","version":"0.163.0","type":"module"}');
    const env = { PATH: `${bin}:/usr/bin:/bin`, ASSAY_HOME: folder(), GEMINI_API_KEY: 'not-to-be-seen' };
    const checked = await lookAll(DOCTOR_CHECKS, {
      env,
      system: null,
      ability: none,
      agents: agentsOf(env, [project]),
    });
    expect(find(checked, 'Claude Code')).toMatchObject({
      state: 'absent',
      seen: expect.stringMatching(/Claude Code 2\.1\.0 is here; the package .* is not/),
      next: expect.stringContaining('@anthropic-ai/claude-agent-sdk'),
    });
    expect(find(checked, 'Codex')).toMatchObject({
      state: 'ok',
      seen: 'Codex SDK 0.163.0: --backend codex',
      next: 'set OPENAI_API_KEY or CODEX_API_KEY to use it in the sandbox; its own login works in connected mode and with assay chat --unsandboxed. A hosted run needs a key: a login is never handed to a sandbox.',
    });
    expect(find(checked, 'Gemini CLI')).toEqual({
      name: 'Gemini CLI',
      group: 'agents',
      state: 'ok',
      seen: 'Gemini CLI 0.61.0: --backend "acp:gemini --experimental-acp"',
    });
    expect(find(checked, 'opencode')).toMatchObject({ state: 'ok' });
    expect(JSON.stringify(checked)).not.toContain('not-to-be-seen');
  });

  it('takes a check that throws for bad news', async () => {
    const broken: DoctorCheck = { name: 'x', group: 'needed', look: () => Promise.reject(new Error('boom')) };
    expect(await lookAll([broken], { env: {}, system: null, ability: none })).toMatchObject([
      { state: 'bad', seen: 'boom' },
    ]);
  });
});
