import { literalOf, type ShellWord } from '#code/shell-words.ts';
import { type FoundConstruct, found, NONE, replace } from '../found.ts';
import { isOneField } from '../rewrite/one-field.ts';
import type { RuleCommand } from './call.ts';

/** `read` in POSIX has one option, -r, and wants at least one name. */
export function read({ node, name, args }: RuleCommand): readonly FoundConstruct[] {
  const options = readOptions(args);
  const names = args.slice(options.used);
  const whole = node.children.every(({ type }) => !type.endsWith('redirect'));
  if (options.odd) {
    const from = args[0] ?? name;
    return [
      found(
        'read-option',
        { start: from.start, end: options.odd.end },
        whole ? rewrite(node.start, name, options, names) : {},
      ),
    ];
  }
  if (names.length > 0) return NONE;
  const prefixed = node.start !== name.start;
  const edits = prefixed
    ? undefined
    : [replace({ start: name.start, end: args.at(-1)?.end ?? name.end }, `IFS= read ${options.raw ? '-r ' : ''}REPLY`)];
  return [found('read-no-name', name, { edits })];
}

interface Options {
  readonly raw: boolean;
  readonly used: number;
  /** The last option beyond -r. */
  readonly odd: ShellWord | null;
  readonly letters: string;
  readonly values: ReadonlyMap<string, ShellWord>;
}

const WITH_VALUE = 'adinNptu';

function readOptions(args: readonly ShellWord[]): Options {
  const values = new Map<string, ShellWord>();
  let [used, letters, odd]: [number, string, ShellWord | null] = [0, '', null];
  for (; used < args.length; used += 1) {
    const word = args[used];
    const text = word ? literalOf(word) : null;
    if (!word || text === null || !/^-[A-Za-z]/.test(text)) break;
    letters += text.slice(1);
    const last = text.at(-1) ?? '';
    if (/[^r]/.test(text.slice(1))) odd = word;
    const value = args[used + 1];
    if (WITH_VALUE.includes(last) && value) {
      values.set(last, value);
      odd = value;
      used += 1;
    }
  }
  return { raw: letters.includes('r'), used, odd, letters, values };
}

/** A prompt is shown only to a terminal, as bash does; another descriptor is a redirection. */
function rewrite(
  start: number,
  name: ShellWord,
  options: Options,
  names: readonly ShellWord[],
): Partial<FoundConstruct> {
  const end = names.at(-1)?.end ?? options.odd?.end ?? name.end;
  const raw = options.raw ? '-r ' : '';
  const variables = names.map(({ text }) => text).join(' ');
  const other = options.letters.replaceAll('r', '');
  if (names.length === 0) return {};
  const prompt = options.values.get('p');
  if (other === 'p' && prompt && start === name.start && isOneField(prompt.nodes)) {
    const text = `{ [ ! -t 0 ] || printf '%s' ${prompt.text} >&2; read ${raw}${variables}; }`;
    return { edits: [replace({ start, end }, text)] };
  }
  const descriptor = options.values.get('u');
  if (other === 'u' && descriptor && /^\d$/.test(descriptor.text)) {
    return { edits: [replace({ start: name.start, end }, `read ${raw}${variables} <&${descriptor.text}`)] };
  }
  return {};
}
