import type { ShellParser } from '#code/shell-tree.ts';
import { hidePlaceholders } from './placeholders.ts';
import { readMarkdownCommands, type Snippet } from './read-markdown.ts';
import { type DocumentedWord, type ShellCommand, shellCommands } from './shell-commands.ts';
import { typedOnly } from './transcript.ts';
import { wordsOfProgram } from './unwrap.ts';

/** A command of the program that a document shows. */
export interface DocumentedCommand {
  readonly words: readonly DocumentedWord[];
  /** As the document has it, on one line. */
  readonly text: string;
  /** Of this word in the document. */
  lineOf(word: DocumentedWord): number;
  readonly inline: boolean;
}

export interface DocumentToRead {
  readonly commands: readonly DocumentedCommand[];
  readonly blocks: number;
  readonly skipped: readonly { readonly line: number; readonly commands: number }[];
}

/** The commands of one document that start the program by one of these names. */
export function documentedCommands(source: string, names: ReadonlySet<string>, parser: ShellParser): DocumentToRead {
  const { snippets, skipped } = readMarkdownCommands(source);
  return {
    commands: snippets.flatMap((snippet) => commandsOf(snippet, names, parser)),
    blocks: snippets.filter(({ kind }) => kind !== 'inline').length,
    skipped: skipped.map(({ line, text }) => ({
      line,
      commands: readMarkdownCommands(text).snippets.flatMap((snippet) => commandsOf(snippet, names, parser)).length,
    })),
  };
}

function commandsOf(snippet: Snippet, names: ReadonlySet<string>, parser: ShellParser): DocumentedCommand[] {
  // Most inline code is no command: parse only what names the program.
  if (![...names].some((name) => snippet.text.includes(name))) return [];
  const shown = snippet.kind === 'transcript' ? typedOnly(snippet.text) : snippet.text;
  const text = hidePlaceholders(snippet.kind === 'inline' ? inlineText(shown) : shown);
  return shellCommands(text, parser).flatMap((command) => {
    const words = wordsOfProgram(command.words, names);
    if (!words || (snippet.kind === 'inline' && !atStart(command, text))) return [];
    return [
      {
        words,
        text: commandText(snippet.kind === 'inline' ? inlineText(shown) : shown, command),
        lineOf: (word) => snippet.line + linesBefore(text, word.start),
        inline: snippet.kind === 'inline',
      },
    ];
  });
}

/** A span that only mentions the program somewhere (`uses git push`) shows no command. */
const atStart = (command: ShellCommand, text: string): boolean =>
  text.slice(0, command.start).trim() === '' || /(?:&&|\|\||[|;(])\s*$/.test(text.slice(0, command.start));

const inlineText = (text: string): string => text.replace(/^\s*\$ /, (prompt) => ' '.repeat(prompt.length));

const commandText = (text: string, { start, end }: ShellCommand): string =>
  text
    .slice(start, end)
    .replace(/\\\n\s*/g, ' ')
    .split('\n', 1)[0]
    ?.replace(/\s+/g, ' ')
    .trim() ?? '';

const linesBefore = (text: string, offset: number): number => text.slice(0, offset).split('\n').length - 1;
