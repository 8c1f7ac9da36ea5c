import { parseSync, Visitor } from 'oxc-parser';
import type { Requirement } from '../test/requirements.ts';

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
      .map(({ id }) => `${id} is listed twice in test/requirements.ts.`),
    ...requirements
      .filter(({ id, state }) => state === 'done' && !cited.has(id))
      .map(({ id }) => `${id} is done, yet no test cites it. Name ${id} in a test's title, or set it back to open.`),
    ...citations
      .filter(({ id, inDescribe }) => inDescribe && !known.has(id))
      .map(({ id, file, line }) => `${file}:${line} cites ${id}, which test/requirements.ts does not list.`),
  ];
}

/** Ids in the titles of `describe`, `it` and `test`. A test that can never run (`.skip`, `.todo`) proves nothing and cites nothing. */
export function citationsIn(file: string, source: string): Citation[] {
  const citations: Citation[] = [];
  new Visitor({
    CallExpression: (node) => {
      const [title] = node.arguments;
      if (title?.type !== 'Literal' && title?.type !== 'TemplateLiteral') return;
      const kind = testKind(source.slice(node.callee.start, node.callee.end));
      if (kind === undefined) return;
      const line = source.slice(0, title.start).split('\n').length;
      for (const [id] of source.slice(title.start, title.end).matchAll(ID)) {
        // `G3.2` is a part of G3: a test of the part is a test of the whole.
        for (const cited of new Set([id, id.split('.')[0] ?? id])) {
          citations.push({ id: cited, file, line, inDescribe: kind === 'describe' });
        }
      }
    },
  }).visit(parseSync(file, source).program);
  return citations;
}

/** `it`, `it.each([…])`, `describe.skipIf(…)`, … by the text in front of the title's bracket. */
function testKind(callee: string): string | undefined {
  const [, kind, rest = ''] = /^(describe|it|test)\b(.*)$/s.exec(callee) ?? [];
  return /^\.(skip|todo)\b/.test(rest) ? undefined : kind;
}
