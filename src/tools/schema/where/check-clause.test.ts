import { describe, expect, it } from 'vitest';
import { sampleDatabase } from '../testing/sample-table.ts';
import { tryClause } from '../trial.ts';
import { checkClause } from './check-clause.ts';

const { db, table } = sampleDatabase();
const problems = (clause: string) => {
  const checked = checkClause(clause, table);
  return checked.ok ? [] : checked.problems;
};
const codes = (clause: string) => problems(clause).map(({ code }) => code);

describe('T3.3 schema: a clause is checked before it runs', () => {
  it.each([
    ["entity_name = 'main'", 1],
    ["ENTITY_NAME == 'main'", 1],
    ["entity.entity_name <> 'main'", 2],
    ["entity_name LIKE 'ma%' OR entity_name GLOB 'it*'", 2],
    ["entity_name LIKE '%!%%' ESCAPE '!'", 1],
    ["entity_name = 'it''s'", 1],
    ['entity_type IS NULL', 1],
    ['entity_type NOT NULL AND NOT (score < 0)', 1],
    ['id BETWEEN 2 AND 3', 2],
    ['id NOT IN (1, 2)', 1],
    ['id % 2 = 1 AND score * 2 > -2', 2],
    ['is_public', 1],
    ['is_public = true', 1],
    ['is_public IS NOT 1', 2],
    ["payload ->> '$.a.b[0]' = 1", 1],
    ["payload -> 'a' ->> 'b' IS NOT NULL", 1],
    ["json_array_length(payload, '$') = 2", 1],
    ["json_extract(payload, '$.a') LIKE '%b%'", 1],
    ["bytes = x'0001'", 1],
    ['mixed = 7', 1],
    ["mixed = 'x'", 1],
    ['"order" = 3', 1],
    ['[order] = 3', 1],
    [`"odd ""name" = 'o'`, 1],
    ["lower(entity_name) = 'main' AND length(entity_name) > 3", 1],
    ["CASE WHEN id = 1 THEN 'a' ELSE 'b' END = 'a'", 1],
    ["CAST(id AS TEXT) = '2'", 1],
    ["entity_name COLLATE NOCASE = 'MAIN'", 1],
    ["entity_type IS DISTINCT FROM 'struct'", 2],
    ['coalesce(score, 0) = 0', 1],
    ["'2020-01-01' < current_date", 3],
    ['id = 1 -- the first', 1],
    ['id = 1 /* the first */', 1],
    ['1', 3],
  ])('accepts %s', (clause, matches) => {
    const checked = checkClause(clause, table);
    if (!checked.ok) expect.fail(JSON.stringify(checked.problems));
    expect(tryClause(db, 'entity', checked.where, { rows: 100, ms: 10_000 })).toMatchObject({ ok: true, matches });
  });

  it('AC-003.2 answers an unknown field with the nearest names', () => {
    expect(problems("entity_nam = 'x'")).toMatchObject([
      {
        code: 'FIELD_UNKNOWN',
        next: expect.stringMatching(/^Did you mean entity_name, entity_type/),
        at: { line: 1, column: 1 },
      },
    ]);
    expect(problems('id = 1\n AND entiti_type = 2')[0]).toMatchObject({ at: { line: 2, column: 6 } });
    const [far] = problems('cyclomatic_complexity > 15');
    expect(far?.next).toBe(
      'Its fields are: id, entity_name, entity_type, score, is_public, payload, bytes, mixed, "order", "odd ""name".',
    );
    expect(problems('entity_name = "main"')[0]?.next).toContain("'main'");
    expect(codes('other.id = 1')).toEqual(['FIELD_UNKNOWN']);
  });

  it.each([
    ["id LIKE '1%'", 'OPERATOR_UNFIT', '= != < <= > >='],
    ['is_public > 0', 'OPERATOR_UNFIT', 'IS NULL'],
    ["bytes < x'00'", 'OPERATOR_UNFIT', '= !='],
    ["entity_name -> '$.a' IS NULL", 'OPERATOR_UNFIT', 'LIKE'],
    ['entity_name + 1 > 2', 'OPERATOR_UNFIT', 'LIKE'],
    ['-entity_name = 1', 'OPERATOR_UNFIT', ''],
    ["payload > 'a'", 'OPERATOR_UNFIT', '->>'],
    ['entity_type = NULL', 'OPERATOR_UNFIT', 'IS NULL'],
    ["entity_name REGEXP 'a'", 'OPERATOR_UNFIT', 'LIKE'],
    ["entity_name MATCH 'a'", 'OPERATOR_UNFIT', 'LIKE'],
    ["id = 'one'", 'TYPE_MISMATCH', 'such as id = 1'],
    ["id = '1'", 'TYPE_MISMATCH', 'Leave out the quotes: 1.'],
    ["'5' < score", 'TYPE_MISMATCH', 'Leave out the quotes: 5.'],
    ['entity_name = 5', 'TYPE_MISMATCH', "Put it in single quotes: '5'."],
    ["id IN (1, 'two')", 'TYPE_MISMATCH', 'an integer'],
    ["id BETWEEN 'a' AND 3", 'TYPE_MISMATCH', 'an integer'],
    ["bytes = 'ab'", 'TYPE_MISMATCH', 'binary'],
    ['entity_name = entity_type AND entity_name', 'TYPE_MISMATCH', 'Compare it'],
    ['entity_name LIKE entity_type', 'TYPE_MISMATCH', "LIKE '%part%'"],
    ['json_array_length(entity_name) = 1', 'TYPE_MISMATCH', ''],
    ['lower(id) = 1', 'TYPE_MISMATCH', ''],
  ])('T3.5 refuses %s: %s, and says what fits', (clause, code, hint) => {
    const [first] = problems(clause);
    expect(first).toMatchObject({ code, at: expect.anything() });
    if (hint !== '') expect(first?.next).toContain(hint);
  });

  it.each([
    ['id = ', 1, 6],
    ['id = 1 AND', 1, 11],
    ['id == == 2', 1, 7],
    ["entity_name = 'open", 1, 15],
    ['id = 1)', 1, 7],
    ['id IN ()', 1, 8],
    ['id = 1\nAND )', 2, 5],
  ])('gives the place of the syntax error in %j', (clause, line, column) => {
    expect(problems(clause)).toMatchObject([{ code: 'CLAUSE_INVALID', at: { line, column } }]);
  });

  it('asks to quote a field that has the name of a keyword', () => {
    expect(problems('order = 3')[0]?.next).toBe('Write "order" with the quotes.');
  });

  it.each([
    ['id = 1; DROP TABLE entity', 'CLAUSE_REFUSED'],
    ['id = 1;', 'CLAUSE_REFUSED'],
    ["1; ATTACH 'x' AS y", 'CLAUSE_REFUSED'],
    ["ATTACH 'x' AS y", 'CLAUSE_INVALID'],
    ['id IN (SELECT id FROM entity)', 'CLAUSE_REFUSED'],
    ['id = (SELECT max(id) FROM entity)', 'CLAUSE_REFUSED'],
    ['EXISTS (SELECT 1)', 'CLAUSE_REFUSED'],
    ['id IN entity', 'CLAUSE_REFUSED'],
    ['(INSERT INTO entity DEFAULT VALUES)', 'CLAUSE_INVALID'],
    ['id = 1 UNION SELECT 2', 'CLAUSE_REFUSED'],
    ['id = 1 ORDER BY id', 'CLAUSE_REFUSED'],
    ['id = 1 LIMIT 1', 'CLAUSE_REFUSED'],
    ['1) OR (1', 'CLAUSE_INVALID'],
    ["load_extension('x')", 'CLAUSE_REFUSED'],
    ["writefile('x', 'y')", 'CLAUSE_REFUSED'],
    ["readfile('/etc/passwd')", 'CLAUSE_REFUSED'],
    ["edit('x')", 'CLAUSE_REFUSED'],
    ['randomblob(999999999) = bytes', 'CLAUSE_REFUSED'],
    ["printf('%*d', 999999999, 1) = 'x'", 'CLAUSE_REFUSED'],
    ['count(*) > 1', 'CLAUSE_REFUSED'],
    ['row_number() OVER () = 1', 'CLAUSE_REFUSED'],
    ['max(id) > 1', 'CLAUSE_INVALID'],
    ['id = ?1', 'CLAUSE_REFUSED'],
    ['id = ?', 'CLAUSE_REFUSED'],
    ['id = :id', 'CLAUSE_REFUSED'],
    ["json_extract(payload, '$[') = 1", 'CLAUSE_INVALID'],
    ['json_extract(payload, entity_name) = 1', 'CLAUSE_INVALID'],
    ["payload ->> '$.' = 1", 'CLAUSE_INVALID'],
    ["entity_name LIKE 'a' ESCAPE 'bc'", 'CLAUSE_INVALID'],
    ["entity_name COLLATE mine = 'a'", 'CLAUSE_REFUSED'],
    ['id = 1\0 OR 1', 'CLAUSE_REFUSED'],
    [`${'('.repeat(3000)}1${')'.repeat(3000)}`, 'CLAUSE_REFUSED'],
    ['', 'CLAUSE_INVALID'],
    [`id = 1 OR ${'id = 1 OR '.repeat(2000)} id = 1`, 'CLAUSE_REFUSED'],
    ['(id, id) = (1, 1)', 'CLAUSE_REFUSED'],
    ["RAISE(ABORT, 'x')", 'CLAUSE_REFUSED'],
  ])('does not run %j', (clause, code) => {
    expect(codes(clause)).toContain(code);
  });

  it('reports everything that is wrong at once', () => {
    expect(codes("nope = 1 AND id = 'x' AND id LIKE 'y'")).toEqual([
      'FIELD_UNKNOWN',
      'TYPE_MISMATCH',
      'OPERATOR_UNFIT',
    ]);
  });
});
