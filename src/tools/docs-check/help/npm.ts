import type { CliEntry } from '../cli/command.ts';
import { indentOf } from './clean-text.ts';
import { entry } from './command-lists.ts';

/** The commands of `npm -l`: each at the same indent with its usage below, aliases included. */
export function npmCommands(lines: readonly string[]): CliEntry[] {
  const start = lines.indexOf('All commands:');
  const found: { name: string; summary: string; aliases: string[] }[] = [];
  for (const line of start < 0 ? [] : lines.slice(start + 1)) {
    if (line !== '' && indentOf(line) === 0) break;
    const command = /^ {4}([a-z][\w-]*)(?:\s+(\S.*))?$/.exec(line);
    if (command?.[1]) found.push({ name: command[1], summary: command[2] ?? '', aliases: [] });
    const aliases = /^\s{8,}alias(?:es)?: (.*)$/.exec(line)?.[1];
    if (aliases) found.at(-1)?.aliases.push(...aliases.split(/,\s*/));
  }
  return found.map(({ name, aliases, summary }) => entry(name, aliases, summary));
}

/**
 * Every setting of npm is an option of every command (`npm help config`). Its letters are in no output of npm's but
 * its manual, "Shorthands and Other CLI Niceties".
 */
export function npmOptions(configAsJson: string): ReadonlySet<string> | null {
  const keys = keysOf(configAsJson);
  if (keys.length === 0) return null;
  return new Set([...keys.flatMap((key) => [`--${key}`, `--no-${key}`]), ...SHORTHANDS]);
}

/** What npm prints begins like a command: `npm warn …`, `npm error …`. */
export const isNpmOutput = (word: string): boolean =>
  /^(?:notice|warn|error|info|http|verbose|verb|silly|sill|timing|ERR!|WARN)$/.test(word);

/** Words that npm's commands take for one another, though each help shows only one of them. */
export const npmSynonyms = (word: string): readonly string[] =>
  SYNONYMS.find((group) => group.includes(word)) ?? [word];

const SYNONYMS = [
  ['list', 'ls', 'l'],
  ['rm', 'remove', 'delete', 'del', 'revoke'],
  ['clean', 'clear', 'rm'],
];

const SHORTHANDS = [
  ...'aBcCdDEfghHIlLmnNOpPqsSvwy?'.split('').map((letter) => `-${letter}`),
  ...['-dd', '-ddd', '-ws', '-iwr', '-ll', '-la', '-lp', '-desc', '-quiet', '-reg'],
  ...[
    '--porcelain',
    '--readonly',
    '--verbose',
    '--silent',
    '--quiet',
    '--desc',
    '--enjoy-by',
    '--help',
    '--local',
    '--reg',
    '--registry',
  ],
  ...['--no', '--yes', '--ws', '--iwr', '--no-reg', '--no-registry', '--long', '--usage', '--version'],
];

function keysOf(json: string): string[] {
  try {
    const settings: unknown = JSON.parse(json);
    return typeof settings === 'object' && settings !== null
      ? Object.keys(settings).filter((key) => /^[a-z][\w-]*$/.test(key))
      : [];
  } catch {
    return [];
  }
}
