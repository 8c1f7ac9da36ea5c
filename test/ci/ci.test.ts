import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { tempFolder } from '#host/testing/temp-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What GitHub takes in a composite action; a key that it does not know fails the job. */
const Step = z.union([
  z.strictObject({
    ...{ name: z.string(), id: z.string().optional(), if: z.string().optional(), shell: z.literal('bash') },
    ...{ run: z.string(), env: z.record(z.string(), z.string()), 'working-directory': z.string().optional() },
  }),
  z.strictObject({
    ...{ name: z.string(), if: z.string().optional(), uses: z.string().regex(/^[\w-]+\/[\w/-]+@v\d+$/) },
    with: z.record(z.string(), z.string()),
  }),
]);
const Action = z.strictObject({
  ...{ name: z.string(), description: z.string().max(125) },
  branding: z.strictObject({ icon: z.string(), color: z.string() }),
  inputs: z.record(
    z.string(),
    z.strictObject({ description: z.string(), required: z.literal(false), default: z.string() }),
  ),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(Step).min(1) }),
});

/** What GitLab takes in a component with one job. */
const Component = z.tuple([
  z.strictObject({
    spec: z.strictObject({
      inputs: z.record(
        z.string(),
        z.strictObject({
          description: z.string().optional(),
          default: z.string().optional(),
          options: z.array(z.string()).optional(),
        }),
      ),
    }),
  }),
  z.strictObject({
    'assay-prove': z.strictObject({
      ...{ stage: z.string(), image: z.string(), rules: z.array(z.strictObject({ if: z.string() })) },
      ...{ variables: z.record(z.string(), z.string()), script: z.array(z.string()).min(1) },
      artifacts: z.strictObject({
        when: z.literal('always'),
        paths: z.array(z.string()),
        reports: z.strictObject({ junit: z.string() }),
      }),
    }),
  }),
]);

describe('G13.4 the action and the job template', () => {
  it('action.yml fits GitHub’s schema, and no script contains an expression', () => {
    const { inputs, runs } = Action.parse(parse(read('action.yml')));
    const scripts = runs.steps.flatMap((step) => ('run' in step ? [step.run] : []));
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
    const used = [...read('action.yml').matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(inputs).sort());
  });

  it('templates/prove.yml fits GitLab’s schema, and uses every input that it asks for', () => {
    const documents = parseAllDocuments(read('templates/prove.yml')).map((each) => each.toJS());
    const [{ spec }] = Component.parse(documents);
    const used = [...read('templates/prove.yml').matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name = '']) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(spec.inputs).sort());
  });

  it('the workflow in docs/ci.md names inputs that there are', () => {
    const { inputs } = Action.parse(parse(read('action.yml')));
    const [, workflow = ''] = /```yaml\n(name: [\s\S]*?)```/.exec(read('docs/ci.md')) ?? [];
    const { jobs } = z
      .object({
        jobs: z.object({
          prove: z.object({
            steps: z.array(
              z.object({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() }),
            ),
          }),
        }),
      })
      .parse(parse(workflow));
    const step = jobs.prove.steps.find(({ uses }) => uses?.includes('assay'));
    expect(Object.keys(step?.with ?? {}).filter((name) => !(name in inputs))).toEqual([]);
    expect(jobs.prove.steps[0]?.with).toMatchObject({ 'fetch-depth': 0 });
  });
});

describe('G13.4 the step of the action', () => {
  /** Runs the script as GitHub does, with a program in Assay's place that writes down how it was called. */
  const step = (env: Record<string, string>, exit = 0) => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'bin'));
    const stub = [
      '#!/usr/bin/env bash',
      'printf "%s\\n" "$@" > "$ASSAY_HOME/called"',
      'while [ $# -gt 0 ]; do case $1 in --junit|--sarif) echo x > "$2" ;; --markdown) echo "## assay prove: refused" > "$2" ;; esac; shift; done',
      `exit ${exit}`,
    ];
    writeFileSync(join(folder, 'bin/assay'), stub.join('\n'), { mode: 0o755 });
    const [home, output, summary] = ['home', 'output', 'summary'].map((name) => join(folder, name));
    const all = {
      ...{
        PATH: process.env.PATH ?? '',
        ASSAY_FOLDER: folder,
        ASSAY_HOME: home,
        RANGE: '',
        WAIVE: '',
        WHY: '',
        SANDBOX: 'require',
      },
      ...{ GITHUB_SHA: 'abc', GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, ...env },
    };
    let code = 0;
    try {
      execFileSync('bash', [join(ROOT, 'scripts/ci/github-prove.sh')], { env: all, stdio: 'ignore', cwd: folder });
    } catch (error) {
      code = error instanceof Error && 'status' in error ? Number(error.status) : -1;
    }
    const text = (path = ''): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    return {
      code,
      called: text(join(home ?? '', 'called')).split('\n'),
      output: text(output),
      summary: text(summary),
      home,
    };
  };

  it.each([
    [{ PULL_BASE: 'b1', PULL_HEAD: 'h1' }, 'b1..h1'],
    [{ PUSH_BASE: 'b2' }, 'b2..abc'],
    [{ PUSH_BASE: '0000000000000000000000000000000000000000' }, 'abc~1..abc'],
    [{ RANGE: 'main..x', PULL_BASE: 'b1', PULL_HEAD: 'h1' }, 'main..x'],
  ])('asks for the right range with %j', (env, range) => {
    expect(step(env).called.slice(0, 2)).toEqual(['prove', range]);
  });

  it('fails as prove does, with its outcome and its summary told', () => {
    const { code, output, summary } = step({ PUSH_BASE: 'b' }, 1);
    expect([code, output, summary]).toEqual([
      1,
      expect.stringContaining('outcome=refused\n'),
      '## assay prove: refused\n',
    ]);
  });

  it('passes waivers on as words, whatever is in them', () => {
    const { called } = step({ PUSH_BASE: 'b', WAIVE: 'LEFTOVER:a.js NO_NEW_TEST', WHY: '$(touch /tmp/x); "why"' });
    expect(called.slice(8, 14)).toEqual([
      '--waive',
      'LEFTOVER:a.js',
      'NO_NEW_TEST',
      '--why',
      '$(touch /tmp/x); "why"',
      '',
    ]);
  });

  it('measures without a sandbox only if that is reported', () => {
    expect(existsSync(join(step({ PUSH_BASE: 'b' }).home ?? '', 'config.json'))).toBe(false);
    expect(existsSync(join(step({ PUSH_BASE: 'b', SANDBOX: 'allow-bare' }).home ?? '', 'config.json'))).toBe(true);
  });
});
