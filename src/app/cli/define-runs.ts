import { type Command, Option } from 'commander';
import { SHOWN_STATUSES } from '#contracts/shown-statuses.ts';
import type { Cli } from './context.ts';
import { amountOption, countOption, wholeNumberOption } from './define-tools.ts';
import { examples } from './help.ts';

export function defineRuns(program: Command, cli: Cli): void {
  const runs = program
    .command('runs')
    .helpGroup('Runs')
    .description('list, show and steer runs')
    .usage('[command]')
    .helpCommand(false);
  defineReading(runs, cli);
  defineSteering(runs, cli);
  defineForking(runs, cli);
  defineUpkeep(runs, cli);
  defineKeeping(runs, cli);
}

const JSON_OBJECT = ['--json', 'one JSON object on stdout'] as const;

function defineReading(runs: Command, cli: Cli): void {
  runs
    .command('list', { isDefault: true })
    .description('list runs, newest first')
    .usage('[options]')
    .option('--conversations', 'list conversations instead; `assay chat --resume` continues them')
    .addOption(new Option('--status <status>', 'only these').choices(SHOWN_STATUSES))
    .option('--session <id>', 'only those of a session')
    .option('--limit <n>', 'at most this many', countOption, 20)
    .option('--all', 'all of them')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs', 'assay runs --status interrupted', 'assay runs --all --json'))
    // Unknown subcommands end up here.
    .allowExcessArguments()
    .action(async (options, command) =>
      cli.exit(await (await import('./commands/runs-list.ts')).listRuns(cli, options, command.args)),
    );

  runs
    .command('show')
    .argument('RUN')
    .description('one run: its story or its steps, questions and errors')
    .option('--at <seq>', 'the state after this event', wholeNumberOption)
    .option('--steps', 'a plan’s run step by step, instead of its story')
    .option('--events', 'every event of its log as well')
    .option(...JSON_OBJECT)
    .addHelpText(
      'after',
      examples('assay runs show last', 'assay runs show r0t1 --at 20', 'assay runs show last --events'),
    )
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-show.ts')).showRunCommand(cli, run, options)),
    );

  runs
    .command('watch')
    .argument('RUN')
    .description('follow a run until it ends; Ctrl-C only stops watching')
    .option('--json', 'JSON lines: one per event, then the end')
    .addHelpText('after', examples('assay runs watch last', 'assay runs watch last --json | jq .type'))
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-watch.ts')).watchRun(cli, run, options)),
    );
}

function defineSteering(runs: Command, cli: Cli): void {
  runs
    .command('resume')
    .argument('RUN')
    .description('resume a run that was interrupted or paused')
    .option('--adopt', 'even if its graph has changed since it started')
    .option('--fast', 'the simulated model answers immediately')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs resume last', 'assay runs resume r0t1 --adopt'))
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-resume.ts')).resumeCommand(cli, run, options)),
    );

  runs
    .command('answer')
    .argument('RUN')
    .argument('ANSWER', 'JSON, or plain text')
    .description('answer the question a run is waiting on')
    .option('--signal <name>', 'which question, if there are several')
    .option('--act <id>', 'whose question, if there are several')
    .option('--resume', 'resume the run afterwards')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs answer last yes --resume', 'assay runs answer last retry'))
    .action(async (run, answer, options) =>
      cli.exit(await (await import('./commands/runs-answer.ts')).answerRun(cli, run, answer, options)),
    );

  runs
    .command('pause')
    .argument('RUN')
    .description('let running steps finish and start no more')
    .option('--why <reason>', 'kept in the log')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs pause last --why "lunch"'))
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-steer.ts')).pauseRun(cli, run, options)),
    );

  runs
    .command('cancel')
    .argument('RUN')
    .description('end a run for good')
    .option('--why <reason>', 'kept in the log')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs cancel last --why "wrong branch"'))
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-steer.ts')).cancelRun(cli, run, options)),
    );

  runs
    .command('budget')
    .argument('RUN')
    .description('set the limits of a run; a run that had reached one continues')
    .option('--usd <n>', 'money', amountOption)
    .option('--tokens <n>', 'tokens', countOption)
    .option('--seconds <n>', 'working time', amountOption)
    .option('--attempts <n>', 'attempts of agents', countOption)
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs budget last --usd 5', 'assay runs budget last --attempts 40'))
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-steer.ts')).budgetRun(cli, run, options)),
    );
}

function defineUpkeep(runs: Command, cli: Cli): void {
  runs
    .command('verify')
    .argument('[RUN]', 'default: all runs')
    .description('check that a run can be read and has what it needs: chain, blobs, workspaces, lease')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs verify', 'assay runs verify last'))
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-verify.ts')).verifyRunsCommand(cli, run, options)),
    );

  runs
    .command('repair')
    .argument('RUN')
    .description('repair a log whose chain is broken; a copy is kept')
    .option('--cut', 'if an event was altered or is missing: cut the log before it')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs repair last', 'assay runs repair r0t1 --cut'))
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-verify.ts')).repairCommand(cli, run, options)),
    );
}

function defineKeeping(runs: Command, cli: Cli): void {
  const load = () => import('./commands/upkeep.ts');
  runs
    .command('delete')
    .argument('RUN')
    .description('delete a finished run, with everything that only it refers to')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs delete last'))
    .action(async (run, options) => cli.exit(await (await load()).deleteCommand(cli, run, options)));
  runs
    .command('pin')
    .argument('RUN')
    .description('keep a run: prune never deletes it')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs pin last'))
    .action(async (run, options) => cli.exit(await (await load()).pinCommand(cli, run, true, options)));
  runs
    .command('unpin')
    .argument('RUN')
    .description('let prune delete it like any other run')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs unpin last'))
    .action(async (run, options) => cli.exit(await (await load()).pinCommand(cli, run, false, options)));
}

/** What is kept of runs, and its size. */
export function defineUpkeepOfHome(program: Command, cli: Cli): void {
  program
    .command('prune')
    .helpGroup('Runs')
    .description('delete old finished runs, and everything that no run refers to any more')
    .requiredOption('--older-than <age>', 'last changed before: 24h, 30d, 8w, or a date')
    .option('--dry-run', 'only show what would be deleted')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay prune --older-than 30d --dry-run', 'assay prune --older-than 30d'))
    .action(async (options) => cli.exit(await (await import('./commands/upkeep.ts')).pruneCommand(cli, options)));
  program
    .command('disk')
    .helpGroup('Runs')
    .description('what Assay uses on the disk, and where')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay disk'))
    .action(async (options) => cli.exit(await (await import('./commands/upkeep.ts')).diskCommand(cli, options)));
  program
    .command('metrics')
    .helpGroup('Runs')
    .description('agents working and waiting on this machine, by lane, in Prometheus format')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay metrics', 'assay metrics --json'))
    .action(async (options) => cli.exit(await (await import('./commands/metrics.ts')).metrics(cli, options)));
}

function defineForking(runs: Command, cli: Cli): void {
  runs
    .command('fork')
    .argument('RUN')
    .description('fork a run at an event: a new run with its history up to there')
    .requiredOption('--at <seq>', 'the last event to keep', countOption)
    .option('--resume', 'resume the new run')
    .option('--fast', 'the simulated model answers immediately')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay runs fork last --at 20', 'assay runs fork last --at 20 --resume'))
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-fork.ts')).forkCommand(cli, run, options)),
    );

  runs
    .command('export')
    .argument('RUN')
    .description('a run as one file that opens without Assay, or as a trace for OpenTelemetry')
    .option('--html <file>', 'where to write the page')
    .option('--otlp [file]', 'write the trace as OTLP/JSON; without a file, send it to OTEL_EXPORTER_OTLP_ENDPOINT')
    .option(...JSON_OBJECT)
    .addHelpText(
      'after',
      examples(
        'assay runs export last --html run.html',
        'assay runs export last --otlp trace.json',
        'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 assay runs export last --otlp',
      ),
    )
    .action(async (run, options) =>
      cli.exit(await (await import('./commands/runs-export.ts')).exportCommand(cli, run, options)),
    );
}
