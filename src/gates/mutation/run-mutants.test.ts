import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import type { MutationFile, MutationResult } from './mutation-result.ts';
import { type MutationOptions, runMutants } from './run-mutants.ts';
import { type Check, RunEnds, scriptedMutantCopies } from './testing/scripted-mutant-copies.ts';

const SOURCE = `
function limit(n) {
  if (n < 0) throw new RangeError('negative');
  return n > 10 ? 10 : n;
}
function unused(n) {
  return n * 2;
}
return { limit, unused };
`;
const FILE: MutationFile = { path: 'limit.js', language: 'javascript', lines: [{ first: 2, last: 5 }] };

type Exports = { limit(n: number): number; unused(n: number): number };
// The text of the source says what it gives.
const exportsOf = (world: Parameters<Check>[0], path = 'limit.js') => world.load(path) as Exports;

const GOOD: Record<string, Check> = {
  'small ones stay': (world) => {
    for (const n of [0, 5, 9, 10]) assert.equal(exportsOf(world).limit(n), n);
  },
  'large ones are cut': (world) => {
    for (const n of [11, 12, 100]) assert.equal(exportsOf(world).limit(n), 10);
  },
  'negative ones are refused': (world) => {
    assert.throws(() => exportsOf(world).limit(-1), RangeError);
  },
};

const run = (checks: Record<string, Check>, more: Partial<MutationOptions> = {}, files = { 'limit.js': SOURCE }) =>
  runMutants({ files: [FILE], copies: scriptedMutantCopies(files, checks), ...more });

const measured = (result: MutationResult): Extract<MutationResult, { type: 'measured' }> => {
  if (result.type !== 'measured') throw new Error(`${result.type}: ${JSON.stringify(result)}`);
  return result;
};

describe('H6 real mutants decide', () => {
  it('H6.1 a good suite kills what can be killed, and says which test did', async () => {
    const { score, survivors, results, blocking, counts } = measured(await run(GOOD));
    // At the border both branches give 10: no test can tell.
    expect(survivors.map(({ mutant }) => `${mutant.kind} ${mutant.before} ${mutant.after}`)).toEqual(['Boundary > >=']);
    expect(blocking).toEqual([]);
    expect(score).toBeCloseTo((results.length - 1) / results.length);
    expect(counts).toMatchObject({ survived: 1, invalid: 0, 'timed-out': 0 });
    const removed = results.find(({ mutant }) => mutant.kind === 'RemovedCheck');
    expect(removed?.outcome).toEqual({ state: 'killed', by: ['negative ones are refused'] });
  });

  it('H6.2 a suite without an assertion leaves survivors, and those of a removed check block', async () => {
    const { survivors, blocking } = measured(await run({ ...GOOD, 'negative ones are refused': () => undefined }));
    expect(survivors.some(({ mutant }) => mutant.kind === 'RemovedCheck' && mutant.line === 3)).toBe(true);
    expect(blocking.map(({ mutant }) => mutant.kind)).toContain('RemovedCheck');
  });

  it('code that no test calls is distinguished from code that is tested badly', async () => {
    const files = [{ ...FILE, lines: [{ first: 2, last: 8 }] }];
    const result = measured(await run(GOOD, { files }));
    const unused = result.results.filter(({ mutant }) => mutant.symbol === 'unused');
    expect(unused.length).toBeGreaterThan(0);
    for (const { outcome } of unused)
      expect(outcome).toMatchObject({ state: 'not-covered', why: expect.stringContaining('unused') });
    expect(result.survivors.map(({ mutant }) => mutant.symbol)).toContain('limit');
  });

  it('leaves each copy unchanged', async () => {
    const copies = scriptedMutantCopies({ 'limit.js': SOURCE }, GOOD);
    await runMutants({ files: [FILE], copies });
    expect(copies.copies.map((copy) => copy.get('limit.js'))).toEqual([SOURCE, SOURCE]);
    expect(copies.closed).toBe(true);
  });
});

describe('H6.5 a run that measures nothing', () => {
  it('a baseline that is red', async () => {
    const result = await run({ ...GOOD, fails: () => assert.fail('always') });
    expect(result).toMatchObject({ type: 'baseline-red', failed: ['fails'] });
  });

  it('a baseline without a test', async () => {
    const ends = new RunEnds({ type: 'no-tests', why: 'nothing matched' });
    const result = await run({
      none: () => {
        throw ends;
      },
    });
    expect(result).toMatchObject({ type: 'baseline-red', why: expect.stringContaining('nothing matched') });
  });

  it('tests that load a different copy from the mutated one: neither all survived nor all killed', async () => {
    const copied = Object.fromEntries(
      Object.entries(GOOD).map(([name, check]): [string, Check] => [
        name,
        (world) => check({ ...world, load: () => world.load('dist.js') }),
      ]),
    );
    const result = await run(copied, {}, { 'limit.js': SOURCE, 'dist.js': SOURCE } as { 'limit.js': string });
    expect(result).toMatchObject({ type: 'mutants-unseen', files: ['limit.js'] });
  });

  it('a plain error on load that takes too long on a busy machine: it gets more time, then it is reported', async () => {
    const late = new RunEnds({ type: 'broken', kind: 'time-out', message: 'late', failures: [] });
    const loading =
      (patience: number): Check =>
      ({ files, run: { timeoutMs } }) => {
        if (!files.get('limit.js')?.slice(SOURCE.length).includes('throw')) return;
        throw timeoutMs < patience ? late : new Error('on load');
      };
    expect(await run({ blind: loading(20_000) })).toMatchObject({ type: 'measured', unloaded: [] });
    expect(await run({ blind: loading(Number.POSITIVE_INFINITY) })).toMatchObject({
      type: 'mutants-unseen',
      invalid: expect.stringContaining('still running after'),
    });
  });

  it('a plain error on load after which the runner leaves no report: it counts if it is our error that was seen', async () => {
    const ended = (said: string): Check => {
      const message = `mocha ended with exit code 1 and left no report: ${said}`;
      const ends = new RunEnds({ type: 'broken', kind: 'report', message, failures: [] });
      return ({ files }) => {
        if (files.get('limit.js')?.slice(SOURCE.length).includes('throw')) throw ends;
      };
    };
    expect(await run({ blind: ended('Error: assay: a sanity mutant') })).toMatchObject({ type: 'measured' });
    expect(await run({ blind: ended('Error: no such database') })).toMatchObject({
      type: 'mutants-unseen',
      invalid: expect.stringContaining('no such database'),
    });
  });

  it('tests that fail on any change whatever', async () => {
    const hash: Check = ({ files }) => assert.equal(files.get('limit.js'), SOURCE);
    expect(await run({ hash })).toMatchObject({ type: 'copies-unsteady', failed: ['hash'] });
  });

  it('a tree that is not green any more at the end', async () => {
    const worn: Check = ({ count }) => assert.ok(count < 5, 'worn out');
    const result = await run({ ...GOOD, worn });
    expect(result).toMatchObject({ type: 'copies-unsteady', why: expect.stringContaining('after the last mutant') });
  });

  it('a runner that is not there', async () => {
    const ends = new RunEnds({ type: 'infrastructure', message: 'vitest could not be started', next: 'Install it.' });
    const result = await run({
      none: () => {
        throw ends;
      },
    });
    expect(result).toEqual({ type: 'infrastructure', message: 'vitest could not be started', next: 'Install it.' });
  });

  it('a file in which nothing can be wrong', async () => {
    const result = await run(GOOD, { files: [{ ...FILE, lines: [{ first: 999, last: 999 }] }] });
    expect(result).toMatchObject({ type: 'nothing-to-mutate', why: expect.stringContaining('limit.js') });
  });
});

describe('a mutant', () => {
  it('that does not end is killed by the time limit, which is reported', async () => {
    const slow: Check = (world) => {
      if (exportsOf(world).limit(11) > 10)
        throw new RunEnds({ type: 'broken', kind: 'time-out', message: 'still running', failures: [] });
    };
    const { counts, results, baseline } = measured(await run({ slow, ...GOOD }, { timeoutFloorMs: 1234 }));
    expect(baseline.limitMs).toBe(1234);
    expect(counts['timed-out']).toBeGreaterThan(0);
    const late = results.find(({ outcome }) => outcome.state === 'timed-out');
    expect(late?.outcome).toEqual({ state: 'timed-out', limitMs: 1234 });
  });

  it('that the runner cannot read is neither killed nor survived', async () => {
    const picky: Check = ({ files }) => {
      if (/11/.test(files.get('limit.js') ?? '')) throw new SyntaxError('not today');
    };
    const { counts, score, results } = measured(await run({ picky, ...GOOD }));
    expect(counts.invalid).toBeGreaterThan(0);
    const dead = counts.killed + counts['timed-out'];
    expect(score).toBe(dead / (results.length - counts.invalid));
  });

  it('G10.13 meets the nearby tests first, and all tests before it counts as survived', async () => {
    const checks = {
      'near.js small ones stay': GOOD['small ones stay'] ?? (() => undefined),
      'far.js negative ones are refused': GOOD['negative ones are refused'] ?? (() => undefined),
      'far.js is slow': (world: Parameters<Check>[0]) => void world,
    };
    const copies = scriptedMutantCopies({ 'limit.js': SOURCE }, checks);
    const files = [{ ...FILE, near: ['near.js'] }];
    const { results } = measured(await runMutants({ files, copies }));
    const near = copies.runs.filter((one) => one.files);
    // Each mutant once, and once without any.
    expect(near).toHaveLength(results.length + 1);
    const byFar = results.filter(({ outcome }) => outcome.state === 'killed' && outcome.by[0]?.startsWith('far.js'));
    expect(byFar.map(({ mutant }) => mutant.kind)).toContain('RemovedCheck');
  });

  it('meets all tests at once if the nearby ones are not faster, or fail alone', async () => {
    const all = { 'near.js small ones stay': GOOD['small ones stay'] ?? (() => undefined) };
    const alone: Check = ({ run: asked }) => assert.ok(!asked.files, 'not without the others');
    for (const checks of [all, { ...all, 'near.js wants company': alone, 'far.js': () => undefined }]) {
      const copies = scriptedMutantCopies({ 'limit.js': SOURCE }, checks);
      measured(await runMutants({ files: [{ ...FILE, near: ['near.js'] }], copies }));
      expect(copies.runs.filter((one) => one.files)).toHaveLength(1);
    }
  });
});

describe('the work', () => {
  it('is shared by two copies, or by as many as are wanted', async () => {
    const copies = scriptedMutantCopies({ 'limit.js': SOURCE }, GOOD);
    const seen: number[] = [];
    const result = measured(
      await runMutants({ files: [FILE], copies, concurrency: 3, onProgress: ({ done }) => seen.push(done) }),
    );
    expect(copies.copies).toHaveLength(3);
    expect(seen).toEqual(result.results.map((_, at) => at + 1));
  });

  it('is done by one copy as well', async () => {
    expect(measured(await run(GOOD, { concurrency: 1 })).counts.killed).toBeGreaterThan(5);
  });

  it('stops when it is aborted, with the results so far', async () => {
    const stop = new AbortController();
    const copies = scriptedMutantCopies({ 'limit.js': SOURCE }, GOOD);
    const result = await runMutants({
      files: [FILE],
      copies,
      signal: stop.signal,
      onProgress: ({ done }) => done === 3 && stop.abort(),
    });
    expect(result.type === 'stopped' && [result.results.length, result.left > 0]).toEqual([3, true]);
    expect(copies.closed).toBe(true);
    expect(copies.copies.map((copy) => copy.get('limit.js'))).toEqual([SOURCE, SOURCE]);
  });

  it('lets tests write to their copy only when they need to', async () => {
    const copies = scriptedMutantCopies({ 'limit.js': SOURCE }, GOOD, true);
    expect((await runMutants({ files: [FILE], copies })).type).toBe('measured');
  });

  it('stays within the limit and is the same for the same seed', async () => {
    const ids = async (seed: number) =>
      measured(await run(GOOD, { limit: 5, seed })).results.map(({ mutant }) => mutant.id);
    expect(await ids(1)).toHaveLength(5);
    expect(await ids(1)).toEqual(await ids(1));
  });
});
