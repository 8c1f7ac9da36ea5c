import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleDatabase } from '../testing/sample-table.ts';
import { tryClause } from '../trial.ts';
import { checkClause } from './check-clause.ts';
import { FUNCTIONS } from './functions.ts';

const SOAK_MS = 600_000;
const RUNS = process.env.ASSAY_SOAK === '1' ? 20_000 : 500;
const { db, table } = sampleDatabase();
const names = [
  'id',
  'entity_name',
  'score',
  'is_public',
  'payload',
  'bytes',
  'mixed',
  '"order"',
  '[odd "name]',
  'entity.id',
  'nope',
];
const literals = [
  '0',
  '1',
  '-1',
  '2.5',
  '9223372036854775807',
  '0x7f',
  '1e400',
  "''",
  "'main'",
  "'it''s'",
  "'$.a'",
  "'%a_'",
  "x'00'",
  "x''",
  'NULL',
  'true',
  'FALSE',
  'current_date',
];
const operators = [
  '=',
  '==',
  '!=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  'IS',
  'IS NOT',
  'IS DISTINCT FROM',
  'LIKE',
  'NOT LIKE',
  'GLOB',
  'AND',
  'OR',
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '|',
  '<<',
  '>>',
  '||',
  '->',
  '->>',
  'COLLATE',
  'MATCH',
  'REGEXP',
];
const noise = [
  ';',
  '--',
  '/*',
  '*/',
  '(',
  ')',
  ',',
  '.',
  '"',
  "'",
  '`',
  '[',
  ']',
  '\\',
  '\0',
  '\u00a0',
  '\u2028',
  '\ud800',
  'SELECT',
  'FROM',
  'UNION',
  'ATTACH',
  'NOT',
  'BETWEEN',
  'IN',
  'ESCAPE',
  'CASE',
  'END',
  '?',
  ':x',
  '@',
  '#',
  '~',
  '!',
];

/** Anything that looks like an expression; most of it makes no sense. */
const { expression } = fc.letrec<{ expression: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(fc.constantFrom(...names), fc.constantFrom(...literals)),
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('leaf'),
    fc.tuple(tie('expression'), fc.constantFrom(...operators), tie('expression')).map((parts) => parts.join(' ')),
    tie('expression').map((inner) => `(${inner})`),
    fc.tuple(fc.constantFrom('NOT', '-', '+', '~'), tie('expression')).map((parts) => parts.join(' ')),
    fc
      .tuple(tie('expression'), fc.constantFrom('ISNULL', 'NOTNULL', 'NOT NULL', 'COLLATE NOCASE'))
      .map((parts) => parts.join(' ')),
    fc
      .tuple(tie('expression'), fc.array(tie('expression'), { maxLength: 3 }))
      .map(([left, list]) => `${left} IN (${list.join(', ')})`),
    fc
      .tuple(tie('expression'), tie('leaf'), tie('leaf'))
      .map(([value, from, to]) => `${value} BETWEEN ${from} AND ${to}`),
    fc
      .tuple(fc.constantFrom(...FUNCTIONS.keys()), fc.array(tie('expression'), { maxLength: 3 }))
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('INTEGER', 'TEXT', 'REAL', 'BLOB'))
      .map(([value, type]) => `CAST(${value} AS ${type})`),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([a, b, c]) => `CASE WHEN ${a} THEN ${b} ELSE ${c} END`),
    fc.constantFrom(
      "payload ->> '$.a.b[0]'",
      "payload -> 'a'",
      'payload -> 0',
      "json_type(payload, '$.a')",
      "entity_name LIKE 'a%' ESCAPE '!'",
    ),
  ),
}));

/** Well-typed on purpose, so that many are accepted. */
const sound = fc
  .array(
    fc.oneof(
      fc.tuple(
        fc.constantFrom(
          'id',
          'score',
          '"order"',
          'length(entity_name)',
          'id % 2',
          '(id + 1) * 2',
          'round(score)',
          'entity.id',
        ),
        fc.constantFrom('=', '<', '>=', '!=', 'IS', 'IS NOT'),
        fc.oneof(fc.integer().map(String), fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)),
      ),
      fc.tuple(
        fc.constantFrom(
          'entity_name',
          'entity_type',
          'upper(entity_name)',
          "coalesce(entity_type, 'x')",
          '[odd "name]',
        ),
        fc.constantFrom('=', '<', 'LIKE', 'GLOB', 'NOT LIKE', 'IS'),
        fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `'${text.replaceAll("'", "''")}'`),
      ),
      fc.tuple(
        fc.constantFrom("payload ->> '$.a'", 'mixed', "json_extract(payload, '$[0]')"),
        fc.constantFrom('=', '>', 'IS NOT', 'LIKE'),
        fc.constantFrom("'x'", "'[1'"),
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((terms) => terms.map((term) => term.join(' ')))
  .chain((terms) =>
    fc
      .array(fc.constantFrom('AND', 'OR', 'AND NOT'), { minLength: terms.length, maxLength: terms.length })
      .map((joins) => terms.map((term, at) => (at === 0 ? term : `${joins[at]} ${term}`)).join('\n')),
  );

const mangled = fc
  .tuple(
    fc.oneof(expression, sound),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...noise, ...operators)), { maxLength: 4 }),
  )
  .map(([text, insertions]) =>
    insertions.reduce(
      (so, [at, bit]) => so.slice(0, at % (so.length + 1)) + bit + so.slice(at % (so.length + 1)),
      text,
    ),
  );

/** Checks it; one that is accepted must run, both as it was written and over every row. */
function checkAndRun(clause: string): boolean {
  const checked = checkClause(clause, table);
  if (!checked.ok) {
    expect(checked.problems.length).toBeGreaterThan(0);
    return false;
  }
  const compiled = tryClause(db, 'entity', checked.where, { rows: 1000, ms: 60_000 });
  if (!compiled.ok) {
    // SQLite has the last word on what compiles; what may not happen is a failure on some row.
    expect(compiled.problem.message, clause).not.toContain('on row');
    return false;
  }
  const { n } = db.prepare(`SELECT count(*) AS n FROM entity WHERE ${checked.where}`).get() ?? {};
  expect(Number(n), clause).toBe(compiled.matches);
  return true;
}

describe('T3 schema: any clause at all', () => {
  it(
    'T3.3 an accepted clause runs on every row, and gives the same as the trial',
    () => {
      let accepted = 0;
      fc.assert(
        fc.property(fc.oneof(expression, sound, mangled), (clause) => {
          accepted += Number(checkAndRun(clause));
        }),
        { numRuns: RUNS },
      );
      expect(accepted).toBeGreaterThan(RUNS / 20);
    },
    SOAK_MS,
  );

  it(
    'sound clauses are accepted',
    () => {
      let accepted = 0;
      fc.assert(
        fc.property(sound, (clause) => {
          accepted += Number(checkAndRun(clause));
        }),
        { numRuns: RUNS },
      );
      expect(accepted).toBeGreaterThan(RUNS / 4);
    },
    SOAK_MS,
  );

  it(
    'no text causes an exception',
    () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (clause) => void checkAndRun(clause)),
        { numRuns: RUNS },
      );
    },
    SOAK_MS,
  );
});
