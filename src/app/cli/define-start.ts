import type { Command } from 'commander';
import type { Cli } from './context.ts';
import { portOption } from './define-tools.ts';
import { DEMOS } from './demos.ts';
import { examples } from './help.ts';

export function defineStart(program: Command, cli: Cli): void {
  const demo = program
    .command('demo')
    .helpGroup('Start here')
    .description('watch a run: simulated agents build, real code checks')
    .argument('[NAME]', DEMOS.map(({ name, about }) => `${name} (${about})`).join('; '), DEMOS[0]?.name)
    .option('--fast', 'answer immediately instead of at a watchable pace');
  for (const { name, options = [] } of DEMOS)
    for (const [flags, takes] of options) demo.option(flags, `of ${name}: ${takes}`);
  demo
    .option('--ask', 'ask you a question before the end (on a terminal)')
    .option('--json', 'one JSON object on stdout when it ends')
    .addHelpText(
      'after',
      examples(
        'assay demo',
        ...DEMOS.flatMap(({ name, example }) => (example === undefined ? [] : [`assay demo ${name} ${example}`])),
        'assay demo first-run --ask',
        'assay demo --fast --json',
      ),
    )
    .action(async (name, options) => cli.exit(await (await import('./commands/demo.ts')).demo(cli, name, options)));

  program
    .command('serve')
    .helpGroup('Start here')
    .description('the window: watch, approve and steer runs in a browser')
    .option('--port <n>', 'port on this machine; 0 takes any free one (default: 4747 if free)', portOption)
    .option('--open', 'open a browser with it')
    .option('--demo', 'with an example run (simulated agents) that starts when the page is opened')
    .option('--json', 'one JSON object on stdout when it listens')
    .addHelpText('after', examples('assay serve', 'assay serve --open', 'assay serve --port 4747 --json'))
    .action(async (options) => cli.exit(await (await import('./commands/serve.ts')).serve(cli, options)));

  program
    .command('doctor')
    .helpGroup('Start here')
    .description('what is installed, what is missing, what to do')
    .option('--repair', 'save what can still be read from a damaged database')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay doctor', 'assay doctor --repair'))
    .action(async (options) => cli.exit(await (await import('./commands/doctor.ts')).doctor(cli, options)));
}
