import type { CommandWord } from '#contracts/policy.ts';
import { WRAPPERS, type Wrapper } from './wrappers.ts';

export interface SkippedOptions {
  /** Where the command begins; the number of words when there is none. */
  readonly at: number;
  /** `NAME=value` words before it. */
  readonly assigns: readonly CommandWord[];
  /** Options seen, with their values. */
  readonly options: ReadonlyMap<string, CommandWord | null>;
  /** An unknown option, or words that could be anything: the command may begin elsewhere. */
  readonly doubt: string | null;
}

/** Skips a wrapper's own options and operands, to the command it starts. */
export function skipOptions(words: readonly CommandWord[], wrapper: Wrapper): SkippedOptions {
  const flags = new Set(wrapper.flags.split(' '));
  const values = new Set(wrapper.values.split(' '));
  const options = new Map<string, CommandWord | null>();
  const assigns: CommandWord[] = [];
  let operands = wrapper.operands ?? 0;
  let doubt: string | null = null;
  let ended = false;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (!word) break;
    if (word.many) doubt ??= `what ${word.text} expands to is not known before it runs`;
    const { value } = word;
    if (!ended && value === '--') ended = true;
    else if (!ended && value !== null && value.length > 1 && value.startsWith('-')) {
      const next = words[at + 1];
      const read = readOption(value, flags, values);
      if (read.type === 'unknown') doubt ??= `the option ${value} is not known here`;
      for (const name of read.names) options.set(name, read.attached === null ? null : word);
      if (read.type === 'takes-next') {
        options.set(read.names.at(-1) ?? '', next ?? null);
        at += 1;
      }
    } else if (wrapper.assigns && /^[A-Za-z_]\w*=/.test(word.prefix)) {
      assigns.push(word);
      // Only the shell's builtin `time` treats it as an assignment; to the program of that name it is a path.
      if (wrapper === WRAPPERS.time && word.text.includes('/')) doubt ??= `what ${word.text} is here is not certain`;
    } else if (operands > 0) operands -= 1;
    else break;
  }
  return { at, assigns, options, doubt };
}

interface ReadOption {
  readonly type: 'complete' | 'takes-next' | 'unknown';
  readonly names: readonly string[];
  readonly attached: string | null;
}

function readOption(text: string, flags: ReadonlySet<string>, values: ReadonlySet<string>): ReadOption {
  if (text.startsWith('--')) {
    const [name = '', ...rest] = text.slice(2).split('=');
    if (rest.length > 0) {
      const known = values.has(name) || flags.has(name);
      return { type: known ? 'complete' : 'unknown', names: [name], attached: rest.join('=') };
    }
    if (values.has(name)) return { type: 'takes-next', names: [name], attached: null };
    return { type: flags.has(name) ? 'complete' : 'unknown', names: [name], attached: null };
  }
  // The old syntax for the priority, or the number of lines.
  if (/^-\d+$/.test(text)) return { type: 'complete', names: [text], attached: null };
  const names: string[] = [];
  for (let at = 1; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    names.push(letter);
    if (values.has(letter)) {
      const attached = text.slice(at + 1);
      return { type: attached === '' ? 'takes-next' : 'complete', names, attached: attached || null };
    }
    if (!flags.has(letter)) return { type: 'unknown', names, attached: null };
  }
  return { type: 'complete', names, attached: null };
}
