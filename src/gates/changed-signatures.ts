import { readFacts } from '#code/facts/facts.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import { grammarOf } from '#code/symbols/languages.ts';
import type { TreeHash } from '#contracts/ids.ts';
import { oneLine } from '#contracts/text.ts';
import { isCode } from './is-code.ts';
import type { TreeRunner } from './tree-runner.ts';

export interface Signatures {
  /** `path: signature`, of everything that the change exports. */
  readonly lines: readonly string[];
  /** Changed code in which nothing was found that could be called. */
  readonly without: readonly string[];
}

/** The signatures of everything that a change exports, without their implementation. */
export async function changedSignatures(treeRunner: TreeRunner, base: TreeHash, tree: TreeHash): Promise<Signatures> {
  const runners = await treeRunner.runners(base);
  const { files } = await treeRunner.diff(base, tree);
  const sources = files
    .filter(
      ({ path, status }) => status !== 'deleted' && isCode(path) && !runners.some((each) => each.isTestFile(path)),
    )
    .map(({ path }) => path);
  const lines: string[] = [];
  const without: string[] = [];
  for (const [path, text] of await treeRunner.readAll(tree, sources)) {
    const found = (await symbolsIn(path, text)) ?? (await headsIn(path, text));
    if (found.length === 0) without.push(path);
    lines.push(...found.map((line) => `${path}: ${line}`));
  }
  return { lines, without };
}

/** JavaScript, TypeScript, Python; null for every other language. */
async function symbolsIn(path: string, text: string): Promise<string[] | null> {
  const read = await readFacts(text, path).catch(() => null);
  if (!read?.ok) return null;
  return read.facts.symbols
    .filter(({ exported, name }) => exported && !name.startsWith('_'))
    .map(({ kind, name, signature }) => (kind === 'constant' ? name : signature));
}

/** Any other language with a grammar: the text before the bodies of its functions, and whole types. */
async function headsIn(path: string, text: string): Promise<string[]> {
  const grammar = grammarOf(path);
  const parsed = grammar === undefined ? null : await parseText(text, grammar);
  if (!parsed?.ok) return [];
  const rules = LANGUAGES[parsed.tree.grammar];
  if (!rules) return [];
  const heads: Head[] = [];
  const visit = (node: SyntaxNode, within: string): void => {
    const body = node.child('body');
    const isFunction = FUNCTION.test(node.type) && body !== undefined;
    const isPlace = rules.places.test(node.type);
    if (isFunction || isPlace || rules.shapes.test(node.type)) {
      const head = oneLine(isFunction && body ? text.slice(node.start, body.start) : node.text).slice(0, LONGEST);
      const kind = isPlace ? 'place' : rules.isOpen(head) ? 'open' : 'closed';
      heads.push({ line: within === '' ? head : `${within} ${head}`, kind });
      return;
    }
    const outer = rules.holds.test(node.type) && body ? `${oneLine(text.slice(node.start, body.start))}:` : within;
    for (const part of node.parts) visit(part, outer);
  };
  visit(parsed.tree.root, '');
  const of = (wanted: Head['kind']): string[] => heads.filter(({ kind }) => kind === wanted).map(({ line }) => line);
  // A program exports nothing; its tests are next to it and can call anything.
  const callable = of('open').length > 0 ? of('open') : of('closed');
  return callable.length === 0 ? [] : [...of('place'), ...callable];
}

interface Head {
  readonly line: string;
  readonly kind: 'place' | 'open' | 'closed';
}

const FUNCTION =
  /^(function|method|constructor)_(declaration|definition|item|signature)$|^function_item$|^(singleton_)?method$/;
const LONGEST = 600;

interface Heads {
  /** Types whose fields a caller has to know. */
  readonly shapes: RegExp;
  /** Declarations of the package or namespace of its functions. */
  readonly places: RegExp;
  /** Containers of methods, which are named before each method. */
  readonly holds: RegExp;
  /** Whether code elsewhere may call it. */
  isOpen(head: string): boolean;
}

const NEVER = /(?!)/;
const LANGUAGES: Readonly<Record<string, Heads>> = {
  go: {
    shapes: /^type_declaration$/,
    places: /^package_clause$/,
    holds: NEVER,
    isOpen: (head) => /^(func\s*(\([^)]*\)\s*)?|type\s+\(?\s*)[A-Z]/.test(head),
  },
  rust: {
    shapes: /^(struct|enum|type|trait)_item$/,
    places: NEVER,
    holds: /^impl_item$/,
    isOpen: (head) => /^pub\b/.test(head),
  },
  java: {
    shapes: NEVER,
    places: /^package_declaration$/,
    holds: /^(class|interface|enum|record)_declaration$/,
    isOpen: (head) => !/\bprivate\b/.test(head),
  },
  php: {
    shapes: NEVER,
    places: /^namespace_definition$/,
    holds: /^(class|interface|trait|enum)_declaration$/,
    isOpen: (head) => !/\b(private|protected)\b/.test(head),
  },
  ruby: { shapes: NEVER, places: NEVER, holds: /^(class|module)$/, isOpen: () => true },
};
