import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { graphNeighbours } from '../graph/traverse.ts';
import { SHOP, testProject } from '../testing/project.ts';
import { watchProject } from './watch-project.ts';

describe('K2.1 the code index', () => {
  it('knows symbols, their calls and their imports, in several languages', async () => {
    const project = testProject(SHOP);
    const { store, index } = bind(project.open());
    const report = await index();
    expect(report).toMatchObject({ files: 5, changed: 5, stopped: false });
    expect(store.byName('total')[0]).toMatchObject({ kind: 'function', path: 'src/cart.ts', first: 10, last: 13 });
    const total = store.byName('total')[0]?.id ?? 0;
    expect(
      graphNeighbours(store, total, { way: 'out', kinds: ['calls'], depth: 2 }).map(({ node }) => node.name),
    ).toEqual(['priceOf', 'applyDiscount']);
    const prices = store.byKey('code:src/prices.ts')?.id ?? 0;
    expect(graphNeighbours(store, prices, { way: 'in', kinds: ['imports'] }).map(({ node }) => node.path)).toEqual([
      'src/cart.ts',
    ]);
    expect(store.byName('send_receipt')[0]?.meta.signature).toBe('def send_receipt(address, text)');
    expect(store.byName('smtplib', ['package'])).toHaveLength(1);
  });

  it('follows imports of a workspace’s own packages by their names', async () => {
    const project = testProject({
      'package.json': '{ "name": "shop", "workspaces": ["packages/*"] }',
      'packages/errors/package.json': '{ "name": "@shop/errors", "exports": "./dist/index.mjs" }',
      'packages/errors/src/index.ts': 'export function fail(why: string): never { throw new Error(why); }\n',
      'packages/errors/src/codes.ts': 'export function codeOf(error: Error) { return error.name; }\n',
      'packages/plain/package.json': '{ "name": "plain" }',
      'packages/plain/index.js': 'export function plain() { return 1; }\n',
      'packages/broken/package.json': '{ "name": ',
      'packages/cli/src/main.ts': `import { fail } from '@shop/errors';
import { codeOf } from '@shop/errors/codes';
import { plain } from 'plain';
import { other } from '@shop/unknown';
export function main() { plain(); codeOf(new Error()); other(); return fail('x'); }
`,
    });
    const { store, index } = bind(project.open());
    await index();
    const main = store.byName('main')[0]?.id ?? 0;
    const called = graphNeighbours(store, main, { way: 'out', kinds: ['calls'] });
    expect(
      called
        .filter(({ guessed }) => !guessed)
        .map(({ node }) => node.name)
        .sort(),
    ).toEqual(['codeOf', 'fail', 'plain']);
    const file = store.byKey('code:packages/cli/src/main.ts')?.id ?? 0;
    expect(
      graphNeighbours(store, file, { way: 'out', kinds: ['imports'] })
        .flatMap(({ node }) => node.path ?? [])
        .sort(),
    ).toEqual(['packages/errors/src/codes.ts', 'packages/errors/src/index.ts', 'packages/plain/index.js']);
  });

  it('follows re-exports of index files to the definition, also when one of the files changes', async () => {
    const project = testProject({
      'src/index.ts': "export { area } from './shapes';\n",
      'src/shapes/index.ts': "export * from './area';\nexport * from './names';\n",
      'src/shapes/area.ts': 'export function area(side: number) { return side * side; }\n',
      'src/shapes/names.ts': 'export function label() { return "square"; }\n',
      'lib/other.ts': 'export function label() { return "other"; }\n',
      'test/area.ts': "import { area, label } from '../src';\nexport function measure() { label(); return area(2); }\n",
    });
    const { store, index } = bind(project.open());
    const sure = () =>
      graphNeighbours(store, store.byName('measure')[0]?.id ?? 0, { way: 'out', kinds: ['calls'] })
        .filter(({ guessed }) => !guessed)
        .map(({ node }) => node.path)
        .sort();
    await index();
    expect(sure()).toEqual(['src/shapes/area.ts', 'src/shapes/names.ts']);
    project.write({ 'src/shapes/index.ts': "export * from './area';\n" });
    await index();
    expect(sure()).toEqual(['src/shapes/area.ts']);
  });

  it('does not take a call on an outside package or class for one of ours, nor a type for a function', async () => {
    const project = testProject({
      'src/names.ts':
        'export type Error = string;\nexport function keys() { return 1; }\nexport function join() { return 2; }\n',
      'src/use.ts': `import path from 'node:path';
import { keys } from './names.ts';
export function use(x: object) { if (!x) throw new Error('x'); return path.join(Object.keys(x)[0] ?? ''); }
export function ours() { return keys(); }
export function maybe(x: any) { return x.join(); }
`,
    });
    const { store, index } = bind(project.open());
    await index();
    const calls = (name: string) =>
      graphNeighbours(store, store.byKey(`code:src/use.ts#${name}`)?.id ?? 0, { way: 'out', kinds: ['calls'] }).map(
        ({ node, guessed }) => [node.name, guessed],
      );
    expect([calls('use'), calls('ours'), calls('maybe')]).toEqual([[], [['keys', false]], [['join', true]]]);
  });

  it('K2.5 reads only changed files, forgets deleted ones, and links new calls', async () => {
    const project = testProject(SHOP);
    const { store, index } = bind(project.open());
    await index();
    expect(await index()).toMatchObject({ changed: 0, removed: 0 });
    utimesSync(join(project.root, 'src/cart.ts'), 1, 1);
    expect(await index()).toMatchObject({ changed: 0 });
    project.write({
      'src/prices.ts': `${SHOP['src/prices.ts']}\nexport function taxOf(item: string) { return priceOf(item) * 0.2; }\n`,
    });
    rmSync(join(project.root, 'tools/mail.py'));
    expect(await index()).toMatchObject({ changed: 1, removed: 1 });
    const tax = store.byName('taxOf')[0]?.id ?? 0;
    expect(graphNeighbours(store, tax, { way: 'out', kinds: ['calls'] }).map(({ node }) => node.name)).toEqual([
      'priceOf',
    ]);
    expect(store.byName('send_receipt')).toEqual([]);
    // Edges from other files to the changed file are still there.
    const price = store.byName('priceOf')[0]?.id ?? 0;
    expect(
      graphNeighbours(store, price, { way: 'in', kinds: ['calls'] })
        .map(({ node }) => node.name)
        .sort(),
    ).toEqual(['taxOf', 'total']);
  });

  it('K2.5 reads nothing but the given changes: files, and folders with everything in them', async () => {
    const project = testProject({
      ...SHOP,
      'lib/a/one.ts': 'export function one() { return 1; }\n',
      'lib/a-b.ts': 'export function beside() { return 2; }\n',
      'src/uses.ts': "import { one, two } from '../lib/a/one.ts';\nexport function uses() { return one() + two(); }\n",
    });
    const knowledge = project.open();
    await knowledge.index();
    const callsOf = () =>
      graphNeighbours(knowledge.store, knowledge.store.byName('uses')[0]?.id ?? 0, { way: 'out', kinds: ['calls'] })
        .map(({ node }) => node.name)
        .sort();
    expect(callsOf()).toEqual(['one']);
    project.write({
      'lib/a/one.ts': 'export function one() { return two(); }\nexport function two() { return 3; }\n',
      'src/prices.ts': 'export function unseen() {}\n',
    });
    expect(await knowledge.index({ only: ['lib/a/one.ts'] })).toMatchObject({ changed: 1, removed: 0 });
    expect(callsOf()).toEqual(['one', 'two']);
    expect(knowledge.store.byName('unseen')).toEqual([]);
    rmSync(join(project.root, 'lib/a'), { recursive: true });
    expect(await knowledge.index({ only: ['lib/a'] })).toMatchObject({ changed: 0, removed: 1 });
    expect(knowledge.code.search('one two')).not.toContainEqual(expect.objectContaining({ path: 'lib/a/one.ts' }));
    expect(knowledge.store.byName('beside')).toHaveLength(1);
    expect(callsOf()).toEqual([]);
  });

  it('K2.6 K2.7 K13.1 leaves out what git ignores and generated content, and says so', async () => {
    const project = testProject(SHOP);
    project.write({
      '.gitignore': 'secret/\n',
      'secret/key.ts': 'export const hidden = 1;',
      'logo.png': Uint8Array.from([0x89, 0x50, 0, 0, 1]),
      'bundle.js': `var a=1;${'function f(){return 1};'.repeat(2_000)}`,
      'package-lock.json': '{}',
      'line\nend.ts': 'export const odd = 1;\n',
      'latin.py': Buffer.from('# caf\xe9\ndef brew():\n    pass\n', 'latin1'),
      'broken.ts': 'export function half( {\n  return (((\n',
      'made.go': '// Code generated by tool. DO NOT EDIT.\npackage made\nfunc Made() {}\n',
      'empty.ts': '',
    });
    writeFileSync(join(project.root, 'huge.json'), '');
    truncateSync(join(project.root, 'huge.json'), 50 * 1024 * 1024);
    symlinkSync('.', join(project.root, 'loop'));
    symlinkSync('/etc/passwd', join(project.root, 'outside.txt'));
    const { store, index } = bind(project.open());
    const report = await index();
    expect(report.skipped).toEqual({ binary: 1, minified: 1, 'lock file': 1, 'odd name': 1, 'too large': 1 });
    expect(store.byName('hidden')).toEqual([]);
    expect(store.byKey('code:outside.txt')).toBeUndefined();
    expect(store.byName('brew')).toHaveLength(1);
    const notes = Object.fromEntries(
      store.db.all('SELECT path, note FROM files WHERE note IS NOT NULL').map((row) => [row.path, row.note]),
    );
    expect(notes).toMatchObject({ 'latin.py': 'not UTF-8, read as Latin-1', 'made.go': 'generated' });
    expect(notes['broken.ts']).toMatch(/^\d+ lines? not understood/);
  });

  it('K13.2 indexes a folder without git, and one with no code', async () => {
    const project = testProject({ 'notes.txt': 'nothing but words' });
    rmSync(join(project.root, '.git'), { recursive: true });
    const { store, index } = bind(project.open());
    expect(await index()).toMatchObject({ files: 1, commits: 0 });
    expect(store.byKey('code:notes.txt')).toBeDefined();
  });

  it('K2.8 continues where a kill stopped it', async () => {
    const project = testProject();
    const files = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [
        `src/f${n}.ts`,
        `export function f${n}() { return ${'g(1) + '.repeat(200)}1; }\n`,
      ]),
    );
    project.write(files);
    const script = join(project.root, '..', 'index.ts');
    writeFileSync(
      script,
      `import { Knowledge } from ${JSON.stringify(join(import.meta.dirname, '../knowledge.ts'))};
const knowledge = new Knowledge(process.argv[2], process.argv[3]);
await knowledge.index({ progress: (done) => { if (done > 120) process.kill(process.pid, 'SIGKILL'); } });`,
    );
    const child = spawn(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      script,
      project.root,
      project.database,
    ]);
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
    const { store, index, knowledge } = bind(project.open());
    expect(knowledge.isIndexed).toBe(false);
    const before = Number(store.db.get('SELECT count(*) AS n FROM files')?.n);
    expect(before).toBeGreaterThan(0);
    expect(await index()).toMatchObject({ files: 400, changed: 400 - before });
    expect(knowledge.isIndexed).toBe(true);
    expect(store.byName('f399')).toHaveLength(1);
  });

  it('K13.5 leaves out files that vanish, or become folders, between the list and the look', async () => {
    const project = testProject(SHOP);
    const knowledge = project.open();
    const report = await knowledge.index({
      progress: (_, __, path) => {
        if (path === 'src/cart.ts') rmSync(join(project.root, path));
        if (path !== 'src/prices.ts') return;
        rmSync(join(project.root, path));
        mkdirSync(join(project.root, path));
      },
    });
    expect(report).toMatchObject({ skipped: { gone: 1, unreadable: 1 }, stopped: false });
    expect(knowledge.store.db.all('SELECT path FROM files').map(({ path }) => path)).not.toContain('src/cart.ts');
    expect(await knowledge.index()).toMatchObject({ changed: 0, skipped: {} });
  });

  it('K2.9 remembers commit messages, newest first, and reads only new commits', async () => {
    const project = testProject(SHOP);
    project.commit('The cart is born');
    const { store, index } = bind(project.open());
    expect((await index()).commits).toBe(1);
    project.write({ 'src/prices.ts': '// dearer\n' });
    project.commit('Rebates for loyal customers');
    expect((await index()).commits).toBe(1);
    expect(
      store.db.all('SELECT subject FROM commits ORDER BY at DESC, rowid DESC').map((row) => row.subject),
    ).toContain('Rebates for loyal customers');
    project.git('reset', '-q', '--hard', 'HEAD~1');
    await index();
    expect(store.db.all('SELECT subject FROM commits')).toHaveLength(1);
  });
});

function bind(knowledge: import('../knowledge.ts').Knowledge) {
  return { knowledge, store: knowledge.store, index: () => knowledge.index() };
}

describe('K2.4 watching', () => {
  it('sees a change, a new file and a deletion while it watches, and ends when told', async () => {
    const project = testProject(SHOP);
    const knowledge = project.open();
    await knowledge.index();
    const stop = new AbortController();
    let updated: () => void = () => undefined;
    const watching = watchProject({
      root: project.root,
      signal: stop.signal,
      update: async (only) => {
        await knowledge.index(only === null ? {} : { only });
        updated();
      },
    });
    const known = () => knowledge.store.db.all('SELECT path FROM files').map(({ path }) => String(path));
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds())
        await new Promise<void>((done) => {
          updated = done;
        });
    };
    // The watch of a new folder begins a moment after the folder is made, so the same change is made again.
    const nudge = setInterval(
      () => project.write({ 'src/voucher.ts': `export function redeem() { return ${Date.now()}; }\n` }),
      50,
    );
    await until(() => known().includes('src/voucher.ts'));
    clearInterval(nudge);
    rmSync(join(project.root, 'tools/mail.py'));
    await until(() => !known().includes('tools/mail.py'));
    stop.abort();
    await watching;
  });

  it('K2.11 handles more than a hundred changes at once, and sees files in new, moved and linked folders', async () => {
    const project = testProject(SHOP);
    symlinkSync(project.root, join(project.root, 'loop'));
    const stop = new AbortController();
    const seen: (readonly string[] | null)[] = [];
    let next: () => void = () => undefined;
    const watching = watchProject({
      root: project.root,
      signal: stop.signal,
      update: async (only) => {
        seen.push(only);
        next();
      },
    });
    const update = async (): Promise<readonly string[] | null | undefined> => {
      if (seen.length === 0)
        await new Promise<void>((done) => {
          next = done;
        });
      return seen.shift();
    };
    project.write(
      Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`src/f${n}.ts`, `export const a = ${n};\n`])),
    );
    expect(await update()).toBeNull();
    project.write({ 'new/deep/er/a.ts': 'export const a = 1;\n' });
    expect(await update()).toEqual(expect.arrayContaining(['new']));
    renameSync(join(project.root, 'new'), join(project.root, 'moved'));
    expect(await update()).toEqual(expect.arrayContaining(['new', 'moved']));
    project.write({ 'moved/deep/er/a.ts': 'export const a = 2;\n' });
    expect(await update()).toEqual(['moved/deep/er/a.ts']);
    stop.abort();
    await watching;
  });
});
