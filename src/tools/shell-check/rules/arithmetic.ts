import type { ShellNode } from '#code/shell-tree.ts';
import { type FoundConstruct, found, NONE, type Rule, type Rules, replace, type Script } from '../found.ts';
import { plainStep, readArithmetic } from '../rewrite/arithmetic.ts';
import { isConditionPlace, isFollowed } from '../rewrite/place.ts';
import { SHELL_VARIABLES } from './shell-variables.ts';

/** `(( … ))` as a command: true when the value is not 0. */
export function arithmeticCommand(node: ShellNode, script: Script): FoundConstruct[] {
  const body = node.text.slice(2, -2);
  const statement = node.parent?.type === 'command_name' ? (node.parent.parent ?? node) : node;
  const text = commandFor(body, statement, script);
  const edits = text === null || !node.text.endsWith('))') ? undefined : [replace(node, text)];
  return [found('double-paren', node, { edits }), ...beyond(node, body, script)];
}

/** The expression as a command with its exit status; if nothing uses the status, the usual plain assignment. */
export function commandFor(body: string, statement: ShellNode, script: Script): string | null {
  const plain = plainStep(body);
  if (plain !== null && isFollowed(statement) && !isConditionPlace(statement) && !script.statusMatters) return plain;
  const { posix } = readArithmetic(body);
  if (posix === null || /["'[\n]/.test(posix)) return null;
  return `[ "$((${guarded(posix)}))" -ne 0 ]`;
}

/** `$(((` could be read as a command in a subshell. */
const guarded = (expression: string): string => {
  const inner = expression.trim();
  return `${inner.startsWith('(') ? ' ' : ''}${inner}${inner.endsWith(')') ? ' ' : ''}`;
};

const arithmeticExpansion: Rule = (node, script) => {
  if (node.text.startsWith('((')) return arithmeticCommand(node, script);
  if (node.text.startsWith('$[')) {
    const body = node.text.slice(2, -1);
    const { posix } = readArithmetic(body);
    const edits = posix === null || !node.text.endsWith(']') ? undefined : [replace(node, `$((${guarded(posix)}))`)];
    return [found('dollar-bracket', node, { edits }), ...beyond(node, body, script)];
  }
  if (!node.text.startsWith('$((')) return NONE;
  const body = node.text.slice(3, -2);
  const { posix } = readArithmetic(body);
  const edits = posix === null || !node.text.endsWith('))') ? undefined : [replace(node, `$((${guarded(posix)}))`)];
  return beyond(node, body, script).map((one) => ({
    ...one,
    edits: one.construct === 'arithmetic' ? edits : undefined,
  }));
};

export function beyond(node: ShellNode, body: string, script: Script): FoundConstruct[] {
  const read = readArithmetic(body);
  const special = read.names.filter((name) => SHELL_VARIABLES.has(name) && !script.assigned.has(name));
  return [
    ...(read.beyond.length > 0 ? [found('arithmetic', node)] : []),
    ...special.map(() => found('bash-variable', node)),
  ];
}

export const arithmeticRules: Rules = { arithmetic_expansion: arithmeticExpansion };
