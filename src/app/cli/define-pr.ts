import { type Command, type CommanderError, Option } from 'commander';
import { CLIENTS } from '#agents/known/known-agents.ts';
import type { Cli } from './context.ts';
import { examples } from './help.ts';

const GROUP = 'Gated PRs';
const JSON_OBJECT = ['--json', 'one JSON object on stdout'] as const;

/** Setting a repository up, connecting a client, and the tools of a gated PR for people and shells. */
export async function definePr(program: Command, cli: Cli, args: readonly string[]): Promise<void> {
  defineSetup(program, cli);
  defineConnect(program, cli);
  definePlan(program, cli);
  await defineToolCommands(program, cli, args);
  defineState(program, cli);
  program
    .command('grant')
    .helpGroup(GROUP)
    .argument('[KEY]', 'a request; without it, lists the open requests')
    .description('new dependencies that agents asked for: list them, or approve one (needs a person at a terminal)')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay grant', 'assay grant npm-3f2a'))
    .action(async (key, options) => cli.exit(await (await import('./commands/grant.ts')).grant(cli, key, options)));
  program
    .command('guide')
    .helpGroup(GROUP)
    .argument('RUN')
    .argument('ADVICE', 'what the agent should know or do now')
    .description('answer a run that halted and needs a person')
    .option(
      '--waive <numbers...>',
      'findings to overrule, or criteria that need no test, by the numbers that the halt shows',
    )
    .option(...JSON_OBJECT)
    .addHelpText(
      'after',
      examples(
        'assay guide last "use the price list in docs/prices.md"',
        'assay guide last "the print is the feature" --waive 1',
      ),
    )
    .action(async (run, advice, options) =>
      cli.exit(await (await import('./commands/guide.ts')).guide(cli, run, advice, options)),
    );
}

function defineSetup(program: Command, cli: Cli): void {
  program
    .command('init')
    .helpGroup('Start here')
    .description('set up this repository: detects what it can, asks for the rest, tries it on main, writes it')
    .option('--yes', 'take what was found; ask nothing (as without a terminal)')
    .option('--main <branch>', 'the branch that work is merged into')
    .option('--plan <file>', 'the master plan: a Markdown file with a heading or a list item for each PR')
    .option('--preflight <command>', 'the project’s own check: lint, types, build')
    .option('--no-preflight', 'the project has no check but its tests')
    .option('--test <runner...>', 'the test runners, if none or the wrong ones are detected')
    .option('--reviewer-command <command>', 'a program that reviews: gets the PR as JSON, prints {"findings": […]}')
    .option('--no-try', 'write it without running tests and preflight on main first')
    .option('--force', 'overwrite an existing configuration')
    .option(...JSON_OBJECT)
    .addHelpText(
      'after',
      examples('assay init', 'assay init --yes --plan PLAN.md', 'assay init --preflight "make check"'),
    )
    .action(async (options) => cli.exit(await (await import('./commands/init.ts')).init(cli, options)));
}

function defineConnect(program: Command, cli: Cli): void {
  program
    .command('connect')
    .helpGroup('Start here')
    .argument('CLIENT', Object.keys(CLIENTS).join(', '))
    .description('offer Assay’s tools to your coding agent: shows the change, then writes it')
    .option('--yes', 'write without asking')
    .addOption(new Option('--project', 'in this repository, for everyone who works in it').conflicts('user'))
    .option('--user', 'in your own configuration, for all your repositories')
    .option('--hooks', 'also hooks that keep the agent from running tests itself (Claude Code)')
    .option('--remove', 'remove it again')
    .option('--check', 'ask the client itself whether it has the server; changes nothing')
    .option(...JSON_OBJECT)
    .addHelpText(
      'after',
      examples(
        'assay connect claude',
        'assay connect codex --user',
        'assay connect gemini --check',
        'assay connect claude --remove',
      ),
    )
    .action(async (client, options) =>
      cli.exit(await (await import('./commands/connect.ts')).connectCommand(cli, client, options)),
    );
}

function definePlan(program: Command, cli: Cli): void {
  program
    .command('plan')
    .helpGroup(GROUP)
    .helpCommand(false)
    .description('the master plan')
    .command('check')
    .argument('[FILE]', 'the plan (default: the configured one)')
    .description('show how a plan is read: its PRs, which are open, what does not fit')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay plan check', 'assay plan check docs/plan.md --json'))
    .action(async (file, options) =>
      cli.exit(await (await import('./commands/plan-check.ts')).planCheck(cli, file, options)),
    );
}

/** Which command calls which tool. The descriptions here are for the first page of the help; the rest is the tool's. */
export const TOOL_COMMANDS = {
  task: { tool: 'get_task', summary: 'what to do next' },
  submit: { tool: 'submit_work', summary: 'hand in an attempt; it is measured here' },
  'check-work': { tool: 'check_work', summary: 'the answer to a call that was still running' },
  scope: { tool: 'request_scope_reduction', summary: 'split a step that keeps failing into smaller ones' },
  escalate: { tool: 'escalate_for_external_help', summary: 'report to a person and halt' },
} as const;

/** Only the called command is built from its tool; the others are a name and a description. */
async function defineToolCommands(program: Command, cli: Cli, args: readonly string[]): Promise<void> {
  for (const [name, { tool, summary }] of Object.entries(TOOL_COMMANDS)) {
    if (args[0] !== name) {
      program.command(name).helpGroup(GROUP).description(summary);
      continue;
    }
    const { prToolCommand } = await import('./commands/pr-tools.ts');
    const command = prToolCommand(cli, name, tool);
    command
      .copyInheritedSettings(program)
      .helpGroup(GROUP)
      .exitOverride((error: CommanderError) => {
        throw error;
      });
    program.addCommand(command);
  }
}

function defineState(program: Command, cli: Cli): void {
  const state = program
    .command('state')
    .helpGroup(GROUP)
    .helpCommand(false)
    .description('the state of the PR')
    .usage('[command]');
  state
    .command('show', { isDefault: true })
    .description('status, steps, counter and last error, from the log')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay state', 'assay state --json'))
    .action(async (options) => cli.exit(await (await import('./commands/state.ts')).showState(cli, options)));
  state
    .command('main')
    .description('tests that fail on main too, and so do not count; how long main takes')
    .option('--measure', 'run the tests of main once, as the gate does, to see whether this project can be measured')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay state main', 'assay state main --measure', 'assay state main --json'))
    .action(async (options) =>
      cli.exit(
        options.measure
          ? await (await import('./commands/measure-main.ts')).measureMain(cli, options)
          : await (await import('./commands/state-main.ts')).showMain(cli, options),
      ),
    );
  state
    .command('accept')
    .description('accept an edit of .assay/ACTIVE_PR.json (needs a person at a terminal)')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay state accept'))
    .action(async (options) => cli.exit(await (await import('./commands/state.ts')).acceptState(cli, options)));
  state
    .command('restore')
    .description('write the state files again from the log')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay state restore'))
    .action(async (options) => cli.exit(await (await import('./commands/state.ts')).restoreState(cli, options)));
}
