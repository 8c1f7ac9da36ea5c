import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { parseSteps } from './parse-steps.ts';
import { orderProblems } from './step-order.ts';

const RUNS = process.env.ASSAY_SOAK === '1' ? 10_000 : 500;

function problems(yaml: string): string {
  try {
    parseSteps(yaml, 'STEPS.yaml');
  } catch (thrown) {
    if (thrown instanceof AssayError && thrown.code === 'STEPS_INVALID') return thrown.message;
    throw thrown;
  }
  return 'fine';
}

const step = (rest: string) => `name: job\nsteps:\n  - id: build\n    run: make\n${rest}`;

describe('T7 checkpoint: a steps file', () => {
  it('is read with every field, and safe defaults for missing ones', () => {
    const { steps, ...job } = parseSteps(
      `
name: nightly
max_parallel: 4
steps:
  - id: fetch
    run: [curl, -O, 'https://example.org/x y']
    inputs: ['src/**/*.ts']
    outputs: [data.csv]
    env: { LEVEL: 3, DEBUG: true, NAME: x }
    timeout: 1h 30m
    retries: 2
    idempotent: true
    check: test -e data.csv
    continue_on_failure: true
  - { id: build, run: make, after: [fetch] }
`,
      'STEPS.yaml',
    );
    expect(job).toEqual({ name: 'nightly', maxParallel: 4 });
    expect(steps).toEqual([
      {
        id: 'fetch',
        run: ['curl', '-O', 'https://example.org/x y'],
        after: [],
        inputs: ['src/**/*.ts'],
        outputs: ['data.csv'],
        env: { LEVEL: '3', DEBUG: 'true', NAME: 'x' },
        timeoutMs: 5_400_000,
        retries: 2,
        idempotent: true,
        check: 'test -e data.csv',
        continueOnFailure: true,
      },
      {
        id: 'build',
        run: 'make',
        after: ['fetch'],
        inputs: [],
        outputs: [],
        env: {},
        timeoutMs: null,
        retries: 0,
        idempotent: false,
        check: null,
        continueOnFailure: false,
      },
    ]);
  });

  it.each([
    ['an unknown key', step('    retry: 3\n'), 'line 5:5 steps[0].retry is not known here; did you mean "retries"?'],
    [
      'an unknown key of the job',
      `${step('')}colour: 3\n`,
      'line 5:1 colour is not known here; known are name, max_parallel, steps',
    ],
    ['a near key of the job', `${step('')}max_paralel: 3\n`, 'did you mean "max_parallel"?'],
    ['a missing command', 'name: job\nsteps:\n  - id: build\n', 'line 3:5 steps[0].run is missing'],
    ['a missing name', 'steps:\n  - { id: build, run: make }\n', 'line 1:1 name is missing'],
    ['a wrong id', 'name: job\nsteps:\n  - { id: Build-it, run: make }\n', 'line 3:7 steps[0].id must be snake_case'],
    ['a wrong type', step('    retries: many\n'), 'line 5:5 steps[0].retries must be a whole number'],
    ['an empty command', 'name: job\nsteps:\n  - { id: a, run: "" }\n', 'line 3:14 steps[0].run must be a command'],
    ['a time without unit', step('    timeout: 10\n'), 'line 5:5 steps[0].timeout must be a time with its unit'],
    ['a time that is none', step('    timeout: soon\n'), '"soon" is not a time: write "90s"'],
    [
      'an unknown prerequisite',
      step('    after: [biuld2]\n'),
      'line 5:13 steps[0].after[0] there is no step "biuld2"; did you mean "build"?',
    ],
    ['a step after itself', step('    after: [build]\n'), '"build" cannot come after itself'],
    ['an id taken twice', step('  - { id: build, run: x }\n'), 'line 5:7 steps[1].id step 1 is called "build" too'],
    ['broken YAML', 'name: job\nsteps: [\n', 'line 3:1'],
    ['the same key twice', `${step('')}name: twice\n`, 'line 5:1 Map keys must be unique'],
    ['two documents', `${step('')}---\nname: b\n`, 'multiple documents'],
    ['nothing', '', 'must have a name and steps'],
    ['a list', '- a\n', 'must have a name and steps'],
    ['no steps', 'name: job\nsteps: []\n', 'line 2:1 steps must have at least one step'],
    ['a wrong variable', step('    env: { "A-B": 1 }\n'), 'must be the name of a variable'],
    [
      'a secret variable',
      step('    env: { API_TOKEN: abc }\n'),
      'line 5:12 steps[0].env.API_TOKEN looks like a secret',
    ],
    ['a secret in a command', step('    check: curl https://me:hunter22@host/\n'), 'steps[0].check holds a secret'],
  ])('%s is refused by its line', (_, yaml, seen) => {
    expect(problems(yaml)).toContain(seen);
  });

  it('names a secret by its variable without complaint', () => {
    expect(problems(step('    check: curl https://me:$PASSWORD@host/\n'))).toBe('fine');
  });

  it('reports all mistakes at once', () => {
    const seen = problems('name: job\nsteps:\n  - { id: a, run: x, tries: 1 }\n  - { id: B, run: y, foo: 2 }\n');
    expect(seen.split('\n')).toHaveLength(3);
  });

  it('names every circle', () => {
    const yaml = ['a: c', 'b: a', 'c: b', 'd: e', 'e: d', 'f: a', 'g: ""']
      .map((line) => line.split(': '))
      .map(([id, after]) => `  - { id: ${id}, run: x, after: [${after === '""' ? '' : after}] }\n`);
    const seen = problems(`name: job\nsteps:\n${yaml.join('')}`);
    expect(seen).toContain('line 3:22 steps[0].after these steps wait for each other: a → c → b → a');
    expect(seen).toContain('these steps wait for each other: d → e → d');
    expect(seen.split('\n')).toHaveLength(2);
  });

  it('a circle is reported exactly when no order exists', () => {
    const graphs = fc.array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(graphs, (edges) => {
        const steps = edges.map((after, n) => ({
          id: `s${n}`,
          after: [...new Set(after)].filter((to) => to !== n && to < edges.length).map((to) => `s${to}`),
        }));
        const done = new Set<string>();
        for (let n = 0; n < steps.length; n += 1) {
          for (const { id, after } of steps) if (after.every((wanted) => done.has(wanted))) done.add(id);
        }
        expect(orderProblems(steps).length === 0).toBe(done.size === steps.length);
      }),
      { numRuns: RUNS },
    );
  });

  it('whatever the text, it is read or refused with a place, and never anything else', () => {
    const whole = step(
      '    after: []\n    env: { A: 1 }\n    timeout: 5s\n  - { id: b, run: [x, "y"], after: [build] }\n',
    );
    const mangled = fc
      .tuple(
        fc.nat(whole.length),
        fc.nat(20),
        fc.oneof(fc.string(), fc.constantFrom('*a', '&a', ': ', '- ', '{', '\t', '!!')),
      )
      .map(([at, cut, put]) => whole.slice(0, at) + put + whole.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(mangled, fc.string(), fc.json()), (text) => {
        expect(problems(text)).toMatch(/^(fine|STEPS\.yaml: .)/);
      }),
      { numRuns: RUNS },
    );
  });
});
