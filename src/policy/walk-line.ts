import type { ShellNode } from '#code/shell-tree.ts';
import { commandWords } from '#code/shell-words.ts';
import type { CommandAssignment, CommandRedirect, CommandWord } from '#contracts/policy.ts';
import { type Feed, feedOfHere, feedOfPipe } from './feed.ts';
import { redirectOf } from './redirect.ts';
import { knownWord, wordOf } from './word.ts';

/** A command as it stands in the line, before its own sub-commands are searched. */
export interface SimpleCommand {
  readonly text: string;
  /** Its position in the line. */
  readonly start: number;
  /** Empty for assignments and redirections that stand alone. */
  readonly words: readonly CommandWord[];
  readonly assigns: readonly CommandAssignment[];
  readonly redirects: readonly CommandRedirect[];
  readonly via: readonly string[];
  readonly feed: Feed | null;
}

interface Place {
  readonly via: readonly string[];
  readonly feed: Feed | null;
  readonly depth: number;
}

/** Deeper than any readable line. */
const DEEPEST = 150;
export class TooDeep extends Error {}

/** Every simple command in the tree, in the order of the text. */
export function simpleCommands(root: ShellNode): SimpleCommand[] {
  const found: SimpleCommand[] = [];
  visit(root, { via: [], feed: null, depth: 0 }, found);
  return found;
}

const VIA: Readonly<Record<string, string>> = {
  subshell: 'subshell',
  command_substitution: 'substitution',
  process_substitution: 'process substitution',
  function_definition: 'function',
  for_statement: 'loop',
  c_style_for_statement: 'loop',
  while_statement: 'loop',
};

function visit(node: ShellNode, place: Place, found: SimpleCommand[]): void {
  if (place.depth > DEEPEST) throw new TooDeep();
  const via = VIA[node.type];
  const inner: Place = { ...place, via: via ? [...place.via, via] : place.via, depth: place.depth + 1 };
  switch (node.type) {
    case 'command':
      return visitCommand(node, [], inner, found);
    case 'declaration_command':
    case 'unset_command':
    case 'test_command':
      found.push(plain(node, [knownWord(headOf(node)), ...builtinWords(node)], inner, assignsIn(node)));
      return visitParts(node, inner, found);
    case 'variable_assignment':
    case 'variable_assignments':
      found.push(plain(node, [], inner, node.type === 'variable_assignment' ? [assignOf(node)] : assignsIn(node)));
      return visitParts(node, inner, found);
    case 'redirected_statement':
      return visitRedirected(node, inner, found);
    case 'pipeline':
      return visitPipeline(node, inner, found);
    case 'for_statement':
      found.push(plain(node, [], inner, loopVariables(node)));
      return visitAll(node.children, inner, found);
    // A command in a substitution reads the same input as the whole command.
    default:
      return visitAll(node.children, inner, found);
  }
}

const visitAll = (nodes: readonly ShellNode[], place: Place, found: SimpleCommand[]): void => {
  for (const node of nodes) visit(node, place, found);
};

/** The substitutions inside words, assignments and redirections, which are commands of their own. */
function visitParts(node: ShellNode, place: Place, found: SimpleCommand[]): void {
  for (const child of node.children) {
    if (child.type === 'variable_assignment') visitParts(child, place, found);
    else visit(child, place, found);
  }
}

function visitCommand(node: ShellNode, outer: readonly ShellNode[], place: Place, found: SimpleCommand[]): void {
  const redirects = [...node.children.filter(({ type }) => type.endsWith('_redirect')), ...outer];
  const feed = feedOfHere(redirects) ?? place.feed;
  found.push({
    text: node.text,
    start: node.start,
    words: commandWords(node).map(wordOf),
    assigns: assignsIn(node),
    redirects: redirects.flatMap(redirectOf),
    via: place.via,
    feed,
  });
  visitParts(node, { ...place, feed: null }, found);
}

function visitRedirected(node: ShellNode, place: Place, found: SimpleCommand[]): void {
  const body = node.children.find(({ field }) => field === 'body');
  const redirects = node.children.flatMap((child) => (child === body ? [] : [child, ...redirectsInHere(child)]));
  if (body?.type === 'command') visitCommand(body, redirects, place, found);
  else {
    found.push({ ...plain(node, [], place, []), redirects: redirects.flatMap(redirectOf) });
    if (body) visit(body, { ...place, feed: feedOfHere(redirects) ?? place.feed }, found);
  }
  for (const redirect of redirects) visitHere(redirect, body, place, found);
}

/** The grammar puts the rest of a `<<END` line below the redirection: a pipe, a list, other redirections. */
const redirectsInHere = (node: ShellNode): ShellNode[] =>
  node.type === 'heredoc_redirect' ? node.children.filter(({ type }) => type === 'file_redirect') : [];

function visitHere(redirect: ShellNode, body: ShellNode | undefined, place: Place, found: SimpleCommand[]): void {
  if (redirect.type !== 'heredoc_redirect') return visitAll(redirect.children, { ...place, feed: null }, found);
  const before = body ? [body] : [];
  for (const child of redirect.children) {
    if (child.type === 'file_redirect') continue;
    if (child.type === 'pipeline') visitStages(child, before, feedOfHere([redirect]), place, found);
    else visit(child, child.type === 'heredoc_body' ? { ...place, feed: null } : place, found);
  }
}

const visitPipeline = (node: ShellNode, place: Place, found: SimpleCommand[]): void =>
  visitStages(node, [], null, place, found);

function visitStages(
  node: ShellNode,
  before: readonly ShellNode[],
  here: Feed | null,
  place: Place,
  found: SimpleCommand[],
): void {
  const earlier = [...before];
  for (const stage of node.children.filter(({ named }) => named)) {
    const feed = earlier.length === 0 ? place.feed : feedOfPipe(earlier, here);
    visit(stage, { ...place, feed, via: [...place.via, 'pipe'] }, found);
    earlier.push(stage);
  }
}

const plain = (
  node: ShellNode,
  words: readonly CommandWord[],
  place: Place,
  assigns: readonly CommandAssignment[],
): SimpleCommand => ({
  text: node.text,
  start: node.start,
  words,
  assigns,
  redirects: [],
  via: place.via,
  feed: place.feed,
});

const headOf = (node: ShellNode): string => {
  const head = node.children[0]?.text ?? '';
  return node.type === 'test_command' ? 'test' : head;
};

/** The words of `export`, `unset` and the like; a test has none that a rule could match. */
const builtinWords = (node: ShellNode): CommandWord[] =>
  node.type === 'test_command' ? [] : node.children.slice(1).map(wordOf);

const assignsIn = (node: ShellNode): CommandAssignment[] =>
  node.children.filter(({ type }) => type === 'variable_assignment').map(assignOf);

function assignOf(node: ShellNode): CommandAssignment {
  const name = node.children.find(({ field }) => field === 'name')?.text ?? '';
  const value = node.children.find(({ field }) => field === 'value');
  return { name: name.replace(/\[.*/s, ''), value: value ? wordOf(value).value : '' };
}

const loopVariables = (node: ShellNode): CommandAssignment[] =>
  node.children.filter(({ field }) => field === 'variable').map(({ text }) => ({ name: text, value: null }));
