import type { Command } from 'commander';
import type { Cli } from './context.ts';
import { examples } from './help.ts';

export function defineStart(program: Command, cli: Cli): void {
  program
    .command('demo')
    .helpGroup('Start here')
    .description('watch a run: simulated agents build, real code checks')
    .option('--fast', 'answer at once instead of at a pace one can watch')
    .option('--ask', 'ask you before the end (on a terminal)')
    .option('--json', 'one JSON object on stdout when it ends')
    .addHelpText('after', examples('assay demo', 'assay demo --ask', 'assay demo --fast --json'))
    .action(async (options) => cli.exit(await (await import('./commands/demo.ts')).demo(cli, options)));

  program
    .command('doctor')
    .helpGroup('Start here')
    .description('what is installed, what is missing, what to do')
    .option('--repair', 'save what can be read of a damaged database')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay doctor', 'assay doctor --repair'))
    .action(async (options) => cli.exit(await (await import('./commands/doctor.ts')).doctor(cli, options)));
}
