import type { Command } from 'commander';
import { EXIT } from '#contracts/errors.ts';
import { shellText } from '#host/program-text.ts';
import { scenarios } from '#sim/scenarios/index.ts';
import { withRuns } from '../../open-runs.ts';
import { usage } from '../cli-error.ts';
import type { Cli } from '../context.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The library's bash script needs the bash-completion package, which may not be installed. */
const withoutPackage = (): string => shellText(new URL('../programs/completion-words.bash', import.meta.url)).trimEnd();

/** Prints the script that makes a shell call `assay complete`. */
export async function completion({ screen }: Cli, shell: string): Promise<number> {
  if (!SHELLS.some((known) => known === shell)) {
    throw usage(`unknown shell '${shell}'`, `Known: ${SHELLS.join(', ')}.`);
  }
  const { default: tab } = await import('@bomb.sh/tab');
  // The library prints to the console; its output is redirected to our stream.
  const { log } = console;
  console.log = (text: string) => screen.outAsIs(text);
  if (shell === 'bash') screen.outAsIs(withoutPackage());
  try {
    tab.setup('assay', 'assay', shell);
  } finally {
    console.log = log;
  }
  return EXIT.done;
}

type Offer = readonly [value: string, description: string];

/** Possible next words: commands and options from the tree, ids and names from existing data. */
export async function complete(cli: Cli, program: Command, words: readonly string[]): Promise<number> {
  const { default: fromCommander } = await import('@bomb.sh/tab/commander');
  const tree = fromCommander(withoutOwn(program), { completionCommandName: 'completion' });
  const offers: Readonly<Record<string, readonly Offer[]>> = {
    RUN: words[0] === 'runs' ? await runIds(cli) : [],
    SHELL: SHELLS.map((shell) => [shell, '']),
    SCENARIO: scenarios.map(({ name, description }) => [name, description]),
  };
  for (const command of tree.commands.values()) {
    for (const argument of command.arguments.values()) {
      argument.handler = (offer) => {
        for (const [value, description] of offers[argument.name] ?? []) offer(value, description);
      };
    }
  }
  tree.parse([...words]);
  return EXIT.done;
}

/** The library brings completion commands of its own. */
function withoutOwn(program: Command): Command {
  const own = ['completion', 'complete'];
  const kept = program.commands.filter((command) => !own.includes(command.name()));
  // Commander types its list as read-only and cannot remove a command.
  (program.commands as unknown[]).splice(0, program.commands.length, ...kept);
  return program;
}

/** Errors have no place in a shell that waits for a Tab. */
async function runIds({ env }: Cli): Promise<Offer[]> {
  try {
    return await withRuns(env, async ({ store }) => {
      const listed = await store.list({ limit: 50 });
      return [['last', 'the newest'], ...listed.map(({ run, title }): Offer => [run, title])];
    });
  } catch {
    return [];
  }
}
