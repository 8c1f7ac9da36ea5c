import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AssayError } from '#contracts/errors.ts';
import { commandOf, readConfig, readConfigText, toolSettingsOf } from './read-config.ts';

const read = (value: unknown) => readConfigText(JSON.stringify(value), 'config.json');

function failure(value: unknown): string {
  try {
    read(value);
  } catch (error) {
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', next: expect.any(String) });
    return (error as AssayError).message; // the expectation above has told what it is
  }
  throw new Error('It was taken.');
}

const WHOLE = {
  version: 1,
  main: 'main',
  plan: 'docs/PLAN.md',
  preflight: 'npm run check',
  test: [{ tool: 'vitest', root: 'web' }, 'pytest'],
  lint: { command: ['make', 'lint'] },
  thresholds: { mutationScore: 0.8, coverage: 0.9, scopeReduction: 6, escalation: 10, escalationReplanned: 3 },
  reviewer: { command: ['./review.sh'] },
  setup: { copy: ['.env.test'], install: ['npm', 'ci'] },
  workspace: { submodules: 'leave-empty', filters: 'raw' },
  backend: 'acp:gemini --acp',
  model: 'anthropic:some-model',
  agents: { reviewer: { backend: 'native', model: 'openai:another' } },
  budget: { usd: 5, tokens: 1e6, seconds: 3600, attempts: 40 },
};

describe('G2 G1.13 .assay/config.json', () => {
  it('may be complete, partial or empty', () => {
    expect(read(WHOLE)).toEqual(WHOLE);
    expect(read({})).toEqual({ version: 1 });
    expect(readConfigText('\uFEFF{"main": "trunk"}', 'x')).toEqual({ version: 1, main: 'trunk' });
    expect(read({ reviewer: 'careful' })).toMatchObject({ reviewer: 'careful' });
  });

  it('has every unknown key told with the nearest there is', () => {
    expect(failure({ prefligth: 'x' })).toContain('prefligth is not a setting: did you mean "preflight"?');
    expect(failure({ thresholds: { coverrage: 1 } })).toContain(
      'thresholds.coverrage is not a setting: did you mean "coverage"?',
    );
    expect(failure({ budget: { dollars_and_cents: 1 } })).toContain('there is usd, tokens, seconds, attempts');
    expect(failure({ agents: { x: { modle: 'a:b' } } })).toContain(
      'agents.x.modle is not a setting: did you mean "model"?',
    );
    expect(failure({ mian: 1, plna: 2 })).toMatch(/mian.*"main".*plna.*"plan"/s);
  });

  it('reports every wrong value with its path, the value seen and the allowed ones', () => {
    expect(failure({ main: 7 })).toContain('main is 7 (a number); allowed is the name of the branch');
    expect(failure({ thresholds: { coverage: 'high' } })).toContain(
      'thresholds.coverage is "high" (a string); allowed is a number from 0 to 1',
    );
    expect(failure({ budget: { attempts: 1.5 } })).toContain(
      'budget.attempts is 1.5 (a number); allowed is a whole number',
    );
    expect(failure({ setup: { copy: ['a', 3] } })).toContain('setup.copy[1] is 3');
    expect(failure({ reviewer: { command: 5 } })).toContain(
      'reviewer.command is 5 (a number); allowed is a shell line',
    );
    expect(failure({ preflight: [] })).toContain('preflight is [] (a list)');
    expect(failure({ model: 'just-a-name' })).toContain('PROVIDER:NAME');
    expect(failure({ backend: 'bash' })).toContain('"native", "claude", "codex" or "acp:COMMAND"');
    for (const plan of ['/etc/passwd', '../PLAN.md', 'a/../../b', '']) expect(failure({ plan })).toContain('plan is ');
    expect(failure([])).toContain('The file is [] (a list)');
    expect(failure(null)).toContain('The file is null');
  });

  it('of a newer Assay is refused, and says so', () => {
    expect(failure({ version: 2, brandNew: true })).toContain('of version 2, and this Assay knows 1');
    expect(failure({ version: 'x' })).toContain('version is "x"');
  });

  it('that is not JSON is reported with its place', () => {
    expect(() => readConfigText('{"main": "x",}', 'here.json')).toThrow(
      /^here\.json: it is not JSON \(.*position|line/,
    );
  });

  it('is undefined if there is none, and an error if it cannot be read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(await readConfig(folder)).toBeUndefined();
    mkdirSync(join(folder, '.assay'));
    writeFileSync(join(folder, '.assay/config.json'), '{"main": "x"}');
    expect(await readConfig(folder)).toEqual({ version: 1, main: 'x' });
    rmSync(join(folder, '.assay/config.json'));
    mkdirSync(join(folder, '.assay/config.json'));
    await expect(readConfig(folder)).rejects.toMatchObject({ code: expect.stringMatching(/^FILE_/) });
  });

  it('gives discovery its tools, and commands their program', () => {
    expect(toolSettingsOf(read(WHOLE))).toEqual({ test: WHOLE.test, lint: WHOLE.lint });
    expect(toolSettingsOf(undefined)).toEqual({});
    expect(commandOf('a && b')).toEqual({ program: 'sh', args: ['-c', 'a && b'] });
    expect(commandOf(['npm', 'ci'])).toEqual({ program: 'npm', args: ['ci'] });
  });
});
