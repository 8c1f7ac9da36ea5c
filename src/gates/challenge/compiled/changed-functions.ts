import type { LineRange, TextEdit } from '#code/mutants/mutant.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import { addedLines } from '../../mutation/files-to-mutate.ts';
import type { ProjectRunner } from '../../tree-runner.ts';
import type { UnaskedFunction } from './ask-as-written.ts';
import { askerOf } from './ask-compiled.ts';
import type { AskedFunction } from './asker.ts';
import type { BrokenLanguage } from './broken-languages.ts';
import { otherAnswers, recordTypes } from './other-answers.ts';

/** A changed function of a compiled language, and how it can be broken. */
export interface CompiledFunction {
  readonly path: string;
  readonly name: string;
  readonly line: number;
  readonly edit: TextEdit;
  /** Edits that change one place of its answer; none where the answer is not of a plain type. */
  readonly others: readonly (readonly TextEdit[])[];
  /** Null where no program of ours can call it. */
  readonly asked: AskedFunction | null;
}

/** The functions of a file that a change touches, and its changed lines outside of tests. */
export async function changedFunctions(
  file: DiffFile,
  text: string,
  { grammar, functions, fail, bare = false }: BrokenLanguage,
  runner: ProjectRunner,
): Promise<{ functions: CompiledFunction[]; source: string }> {
  const parsed = await parseText(text, grammar);
  if (!parsed.ok) return { functions: [], source: '' };
  const ranges: readonly LineRange[] = file.truncated
    ? [{ first: 1, last: Number.MAX_SAFE_INTEGER }]
    : addedLines(file);
  const records = recordTypes(text, grammar);
  const found: CompiledFunction[] = [];
  const tested: LineRange[] = [];
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const visit = (node: SyntaxNode, above: readonly SyntaxNode[], within: boolean): void => {
    const tests = within || (node.type === 'mod_item' && /tests?$/.test(node.child('name')?.text ?? ''));
    if (tests && !within) tested.push({ first: lineOf(node.start), last: lineOf(node.end) });
    const literal = literalName(node, above);
    const body = functions.test(node.type) || literal !== undefined ? node.child('body') : undefined;
    if (body && !tests) {
      const [first, last] = [lineOf(node.start), lineOf(node.end)];
      const isTest = /#\[(\w+::)?test\]\s*$/.test(text.slice(Math.max(0, node.start - 80), node.start));
      if (!isTest && ranges.some((range) => range.first <= last && range.last >= first))
        found.push({
          ...{ path: file.path, name: literal ?? node.child('name')?.text ?? 'a function', line: first },
          edit: insertion(body.start + (bare ? 0 : 1), fail),
          others: otherAnswers(node, grammar, records),
          asked:
            askerOf(runner)?.functionOf(node, literal === undefined ? above : [], {
              ...{ path: file.path, line: first },
              ...(literal === undefined ? {} : { name: literal }),
            }) ?? null,
        });
    }
    for (const part of node.parts) visit(part, [...above, node], tests);
  };
  visit(parsed.tree.root, [], false);
  const isIn = (list: readonly LineRange[], line: number): boolean =>
    list.some(({ first, last }) => first <= line && last >= line);
  const source = text
    .split('\n')
    .filter((_, at) => isIn(ranges, at + 1) && !isIn(tested, at + 1))
    .join('\n');
  return { functions: found, source };
}

/** Replaced by name, but not a function. */
export const macrosOf = (
  sources: readonly { readonly path: string; readonly text: string; readonly lines?: readonly LineRange[] }[],
): UnaskedFunction[] =>
  sources.flatMap(({ path, text, lines }) =>
    [...text.matchAll(/^\s*macro_rules!\s*(\w+)/gm)].flatMap(({ index, 0: whole, 1: name = '' }) => {
      const line = text.slice(0, index + whole.length).split('\n').length;
      const end =
        line +
        (text
          .slice(index)
          .split(/^\s*\}$/m)[0]
          ?.split('\n').length ?? 0);
      return lines && !lines.some(({ first, last }) => first <= end && last >= line) ? [] : [{ path, name, line }];
    }),
  );

/** Go: `var Human = func(bytes int64) string { … }` of a package is a function under the name of the variable. */
function literalName(node: SyntaxNode, above: readonly SyntaxNode[]): string | undefined {
  const [spec, list] = above.slice(-2);
  if (node.type !== 'func_literal' || spec?.type !== 'var_spec' || list?.parts.length !== 1) return undefined;
  return above.some(({ type }) => /^(func_literal|(function|method)_declaration)$/.test(type))
    ? undefined
    : spec.child('name')?.text;
}

const insertion = (at: number, replacement: string): TextEdit => ({ start: at, end: at, replacement });
