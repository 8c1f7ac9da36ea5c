import type { CliCommand, CliEntry } from '../cli/command.ts';
import type { CommandTree } from '../cli/command-tree.ts';
import { isPlaceholder } from '../docs/placeholders.ts';
import type { DocumentedWord } from '../docs/shell-commands.ts';
import { isNpmOutput } from '../help/npm.ts';
import { usageIsExact } from '../help/styles.ts';
import { readOption } from './check-option.ts';
import { type Drift, deprecated, nameOf, unknown } from './drift.ts';
import { isSlipOf, nearby } from './nearby.ts';

export interface CommandReport {
  readonly drifts: readonly { readonly drift: Drift; readonly word: DocumentedWord }[];
  /** What could not be judged: the help (without a manual) says too little about it. */
  readonly unjudged: readonly string[];
}

/** Follows the words of a documented command (the program first) through the tree of the program. */
export async function checkCommand(words: readonly DocumentedWord[], tree: CommandTree): Promise<CommandReport> {
  const drifts: { drift: Drift; word: DocumentedWord }[] = [];
  const unjudged: string[] = [];
  const report = (drift: Drift, word: DocumentedWord): void => void drifts.push({ drift, word });
  let at: CliCommand = tree.root;
  let maybeValue = false;
  let argumentSeen = false;

  for (let index = 1; index < words.length; index += 1) {
    const word = words[index];
    if (!word || word.text === '--') break;

    if (word.text.startsWith('-') && word.text.length > 1) {
      const option = await readOption(word, at, tree);
      if (option.drift) report(option.drift, word);
      if (option.unjudged) unjudged.push(`${nameOf(tree, at)} ${word.text}`);
      if (option.ends) break;
      if (option.next === 'value' || option.next === 'values') index += 1;
      maybeValue = option.next === 'maybe' || option.next === 'values';
      continue;
    }

    if (argumentSeen) continue;
    const step = await readWord(word, at, tree, maybeValue);
    if (step.drift) report(step.drift, word);
    if (step.kind === 'stop') break;
    if (step.kind === 'value') continue;
    if (step.kind === 'argument') argumentSeen = true;
    if (step.kind === 'argument' && at.passesOn) break;
    if (step.kind === 'command') {
      const next = await tree.command([...at.path, step.entry.name]);
      if (!next) break;
      at = next;
      maybeValue = false;
    }
  }
  return { drifts, unjudged };
}

type Step =
  | { readonly kind: 'command'; readonly entry: CliEntry; readonly drift?: Drift }
  | { readonly kind: 'argument' | 'value' | 'stop'; readonly drift?: Drift };

/** A word that is not an option: a subcommand, an argument, or neither. */
async function readWord(word: DocumentedWord, at: CliCommand, tree: CommandTree, maybeValue: boolean): Promise<Step> {
  if (at.commands.length === 0) return argumentOf(word, at, tree, maybeValue);
  if (word.dynamic) return { kind: 'stop' };
  const entry = await tree.find(at, word.text);
  if (entry?.name === 'help' || word.text === 'help') return { kind: 'stop' };
  if (entry) {
    return {
      kind: 'command',
      entry,
      ...(entry.deprecated && { drift: deprecated('subcommand', word.text, at, tree, entry.deprecated) }),
    };
  }
  if (at.style === 'npm' && isNpmOutput(word.text)) return { kind: 'stop' };
  const short = at.style === 'npm' && at.path.length === 0 ? byPrefix(at, word.text) : null;
  if (short) return { kind: 'command', entry: short };
  if (maybeValue) return { kind: 'value' };
  if (isPlaceholder(word.text)) return { kind: 'stop' };

  const names = at.commands.flatMap(({ name, aliases }) => [name, ...aliases]);
  const hasDefault = at.commands.some(({ isDefault }) => isDefault);
  if ((at.takesArguments === 'yes' || hasDefault) && !isSlipOf(word.text, names)) {
    return { kind: hasDefault ? 'stop' : 'argument' };
  }
  const near = nearby(word.text, names);
  const suggestions = near.length > 0 ? near : await elsewhere(word.text, tree);
  return { kind: 'stop', drift: unknown('subcommand', word.text, nameOf(tree, at), suggestions) };
}

function argumentOf(word: DocumentedWord, at: CliCommand, tree: CommandTree, maybeValue: boolean): Step {
  const none = at.takesArguments === 'no' && usageIsExact(at.style) && !at.passesOn;
  if (!none || maybeValue || word.dynamic || isPlaceholder(word.text)) return { kind: 'argument' };
  const command = nameOf(tree, at);
  const message = `${command} takes no argument: "${word.text}" is neither a subcommand nor expected`;
  return {
    kind: 'stop',
    drift: { problem: 'unknown', what: 'argument', word: word.text, command, suggestions: [], message },
  };
}

function byPrefix({ commands }: CliCommand, word: string): CliEntry | null {
  const fits = commands.filter(({ name, aliases }) => [name, ...aliases].some((one) => one.startsWith(word)));
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

/** `assay show` for what is now `assay runs show`: the whole tree is read only when nothing nearer fits. */
async function elsewhere(word: string, tree: CommandTree): Promise<string[]> {
  if (tree.root.commands.length > MANY_COMMANDS) return [];
  const all = await tree.all();
  return all
    .filter(({ path }) => path.length > 1 && path.at(-1) === word)
    .map(({ path }) => path.join(' '))
    .slice(0, 3);
}

const MANY_COMMANDS = 60;
