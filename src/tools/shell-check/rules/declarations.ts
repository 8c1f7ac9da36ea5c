import type { ShellNode } from '#code/shell-tree.ts';
import { type FoundConstruct, found, NONE, type Rule, type Rules, replace } from '../found.ts';
import { isInside } from './expansions.ts';

/** `local`, `declare`, `typeset`, `export` and `readonly`, which the grammar knows by themselves. */
const declaration: Rule = (node) => {
  const [keyword, ...rest] = node.children;
  if (!keyword) return NONE;
  const options = rest.filter(({ type, text }) => type === 'word' && text.startsWith('-'));
  if (keyword.text === 'local') return [found('local', keyword)];
  if (keyword.text === 'declare' || keyword.text === 'typeset')
    return [found('declare', keyword, plain(node, keyword, options, rest))];
  const odd = options.find(({ text }) => /[^p]/.test(text.slice(1)));
  return odd ? [found('builtin-option', odd)] : NONE;
};

/** Outside a function a declaration is an assignment; inside, it would be a local one. */
function plain(
  node: ShellNode,
  keyword: ShellNode,
  options: readonly ShellNode[],
  rest: readonly ShellNode[],
): Partial<FoundConstruct> {
  const letters = options.map(({ text }) => text.slice(1)).join('');
  const instead = { '': '', r: 'readonly ', x: 'export ' }[letters];
  const names = rest.filter((child) => !options.includes(child) && child.type !== 'comment');
  const assignments = names.every(({ type, text }) => type === 'variable_assignment' && !/=\(/.test(text));
  if (instead === undefined || !assignments || names.length === 0 || isInside(node, 'function_definition')) return {};
  const [firstName] = names;
  return firstName ? { edits: [replace({ start: keyword.start, end: firstName.start }, instead)] } : {};
}

const unsetCommand: Rule = (node) => {
  const odd = node.children.find(
    ({ type, text }) => type === 'word' && /^-[^-]/.test(text) && /[^fv]/.test(text.slice(1)),
  );
  const item = node.children.find(({ text }) => /^['"]?[A-Za-z_]\w*\[[^\]]*\]['"]?$/.test(text));
  return [...(odd ? [found('builtin-option', odd)] : []), ...(item ? [found('array', item)] : [])];
};

export const declarationRules: Rules = { declaration_command: declaration, unset_command: unsetCommand };
