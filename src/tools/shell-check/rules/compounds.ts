import type { ShellNode } from '#code/shell-tree.ts';
import { type FoundConstruct, found, NONE, type Rule, type Rules, replace } from '../found.ts';
import { whileLoop } from '../rewrite/c-style-for.ts';
import { beyond } from './arithmetic.ts';
import { patternFaults } from './patterns.ts';

const functionDefinition: Rule = (node) => {
  const keyword = node.children.find(({ type }) => type === 'function');
  const name = node.children.find(({ field }) => field === 'name');
  if (!name) return NONE;
  const all: FoundConstruct[] = [];
  if (keyword) {
    const parentheses = node.children.some(({ type }) => type === '(');
    const edits = [replace({ start: keyword.start, end: name.start }, '')];
    if (!parentheses) edits.push({ start: name.end, end: name.end, text: '()' });
    all.push(found('function-keyword', keyword, { edits }));
  }
  if (!/^[A-Za-z_]\w*$/.test(name.text)) all.push(found('function-name', name));
  return all;
};

const cStyleFor: Rule = (node, script) => {
  const rewritten = whileLoop(node, script);
  const header = node.text.slice(0, Math.max(0, node.text.indexOf('))')));
  const steps = beyond(node, header, script).filter(({ construct }) => construct === 'bash-variable');
  return [found('c-style-for', node, rewritten ?? {}), ...steps];
};

const caseItem: Rule = (node) =>
  node.children
    .filter(({ field }) => field === 'value')
    .flatMap((value) => {
      return value.type === 'string' || value.type === 'raw_string' ? [] : patternFaults(value.text, value.start);
    });

const assignment: Rule = (node, { unsetIsError }) => {
  const name = node.children.find(({ field }) => field === 'name');
  const operator = node.children.find(({ type }) => type === '+=');
  const value = node.children.find(({ field }) => field === 'value');
  if (!name) return NONE;
  if (name.type === 'subscript') return [found('array', node)];
  if (!operator || value?.type === 'array') return NONE;
  const edits = value?.text.startsWith('~')
    ? undefined
    : [replace(operator, `=\${${name.text}${unsetIsError ? '-' : ''}}`)];
  return [found('append', node, { edits })];
};

const token =
  (construct: FoundConstruct['construct']): Rule =>
  (node: ShellNode) => [found(construct, node)];

export const compoundRules: Rules = {
  function_definition: functionDefinition,
  c_style_for_statement: cStyleFor,
  case_item: caseItem,
  variable_assignment: assignment,
  ';&': token('case-fallthrough'),
  ';;&': token('case-retest'),
};
