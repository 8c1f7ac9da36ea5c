import type { Command } from 'commander';
import type { Cli } from './context.ts';
import { amountOption, countOption } from './define-tools.ts';
import { examples } from './help.ts';

/** `assay run`: a plan in, merged and proven PRs out. */
export function defineRun(program: Command, cli: Cli): void {
  program
    .command('run')
    .helpGroup('Work')
    .description('drive an agent through a plan, PR by PR, every step proven')
    .argument('[PLAN]', 'the plan (Markdown; default: from .assay/config.json)')
    .option('--backend <name>', 'who works: native, claude, codex or acp:COMMAND')
    .option('--model <name>', 'PROVIDER:NAME, or fast, standard, deep')
    .option('--usd <n>', 'stop and ask at this cost', amountOption)
    .option('--tokens <n>', 'stop and ask after this many tokens', countOption)
    .option('--attempts <n>', 'stop and ask after this many attempts', countOption)
    .option('--seconds <n>', 'stop and ask after this long', countOption)
    .option('--approve-drafts', 'stop at each PR’s draft, before any code is written, and ask you')
    .option('--json', 'one JSON object on stdout when it ends')
    .addHelpText(
      'after',
      examples(
        'assay run PLAN.md',
        'assay run --backend claude --usd 5',
        'assay guide last "use integers"',
        'assay resume last',
      ),
    )
    .action(async (plan, options) => cli.exit(await (await import('./commands/run.ts')).runPlan(cli, plan, options)));

  program
    .command('resume')
    .helpGroup('Work')
    .description('resume a run that stopped, was paused or was answered')
    .argument('[RUN]', 'a run, the beginning of its id, or last', 'last')
    .option('--json', 'one JSON object on stdout when it ends')
    .addHelpText('after', examples('assay resume', 'assay resume last --json'))
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-resume.ts')).resumeCommand(cli, run, options)),
    );
}
