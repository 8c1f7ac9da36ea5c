import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';
import type { Requirement } from '../test/requirements/requirement.ts';

/** A test's title that names a requirement. */
export interface Citation {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly inDescribe: boolean;
}

const ID = /\b[CGHKSTX]\d{1,2}(?:\.\d+)?\b/g;

/** What the list of requirements and the tests' titles disagree on. `tests`: source text by path. */
export function checkRequirements(requirements: readonly Requirement[], tests: ReadonlyMap<string, string>): string[] {
  const citations = [...tests].flatMap(([file, source]) => citationsIn(file, source));
  const cited = new Set(citations.map(({ id }) => id));
  const known = new Set(requirements.map(({ id }) => id));
  return [
    ...requirements
      .filter(({ id }, at) => requirements.findIndex((other) => other.id === id) !== at)
      .map(({ id }) => `${id} is listed twice in test/requirements.`),
    ...requirements
      .filter(({ id, state }) => state === 'done' && !cited.has(id))
      .map(({ id }) => `${id} is done, yet no test cites it. Name ${id} in a test's title, or set it back to open.`),
    ...citations
      // `S3` in the title of a single test may be anything; `S3.1` can only be one of these.
      .filter(({ id, inDescribe }) => (inDescribe || id.includes('.')) && !known.has(id))
      .map(({ id, file, line }) => `${file}:${line} cites ${id}, which test/requirements does not list.`),
  ];
}

/**
 * Ids in the titles of `describe`, `it` and `test`, and in the rows that name the tests of an `.each`. A test that can
 * never run (`.skip`, `.todo`) proves nothing and cites nothing.
 */
export function citationsIn(file: string, source: string): Citation[] {
  const citations: Citation[] = [];
  new Visitor({
    CallExpression: (node) => {
      const [title] = node.arguments;
      if (title?.type !== 'Literal' && title?.type !== 'TemplateLiteral') return;
      const kind = testKind(source.slice(node.callee.start, node.callee.end));
      if (kind === undefined) return;
      for (const { start, end } of [title, ...rowNames(node)]) {
        const line = source.slice(0, start).split('\n').length;
        for (const [id] of source.slice(start, end).matchAll(ID)) {
          // `G3.2` is a part of G3: a test of the part is a test of the whole.
          for (const cited of new Set([id, id.split('.')[0] ?? id])) {
            citations.push({ id: cited, file, line, inDescribe: kind === 'describe' });
          }
        }
      }
    },
  }).visit(parseSync(file, source).program);
  return citations;
}

/** `it.each([['G3.2 a name', …], …])('%s', …)`: the texts that a row begins with. */
function rowNames({ callee }: CallExpression): Expression[] {
  if (callee.type !== 'CallExpression') return [];
  const [table] = callee.arguments;
  if (table?.type !== 'ArrayExpression') return [];
  return table.elements.flatMap((row) => {
    const first = row?.type === 'ArrayExpression' ? row.elements[0] : row;
    return first?.type === 'Literal' || first?.type === 'TemplateLiteral' ? [first] : [];
  });
}

/** `it`, `it.each([…])`, `describe.skipIf(…)`, … by the text in front of the title's bracket. */
function testKind(callee: string): string | undefined {
  const [, kind, rest = ''] = /^(describe|it|test)\b(.*)$/s.exec(callee) ?? [];
  return /^\.(skip|todo)\b/.test(rest) ? undefined : kind;
}
