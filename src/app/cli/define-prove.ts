import type { Command } from 'commander';
import type { Cli } from './context.ts';
import { examples } from './help.ts';

/** Verdicts on work that did not go through a run of ours. */
export function defineProve(program: Command, cli: Cli): void {
  program
    .command('prove')
    .helpGroup('Work')
    .argument('[RANGE]', 'BASE..HEAD, or BASE for BASE..HEAD (default: this branch over main)')
    .description('prove a branch from any tool: red on base, green on head, nothing weakened')
    .option('--each', 'commit by commit instead of as one change')
    .option('--waive <codes...>', 'reasons that do not count, as CODE or CODE:FILE; the report lists them')
    .option('--why <text>', 'why they do not count')
    .option('--junit <file>', 'also write JUnit XML')
    .option('--sarif <file>', 'also write SARIF, for code scanning')
    .option('--markdown <file>', 'also write Markdown, for a job summary')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      examples(
        'assay prove',
        'assay prove origin/main..HEAD',
        'assay prove HEAD~3..HEAD --each',
        'assay prove main..HEAD --junit prove.xml --sarif prove.sarif --markdown "$GITHUB_STEP_SUMMARY"',
        'assay prove --waive TEST_CONFIG_CHANGED:vitest.config.ts --why "moves to the new reporter"',
      ),
    )
    .action(async (range, options) => cli.exit(await (await import('./commands/prove.ts')).prove(cli, range, options)));

  program
    .command('verify')
    .helpGroup('Work')
    .argument('COMMITS', 'a commit, or A..B')
    .description('measure again what the attestations of merged commits claim')
    .option('--full', 'mutants and challenge too')
    .option('--no-run', 'run nothing: only check that notes, trees, bases and signatures match')
    .option('--require-signature', 'refuse a commit that no key in --allowed-signers has signed')
    .option('--allowed-signers <file>', 'who may sign (ssh; default: git’s gpg.ssh.allowedSignersFile)')
    .option('--sign', 'sign what was proven with your git key (needs a person at a terminal)')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      examples('assay verify HEAD', 'assay verify v1.2..main --no-run', 'assay verify HEAD --full --json'),
    )
    .action(async (commits, options) =>
      cli.exit(await (await import('./commands/verify.ts')).verifyCommand(cli, commits, options)),
    );
}
