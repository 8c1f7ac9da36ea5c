import type { Command, CommanderError } from 'commander';
import type { AssayError } from '#contracts/errors.ts';
import { isSlip } from '#host/nearest-names.ts';
import { usage } from './cli-error.ts';
import { plural } from './words.ts';

/** Commander's message in our form: what was seen, then what to do. */
export function misuse({ code, message }: CommanderError, args: readonly string[], program: Command): AssayError {
  const { command, words, rest } = reached(program, args);
  const called = ['assay', ...words].join(' ');
  const help = `\`${called} --help\` shows how it is used.`;
  if (code === 'commander.help') return usage(`\`${called}\` alone does nothing`, namesOf(command, called));
  const [seen = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  if (code === 'commander.unknownCommand') {
    const [word = ''] = rest;
    const said = hint.replace(/^\(Did you mean (?:one of )?|\?\)$/g, '').split(', ');
    const near = said.filter((name) => isSlip(word, name));
    return usage(seen, near.length > 0 ? `Did you mean ${near.join(' or ')}?` : namesOf(command, called));
  }
  if (hint !== '') return usage(seen, hint.replace(/^\(|\)$/g, ''));
  return usage(seen, help);
}

/** An unknown word after `assay help`. */
export const unknownHelp = (args: readonly string[], program: Command): AssayError | null => {
  const { command, rest } = reached(program, args);
  if (rest[0] === undefined || rest[0].startsWith('-') || command.commands.length === 0) return null;
  const near = command.commands.map((each) => each.name()).filter((name) => isSlip(rest[0] ?? '', name));
  return usage(
    `there is no command ${rest[0]}`,
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : '`assay help` lists every command.',
  );
};

/** The command that the words lead to, and what is left of them. */
function reached(program: Command, args: readonly string[]) {
  let command = program;
  const words: string[] = [];
  for (const arg of args) {
    const next = command.commands.find((each) => each.name() === arg);
    if (next === undefined) break;
    command = next;
    words.push(arg);
  }
  return { command, words, rest: args.slice(words.length) };
}

const MOST_NAMED = 12;

function namesOf(command: Command, called: string): string {
  const names = command.commands.map((each) => each.name());
  return names.length > MOST_NAMED || names.length === 0
    ? `\`${called} --help\` lists ${plural(names.length, 'command')}.`
    : `Its commands: ${names.map((name) => `\`${called} ${name}\``).join(', ')}.`;
}
