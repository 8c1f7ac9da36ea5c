import type { SymbolKind } from '#code/facts/fact-types.ts';
import { readFacts, type SourceFacts } from '#code/facts/facts.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';

export interface FunctionFact {
  readonly path: string;
  readonly kind: SymbolKind;
  /** Of its signature and its body: what can change. */
  readonly text: string;
}

/** A module's file in a tree. */
export type ModuleReading =
  | { readonly type: 'absent' }
  | { readonly type: 'unreadable'; readonly why: string }
  | {
      readonly type: 'read';
      readonly text: string;
      readonly facts: SourceFacts;
      /** Functions and methods of the module, by path; functions inside them are not listed. */
      readonly functions: ReadonlyMap<string, FunctionFact>;
    };

const FUNCTIONS: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'constructor', 'getter', 'setter']);

export async function readModule(
  treeRunner: TreeRunner,
  tree: TreeHash,
  path: string,
  language: string,
): Promise<ModuleReading> {
  const text = await treeRunner.read(tree, path);
  if (text === null) return { type: 'absent' };
  const read = await readFacts(text, language);
  if (!read.ok) return { type: 'unreadable', why: read.why };
  const [broken] = read.facts.errorLines;
  if (broken !== undefined) return { type: 'unreadable', why: `line ${broken} is not valid ${language}` };
  return { type: 'read', text, facts: read.facts, functions: functionsOf(read.facts) };
}

export function functionsOf(facts: SourceFacts): Map<string, FunctionFact> {
  const all = facts.symbols.filter(({ kind }) => FUNCTIONS.has(kind));
  const paths = new Set(all.map(({ path }) => path));
  const found = new Map<string, FunctionFact>();
  for (const { path, kind, signature } of all) {
    if (outerPaths(path).some((outer) => paths.has(outer))) continue;
    const bodies = facts.bodies(path).map(({ hash }) => hash);
    found.set(path, { path, kind, text: [found.get(path)?.text ?? '', signature, ...bodies].join('\n') });
  }
  return found;
}

function outerPaths(path: string): string[] {
  const parts = path.split('.');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'));
}

const CONSTRUCTORS = ['constructor', '__init__', '__new__'];

/** What a claimed name means: itself, or for a class its constructor. */
export function resolveFunction(functions: ReadonlyMap<string, FunctionFact>, name: string): FunctionFact | undefined {
  const own = functions.get(name);
  if (own) return own;
  for (const last of CONSTRUCTORS) {
    const made = functions.get(`${name}.${last}`);
    if (made) return made;
  }
  return undefined;
}

/** `Stack` for `Stack.constructor`: how a call of it is written. */
export const calledAs = ({ path, kind }: FunctionFact): string =>
  kind === 'constructor' ? path.slice(0, path.lastIndexOf('.')) : path;
