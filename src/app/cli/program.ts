import { Command } from 'commander';
import type { Cli } from './context.ts';
import { defineRuns } from './define-runs.ts';
import { defineStart } from './define-start.ts';
import { defineTools } from './define-tools.ts';
import { helpStyle } from './help.ts';

/** The command tree. It imports no command: each is loaded when it is called. */
export function buildProgram(cli: Cli): Command {
  const { screen, version } = cli;
  const program = new Command('assay')
    .description('Runs coding agents and believes nothing it has not measured.')
    .version(version, '-v, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => screen.out(text.trimEnd()),
      // Errors are told once, by the caller.
      writeErr: () => {},
      getOutHelpWidth: () => Math.min(screen.width, 100),
      getOutHasColors: () => true,
    })
    .configureHelp(helpStyle(screen.paint));
  defineStart(program, cli);
  defineRuns(program, cli);
  defineTools(program, cli);
  return program;
}
