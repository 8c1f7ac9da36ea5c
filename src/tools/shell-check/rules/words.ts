import type { ShellNode } from '#code/shell-tree.ts';
import { commandWords, joinWords, type ShellWord } from '#code/shell-words.ts';
import { type FoundConstruct, found, type Rule, type Rules, replace, type Script } from '../found.ts';
import { expandBraces } from '../rewrite/braces.ts';
import { maskQuotes } from '../rewrite/mask-quotes.ts';
import { EXTENDED, patternFaults } from './patterns.ts';

/** Words that the shell expands and splits: arguments and the list of a `for`. */
const command: Rule = (node) => commandWords(node).flatMap(wordFaults);

const forStatement: Rule = (node) => {
  const select = node.children[0]?.type === 'select' ? [found('select', node)] : [];
  return [...select, ...joinWords(node.children.filter(({ field }) => field === 'value')).flatMap(wordFaults)];
};

const arrayItems: Rule = (node) => [found('array', node)];

function wordFaults(word: ShellWord): FoundConstruct[] {
  const all: FoundConstruct[] = [];
  const braces = expandBraces(word.text);
  if (braces.kind === 'words') {
    const edits = braces.words.includes('') ? undefined : [replace(word, braces.words.join(' '))];
    all.push(found('brace-expansion', word, { edits }));
  } else if (braces.kind === 'too-many') all.push(found('brace-expansion', word));
  if (/^~[+-](?=\/|$)/.test(word.text)) {
    const variable = word.text[1] === '+' ? '"$PWD"' : '"$OLDPWD"';
    const tilde = { start: word.start, end: word.start + 2 };
    all.push(found('tilde', word, { edits: [replace(tilde, variable)] }));
  }
  for (const node of word.nodes) for (const part of unquoted(node)) all.push(...patternFaults(part.text, part.start));
  return all;
}

/** The parts of a word that are patterns: not quoted, not expanded. */
function unquoted(node: ShellNode): ShellNode[] {
  if (node.type === 'concatenation' || node.type === 'command_name') return joinPlain(node.children.flatMap(unquoted));
  return node.type === 'word' || node.type === 'extglob_pattern' ? [node] : [];
}

/** The grammar cuts `[^a]` into pieces. */
function joinPlain(nodes: readonly ShellNode[]): ShellNode[] {
  const joined: ShellNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (last && last.end === node.start)
      joined[joined.length - 1] = { ...last, end: node.end, text: last.text + node.text };
    else joined.push(node);
  }
  return joined;
}

/**
 * Where the grammar gave up: it does not know extended globs in arguments, nor `\<` between brackets. The lines with an
 * error are looked at as text.
 */
export function unparsedFaults({ tree, text }: Script): FoundConstruct[] {
  const lines = new Map<number, string>();
  for (const { start, end } of tree.errors) {
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const to = text.indexOf('\n', end);
    lines.set(from, maskQuotes(text.slice(from, to < 0 ? text.length : to)));
  }
  return [...lines].flatMap(([offset, line]) => {
    const globs = [...line.matchAll(EXTENDED)].map((match) => ({ construct: 'extglob' as const, match }));
    const orders = [...text.slice(offset, offset + line.length).matchAll(/(?<=\[ [^\]\n]*)\\[<>](?= )/g)];
    const tests = orders.map((match) => ({ construct: 'test-operator-2024' as const, match }));
    return [...globs, ...tests].map(({ construct, match }) => {
      const start = offset + match.index;
      return found(construct, { start, end: start + match[0].length });
    });
  });
}

export const wordRules: Rules = { command, for_statement: forStatement, array: arrayItems };
