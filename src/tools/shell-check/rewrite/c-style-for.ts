import type { ShellNode } from '#code/shell-tree.ts';
import { commandWords, walkShell } from '#code/shell-words.ts';
import type { Edit, FoundConstruct, Script } from '../found.ts';
import { plainStep, readArithmetic } from './arithmetic.ts';

const SEQUENCES: ReadonlySet<string> = new Set(['program', 'do_group', 'compound_statement', 'subshell', 'case_item']);

/** `for ((a; b; c))` as a `while` loop: null when a `continue` would jump over the step, or a part has no counterpart. */
export function whileLoop(node: ShellNode, script: Script): Partial<FoundConstruct> | null {
  const body = node.children.find(({ type }) => type === 'do_group');
  const done = body?.children.at(-1);
  if (!body || done?.type !== 'done' || jumps(body)) return null;
  const header = script.text.slice(node.start, body.start);
  const [, inside] = /^for\s*\(\(([\s\S]*)\)\)\s*;?\s*$/.exec(header) ?? [];
  const parts = inside?.split(';') ?? [];
  const [start, condition, step] = [first(parts[0]), check(parts[1], parts[0]), next(parts[2])];
  if (parts.length !== 3 || start === null || condition === null || step === null) return null;
  const grouped = !node.parent || !SEQUENCES.has(node.parent.type);
  const edits: Edit[] = [
    { start: node.start, end: body.start, text: `${grouped ? '{ ' : ''}${start}while ${condition}; ` },
    ...stepEdit(step, done, script.text),
    ...(grouped ? [{ start: node.end, end: node.end, text: '; }' }] : []),
  ];
  return { edits, assumes: 'nothing uses the exit status of the loop' };
}

const jumps = (body: ShellNode): boolean =>
  [...walkShell(body)].some((node) => node.type === 'command' && commandWords(node)[0]?.text === 'continue');

function first(part = ''): string | null {
  if (part.trim() === '') return '';
  const [, name, value] = /^\s*([A-Za-z_]\w*)\s*=(?!=)\s*([\s\S]+?)\s*$/.exec(part) ?? [];
  const posix = value === undefined ? null : readArithmetic(value).posix;
  if (name === undefined || posix === null || /["'\n]/.test(posix)) return null;
  return `${name}=${/^-?\d+$/.test(posix) ? posix : `$((${posix}))`}; `;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '-lt',
  '<=': '-le',
  '>': '-gt',
  '>=': '-ge',
  '==': '-eq',
  '!=': '-ne',
};

function check(part = '', start = ''): string | null {
  if (part.trim() === '') return ':';
  const [, name, operator = '', limit] = /^\s*([A-Za-z_]\w*)\s*(<=?|>=?|==|!=)\s*(-?\d+)\s*$/.exec(part) ?? [];
  // The test needs a value, which the loop's own variable surely has.
  if (name && new RegExp(`^\\s*${name}\\s*=`).test(start)) return `[ "$${name}" ${COMPARISONS[operator]} ${limit} ]`;
  const { posix } = readArithmetic(part.trim());
  return posix === null || /["'\n]/.test(posix) ? null : `[ "$((${posix}))" -ne 0 ]`;
}

function next(part = ''): string | null {
  if (part.trim() === '') return '';
  const plain = plainStep(part);
  if (plain !== null) return plain;
  const { posix } = readArithmetic(part.trim());
  return posix === null || /["'\n]/.test(posix) ? null : `: "$((${posix}))"`;
}

function stepEdit(step: string, done: ShellNode, text: string): Edit[] {
  if (step === '') return [];
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, done.start));
  const line = indent ? `  ${step}\n${indent[1]}` : `${step}; `;
  return [{ start: done.start, end: done.start, text: line }];
}
