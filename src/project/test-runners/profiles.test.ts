import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readFacts } from '#code/facts/facts.ts';
import { ExecResult } from '#contracts/exec.ts';
import { LANGUAGES } from '../toolchain/languages/all.ts';
import { describeAdapter, type Ran } from './adapter.contract.ts';
import { describeLive } from './fixtures/describe-live.ts';
import { fixtureText, localExec } from './fixtures/live.ts';
import { type Scenario, SHAPES, type Shape, selectionOf } from './fixtures/shapes.ts';
import { judgeReport } from './judge-report.ts';
import { isRunnerModule, KNOWN_RUNNERS } from './known-runners.ts';
import { PROFILES, profileFor } from './profiles.ts';

const Recording = z.object({
  version: z.string(),
  scenarios: z.record(z.string(), z.object({ exec: ExecResult, reports: z.array(z.string()) })),
});

async function recorded(shape: Shape): Promise<{ version: string; run: (scenario: Scenario) => Promise<Ran> }> {
  const { version, scenarios } = Recording.parse(JSON.parse(await fixtureText(`recorded/${shape.fixture}.json`)));
  const run = async (scenario: Scenario): Promise<Ran> => {
    const kept = scenarios[scenario];
    if (!kept) throw new Error(`${shape.fixture} was not recorded for ${scenario}`);
    const request = { select: selectionOf(shape, scenario), root: '/project', reports: '/reports' };
    const { outcome, tests } = judgeReport(shape.adapter, { request, ...kept });
    return { outcome, tests: [...tests] };
  };
  return { version, run };
}

for (const shape of SHAPES) {
  const { version, run } = await recorded(shape);
  describe(`${shape.adapter.runner} ${version}, recorded`, () => describeAdapter(shape, run));
}

/** Whether the runner is installed, found out by running it. `npm run test:runners` covers the others, and those that take long. */
const PROBES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'node-test': ['node', '--version'],
  pytest: ['python3', '-c', 'import pytest, hypothesis'],
  unittest: ['python3', '--version'],
  'go-test': ['go', 'version'],
  'cargo-test': ['cargo', '--version'],
};

for (const shape of SHAPES) {
  const [program, ...args] = PROBES[shape.fixture] ?? [''];
  const probe = program === '' ? null : await localExec('/')({ program, args });
  const here = probe?.exitCode === 0;
  const absent = here ? '' : ' (skipped: it is not installed here)';
  describe.runIf(here)(`G10.14 ${shape.adapter.runner}, live${absent}`, () => {
    describeLive(shape);
  });
}

describe('X7.4 profiles', () => {
  it('are found by the runner’s name, and an unknown one is refused with those there are', () => {
    expect(profileFor('pytest').runner).toBe('pytest');
    expect(() => profileFor('nose')).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', next: expect.stringContaining('vitest') }),
    );
  });

  it('start no shell, and do not mention colours to the code under test', () => {
    for (const adapter of PROFILES.values()) {
      const { command } = adapter.plan({ select: { type: 'all' }, root: '/project', reports: '/reports' });
      expect(['sh', 'bash', 'npx', 'npm']).not.toContain(command.program);
      expect(Object.keys(command.env ?? {})).not.toContain('NO_COLOR');
    }
  });

  it('name each runner once, and are all found by the table of some language', () => {
    const named = LANGUAGES.flatMap(({ tools }) => tools.filter(({ role }) => role === 'test-runner'));
    for (const { runner, found } of PROFILES.values())
      expect(named.filter(({ name }) => name === runner).map(({ run }) => run)).toContainEqual(found.run);
  });

  it('start as their profile says', () => {
    for (const { runner, found, startedBy } of PROFILES.values()) {
      const plain = found.run.map((word) => word.replace(/^.*\//, ''));
      const words = plain[0] === 'bundle' ? plain.slice(2) : plain.filter((word) => word !== '--batch-mode');
      expect([runner, startedBy(words)]).toEqual([runner, true]);
      expect([runner, startedBy(['ls', '-l'])]).toEqual([runner, false]);
    }
  });

  it('protect the configuration files that show the runner', () => {
    for (const { runner, found, configFiles } of PROFILES.values()) {
      const own = (found.configs ?? []).filter((path) => !path.includes('/') && !/^\*|^CTest/.test(path));
      for (const path of own)
        expect([runner, path, configFiles?.test(path.replace('*', 'js')) ?? false]).toEqual([runner, path, true]);
    }
  });

  it('count the packages of the runner as affecting measurement', () => {
    for (const { family, runner, found, packages } of PROFILES.values()) {
      if (family === 'other') continue;
      const brought = (found.packages ?? []).filter((name) => name.includes(runner));
      expect(brought.filter((name) => packages?.test(name) !== true)).toEqual([]);
    }
  });

  it('are imported by modules that source-code facts know, and that count as test libraries', async () => {
    for (const { imports, runner } of KNOWN_RUNNERS.filter(({ family }) => family === 'javascript'))
      for (const module of imports) {
        const read = await readFacts(`import check from '${module}';\ncheck('adds', () => {});\n`, 'javascript');
        expect([runner, module, read.ok && read.facts.tests().tests.map(({ title }) => title)]).toEqual([
          runner,
          module,
          ['adds'],
        ]);
        expect([module, module === 'test' || isRunnerModule(module)]).toEqual([module, true]);
      }
  });

  it('write canaries that carry their mark', () => {
    for (const { runner, family, canary } of PROFILES.values()) {
      if (family === 'other') continue;
      const text = canary?.write('must fail abc', { path: 'a.test.js', text: '', code: '' }) ?? '';
      expect([runner, text.includes(canary?.name('must fail abc') ?? 'none')]).toEqual([runner, true]);
    }
  });

  it('of JavaScript and Python say how tests are stopped, or that they cannot be', () => {
    const silent = [...PROFILES.values()].filter(({ family, bail }) => family !== 'other' && bail === null);
    expect(silent.map(({ runner }) => runner)).toEqual(['jest', 'node:test', 'tape']);
  });
});
