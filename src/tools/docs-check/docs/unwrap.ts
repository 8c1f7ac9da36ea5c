import type { DocumentedWord } from './shell-commands.ts';

/** The words from the program on, when one of these names is started, directly or through `sudo`, `env`, `npx` …; else null. */
export function wordsOfProgram(
  words: readonly DocumentedWord[],
  names: ReadonlySet<string>,
): readonly DocumentedWord[] | null {
  let at = 0;
  while (at < words.length) {
    const name = baseName(words[at]?.text ?? '');
    if (names.has(name) && !words[at]?.dynamic) return words.slice(at);
    const wrapper = WRAPPERS.get(name);
    if (wrapper === undefined) return null;
    at = pastWrapper(words, at + 1, wrapper);
  }
  return null;
}

interface Wrapper {
  /** Options that take the next word. */
  readonly valued: readonly string[];
  /** Words of its own before the command. */
  readonly own?: number;
}

const NOTHING: Wrapper = { valued: [] };
const WRAPPERS = new Map<string, Wrapper>([
  ['sudo', { valued: ['-u', '-g', '-C', '-h', '-p', '-r', '-t', '-T', '-U', '-D'] }],
  ['doas', { valued: ['-u', '-C'] }],
  ['env', { valued: ['-u', '-C', '--unset', '--chdir'] }],
  ['nice', { valued: ['-n'] }],
  ['timeout', { valued: ['-s', '-k', '--signal', '--kill-after'], own: 1 }],
  ['xargs', { valued: ['-n', '-I', '-P', '-L', '-d', '-a', '-E', '-s'] }],
  ['watch', { valued: ['-n', '--interval'] }],
  ['npx', { valued: ['-p', '--package'] }],
  ['bunx', NOTHING],
  ['time', NOTHING],
  ['nohup', NOTHING],
  ['exec', NOTHING],
  ['command', NOTHING],
  ['builtin', NOTHING],
]);

function pastWrapper(words: readonly DocumentedWord[], from: number, { valued, own = 0 }: Wrapper): number {
  let at = from;
  let left = own;
  for (; at < words.length; at += 1) {
    const { text } = words[at] ?? { text: '' };
    if (text === '--') return at + 1;
    if (valued.includes(text)) at += 1;
    else if (text.startsWith('-') || /^\w+=/.test(text)) continue;
    else if (left > 0) left -= 1;
    else return at;
  }
  return at;
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
