import { type Command, Option } from 'commander';
import type { Cli } from './context.ts';
import { examples } from './help.ts';

/** Kept here so that the command tree imports no command. */
const KEYS = ['day', 'run', 'session', 'model', 'agent'] as const;

export function defineCost(program: Command, cli: Cli): void {
  program
    .command('cost')
    .helpGroup('Runs')
    .description('what agents used and what it cost, by day, run, session, model or agent')
    .addOption(new Option('--by <what>', 'what to sum up by').choices(KEYS).default('day'))
    .option('--since <when>', 'today, 24h, 7d, 2w, or a date', '30d')
    .option('--simulated', 'include runs with a scripted model')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      examples('assay cost', 'assay cost --by model --since 7d', 'assay cost --by run --json | jq .total.usd'),
    )
    .action(async (options) => cli.exit(await (await import('./commands/cost.ts')).costCommand(cli, options)));
}
