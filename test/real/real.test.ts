import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { write } from '#host/testing/temp-folder.ts';
import { commitAll, git } from '#workspace/testing/test-repository.ts';
import { BIN } from '../cli/assay.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { Entry, readEntries } from './entries.ts';
import { replay, type Setting } from './replay.ts';
import { initsInPage, resultsInPage } from './results-in-page.ts';
import { page, playTable, remarkable, resultTable } from './table.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

const TESTS = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { add } from '../src/sum.js';

it('adds', () => assert.equal(add(1, 2), 3));
`;

/** A folder of clones with one repository in it, and the commit that is replayed. */
function upstream(): { setting: Setting; entry: Entry } {
  const work = mkdtempSync(join(tmpdir(), 'assay-real-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  const folder = join(work, 'mirrors/someone+sums');
  mkdirSync(folder, { recursive: true });
  write(folder, {
    'package.json': JSON.stringify({ name: 'sums', type: 'module', scripts: { test: 'node --test' } }),
    'src/sum.js': 'export const add = (a, b) => a + b;\n',
    'test/sum.test.js': TESTS,
  });
  git(folder, 'init', '--quiet', '--initial-branch=trunk');
  git(folder, 'config', 'user.name', 'Maintainer');
  git(folder, 'config', 'user.email', 'maintainer@localhost');
  commitAll(folder, 'first');
  write(folder, {
    'src/sum.js': 'export const add = (a, b) => (b === undefined ? a : a + b);\n',
    'test/sum.test.js': `${TESTS}it('takes one number as it is', () => {\n  assert.equal(add(4), 4);\n  assert.equal(add(-1), -1);\n});\n`,
  });
  commitAll(folder, 'One number is its own sum (#7)');
  const entry = Entry.parse({
    id: 'sums-1',
    repo: 'someone/sums',
    sha: git(folder, 'rev-parse', 'HEAD').trim(),
    title: 'One number is its own sum (#7)',
    runner: 'node:test',
    install: null,
    suite: 'node --test',
    changed: 'node --test test/sum.test.js',
    preflight: 'true',
    tests: ['test/sum.test.js'],
    sources: ['src/sum.js'],
    redKind: 'tests',
  });
  return { entry, setting: { assay: BIN, mirrors: join(work, 'mirrors'), work, logs: null, by: 'mcp' as const } };
}

const lacking = process.env.ASSAY_SLOW === '1' ? await probedSandbox() : 'a replay takes long: npm run test:pr';

it('G10.5 a cheat in place of a commit’s sources is refused', async ({ skip }) => {
  if (lacking !== null) skip(lacking);
  const { entry, setting } = upstream();
  const skipped = await replay(entry, 'skip', setting);
  expect(skipped, skipped.says).toMatchObject({ outcome: 'refused', at: 'GREEN' });
  expect(skipped.codes.length).toBeGreaterThan(0);
  expect(resultTable([entry], [skipped], ['honest', 'skip'])).toContain('| not run | 1 of 1 |');
  expect(playTable([skipped])).toMatch(/\| sums-1 \| skip \| refused \| GREEN [A-Z_ ]+ \| [0-9a-f]{7,} \| \d+ \|/);
}, 240_000);

it('G10.5 an honest commit is replayed to its merge', async ({ skip }) => {
  if (lacking !== null) skip(lacking);
  const { entry, setting } = upstream();
  const honest = await replay(entry, 'honest', setting);
  expect(honest, honest.says).toMatchObject({ outcome: 'accepted' });
}, 240_000);

it('names entries that were not run, and does not count them', async () => {
  const { entry, setting } = upstream();
  const missing = await replay({ ...entry, repo: 'nobody/nothing' }, 'honest', setting);
  expect(missing).toMatchObject({ outcome: 'not-run', says: 'no clone of nobody/nothing' });
  expect(resultTable([entry], [missing], ['honest'])).toContain('| not run |');
  expect(remarkable([missing])).toEqual(['- sums-1, honest: not run: no clone of nobody/nothing']);
});

it('plays no twin whose tests fail without the sources', async () => {
  const { entry, setting } = upstream();
  const special = [{ path: 'src/sum.js', replace: '// nothing\n' }];
  expect(await replay({ ...entry, special }, 'special', setting)).toMatchObject({ outcome: 'no-twin' });
});

it('G10.5 X5.2 the command lists what it would play, from the list or from a folder of clones', () => {
  const said = (...args: string[]): string[] =>
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
      encoding: 'utf8',
    }).split('\n');
  const { setting } = upstream();
  const work = ['--work', setting.work, '--list'];
  expect(said(...work, '--only', 'mux-7cc5738', '--variants', 'honest,skip')).toEqual(
    expect.arrayContaining(['mux-7cc5738 honest', 'mux-7cc5738 skip', '| gorilla/mux | go | 1 | not run | not run |']),
  );
  expect(said(...work, '--init', '--mirrors', setting.mirrors ?? '')).toContain('someone/sums');
});

it('reads its list of commits, each once', () => {
  const ids = readEntries().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(29);
});

it('a rewritten page keeps its earlier results', () => {
  const entries = readEntries()
    .slice(0, 3)
    .sort((a, b) => a.id.localeCompare(b.id));
  const [one, two, three] = entries.map(({ id, repo, runner }) => ({
    id,
    repo,
    runner,
    codes: [],
    assay: 'branch of a1',
  }));
  if (!one || !two || !three) throw new Error('there are entries');
  const results = {
    mcp: [
      { ...one, variant: 'honest' as const, outcome: 'accepted' as const, says: '', ms: 12_000 },
      {
        ...{ ...two, variant: 'honest' as const, outcome: 'refused' as const, at: 'GREEN', ms: 3_000 },
        ...{ codes: ['PREFLIGHT_FAILED', 'TEST_CHANGED'], says: 'npm run lint: exit code 1' },
      },
      { ...three, variant: 'weaken' as const, outcome: 'not-run' as const, says: 'no clone', ms: 0 },
    ],
    hosted: [{ ...one, variant: 'honest' as const, outcome: 'accepted' as const, says: '', ms: 1_000 }],
    prove: [],
  };
  const inits = [
    { repo: 'a/b', outcome: 'measured' as const, runners: ['mocha', 'ava'], tests: 7, failed: 1, says: '', ms: 0 },
    { repo: 'c/d', outcome: 'not-run' as const, runners: [], tests: 0, failed: 0, says: 'npm ci: failed', ms: 0 },
  ];
  const written = page(entries, results, inits);
  expect(resultsInPage(written, entries)).toEqual(results);
  expect(initsInPage(written)).toEqual(inits);
});
