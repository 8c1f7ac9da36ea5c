import type { Command } from 'commander';
import type { Cli } from '../../cli/context.ts';
import { examples } from '../../cli/help.ts';

/** `assay tdd`: from a spec to merged code whose tests were written by an agent that could not see it. */
export function defineTdd(program: Command, cli: Cli): void {
  const tdd = program
    .command('tdd')
    .helpGroup('Work')
    .helpCommand(false)
    .description('from a spec to code and blind tests: proven red, attacked by mutants')
    .argument('[SPEC]', 'a spec: YAML, JSON, or Markdown with front matter')
    .option('--strict', 'refuse surviving mutants and test sketches of the spec that no test covers')
    .option('--speculate', 'start tests and code while the types are still being attacked')
    .option('--sequential', 'the classic order, to compare')
    .option('--backend <name>', 'who works: native, claude, codex or acp:COMMAND')
    .option('--model <name>', 'PROVIDER:NAME, or fast, standard, deep')
    .option('--json', 'one JSON object on stdout when it ends')
    .addHelpText(
      'after',
      examples(
        'assay tdd stack.yaml',
        'assay tdd stack.yaml --strict --speculate',
        'assay tdd next last > stack-2.yaml',
      ),
    )
    .action(async (spec, options) => cli.exit(await (await import('./tdd.ts')).tdd(cli, spec, options)));
  tdd
    .command('next')
    .description('the spec for the next run, from what this one left to do')
    .argument('[RUN]', 'a run, the beginning of its id, or last', 'last')
    .option('--json', 'the spec as one JSON object on stdout, instead of YAML')
    .addHelpText('after', examples('assay tdd next last > stack-2.yaml'))
    .action(async (run, options) => cli.exit(await (await import('./tdd.ts')).tddNext(cli, run, options)));
}
