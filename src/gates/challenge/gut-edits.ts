import { tableFor } from '#code/mutants/languages.ts';
import { applyEdits, type TextEdit } from '#code/mutants/mutant.ts';
import { failingFunction } from '#code/mutants/sanity.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { ChangedSource } from './changed-code.ts';
import { madeFunctions } from './observe/made-functions.ts';
import { parseProgram } from './observe/syntax-javascript.ts';

/** `throws`: it fails at once. `nonsense`: it does nothing and returns a value that equals no other. */
export type Gut = 'throws' | 'nonsense';

type Gutted = Pick<ChangedSource, 'text' | 'language' | 'functions'>;

/**
 * A file with every one of those functions gutted; null where there is nothing to gut. `made`: with functions that have no
 * body in the source as well, those of changed lines.
 */
export async function gutted(
  { text, language, functions }: Gutted,
  gut: Gut,
  made?: Pick<ChangedSource, 'path' | 'lines'>,
): Promise<string | null> {
  const { fail } = tableFor(language).words;
  const edits = new Map<number, TextEdit>();
  for (const { line } of functions) {
    const edit = await failingFunction(text, language, line);
    const lambda = edit === null && language === 'python' ? await lambdaOn(text, line, gut) : null;
    if (lambda) edits.set(lambda.start, lambda);
    if (edit)
      edits.set(
        edit.start,
        gut === 'throws' ? edit : { ...edit, replacement: edit.replacement.replace(fail, nonsense(language)) },
      );
  }
  const apart = [...edits.values()].filter(
    (edit) =>
      ![...edits.values()].some(
        (other) => other !== edit && other.start < edit.start && other.end >= edit.end && other.end > other.start,
      ),
  );
  const all = [...apart, ...(made && language !== 'python' ? bodiless(text, language, gut, made) : [])];
  return all.length === 0 ? null : applyEdits(text, all);
}

/** Python: `half = lambda price: …` of a module. Its body is an expression, so it cannot raise by a statement. */
async function lambdaOn(text: string, line: number, gut: Gut): Promise<TextEdit | null> {
  const parsed = await parseText(text, 'python');
  if (!parsed.ok) return null;
  const { tree } = parsed;
  for (let id = 0; id < tree.size; id += 1) {
    const node = tree.node(id);
    const body = node.type === 'lambda' && node.firstLine === line ? node.child('body') : undefined;
    if (!body) continue;
    const replacement = gut === 'throws' ? '(_ for _ in ()).throw(RuntimeError("assay"))' : '...';
    return { start: body.start, end: body.end, replacement };
  }
  return null;
}

/** If the expression gives a function, another one in its place. */
function bodiless(
  text: string,
  language: string,
  gut: Gut,
  { path, lines }: Pick<ChangedSource, 'path' | 'lines'>,
): TextEdit[] {
  const program = parseProgram(path, text);
  if (!program) return [];
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const any = /^t/.test(language) ? ': any' : '';
  const body = gut === 'throws' ? tableFor(language).words.fail : nonsense(language);
  return madeFunctions(program)
    .filter(({ start, end }) => lines?.some(({ first, last }) => first <= lineOf(end) && last >= lineOf(start)) ?? true)
    .flatMap(({ start, end }) => [
      insertion(start, `((own${any}) => (typeof own === 'function' ? () => { ${body} } : own))((`),
      insertion(end, '))'),
    ]);
}

const insertion = (at: number, replacement: string): TextEdit => ({ start: at, end: at, replacement });

/** The same value each time: a test that compares a function with itself must not notice. */
const nonsense = (language: string): string =>
  language === 'python' ? 'return ...' : `return Symbol.for('nonsense')${/^t/.test(language) ? ' as never' : ''};`;
