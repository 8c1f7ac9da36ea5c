import type { ShellNode } from '#code/shell-tree.ts';
import { literalOf } from '#code/shell-words.ts';
import { type Edit, type FoundConstruct, found, NONE, type Rule, type Rules, replace, type Script } from '../found.ts';
import { feedString, pipeable, removal } from '../rewrite/feed.ts';

const fileRedirect: Rule = (node, { text }) => {
  const all: FoundConstruct[] = [];
  const descriptor = node.children.find(({ field }) => field === 'descriptor');
  const operator = node.children.find(({ named }) => !named);
  const target = node.children.find(({ field }) => field === 'destination');
  if (descriptor && descriptor.text.length > 1) all.push(found('fd-number', descriptor));
  const [variable] = /(?<=^|\s)\{[A-Za-z_]\w*\}$/.exec(text.slice(Math.max(0, node.start - 80), node.start)) ?? [];
  if (variable) all.push(found('fd-variable', { start: node.start - variable.length, end: node.end }));
  if (operator && target && isBoth(operator, target, descriptor)) {
    const single = operator.text === '&>>' ? '>>' : '>';
    const edits = [replace(operator, single), { start: target.end, end: target.end, text: ' 2>&1' }];
    all.push(found('redirect-both', node, { edits }));
  }
  return all;
};

/** `>&2` copies a descriptor; `>&file` sends both outputs to a file. */
function isBoth(operator: ShellNode, target: ShellNode, descriptor: ShellNode | undefined): boolean {
  if (operator.text === '&>' || operator.text === '&>>') return true;
  const name = literalOf(target);
  return operator.text === '>&' && !descriptor && name !== null && !/^(?:\d+-?|-)$/.test(name);
}

const hereString: Rule = (node, script) => [
  found('here-string', node, { edits: feedString(node, script) ?? undefined }),
];

const processSubstitution: Rule = (node, script) => [
  found('process-substitution', node, { edits: pipeFrom(node, script) ?? undefined }),
];

/** `program < <(producer)` is a pipe written backwards. */
function pipeFrom(node: ShellNode, script: Script): readonly Edit[] | null {
  const redirect = node.parent;
  const inner = node.children.filter(({ named }) => named);
  const [producer] = inner;
  if (redirect?.type !== 'file_redirect' || !redirect.text.startsWith('<') || inner.length !== 1 || !producer)
    return null;
  if (!SIMPLE.has(producer.type) || /\n/.test(producer.text)) return null;
  const statement = pipeable(redirect, script);
  if (!statement) return null;
  return [
    { start: statement.start, end: statement.start, text: `${producer.text} | ` },
    removal(redirect, script.text),
  ];
}

const SIMPLE: ReadonlySet<string> = new Set(['command', 'pipeline', 'redirected_statement', 'subshell']);

const pipeBoth: Rule = (node, { text }) => {
  if (node.named) return NONE;
  const gap = /\s/.test(text[node.start - 1] ?? '') ? '' : ' ';
  return [found('pipe-both', node, { edits: [replace(node, `${gap}2>&1 |`)] })];
};

export const redirectRules: Rules = {
  file_redirect: fileRedirect,
  herestring_redirect: hereString,
  process_substitution: processSubstitution,
  '|&': pipeBoth,
};
