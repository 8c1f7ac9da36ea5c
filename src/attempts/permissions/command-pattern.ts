import { quoteWord } from '#code/shell-quote.ts';
import type { CommandUse } from '#contracts/policy.ts';
import { isDangerous } from '#policy/dangerous.ts';
import { covers, parsePattern } from '#policy/pattern.ts';

/** Command prefixes after which the rest no longer matters: a yes to one commit message is a yes to the next. */
const OPEN: Readonly<Record<string, readonly string[]>> = {
  git: 'add commit switch branch stash fetch merge tag mv cherry-pick revert'.split(' '),
  npm: ['test', 'ls', 'outdated', 'audit'],
  cargo: ['build', 'check', 'clippy', 'fmt', 'doc', 'test'],
  go: ['build', 'vet', 'fmt', 'test', 'list'],
  dotnet: ['build', 'test', 'restore'],
};
const RUNS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);

/**
 * The pattern under which a yes to this command is remembered; null where it applies only once. The person is shown it,
 * so it is the command word for word, except where the words after a known prefix are mere details.
 */
export function commandPattern(use: CommandUse): string | null {
  const { program, args, hidden } = use;
  if (program === null || hidden?.kind === 'unknown' || hidden?.kind === 'stdin') return null;
  const values = args.map(({ value }) => value);
  const [sub, name] = values;
  const head = use.path ?? program;
  const open = Object.hasOwn(OPEN, program) && OPEN[program]?.includes(sub ?? '');
  if (open && sub) return checked(`${head} ${sub} *`, use);
  if (RUNS.has(program) && sub === 'run' && name && isWord(name)) {
    return checked(values.length > 2 ? `${head} run ${name} *` : `${head} run ${name}`, use);
  }
  if (values.some((value) => value === null || /[*\\]|'.*"|".*'/s.test(value))) return null;
  return checked([head, ...values.map((value) => quoted(value ?? ''))].join(' '), use);
}

const isWord = (text: string): boolean => /^[\w:.@/-]+$/.test(text);
/** Patterns support quotes but no escapes within them. */
const quoted = (value: string): string => (value.includes("'") ? `"${value}"` : quoteWord(value));

/** A pattern that would not match this very command, or is about something dangerous, is useless. */
function checked(pattern: string, use: CommandUse): string | null {
  if (isDangerous(use) !== null) return null;
  return covers(parsePattern(pattern), use) ? pattern : null;
}
