import type { Command, CommanderError } from 'commander';
import { TOOLBELT, type ToolEntry } from '#tools/registry.ts';
import type { Cli } from './context.ts';
import { examples } from './help.ts';

/** `assay tool NAME`. Only the tool that is called is loaded; the others are a name and a sentence. */
export async function defineToolbelt(program: Command, cli: Cli, args: readonly string[]): Promise<void> {
  const belt = program
    .command('tool')
    .helpGroup('Toolbelt')
    .helpCommand(false)
    .description('small tools that cannot be misused, for people and for agents')
    .addHelpText(
      'after',
      examples('assay tool find-binary git --min-version 2.30', 'assay tool preview big.json --max 3'),
    );
  for (const entry of TOOLBELT) {
    if (args[0] === 'tool' && args[1] === entry.name) belt.addCommand(await called(entry, cli, program));
    else belt.command(entry.name).description(entry.summary);
  }
}

async function called(entry: ToolEntry, cli: Cli, program: Command): Promise<Command> {
  const [tool, { toolCommand }] = await Promise.all([entry.load(), import('../tool-command/tool-command.ts')]);
  const command = toolCommand(tool, async (call) => {
    const { callTool } = await import('./commands/tool.ts');
    cli.exit(await callTool(cli, tool, call));
  });
  return command.copyInheritedSettings(program).exitOverride((error: CommanderError) => {
    throw error;
  });
}
