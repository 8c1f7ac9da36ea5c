import { posix } from 'node:path';
import { parseText } from '#code/parse/parse-text.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { DiffFile } from '#contracts/workspace.ts';
import { isCode } from '../is-code.ts';
import type { TreeRunner } from '../tree-runner.ts';

/**
 * Changed programs whose names do not show their language: without an extension, or with one of another kind
 * (`include!("rule.txt")`, `require('./rule.dat')`), or built (`rule.wasm`). Nothing measures them.
 */
export async function programsByOtherNames(
  treeRunner: TreeRunner,
  tree: TreeHash,
  files: readonly DiffFile[],
): Promise<ReadonlySet<string>> {
  const there = files.filter(({ status, kind }) => status !== 'deleted' && (kind === 'file' || kind === 'executable'));
  const built = there.filter(({ path }) => BUILT.test(path)).map(({ path }) => path);
  const others = there.filter(({ path, binary }) => !binary && !isCode(path) && !BUILT.test(path) && !PROSE.test(path));
  const found = new Set(built);
  for (const [path, text] of await treeRunner.readAll(
    tree,
    others.map(({ path }) => path),
  ))
    if (posix.extname(path) === '' ? LOOSELY.test(text) : await isProgramText(text)) found.add(path);
  return found;
}

const BUILT = /\.(wasm|so|dll|dylib|node|pyd|pyc|class|jar|exe)$/i;
/** Data and documents, which other checks and the reviewer look at. */
const PROSE = /\.(json[c5l]?|ya?ml|toml|ini|cfg|lock|md|mdx|rst|adoc|xml|svg|csv|tsv|po|snap|graphql|proto)$/i;
const LOOSELY = /^#!|\b(?:module\.)?exports\b|^\s*(?:export|import)\s|\bfunction\b.*\{|=>/m;
const LANGUAGES = ['javascript', 'typescript', 'python', 'rust', 'go'];
const MOST = 200_000;

/** All of it is code in one of the languages that are measured, and some of it is a function. */
async function isProgramText(text: string): Promise<boolean> {
  if (text.length > MOST || !/[({]/.test(text)) return false;
  for (const language of LANGUAGES) {
    const parsed = await parseText(text, language);
    if (!parsed.ok || parsed.tree.errors.length > 0) continue;
    for (let id = 0; id < parsed.tree.size; id += 1) if (FUNCTION.test(parsed.tree.node(id).type)) return true;
  }
  return false;
}

const FUNCTION =
  /^(function_(declaration|definition|item|expression)|arrow_function|method_d\w+|lambda|func_literal|closure_expression)$/;

/** Which of them the new lines of a file name, however they load them. Pure. */
export function namedIn(file: DiffFile, programs: ReadonlySet<string>): string | undefined {
  const said = [...addedText(file).matchAll(/(['"`])([^'"`\n]+)\1/g)].map(([, , text = '']) => text);
  const beside = new Set(
    said.filter((text) => /^\.{1,2}\//.test(text)).map((text) => posix.join(posix.dirname(file.path), text)),
  );
  return [...programs].find(
    (path) =>
      beside.has(path) ||
      (posix.extname(path) !== '' && said.some((text) => posix.basename(text) === posix.basename(path))),
  );
}

export const addedText = ({ hunks }: DiffFile): string =>
  hunks.flatMap(({ lines }) => lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))).join('\n');
