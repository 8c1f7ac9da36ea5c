import { Command } from 'commander';
import { WORKFLOWS } from '../workflows.ts';
import type { Cli } from './context.ts';
import { defineChat } from './define-chat.ts';
import { defineCost } from './define-cost.ts';
import { defineKnowledge } from './define-knowledge.ts';
import { defineModels } from './define-models.ts';
import { definePr } from './define-pr.ts';
import { defineProve } from './define-prove.ts';
import { defineRun } from './define-run.ts';
import { defineRuns, defineUpkeepOfHome } from './define-runs.ts';
import { defineSessions } from './define-sessions.ts';
import { defineSources } from './define-sources.ts';
import { defineStart } from './define-start.ts';
import { defineToolbelt } from './define-toolbelt.ts';
import { defineTools } from './define-tools.ts';
import { helpStyle } from './help.ts';

/** The command tree. It imports no command: each is loaded when it is called. */
export async function buildProgram(cli: Cli, args: readonly string[]): Promise<Command> {
  const { screen, version } = cli;
  const program = new Command('assay')
    .description('Runs coding agents and believes nothing it has not measured.')
    .version(version, '-v, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .exitOverride()
    // A tool may have an option of its own called --version.
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => screen.out(text.trimEnd()),
      // The caller prints errors, once.
      writeErr: () => {},
      getOutHelpWidth: () => Math.min(screen.width, 100),
      getOutHasColors: () => true,
    })
    .configureHelp(helpStyle(screen.paint));
  defineStart(program, cli);
  defineChat(program, cli);
  defineSessions(program, cli);
  defineRun(program, cli);
  for (const { define } of WORKFLOWS) define?.(program, cli);
  defineProve(program, cli);
  await definePr(program, cli, args);
  defineKnowledge(program, cli);
  defineSources(program, cli);
  defineRuns(program, cli);
  defineCost(program, cli);
  defineUpkeepOfHome(program, cli);
  defineModels(program, cli);
  await defineToolbelt(program, cli, args);
  defineTools(program, cli);
  return program;
}
