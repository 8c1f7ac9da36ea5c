import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ExecResult } from '#contracts/exec.ts';
import { describeAdapter, type Ran } from './adapter.contract.ts';
import { ADAPTERS, adapterFor } from './adapters.ts';
import { fixtureText, localExec, type Project, project } from './fixtures/live.ts';
import { type Scenario, SHAPES, type Shape, selectionOf } from './fixtures/shapes.ts';
import { settle } from './judge-report.ts';
import { localReports } from './local-reports.ts';
import { runTests } from './run-tests.ts';

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
    const { outcome, tests } = settle(shape.adapter, { request, ...kept });
    return { outcome, tests: [...tests] };
  };
  return { version, run };
}

for (const shape of SHAPES) {
  const { version, run } = await recorded(shape);
  describe(`${shape.adapter.runner} ${version}, recorded`, () => describeAdapter(shape, run));
}

/** Whether the runner is here: asked by running it. Jest is no dependency of ours, so it is only read as recorded. */
const PROBES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  mocha: [join(import.meta.dirname, '../../../node_modules/.bin/mocha'), '--version'],
  vitest: ['node', '--version'],
  'node-test': ['node', '--version'],
  pytest: ['python3', '-c', 'import pytest, hypothesis'],
  'go-test': ['go', 'version'],
  'cargo-test': ['cargo', '--version'],
};

for (const shape of SHAPES) {
  const [program, ...args] = PROBES[shape.fixture] ?? [''];
  const probe = program === '' ? null : await localExec('/')({ program, args });
  const here = probe?.exitCode === 0;
  const absent = here ? '' : ' (skipped: it is not installed here)';
  describe.runIf(here)(`${shape.adapter.runner}, live${absent}`, () => {
    let home: Promise<Project> | undefined;
    const results = new Map<Scenario, Promise<Ran>>();
    afterAll(async () => (await home)?.[Symbol.asyncDispose]());

    const run = async (scenario: Scenario): Promise<Ran> => {
      home ??= fixtureText(`projects/${shape.fixture}.txtar`).then((text) => project(text));
      const { root } = await home;
      await using place = await localReports(root);
      // Whatever the runner was doing then: a hang never ends by itself.
      const timeoutMs = scenario === 'hang' ? 3_000 : 100_000;
      const request = { select: selectionOf(shape, scenario), root, timeoutMs };
      return await runTests({ adapter: shape.adapter, request, place, exec: localExec(root) });
    };
    describeAdapter(shape, (scenario) => {
      const known = results.get(scenario) ?? run(scenario);
      results.set(scenario, known);
      return known;
    });
  });
}

describe('adapters', () => {
  it('are found by the runner’s name, and an unknown one is refused with those there are', () => {
    expect(adapterFor('pytest').runner).toBe('pytest');
    expect(() => adapterFor('nose')).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', next: expect.stringContaining('vitest') }),
    );
  });

  it('start no shell, and turn colours off', () => {
    for (const adapter of ADAPTERS.values()) {
      const { command } = adapter.plan({ select: { type: 'all' }, root: '/project', reports: '/reports' });
      expect(['sh', 'bash', 'npx', 'npm']).not.toContain(command.program);
      expect(command.env).toHaveProperty('NO_COLOR', '1');
    }
  });
});
