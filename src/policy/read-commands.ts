import type { ShellParser, ShellTree } from '#code/shell-tree.ts';
import { walkShell } from '#code/shell-words.ts';
import type { CommandAssignment, CommandReading, CommandUse, CommandWord } from '#contracts/policy.ts';
import { arithmeticDoubt, unopenedSubstitution } from './doubts.ts';
import type { Feed } from './feed.ts';
import { hidden, type Inner, type Lookup } from './started.ts';
import { startedBy } from './started-by.ts';
import { commandsOf } from './steering.ts';
import { type SimpleCommand, simpleCommands, TooDeep } from './walk-line.ts';

export interface ReadCommandOptions {
  readonly parser: ShellParser;
  readonly lookup?: Lookup;
}

const LONGEST = 64_000;
const MOST_USES = 2_000;
/** The limit for nested shells; a script that calls itself ends here too. */
const DEEPEST = 24;

/** Every simple command that a shell line would run, directly or indirectly. Nothing is run or read to find out. */
export function readCommands(line: string, { parser, lookup = {} }: ReadCommandOptions): CommandReading {
  const reader: Reader = { parser, lookup, uses: [], faults: [] };
  try {
    readLine(reader, line, { via: [], within: false, sure: true, feed: null, assigns: [], depth: 0 });
  } catch (thrown) {
    if (!(thrown instanceof TooDeep)) throw thrown;
    return { type: 'refused', why: 'the line is nested too deeply to be read' };
  }
  const [fault] = reader.faults;
  return fault === undefined ? { type: 'read', uses: reader.uses } : { type: 'refused', why: fault };
}

interface Reader {
  readonly parser: ShellParser;
  readonly lookup: Lookup;
  readonly uses: CommandUse[];
  readonly faults: string[];
}

interface Place {
  readonly via: readonly string[];
  readonly within: boolean;
  readonly sure: boolean;
  readonly feed: Feed | null;
  readonly assigns: readonly CommandAssignment[];
  readonly depth: number;
}

function readLine(reader: Reader, text: string, place: Place): void {
  if (place.depth > DEEPEST || reader.uses.length > MOST_USES) throw new TooDeep();
  const before = faultBefore(text);
  const tree = before === null ? reader.parser.parse(text) : null;
  const fault = before ?? (tree ? faultOf(tree) : null);
  if (tree === null || fault !== null) {
    // Inside a file or a script of the project, that part could not be parsed, not the agent's line.
    if (place.within) reader.uses.push(unknownUse(text, place, fault ?? ''));
    else reader.faults.push(place.via.length === 0 ? (fault ?? '') : `in ${place.via.join(' → ')}: ${fault}`);
    return;
  }
  const functions = functionsOf(tree);
  for (const command of simpleCommands(tree.root)) {
    const feed = command.feed ?? (command.via.includes('pipe') ? null : place.feed);
    const assigns = [...place.assigns, ...command.assigns];
    const there = { ...place, via: [...place.via, ...command.via] };
    const name = command.words[0]?.value;
    const called = functions.some((one) => one.name === name && one.from <= command.start && command.start < one.to);
    // A function's body was read at its definition.
    if (called) {
      reader.uses.push({
        ...baseUse(command, there, command.words.slice(1)),
        program: name ?? null,
        role: 'wrapper',
      });
    } else readCommand(reader, { ...command, feed, assigns }, there);
  }
  const doubt = unopenedSubstitution(tree) ?? arithmeticDoubt(tree);
  if (doubt !== null) reader.uses.push(unknownUse(text, place, doubt));
}

interface Defined {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const IN_ORDER: ReadonlySet<string> = new Set([
  'program',
  'subshell',
  'compound_statement',
  'do_group',
  'command_substitution',
  'process_substitution',
]);

/** Functions, and the range of the line where they certainly apply: behind them, in the same run of commands. */
function functionsOf({ root, text }: ShellTree): Defined[] {
  if (/\bunset\b/.test(text)) return [];
  return [...walkShell(root)].flatMap((node): Defined[] => {
    if (node.type !== 'function_definition' || !node.parent || !IN_ORDER.has(node.parent.type)) return [];
    const name = node.children.find(({ field }) => field === 'name')?.text ?? '';
    return [{ name, from: node.end, to: node.parent.end }];
  });
}

/**
 * Words that a shell takes for its own where a command begins. The grammar misses some there (`! ! git push`, `time ! git
 * push`) and names them as the program; what follows would really run.
 */
const RESERVED: ReadonlySet<string> = new Set(
  '! { } [[ if then elif else fi case esac for select while until do done function'.split(' '),
);

function readCommand(reader: Reader, command: SimpleCommand, place: Place): void {
  if (place.depth > DEEPEST || reader.uses.length > MOST_USES) throw new TooDeep();
  const [name, ...args] = command.words;
  const base = baseUse(command, place, args);
  for (const inner of commandsOf(command.assigns)) readInner(reader, inner, place);
  if (!name) {
    if (command.assigns.length + command.redirects.length > 0) {
      reader.uses.push({ ...base, role: command.assigns.length > 0 ? 'assignment' : 'wrapper' });
    }
    return;
  }
  if (RESERVED.has(name.text)) {
    const why = `the line cannot be read as a shell would (near ${JSON.stringify(name.text)})`;
    if (place.within) reader.uses.push(unknownUse(command.text, place, why));
    else reader.faults.push(why);
    return;
  }
  if (name.value === null || name.value === '') {
    const why = `which program ${name.text} expands to is not known before it runs`;
    reader.uses.push({ ...base, hidden: hidden('unknown', null, why) });
    if (args.length > 0) readInner(reader, { words: args, via: name.text, sure: false, within: true }, place);
    return;
  }
  const path = name.value.includes('/') ? name.value : null;
  const program = name.value.replace(/^.*\//s, '');
  const started = startedBy({ program, path, args, feed: command.feed }, reader.lookup);
  reader.uses.push({ ...base, program, path, role: started.role, hidden: started.hidden });
  for (const inner of started.inner) readInner(reader, inner, place);
}

function readInner(reader: Reader, inner: Inner, place: Place): void {
  const there: Place = {
    via: [...place.via, inner.via],
    within: place.within || inner.within === true,
    sure: place.sure && inner.sure !== false,
    feed: inner.feed ?? null,
    assigns: (inner.assigns ?? []).map(assignmentOf),
    depth: place.depth + 1,
  };
  if (inner.line !== undefined) return readLine(reader, inner.line, there);
  if (!inner.words || inner.words.length === 0) return;
  const { words } = inner;
  const text = words.map((word) => word.text).join(' ');
  readCommand(
    reader,
    { text, start: 0, words, assigns: there.assigns, redirects: [], via: [], feed: there.feed },
    there,
  );
}

const baseUse = (command: SimpleCommand, place: Place, args: readonly CommandWord[]): CommandUse => ({
  text: command.text,
  program: null,
  path: null,
  args,
  assigns: command.assigns,
  redirects: command.redirects,
  via: place.via,
  fedBy: command.feed?.from ?? [],
  role: 'command',
  within: place.within,
  sure: place.sure,
  hidden: null,
});

const unknownUse = (text: string, place: Place, why: string): CommandUse => ({
  ...baseUse({ text, start: 0, words: [], assigns: [], redirects: [], via: place.via, feed: null }, place, []),
  hidden: hidden('unknown', null, why),
});

const assignmentOf = ({ text, value }: CommandWord): CommandAssignment => {
  const [name = '', ...rest] = (value ?? text).split('=');
  return { name, value: value === null ? null : rest.join('=') };
};

/** Text that the grammar and a shell would read differently, or that cannot be read. */
function faultBefore(text: string): string | null {
  if (text.length > LONGEST) return `the line is longer than ${LONGEST} characters`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) return 'the line holds a control character';
  if (/[^\\\s](?:\\\\)*\\\n\S/.test(text)) return 'a backslash joins two lines in the middle of a word';
  return null;
}

function faultOf(tree: ShellTree): string | null {
  if (tree.gaveUp) return 'the line cannot be read as a shell would';
  const [first] = tree.errors;
  if (!first) return null;
  const near = first.text.trim().slice(0, 40);
  return `the line cannot be read as a shell would${near === '' ? '' : ` (near ${JSON.stringify(near)})`}`;
}
