import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { isErrorCode } from '#contracts/errors.ts';
import { GraphHash, RunId, SessionId, WorkerId } from '#contracts/ids.ts';
import { newEvent } from '#contracts/run-events.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { LOG_SOURCE, schemaTool } from './tool.ts';

const RUNS = process.env.ASSAY_SOAK === '1' ? 10_000 : 150;
const tool = schemaTool();

async function ask(cwd: string, input: Record<string, unknown>, env: Record<string, string> = {}) {
  const context = { signal: new AbortController().signal, cwd, env, progress: () => {} };
  const result = await tool.run(tool.input.parse(input), context);
  if (result.ok) tool.output.parse(result.output);
  else expect(tool.errors, result.error.message).toHaveProperty(result.error.code);
  return result;
}

async function schemaOf(cwd: string, input: Record<string, unknown>, env?: Record<string, string>) {
  const result = await ask(cwd, input, env);
  return result.ok ? result.output : expect.fail(`${result.error.code} ${result.error.message}`);
}

async function errorOf(cwd: string, input: Record<string, unknown>) {
  const result = await ask(cwd, input);
  return result.ok ? expect.fail(result.text) : result.error;
}

type Schema = Awaited<ReturnType<typeof schemaOf>>;
const fieldsOf = ({ tables }: Schema, name = tables[0]?.name) =>
  Object.fromEntries(tables.find((table) => table.name === name)?.fields.map((field) => [field.name, field]) ?? []);
const typesOf = (schema: Schema, table?: string) =>
  Object.fromEntries(
    Object.entries(fieldsOf(schema, table)).map(([name, { type, nullable }]) => [
      name,
      `${type}${nullable ? '?' : ''}`,
    ]),
  );

function withFile(name: string, content: string | Uint8Array): string {
  const folder = tempFolder();
  writeFileSync(join(folder, name), content);
  return folder;
}

function withDatabase(sql: string): string {
  const folder = tempFolder();
  const db = new DatabaseSync(join(folder, 'a.db'));
  db.exec(sql);
  db.close();
  return folder;
}

const ENTITIES = `
  CREATE TABLE entity (id INTEGER PRIMARY KEY, entity_name TEXT NOT NULL, is_public BOOLEAN NOT NULL, score REAL, meta TEXT, raw BLOB, at INT);
  CREATE INDEX by_name ON entity (entity_name, at);
  INSERT INTO entity VALUES (1, 'main', 1, 0.5, '{"lang":"ts"}', x'00ff', 9223372036854775807), (2, 'it''s', 0, NULL, NULL, NULL, 5);
  CREATE VIEW public_entity AS SELECT entity_name, score * 2 AS twice FROM entity WHERE is_public;
`;

describe('T3 schema', () => {
  it('T3.1 AC-003.1 shows every field of a database with its type', async () => {
    const schema = await schemaOf(withDatabase(ENTITIES), { source: 'a.db' });
    expect(schema).toMatchObject({ kind: 'sqlite', complete: true, check: null });
    expect(typesOf(schema, 'entity')).toEqual({
      id: 'integer',
      entity_name: 'text',
      is_public: 'boolean',
      score: 'real?',
      meta: 'json?',
      raw: 'blob?',
      at: 'integer?',
    });
    expect(typesOf(schema, 'public_entity')).toEqual({ entity_name: 'text', twice: 'real' });
    const { entity_name: name, at, is_public: flag } = fieldsOf(schema, 'entity');
    expect(name).toMatchObject({ declared: 'TEXT', indexed: true, queryable: true, examples: ["'main'", "'it''s'"] });
    expect(at).toMatchObject({ indexed: false, examples: ['9223372036854775807', '5'] });
    expect(flag?.examples).toEqual(['true', 'false']);
  });

  it('AC-003.1 follows a column’s content if it differs from its declaration', async () => {
    const folder = withDatabase(`
      CREATE TABLE t (a INTEGER, b TEXT, c, d DATETIME, e BOOLEAN, f INTEGER);
      INSERT INTO t VALUES ('word', '{"x":1}', 1, '2020-01-01', 'yes', 1.5), (1, 'plain', 2.5, '2021-01-01', 1, 2);`);
    const schema = await schemaOf(folder, { source: 'a.db' });
    expect(typesOf(schema)).toEqual({ a: 'any?', b: 'text?', c: 'real?', d: 'text?', e: 'any?', f: 'real?' });
  });

  it('AC-003.1 shows nested values of a JSON file by their path', async () => {
    const records = [
      { id: 1, user: { name: 'Ada', 'odd key': true }, tags: ['a'], items: [{ price: 2 }] },
      { id: 2, user: { name: null }, extra: 1.5 },
    ];
    const schema = await schemaOf(withFile('a.json', JSON.stringify(records)), { source: 'a.json' });
    expect(typesOf(schema)).toEqual({
      id: 'integer',
      user: 'json',
      'user.name': 'text?',
      'user["odd key"]': 'boolean?',
      tags: 'json?',
      items: 'json?',
      'items[].price': 'integer',
      extra: 'real?',
    });
    expect(fieldsOf(schema)['items[].price']).toMatchObject({ queryable: false, operators: [] });
  });

  it('AC-003.1 takes each array of objects in a JSON document for a table', async () => {
    const folder = withFile(
      'a.json',
      JSON.stringify({ total: 2, Document: [{ a: 1 }], sqlite_x: [{ b: 'x' }, { b: 'y' }] }),
    );
    const { tables } = await schemaOf(folder, { source: 'a.json' });
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['document', 1],
      ['Document_2', 1],
      ['x', 2],
    ]);
  });

  it('AC-003.1 reads JSON lines, CSV with quotes, semicolons and tabs', async () => {
    const lines = await schemaOf(withFile('a.jsonl', '{"a":1}\n\n{"a":2,"b":"x"}\n'), { source: 'a.jsonl' });
    expect(typesOf(lines)).toEqual({ a: 'integer', b: 'text?' });
    const csv = '\ufeffid,name,ok,zip,name\n1,"a,""b""\nc",true,007,\n2,,FALSE,10,x\n';
    const schema = await schemaOf(withFile('a.csv', csv), { source: 'a.csv' });
    expect(typesOf(schema)).toEqual({ id: 'integer', name: 'text?', ok: 'boolean', zip: 'text', name_2: 'text?' });
    expect(typesOf(await schemaOf(withFile('b.csv', 'a;b\n1;2,5\n'), { source: 'b.csv' }))).toEqual({
      a: 'integer',
      b: 'text',
    });
    expect(typesOf(await schemaOf(withFile('c.tsv', 'a\tb\n1\t2.5\n'), { source: 'c.tsv' }))).toEqual({
      a: 'integer',
      b: 'real',
    });
  });

  it('AC-003.1 samples a large file, says so, and drops the cut part', async () => {
    const record = (n: number) => ({ id: n, text: 'x'.repeat(200), nested: { deep: n / 2 } });
    const many = Array.from({ length: 30_000 }, (_, n) => record(n));
    const wholes = { 'a.json': JSON.stringify(many), 'b.json': JSON.stringify({ head: 1, rows: many }) };
    const lines = {
      'c.jsonl': many.map((each) => JSON.stringify(each)).join('\n'),
      'd.csv': `id,text\n${many.map(({ id, text }) => `${id},"${text}"`).join('\n')}`,
    };
    for (const [name, content] of Object.entries({ ...wholes, ...lines })) {
      const schema = await schemaOf(withFile(name, content), { source: name, sample: 500 });
      expect(schema, name).toMatchObject({ complete: false, note: expect.stringContaining('first') });
      const table = schema.tables.at(-1);
      expect(table, name).toMatchObject({ sampled: 500, rowsExact: false });
      expect(
        table?.fields.filter(({ nullable }) => nullable),
        name,
      ).toEqual([]);
    }
  });

  it('AC-003.1 does not take an interruption for something missing', async () => {
    const many = Array.from({ length: 30_000 }, (_, id) => ({ id, text: 'x'.repeat(200), nested: { deep: id / 2 } }));
    for (const content of [many, { head: 1, rows: many }]) {
      const { tables } = await schemaOf(withFile('a.json', JSON.stringify(content)), {
        source: 'a.json',
        sample: 100_000,
      });
      expect(tables.at(-1)?.sampled).toBeGreaterThan(1000);
      expect(tables.at(-1)?.fields.filter(({ nullable }) => nullable)).toEqual([]);
    }
  });

  it('AC-003.1 shows a virtual table, and not its inner tables', async () => {
    const folder = withDatabase(
      "CREATE VIRTUAL TABLE docs USING fts5(title, body); INSERT INTO docs VALUES ('a', 'b')",
    );
    const { tables } = await schemaOf(folder, { source: 'a.db' });
    expect(tables.map(({ name, kind }) => [name, kind])).toEqual([['docs', 'virtual']]);
    expect(tables[0]?.fields.map(({ name }) => name)).toEqual(['title', 'body']);
  });

  it('AC-003.1 explains Assay’s own run log, while a run is being written', async () => {
    const home = tempFolder();
    mkdirSync(join(home, 'db'));
    const store = new SqliteStore({ file: join(home, 'db', 'assay.db') });
    const run = RunId.parse('r000001');
    const graph = { name: 'g', version: 1, hash: GraphHash.parse('0123456789abcdef') };
    const data = {
      run,
      session: SessionId.parse('s1'),
      title: 'a run',
      graph,
      input: { inline: null },
      lane: 'normal',
      budget: {},
      simulated: true,
    } as const;
    await store.create(run, [newEvent('run.created', data)], 1000, WorkerId.parse('w'), 60_000);
    const schema = await schemaOf(home, { source: LOG_SOURCE }, { ASSAY_HOME: home });
    expect(schema.kind).toBe('assay-log');
    expect(schema.tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['events', 1],
      ['mail', 0],
      ['runs', 1],
    ]);
    const described = schema.tables.flatMap(({ fields }) => fields.map(({ description }) => description));
    expect(described.filter((text) => text === null)).toEqual([]);
    expect(fieldsOf(schema, 'events')).toMatchObject({
      data: { type: 'json' },
      seq: { type: 'integer' },
      type: { type: 'text' },
    });
    const clause = "type = 'run.created' AND data ->> '$.title' LIKE 'a%'";
    const { check } = await schemaOf(
      home,
      { source: LOG_SOURCE, table: 'events', where: clause },
      { ASSAY_HOME: home },
    );
    expect(check).toMatchObject({ matches: 1, tried: 1, triedAll: true, fields: ['type', 'data'] });
    await store.close();
  });

  it('T3.4 AC-003.2 answers an unknown field or table with the nearest names', async () => {
    const folder = withDatabase(ENTITIES);
    const error = await errorOf(folder, { source: 'a.db', table: 'entity', where: "entity_nam = 'x'" });
    expect(error).toMatchObject({
      code: 'FIELD_UNKNOWN',
      message: 'line 1, column 1: entity has no field entity_nam.',
    });
    expect(error.next).toContain('entity_name');
    expect(await errorOf(folder, { source: 'a.db', table: 'entiti' })).toMatchObject({
      code: 'TABLE_UNKNOWN',
      next: expect.stringContaining('entity'),
    });
    expect(await errorOf(folder, { source: 'a.db', where: '1' })).toMatchObject({
      code: 'TABLE_UNKNOWN',
      next: 'Name one of: entity, public_entity.',
    });
    expect(await errorOf(folder, { source: 'a.db', table: 'entity', where: 'score LIKE 5' })).toMatchObject({
      code: 'OPERATOR_UNFIT',
    });
  });

  it('AC-003.2 accepts nested fields as they are shown, and returns the clause that SQLite runs', async () => {
    const folder = withFile(
      'a.json',
      JSON.stringify([
        { user: { name: 'Ada' }, n: 1 },
        { user: { name: 'Bob' }, n: 2 },
      ]),
    );
    const { check } = await schemaOf(folder, { source: 'a.json', where: "user.name = 'Ada' AND n < 2 -- first" });
    expect(check).toEqual({
      table: 'records',
      where: `"user.name" = 'Ada' AND n < 2 -- first`,
      fields: ['user.name', 'n'],
      matches: 1,
      tried: 2,
      triedAll: true,
      sql: null,
    });
    const error = await errorOf(folder, { source: 'a.json', where: "user.nam = 'Ada'" });
    expect(error.next).toContain('"user.name"');
  });

  it('T3.2 AC-003.3 writes JSON, YAML and a table', async () => {
    const folder = withDatabase(ENTITIES);
    const text = async (format: string) => {
      const result = await ask(folder, { source: 'a.db', format });
      return result.ok ? { text: result.text ?? '', output: result.output } : expect.fail(result.error.message);
    };
    const [json, yaml, table] = [await text('json'), await text('yaml'), await text('table')];
    expect(JSON.parse(json.text)).toEqual(json.output);
    expect(parseYaml(yaml.text)).toEqual(yaml.output);
    for (const { name, type } of table.output.tables.flatMap(({ fields }) => fields)) {
      expect(table.text).toMatch(new RegExp(`^ {2}${name} +${type}`, 'm'));
    }
    expect(table.text).toContain('WHERE clauses that were run:');
  });

  it('T3.1 AC-003.4 shows each field and each operator that fits in a clause that was run', async () => {
    const folder = withDatabase(ENTITIES);
    const { tables, operators } = await schemaOf(folder, { source: 'a.db', table: 'entity' });
    const [table] = tables;
    const shown = table?.examples ?? [];
    for (const { name } of table?.fields ?? [])
      expect(
        shown.some(({ where }) => where.includes(name)),
        name,
      ).toBe(true);
    const fitting = new Set(table?.fields.flatMap((field) => field.operators));
    expect(new Set(shown.map(({ operator }) => operator))).toEqual(fitting);
    expect(operators.filter(({ example }) => example === null)).toEqual([]);
    expect(shown.every(({ tried }) => tried === 2)).toBe(true);
    expect(shown.some(({ matches }) => matches > 0)).toBe(true);
    for (const { where, matches } of shown) {
      const { check } = await schemaOf(folder, { source: 'a.db', table: 'entity', where });
      expect(check, where).toMatchObject({ matches });
    }
  });

  it('keeps secrets out of the examples', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const folder = withFile(
      'a.json',
      JSON.stringify([{ password: 'hunter2', auth: { api_key: 'k-123' }, note: token, fine: 'seen' }]),
    );
    const result = await ask(folder, { source: 'a.json' });
    const text = result.ok ? JSON.stringify(result) : '';
    expect(text).toContain('seen');
    for (const secret of ['hunter2', 'k-123', token]) expect(text).not.toContain(secret);
  });

  it.each([
    ['no such file', 'none.db', null, 'FILE_MISSING'],
    ['a folder', '.', null, 'FILE_NOT_REGULAR'],
    ['broken JSON', 'a.json', '{"a": [1, 2', 'SOURCE_UNREADABLE'],
    ['a broken line', 'a.jsonl', '{"a":1}\n{"a":\n', 'SOURCE_UNREADABLE'],
    ['an open quote', 'a.csv', 'a,b\n"1,2\n', 'SOURCE_UNREADABLE'],
    ['something else', 'a.txt', 'hello', 'SOURCE_UNREADABLE'],
    ['a damaged database', 'a.db', `SQLite format 3\0${'x'.repeat(4096)}`, 'SOURCE_UNREADABLE'],
    ['nesting without end', 'a.json', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'SOURCE_UNREADABLE'],
  ])('names what is wrong with a source: %s', async (_, source, content, code) => {
    const folder = content === null ? tempFolder() : withFile(source, content);
    expect((await errorOf(folder, { source })).code).toBe(code);
  });

  it('handles empty sources', async () => {
    for (const [name, content] of Object.entries({
      'a.db': '',
      'a.json': '[]',
      'b.json': '{}',
      'c.json': '3',
      'a.jsonl': '',
      'a.csv': '',
    })) {
      const schema = await schemaOf(withFile(name, content), { source: name });
      expect(schema.complete, name).toBe(true);
    }
  });

  it('shows the readable tables next to one that is not', async () => {
    const folder = withDatabase('CREATE VIEW v AS SELECT a FROM gone; CREATE TABLE t (b TEXT)');
    const { tables } = await schemaOf(folder, { source: 'a.db' });
    expect(tables.find(({ name }) => name === 'v')?.note).toContain('it cannot be read');
    expect(tables.find(({ name }) => name === 't')?.fields).toHaveLength(1);
  });

  it('runs its own examples', async () => {
    expect(tool.examples.length).toBeGreaterThanOrEqual(2);
    for (const { input } of tool.examples)
      expect(await ask(process.cwd(), input), input.source).toMatchObject({ ok: true });
    expect(Object.keys(tool.errors).filter((code) => !isErrorCode(code))).toEqual([]);
  });

  it('handles any file, valid in its format or not', async () => {
    const folder = tempFolder();
    const valid = fc.json({ maxDepth: 4 });
    const cut = fc.tuple(valid, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));
    const csv = fc
      .array(
        fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 4 }).map((row) => row.join(',')),
        { maxLength: 5 },
      )
      .map((rows) => rows.join('\n'));
    const content = fc.oneof(valid, cut, csv, fc.uint8Array({ maxLength: 200 }));
    const source = fc.constantFrom('a.json', 'a.jsonl', 'a.csv', 'a.tsv', 'a.db', 'a');
    await fc.assert(
      fc.asyncProperty(
        source,
        content,
        fc.constantFrom(undefined, 'value = 1', "value LIKE 'a%'", 'nope'),
        async (name, bytes, where) => {
          writeFileSync(join(folder, name), bytes);
          const result = await ask(folder, { source: name, format: 'json', ...(where === undefined ? {} : { where }) });
          if (result.ok) expect(JSON.parse(result.text ?? '')).toEqual(result.output);
        },
      ),
      { numRuns: RUNS },
    );
  }, 600_000);
});
