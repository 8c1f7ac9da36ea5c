import type { CliCommand, CliOption } from '../cli/command.ts';
import type { CommandTree } from '../cli/command-tree.ts';
import type { DocumentedWord } from '../docs/shell-commands.ts';
import { inheritsOptions, takesNegations, takesPrefixes } from '../help/styles.ts';
import { type Drift, deprecated, nameOf, unknown } from './drift.ts';
import { nearby } from './nearby.ts';

export interface OptionReading {
  readonly drift?: Drift;
  /** The help lists only some of the options, and there is no manual. */
  readonly unjudged?: boolean;
  /** Whether the next word, or several, may belong to it. */
  readonly next: 'value' | 'values' | 'maybe' | 'own';
  /** The rest is not for this program. */
  readonly ends?: boolean;
}

/** One word that begins with a dash: `--name`, `--name=value`, `-x`, `-xvalue`, `-xyz`. */
export async function readOption(word: DocumentedWord, at: CliCommand, tree: CommandTree): Promise<OptionReading> {
  const [name = '', ...rest] = word.text.split('=');
  const hasValue = rest.length > 0;
  if (!/^--?[A-Za-z?#@][\w.:-]*$/.test(name) || (word.dynamic && !hasValue)) return { next: 'maybe' }; // `-5`, `--<name>`
  if (name === '--help') return { next: 'own', ends: true };
  const scope = await scopeOf(at, tree);

  const known = byName(name, scope);
  if (known) return readingOf(known, name, hasValue, at, tree);
  if (!name.startsWith('--') && name.length > 2) {
    const cluster = readCluster(name, scope);
    if (cluster) return readingOf(cluster.option, cluster.name, hasValue || cluster.hasValue, at, tree);
  }
  if (isMentioned(name, scope)) return { next: 'maybe' };
  if (name === '-h' && at.style !== 'click') return { next: 'own', ends: true };

  if (at.style === 'git' || at.style === 'npm') {
    const manual = at.path.length === 0 && at.style === 'git' ? new Set<string>() : await tree.manual(at.path);
    if (!manual) return { next: 'maybe', unjudged: true };
    const first = letters(name)[0] ?? name;
    const attached = manual.has(first) && !byName(first, scope); // `-Sword`
    const all = letters(name).every((letter) => byName(letter, scope) || manual.has(letter));
    if (attached || all || isMentioned(name, { ...scope, mentioned: manual })) return { next: 'maybe' };
    return { next: 'maybe', drift: unknownOption(name, at, tree, [...names(scope), ...manual]) };
  }
  // Every library lists at least --help: a help without options is incomplete.
  if (scope.options.length === 0) return { next: 'maybe', unjudged: true };
  return { next: 'maybe', drift: unknownOption(name, at, tree, names(scope)) };
}

interface Scope {
  readonly style: CliCommand['style'];
  readonly options: readonly CliOption[];
  readonly mentioned: ReadonlySet<string>;
}

/** Its own options, and those of its parents where the library accepts them here. */
async function scopeOf(at: CliCommand, tree: CommandTree): Promise<Scope> {
  if (!inheritsOptions(at.style) || at.path.length === 0) return at;
  const above = await Promise.all(at.path.map((_, depth) => tree.command(at.path.slice(0, depth))));
  const commands = [at, ...above.filter((one) => one !== null)];
  return {
    style: at.style,
    options: commands.flatMap(({ options }) => options),
    mentioned: new Set(commands.flatMap(({ mentioned }) => [...mentioned])),
  };
}

function byName(name: string, { options, style }: Scope): CliOption | null {
  const exact = options.find((option) => option.names.includes(name));
  if (exact || !name.startsWith('--')) return exact ?? null;
  const positive = name.startsWith('--no-') ? `--${name.slice('--no-'.length)}` : null;
  const negated = takesNegations(style)
    ? options.find((option) => option.names.some((one) => one === positive || `--no-${one.slice(2)}` === name))
    : undefined;
  if (negated) return { ...negated, arity: 'none', deprecated: null };
  if (takesNegations(style) && options.some((option) => option.names.includes(`--no-${name.slice(2)}`)))
    return { ...FLAG, names: [name] };
  if (!takesPrefixes(style)) return null;
  const fits = options.filter((option) => option.names.some((one) => one.startsWith(name)));
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

const FLAG: CliOption = { names: [], arity: 'none', value: '', summary: '', deprecated: null };

/** `-xvf name`: flags one after the other; the first that takes a value takes the rest of the word for it. */
function readCluster(name: string, scope: Scope): { option: CliOption; name: string; hasValue: boolean } | null {
  const all = letters(name);
  for (const [index, letter] of all.entries()) {
    const option = byName(letter, scope);
    if (!option) return null;
    const last = index === all.length - 1;
    if (option.arity !== 'none' || last) return { option, name: letter, hasValue: !last };
  }
  return null;
}

const letters = (name: string): string[] =>
  name.startsWith('--') ? [name] : [...name.slice(1)].map((letter) => `-${letter}`);

function isMentioned(name: string, { mentioned, style }: Scope): boolean {
  if (mentioned.has(name)) return true;
  if (!name.startsWith('--')) return name.length > 2 && mentioned.has(name.slice(0, 2)) && /^-[A-Za-z]\d/.test(name);
  if (takesNegations(style) && name.startsWith('--no-') && mentioned.has(`--${name.slice(5)}`)) return true;
  return takesPrefixes(style) && [...mentioned].filter((one) => one.startsWith(name)).length === 1;
}

function readingOf(
  option: CliOption,
  name: string,
  hasValue: boolean,
  at: CliCommand,
  tree: CommandTree,
): OptionReading {
  const drift = option.deprecated ? { drift: deprecated('option', name, at, tree, option.deprecated) } : {};
  if (option.arity === 'program') return { ...drift, next: 'own', ends: true };
  if (hasValue || option.arity === 'none') return { ...drift, next: 'own' };
  if (option.arity === 'required') return { ...drift, next: 'value' };
  if (option.arity === 'many') return { ...drift, next: 'values' };
  return { ...drift, next: 'maybe' };
}

const names = ({ options, mentioned }: Scope): string[] => [...options.flatMap((option) => option.names), ...mentioned];

function unknownOption(name: string, at: CliCommand, tree: CommandTree, candidates: readonly string[]): Drift {
  const sameKind = candidates.filter((one) => one.startsWith('--') === name.startsWith('--') && one.length > 2);
  const near = name.startsWith('--')
    ? nearby(
        name.slice(2),
        sameKind.map((one) => one.slice(2)),
      ).map((one) => `--${one}`)
    : [];
  return unknown('option', name, nameOf(tree, at), near);
}
