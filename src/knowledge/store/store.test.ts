import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { component, graphNeighbours, shortestPath } from '../graph/traverse.ts';
import { testProject } from '../testing/project.ts';
import { openKnowledgeDatabase } from './knowledge-database.ts';
import type { NewNode, Source } from './node-types.ts';
import { KNOWLEDGE_MIGRATIONS } from './schema.ts';

const SOURCE: Source = { kind: 'code', id: 'a.ts', confidence: 1, verifier: 'index' };
const node = (name: string, more: Partial<NewNode> = {}): NewNode => ({
  key: `code:${name}`,
  domain: 'code',
  kind: 'function',
  name,
  text: `${name} does things`,
  trust: 'verified_code',
  ...more,
});
const NOTE = { domain: 'history', kind: 'decision', trust: 'user' } as const;

describe('K1.2 nodes and edges', () => {
  it('keeps a node under its key, replaces it, and keeps its edges', () => {
    const { store } = testProject().open();
    const a = store.put(node('openFile'), SOURCE);
    const b = store.put(node('readLine'), SOURCE);
    store.link(a, b, 'calls');
    expect(store.put(node('openFile', { text: 'new words' }), SOURCE)).toBe(a);
    expect(store.edges(a, 'out')).toEqual([{ source: a, target: b, kind: 'calls', weight: 1 }]);
    expect(store.byName('OPENFILE').map(({ id }) => id)).toEqual([a]);
  });

  it('refuses kinds and edges that make no sense, and ends that are not there', () => {
    const { store } = testProject().open();
    const a = store.put(node('a'), SOURCE);
    const doc = store.put(node('d', { key: 'd', domain: 'academic', kind: 'doc', trust: 'official_docs' }), SOURCE);
    expect(() => store.put(node('x', { kind: 'doc' }), SOURCE)).toThrow('not a kind of the domain');
    expect(() => store.link(a, doc, 'calls')).toThrow('cannot connect code to academic');
    expect(() => store.link(a, doc, 'modified')).toThrow('cannot connect');
    expect(() => store.link(a, 999, 'calls')).toThrow('is not one');
    store.link(doc, a, 'documents');
    expect(store.edges(a, 'in').map(({ kind }) => kind)).toEqual(['documents']);
  });

  it('K1.4 takes edges, sources and text along when a node goes', () => {
    const { store } = testProject().open();
    const a = store.put(node('gone'), SOURCE);
    const b = store.put(node('stays'), SOURCE);
    store.link(b, a, 'calls');
    store.remove(a);
    expect(store.edges(b, 'out')).toEqual([]);
    expect(store.sources(a)).toEqual([]);
  });

  it('K1.7 finds notes by their newest words, and no code: that has an index of its own', () => {
    const { store } = testProject().open();
    const note = (key: string, text: string) => store.put(node(key, { ...NOTE, key, text }), SOURCE);
    const [a, b] = [note('a', 'old words about leases'), note('b', 'budgets are things')];
    store.put(node('leases', { text: 'leases and budgets' }), SOURCE);
    expect(note('a', 'new words about leases')).toBe(a);
    const found = (words: string) => store.search(words).map((hit) => hit.node.id);
    expect([found('leases'), found('old'), found('budgets')]).toEqual([[a], [], [b]]);
    store.remove(a);
    expect(found('leases')).toEqual([]);
  });

  it('K1.5 writes a batch whole or not at all', () => {
    const { store } = testProject().open();
    expect(() =>
      store.db.transaction(() => {
        for (let n = 0; n < 100; n += 1) store.put(node(`n${n}`), SOURCE);
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.has('code')).toBe(false);
    store.put(node('one'), SOURCE);
    expect(store.has('code')).toBe(true);
    expect(store.has('history')).toBe(false);
  });

  it('K1.6 walks cycles once, finds the shortest way and what hangs together', () => {
    const { store } = testProject().open();
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => store.put(node(name), SOURCE)) as [
      number,
      number,
      number,
      number,
    ];
    store.link(a, b, 'calls');
    store.link(b, c, 'calls');
    store.link(c, a, 'calls');
    expect(graphNeighbours(store, a, { way: 'out', depth: 9 }).map((hit) => [hit.node.name, hit.depth])).toEqual([
      ['b', 1],
      ['c', 2],
    ]);
    expect(shortestPath(store, a, c)?.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(shortestPath(store, a, d)).toBeNull();
    expect(component(store, b)).toHaveLength(2);
  });
});

describe('K1.3 a database that others use, that is old, new or damaged', () => {
  it('is read by five processes while one writes', async () => {
    const project = testProject();
    const { store } = project.open();
    store.put(node('first'), SOURCE);
    const script = join(project.root, '..', 'reader.ts');
    writeFileSync(
      script,
      `import { openKnowledgeDatabase } from ${JSON.stringify(join(import.meta.dirname, 'knowledge-database.ts'))};
const db = openKnowledgeDatabase(process.argv[2], 0).db;
let last = 0;
process.send('ready');
process.on('message', () => { process.send(String(last)); process.exit(0); });
setInterval(() => { const n = Number(db.get('SELECT count(*) AS n FROM nodes').n); if (n < last) process.exit(9); last = n; }, 1);`,
    );
    const readers = Array.from({ length: 5 }, () =>
      fork(script, [project.database], { execArgv: ['--disable-warning=ExperimentalWarning'] }),
    );
    await Promise.all(readers.map((reader) => once(reader, 'message')));
    for (let round = 0; round < 30; round += 1) {
      store.db.transaction(() => {
        for (let n = 0; n < 20; n += 1) store.put(node(`r${round}n${n}`), SOURCE);
      });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const said = await Promise.all(
      readers.map(async (reader) => {
        const exit = once(reader, 'exit');
        reader.send('stop');
        return (await exit)[0];
      }),
    );
    expect(said).toEqual([0, 0, 0, 0, 0]);
  });

  it('is left alone when it is of a newer Assay', () => {
    const project = testProject();
    const { store } = project.open();
    store.db.run(`PRAGMA user_version = ${KNOWLEDGE_MIGRATIONS.length + 1}`);
    expect(() => openKnowledgeDatabase(project.database, 0).db).toThrow('this Assay knows up to');
  });

  it('K1.11 is migrated to today’s schema with its content, when an older Assay wrote it', () => {
    const project = testProject();
    mkdirSync(dirname(project.database), { recursive: true });
    const old = new DatabaseSync(project.database);
    old.exec(`${KNOWLEDGE_MIGRATIONS[0]}; PRAGMA user_version = 1`);
    old.exec(`INSERT INTO nodes (key, domain, kind, name, text, hash, trust, created_at, updated_at, accessed_at, verified_at)
      VALUES ('note', 'history', 'decision', 'n', 'kept over the years', 'h', 'user', 1, 1, 1, 1)`);
    old.close();
    const { store } = project.open();
    expect(store.db.get('PRAGMA user_version')).toEqual({ user_version: KNOWLEDGE_MIGRATIONS.length });
    expect(store.byKey('note')?.text).toBe('kept over the years');
  });

  it('is kept aside when it is damaged, and a new one is begun', () => {
    const project = testProject();
    project.open().close();
    writeFileSync(project.database, 'this is no database at all, and long enough to be looked at '.repeat(50));
    const knowledge = project.open(() => 77);
    expect(knowledge.setAside).toBe(`${project.database}.damaged-77`);
    expect(existsSync(knowledge.setAside ?? '')).toBe(true);
    expect(readFileSync(knowledge.setAside ?? '', 'utf8')).toContain('no database');
    knowledge.store.put(node('again'), SOURCE);
    expect(knowledge.store.has('code')).toBe(true);
  });
});
