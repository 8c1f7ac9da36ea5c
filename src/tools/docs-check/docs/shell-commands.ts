import type { ShellNode, ShellParser } from '#code/shell-tree.ts';

export interface DocumentedWord {
  /** As the program would receive it, as far as that can be known. */
  readonly text: string;
  /** Some of it comes from a variable or another command. */
  readonly dynamic: boolean;
  readonly start: number;
  readonly end: number;
}

export interface ShellCommand {
  readonly words: readonly DocumentedWord[];
  readonly start: number;
  readonly end: number;
}

/** Every simple command of a text: in lists, pipes, loops, functions, substitutions, and `sh -c '…'`. */
export function shellCommands(text: string, parser: ShellParser): ShellCommand[] {
  const whole = parser.parse(text);
  if (whole.errors.length === 0) return commandsIn(whole.root, parser);
  // One line that is not shell (output, a sketch) must not hide the others.
  return logicalLines(text).flatMap(({ text: line, start }) =>
    commandsIn(parser.parse(line).root, parser).map((command) => moved(command, start)),
  );
}

function commandsIn(root: ShellNode, parser: ShellParser): ShellCommand[] {
  const found: ShellCommand[] = [];
  const rest: ShellNode[] = [root];
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.type === 'command') {
      const commands = byLine(node, wordsOf(node));
      found.push(...commands, ...commands.flatMap(({ words }) => nested(words, parser)));
    }
    rest.push(...node.children);
  }
  return found.sort((left, right) => left.start - right.start);
}

/**
 * After a pipeline the grammar continues over line ends when a list follows further down (`a | b`, `c`, `d && e` on a
 * line each: c and d become words of b). No shell does, so an unescaped line end begins another command.
 */
function byLine(node: ShellNode, words: readonly DocumentedWord[]): ShellCommand[] {
  const lines: DocumentedWord[][] = [];
  words.forEach((word, at) => {
    const before = words[at - 1];
    const between = before ? node.text.slice(before.end - node.start, word.start - node.start) : '\n';
    if (/(?<!\\)\n/.test(between)) lines.push([]);
    lines.at(-1)?.push(word);
  });
  return lines.flatMap((line, at) => {
    const command = at === 0 ? line : line.slice(line.findIndex(({ text }) => !/^\w+=/.test(text)));
    const [first, last] = [command[0], command.at(-1)];
    return first && last
      ? [{ words: command, start: at === 0 ? node.start : first.start, end: lines.length === 1 ? node.end : last.end }]
      : [];
  });
}

/** `NAME=value`, redirections and here-documents are no words of the command. */
function wordsOf(command: ShellNode): DocumentedWord[] {
  return command.children
    .filter((node) => node.named && (node.field === 'name' || node.field === 'argument'))
    .map((node) => ({ text: literal(node), dynamic: hasExpansion(node), start: node.start, end: node.end }));
}

function literal(node: ShellNode): string {
  switch (node.type) {
    case 'raw_string':
      return node.text.slice(1, -1);
    case 'string':
      return node.text.slice(1, -1).replace(/\\(["\\$`])/g, '$1');
    case 'concatenation':
    case 'command_name':
      return node.children.length > 0 ? node.children.map(literal).join('') : node.text;
    default:
      return node.text.replace(/\\\n/g, '').replace(/\\(.)/g, '$1');
  }
}

const EXPANSIONS = new Set([
  'simple_expansion',
  'expansion',
  'command_substitution',
  'process_substitution',
  'arithmetic_expansion',
]);

function hasExpansion(node: ShellNode): boolean {
  return EXPANSIONS.has(node.type) || node.children.some(hasExpansion);
}

function nested(words: readonly DocumentedWord[], parser: ShellParser): ShellCommand[] {
  const [name, flag, script] = words;
  if (!name || !flag || !script || !/(?:^|\/)(?:ba|da|z)?sh$/.test(name.text) || !/^-[a-z]*c$/.test(flag.text))
    return [];
  return shellCommands(script.text, parser).map((command) => moved(command, script.start + 1));
}

const moved = (command: ShellCommand, by: number): ShellCommand => ({
  start: command.start + by,
  end: command.end + by,
  words: command.words.map((word) => ({ ...word, start: word.start + by, end: word.end + by })),
});

/** Lines, those that end in a backslash joined to the next. */
function logicalLines(text: string): { text: string; start: number }[] {
  const lines: { text: string; start: number }[] = [];
  let start = 0;
  let at = 0;
  for (const line of text.split('\n')) {
    at += line.length + 1;
    if (line.endsWith('\\')) continue;
    lines.push({ text: text.slice(start, at - 1), start });
    start = at;
  }
  if (start < text.length) lines.push({ text: text.slice(start), start });
  return lines;
}
