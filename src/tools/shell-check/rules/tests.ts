import type { ShellNode } from '#code/shell-tree.ts';
import { joinWords, literalOf, type ShellWord } from '#code/shell-words.ts';
import { type FoundConstruct, found, NONE, type Rule, type Rules, replace, type Script } from '../found.ts';
import { posixCondition, UNARY } from '../rewrite/double-bracket.ts';
import { placed } from '../rewrite/place.ts';
import { splitTerms } from '../rewrite/test-terms.ts';
import { arithmeticCommand } from './arithmetic.ts';

const testCommand: Rule = (node, script) => {
  const open = node.children[0]?.text;
  if (open === '[[') return [doubleBracket(node, script)];
  if (open === '((') return arithmeticCommand(node, script);
  if (open !== '[') return NONE;
  return testWords(node, operandsOf(node), 'bracket');
};

function doubleBracket(node: ShellNode, script: Script): FoundConstruct {
  const inner = node.children.filter(({ named }) => named);
  const [expression] = inner;
  const usesMatch = script.text.includes('BASH_REMATCH') && node.text.includes('=~');
  const condition = expression && inner.length === 1 && !usesMatch ? posixCondition(expression) : null;
  if (!condition) return found('double-bracket', node);
  const assumes = condition.assumes[0];
  return found('double-bracket', node, { edits: [replace(node, placed(condition, node))], assumes });
}

/** The rules for what `[` or `test` is given. */
export function testWords(command: ShellNode, words: readonly ShellWord[], form: 'bracket' | 'test'): FoundConstruct[] {
  const all: FoundConstruct[] = [];
  const texts = words.map(({ text }) => text);
  for (const [i, word] of words.entries()) {
    if (word.text === '==') all.push(found('test-equals', word, { edits: [replace(word, '=')] }));
    else if (word.text === '=~') all.push(found('test-operator', word));
    else if (isUnaryPlace(texts, i) && /^-[A-Za-z]$/.test(word.text) && !UNARY.has(word.text) && words[i + 1]) {
      all.push(found('test-operator', word, unaryRewrite(word, words[i + 1])));
    } else if (NEWER.has(word.text) && i > 0) all.push(found('test-operator-2024', word));
  }
  const joint = words.find(({ text }, i) => i > 0 && (text === '-a' || text === '-o') && !isUnaryPlace(texts, i));
  const group = words.find(({ text }) => text === '(' || text === '\\(' || text === "'('");
  if (joint ?? group) all.push(found('test-and-or', joint ?? group ?? command, jointRewrite(command, words, form)));
  return all;
}

const NEWER: ReadonlySet<string> = new Set(['-nt', '-ot', '-ef', '\\<', '\\>', "'<'", "'>'", '"<"', '">"']);

/** An operator is unary where an expression begins. */
const isUnaryPlace = (texts: readonly string[], i: number): boolean => {
  const before = texts[i - 1];
  if (i === 0 || before === '!') return texts[i + 1] !== undefined && !['=', '!=', '=='].includes(texts[i + 1] ?? '');
  return (before === '-a' || before === '-o') && !isUnaryPlace(texts, i - 1) && texts[i + 1] !== undefined;
};

function unaryRewrite(operator: ShellWord, operand: ShellWord | undefined): Partial<FoundConstruct> {
  const name = operand ? literalOf(operand) : null;
  if (!operand || name === null) return {};
  if (operator.text === '-a') return { edits: [replace(operator, '-e')] };
  if (operator.text !== '-v' || !/^[A-Za-z_]\w*$/.test(name)) return {};
  return { edits: [replace({ start: operator.start, end: operand.end }, `"\${${name}+set}" = set`)] };
}

function jointRewrite(
  command: ShellNode,
  words: readonly ShellWord[],
  form: 'bracket' | 'test',
): Partial<FoundConstruct> {
  const condition = splitTerms(words, form);
  return condition ? { edits: [replace(command, placed(condition, command))] } : {};
}

/** The words between the brackets, whatever expression the grammar saw in them. */
function operandsOf(node: ShellNode): ShellWord[] {
  const leaves: ShellNode[] = [];
  const collect = (at: ShellNode): void => {
    for (const child of at.children) {
      if (GROUPING.has(child.type)) collect(child);
      else leaves.push(child);
    }
  };
  collect(node);
  return joinWords(leaves.filter(({ text, parent }) => !(parent === node && (text === '[' || text === ']'))));
}

const GROUPING: ReadonlySet<string> = new Set([
  'binary_expression',
  'unary_expression',
  'parenthesized_expression',
  'postfix_expression',
  'ternary_expression',
]);

export const testRules: Rules = { test_command: testCommand };
