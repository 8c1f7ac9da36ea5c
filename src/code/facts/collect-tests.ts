import type { SyntaxNode } from '../parse/syntax-tree.ts';
import { bodyHash } from './body-hash.ts';
import { reach } from './calls.ts';
import { linesOf } from './definition.ts';
import type { HookFact, TestFact, TestFileFacts } from './fact-types.ts';
import type { ParsedSource } from './language.ts';

/** A test, suite or hook in the syntax tree. */
export interface FoundTest {
  readonly kind: 'suite' | 'test' | 'hook';
  readonly title: string;
  readonly titleKind: TestFact['titleKind'];
  /** A suite that it belongs to without being written in it. */
  readonly within?: string;
  readonly modifiers: readonly string[];
  readonly guarded: boolean;
  /** The whole: what runs, its title, marks, table, options. */
  readonly whole: SyntaxNode;
  /** Its body. */
  readonly body: SyntaxNode | undefined;
}

export interface TestRules {
  /** The test that a node is, with the nearest suite or test around it. */
  at(node: SyntaxNode, around: FoundTest | undefined): FoundTest | undefined;
  /** The assertion that a node is, and whether it checks constants only. */
  assertion(node: SyntaxNode): { readonly constant: boolean } | undefined;
  /** Calls that skip the test around them. */
  skips(node: SyntaxNode): boolean;
  /** Marks of the whole file. */
  readonly fileModifiers: readonly string[];
}

interface Growing {
  readonly after: number;
  readonly found: FoundTest;
  readonly kind: TestFact['kind'];
  readonly path: readonly string[];
  readonly marks: readonly string[];
  readonly children: TestFact[];
}

/** Deeper suites are not written by people. */
const DEEPEST = 40;

/** Tests with their suites, in the order of the text. */
export function collectTests(source: ParsedSource, rules: TestRules): TestFileFacts {
  const tests: TestFact[] = [];
  const hooks: HookFact[] = [];
  const open: Growing[] = [];
  const close = (): void => {
    const done = open.pop();
    if (done) (open.at(-1)?.children ?? tests).push(toFact(source, rules, done, open.at(-1)?.marks));
  };
  for (let id = 0; id < source.tree.size; id += 1) {
    while (open.length > 0 && id >= (open.at(-1)?.after ?? 0)) close();
    const node = source.tree.node(id);
    const around = open.at(-1);
    const found = node.named && open.length < DEEPEST ? rules.at(node, around?.found) : undefined;
    if (!found) continue;
    const outerPath = [...(around?.path ?? []), ...(found.within === undefined ? [] : [found.within])];
    if (found.kind === 'hook') {
      hooks.push({ name: found.title, path: outerPath, lines: linesOf(found.whole), hash: bodyHash(found.whole) });
      continue;
    }
    const marks = [...(around?.marks ?? rules.fileModifiers), ...found.modifiers];
    open.push({
      after: found.whole.after,
      found,
      kind: found.kind,
      path: [...outerPath, found.title],
      marks,
      children: [],
    });
  }
  while (open.length > 0) close();
  return { tests, hooks };
}

function toFact(
  source: ParsedSource,
  rules: TestRules,
  done: Growing,
  outerMarks: readonly string[] | undefined,
): TestFact {
  const { found, kind, path, children } = done;
  const { title, titleKind, guarded, whole, body } = found;
  const seen = kind === 'test' && body ? look(source, rules, body) : NOTHING;
  const { calls, through } = kind === 'test' && body ? reach(source, body) : { calls: [], through: [] };
  const helped = through.map((one) => (one.body ? look(source, rules, one.body).assertions : 0));
  return {
    kind,
    title,
    titleKind,
    path,
    modifiers: seen.skips ? [...found.modifiers, 'skip-inside'] : found.modifiers,
    inherited: outerMarks ?? rules.fileModifiers,
    guarded,
    lines: linesOf(whole),
    ...(body ? { bodyHash: bodyHash(body) } : {}),
    hash: bodyHash(whole),
    assertions: seen.assertions,
    constantAssertions: seen.constant,
    helperAssertions: helped.reduce((sum, count) => sum + count, 0),
    calls,
    children,
  };
}

const NOTHING = { assertions: 0, constant: 0, skips: false };

function look(source: ParsedSource, rules: TestRules, body: SyntaxNode) {
  let assertions = 0;
  let constant = 0;
  let skips = false;
  for (let id = body.id; id < body.after; id += 1) {
    const node = source.tree.node(id);
    const assertion = rules.assertion(node);
    if (assertion) {
      assertions += 1;
      if (assertion.constant) constant += 1;
    }
    skips ||= rules.skips(node);
  }
  return { assertions, constant, skips };
}
