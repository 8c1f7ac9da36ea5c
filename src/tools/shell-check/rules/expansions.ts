import type { ShellNode } from '#code/shell-tree.ts';
import { type FoundConstruct, found, NONE, type Rule, type Rules, replace, type Script } from '../found.ts';
import { plainWord } from '../rewrite/ansi-c.ts';
import {
  changeCase,
  type Rewritten,
  readParameter,
  type ShellParameter,
  substitute,
  substring,
} from '../rewrite/parameter.ts';
import { patternFaults } from './patterns.ts';
import { SHELL_VARIABLES, VARIABLE_COMMANDS } from './shell-variables.ts';

const expansion: Rule = (node, script) => {
  const parameter = readParameter(node.text);
  if (!parameter) return NONE;
  return [...special(node, parameter, script), ...operation(node, parameter)];
};

function operation(node: ShellNode, parameter: ShellParameter): readonly FoundConstruct[] {
  const { prefix, rest } = parameter;
  if (rest.startsWith('[')) return [found('array', node)];
  if (prefix === '!') return [found('indirect', node)];
  if (/^:(?![-=?+])/.test(rest)) return [withRewrite('substring', node, substring(parameter))];
  if (rest.startsWith('/')) return [withRewrite('substitute', node, substitute(parameter))];
  if (/^[\^,]/.test(rest)) return [withRewrite('case-modify', node, changeCase(parameter))];
  if (rest.startsWith('@')) return [found('transform', node)];
  const [operator] = /^(?:##?|%%?)/.exec(rest) ?? [];
  if (operator === undefined) return NONE;
  const at = node.start + node.text.indexOf(rest, 3) + operator.length;
  return patternFaults(rest.slice(operator.length), at);
}

function withRewrite(
  construct: FoundConstruct['construct'],
  node: ShellNode,
  rewritten: Rewritten | null,
): FoundConstruct {
  if (!rewritten || node.text.at(-1) !== '}') return found(construct, node);
  // In a here-document double quotes inside ${ } do not mean the same everywhere.
  if (isInside(node, 'heredoc_body') && /^\$\{.*"/.test(rewritten.text)) return found(construct, node);
  return found(construct, node, { edits: [replace(node, rewritten.text)], assumes: rewritten.assumes });
}

function special(node: ShellNode, { name, prefix, rest }: ShellParameter, script: Script): readonly FoundConstruct[] {
  if (!SHELL_VARIABLES.has(name) || script.assigned.has(name) || prefix === '!') return NONE;
  const command = VARIABLE_COMMANDS[name];
  const edits = command && rest === '' && prefix === '' ? [replace(node, `$(${command})`)] : undefined;
  return [found('bash-variable', node, { edits })];
}

const simpleExpansion: Rule = (node, script) =>
  special(node, { prefix: '', name: node.text.slice(1), rest: '' }, script);

const ansiString: Rule = (node) => {
  const word = node.text.endsWith("'") ? plainWord(node.text.slice(2, -1)) : null;
  return [found('ansi-c-quote', node, word === null ? {} : { edits: [replace(node, word)] })];
};

const string: Rule = (node, { text }) => {
  if (text[node.start - 1] !== '$' || /[$\\]/.test(text[node.start - 2] ?? '')) return NONE;
  const dollar = { start: node.start - 1, end: node.start };
  return [found('locale-quote', { start: dollar.start, end: node.end }, { edits: [replace(dollar, '')] })];
};

const commandSubstitution: Rule = (node) => {
  const inner = node.children.slice(1, -1);
  const [only] = inner;
  if (inner.length !== 1 || only?.type !== 'file_redirect' || !only.text.startsWith('<')) return NONE;
  const edits = [{ start: only.start, end: only.start, text: 'cat ' }];
  return [found('command-substitution-file', node, { edits })];
};

export function isInside(node: ShellNode, type: string): boolean {
  for (let at = node.parent; at; at = at.parent) if (at.type === type) return true;
  return false;
}

export const expansionRules: Rules = {
  expansion,
  simple_expansion: simpleExpansion,
  ansi_c_string: ansiString,
  string,
  command_substitution: commandSubstitution,
};
