import type { Command } from 'commander';
import type { Cli } from './context.ts';
import { examples } from './help.ts';

export function defineModels(program: Command, cli: Cli): void {
  program
    .command('models')
    .helpGroup('Runs')
    .description('known models: window, price, thinking, and when they are retired')
    .option('--refresh', 'ask the providers that have a key here for their own lists')
    .option('--all', 'include those that have ended')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay models', 'assay models --refresh', 'assay models --json | jq .warnings'))
    .action(async (options) => cli.exit(await (await import('./commands/models.ts')).models(cli, options)));
}
