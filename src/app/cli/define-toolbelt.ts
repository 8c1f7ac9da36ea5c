import type { Command, CommanderError } from 'commander';
import { TOOLBELT, type ToolEntry } from '#tools/registry.ts';
import type { Cli } from './context.ts';
import { examples } from './help.ts';
import { many } from './many.ts';

/** `assay tool NAME`. Only the called tool is loaded; the others are a name and a description. */
export async function defineToolbelt(program: Command, cli: Cli, args: readonly string[]): Promise<void> {
  const belt = program
    .command('tool')
    .helpGroup('Toolbelt')
    .helpCommand(false)
    .description('small tools that cannot be misused, for people and for agents')
    .addHelpText('after', examples('assay tool find-binary git --min-version 2.30', 'assay tool schema assay:log'));
  for (const entry of TOOLBELT) {
    if (args[0] === 'tool' && args[1] === entry.name) belt.addCommand(await called(entry, cli, program));
    else belt.command(entry.name).description(entry.summary);
  }
  defineCheckpoint(program, cli);
}

async function called(entry: ToolEntry, cli: Cli, program: Command): Promise<Command> {
  const [{ toolSupplies }, { toolCommand }] = await Promise.all([
    import('../tool-supplies.ts'),
    import('../tool-command/tool-command.ts'),
  ]);
  const { supplies, close } = toolSupplies(cli.env);
  const tool = await entry.load(supplies);
  const command = toolCommand(tool, async (call) => {
    const { callTool } = await import('./commands/tool.ts');
    cli.exit(await callTool(cli, tool, call).finally(close));
  });
  return command.copyInheritedSettings(program).exitOverride((error: CommanderError) => {
    throw error;
  });
}

function defineCheckpoint(program: Command, cli: Cli): void {
  const checkpoint = program
    .command('checkpoint')
    .helpGroup('Toolbelt')
    .helpCommand(false)
    .description('long shell jobs that survive an interruption');
  checkpoint
    .command('run')
    .description('run the steps of a file, or resume where they stopped')
    .argument('STEPS', 'the steps file (YAML)')
    .option('--fresh', 'set the last run aside and start from the first step')
    .option('--again <step>', 'an unclear step to run again', many)
    .option('--done <step>', 'an unclear step that is known to be done', many)
    .option('--json', 'one JSON object on stdout when it ends')
    .addHelpText(
      'after',
      examples(
        'assay checkpoint run nightly.yaml',
        'assay checkpoint run nightly.yaml --fresh',
        'assay tool checkpoint --file nightly.yaml',
      ),
    )
    .action(async (file, options) =>
      cli.exit(await (await import('./commands/checkpoint.ts')).runCheckpoint(cli, file, options)),
    );
}
