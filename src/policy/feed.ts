import type { ShellNode } from '#code/shell-tree.ts';
import { commandWords, walkShell } from '#code/shell-words.ts';
import type { CommandWord } from '#contracts/policy.ts';
import { wordOf } from './word.ts';

/** The standard input of a command. */
export interface Feed {
  /** The text, where the line itself contains it. */
  readonly text: string | null;
  /** The text is exactly this; otherwise the shell still expands something in it. */
  readonly exact: boolean;
  readonly from: readonly string[];
}

/** The input from a here-document, a here-string or a file; null when nothing is redirected. */
export function feedOfHere(redirects: readonly ShellNode[]): Feed | null {
  for (const node of redirects.toReversed()) {
    if (node.type === 'herestring_redirect') {
      const word = node.children.find(({ named, type }) => named && type !== 'file_descriptor');
      const text = word ? wordOf(word).value : null;
      return { text: text ?? word?.text ?? null, exact: text !== null, from: [] };
    }
    if (node.type === 'heredoc_redirect') return hereDocument(node);
    if (node.type === 'file_redirect' && node.children.some(({ text }) => text === '<')) {
      return { text: null, exact: false, from: [] };
    }
  }
  return null;
}

function hereDocument(node: ShellNode): Feed {
  const start = node.children.find(({ type }) => type === 'heredoc_start')?.text ?? '';
  const body = node.children.find(({ type }) => type === 'heredoc_body')?.text ?? '';
  return { text: body, exact: /['"\\]/.test(start) || !/[$`\\]/.test(body), from: [] };
}

/** The output of the pipeline stages before it, as far as the line shows it. */
export function feedOfPipe(earlier: readonly ShellNode[], here: Feed | null): Feed {
  const from = earlier.flatMap(programsIn);
  const last = earlier.at(-1);
  const text = last ? printed(last, here) : null;
  return { text: text?.text ?? null, exact: text?.exact ?? false, from };
}

const programsIn = (stage: ShellNode): string[] =>
  [...walkShell(stage)]
    .filter(({ type }) => type === 'command')
    .flatMap((command) => commandWords(command).map((word) => wordOf(word).value ?? ''))
    .map((name) => name.replace(/^.*\//s, ''));

function printed(stage: ShellNode, here: Feed | null): { text: string; exact: boolean } | null {
  const command = stage.type === 'redirected_statement' ? stage.children.find(({ field }) => field === 'body') : stage;
  if (command?.type !== 'command') return null;
  const [program, ...words] = commandWords(command).map(wordOf);
  const fed = here ?? feedOfHere([...command.children, ...(command === stage ? [] : stage.children)]);
  if (program?.value === 'cat' && words.length === 0 && fed?.text != null) return { text: fed.text, exact: fed.exact };
  if (program?.value === 'echo') return echoed(words);
  if (program?.value === 'printf') return echoed(words[0]?.value?.includes('%s') ? words.slice(1) : words);
  return null;
}

/** Escapes that `echo` and `printf` would resolve make the text uncertain, but worth reading. */
function echoed(words: readonly CommandWord[]): { text: string; exact: boolean } {
  const shown = words.filter(({ value }) => !/^-[neE]+$/.test(value ?? ''));
  const text = shown.map((word) => word.value ?? word.text).join(' ');
  return {
    text: text.replaceAll('\\n', '\n'),
    exact: shown.every(({ value }) => value !== null && !/[\\%]/.test(value)),
  };
}
