import { posix } from 'node:path';
import { applyEdits, type TextEdit } from '#code/mutants/mutant.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';

/** A check of a test, with the id that is reported when it is reached. */
export interface MarkedCheck {
  readonly id: string;
  readonly path: string;
  readonly line: number;
}

/** What inserted code needs in order to report. */
interface Mark {
  readonly nonce: string;
  readonly pipe: string;
  readonly key: string;
}

interface Marked {
  readonly checks: readonly MarkedCheck[];
  readonly edits: ReadonlyMap<string, string>;
}

const NONE: Marked = { checks: [], edits: new Map() };

async function nodesOf(text: string, grammar: string): Promise<SyntaxNode[]> {
  const parsed = await parseText(text, grammar);
  const found: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    found.push(node);
    for (const part of node.parts) visit(part);
  };
  if (parsed.ok) visit(parsed.tree.root);
  return found;
}

export async function markGo(path: string, text: string, mark: Mark): Promise<Marked> {
  const [, own] = /^package\s+(\w+)/m.exec(text) ?? [];
  if (!path.endsWith('_test.go') || own === undefined) return NONE;
  const found = new Map<number, { check: MarkedCheck; edit: TextEdit }>();
  for (const node of await nodesOf(text, 'go')) {
    if (node.type !== 'call_expression') continue;
    const called = node.child('function')?.text ?? '';
    const statement = FAILS.test(called) ? ifAround(node) : ASSERTS.test(called) ? statementOf(node) : null;
    if (!statement || !isOfTest(statement) || found.has(statement.start)) continue;
    const id = `c${path}:${statement.start}`;
    const edit = { start: statement.start, end: statement.start, replacement: `${mark.key}("${id}"); ` };
    found.set(statement.start, { check: { id, path, line: statement.firstLine }, edit });
  }
  const all = [...found.values()];
  const helper = posix.join(posix.dirname(path), `${mark.key}${own}_test.go`);
  return {
    checks: all.map(({ check }) => check),
    edits: new Map([
      [
        path,
        applyEdits(
          text,
          all.map(({ edit }) => edit),
        ),
      ],
      [helper, helperGo(own, mark)],
    ]),
  };
}

const FAILS = /^\w+\.(Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;
const ASSERTS = /^(assert|require|is)\.[A-Z]\w*$/;

/** The `if` that decides whether it fails, with the ones it is the `else` of; null where nothing decides. */
function ifAround(node: SyntaxNode): SyntaxNode | null {
  for (let at = node.parent; at; at = at.parent) {
    if (/^(func_literal|function_declaration|expression_case|default_case|communication_case|type_case)$/.test(at.type))
      return null;
    if (at.type !== 'if_statement') continue;
    let first = at;
    while (first.parent?.type === 'if_statement') first = first.parent;
    return first;
  }
  return null;
}

const statementOf = (node: SyntaxNode): SyntaxNode | null =>
  node.parent?.type === 'expression_statement' ? node.parent : null;

/** In a function that the runner runs, and that is not excluded on some machines. */
function isOfTest(node: SyntaxNode): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (at.type === 'function_declaration')
      return /^Test/.test(at.child('name')?.text ?? '') && !/\.Skip|testing\.Short\(/.test(at.text);
  return false;
}

const helperGo = (own: string, { key, nonce, pipe }: Mark): string => `package ${own}

import (
	"fmt"
	"os"
	"sync/atomic"
)

var ${key}n int64

func ${key}(id string) {
	out, err := os.OpenFile(${JSON.stringify(pipe)}, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return
	}
	defer out.Close()
	fmt.Fprintf(out, "${nonce} ${own}.%d.%d 0 . {\\"k\\":\\"a\\",\\"i\\":\\"%s\\",\\"x\\":null,\\"w\\":[]}\\n", os.Getpid(), atomic.AddInt64(&${key}n, 1), id)
}
`;

export async function markRust(path: string, text: string, mark: Mark): Promise<Marked> {
  const checks: MarkedCheck[] = [];
  const edits: TextEdit[] = [];
  for (const node of await nodesOf(text, 'rust')) {
    if (
      node.type !== 'macro_invocation' ||
      !/^(assert|assert_eq|assert_ne)!/.test(node.text) ||
      !isRustTest(node, text)
    )
      continue;
    const id = `c${checks.length}:${path}`;
    checks.push({ id, path, line: node.firstLine });
    edits.push({ start: node.start, end: node.start, replacement: '{ ' });
    edits.push({ start: node.end, end: node.end, replacement: `; ${wordRust(id, mark)} }` });
  }
  return { checks, edits: new Map(checks.length === 0 ? [] : [[path, applyEdits(text, edits)]]) };
}

/** Inside a function that is a test, and not excluded. */
function isRustTest(node: SyntaxNode, text: string): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type !== 'function_item') continue;
    const attributes = /(?:#\[[^\n]*\]\s*)*$/.exec(text.slice(Math.max(0, at.start - 300), at.start))?.[0] ?? '';
    return /#\[(\w+::)*test\b/.test(attributes) && !/#\[(ignore|should_panic|cfg)/.test(attributes);
  }
  return false;
}

const wordRust = (id: string, { nonce, pipe }: Mark): string =>
  `#[allow(warnings)] { use std::io::Write as _; static N: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0); if let Ok(mut out) = std::fs::OpenOptions::new().append(true).open(${JSON.stringify(pipe)}) { let _ = out.write_all(format!("${nonce} {}.{}.{} 0 . {{\\"k\\":\\"a\\",\\"i\\":\\"${id}\\",\\"x\\":null,\\"w\\":[]}}\\n", ${JSON.stringify(id)}, std::process::id(), N.fetch_add(1, std::sync::atomic::Ordering::SeqCst)).as_bytes()); } }`;
