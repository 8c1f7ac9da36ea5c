import { type Command, InvalidArgumentError, Option } from 'commander';
import { SearchWeights } from '#contracts/config.ts';
import type { Cli } from './context.ts';
import { amountOption, countOption, wholeNumberOption } from './define-tools.ts';
import { examples } from './help.ts';
import { many } from './many.ts';

const GROUP = 'Knowledge';

/** `assay index`, `find`, `symbol`, `deps`, `dependents`, `history`, `ingest`, `review`, `knowledge stats`. */
export function defineKnowledge(program: Command, cli: Cli): void {
  program
    .command('index')
    .helpGroup(GROUP)
    .description('index the project for search; only changed files are read again')
    .argument('[FOLDER]', 'the project, or a folder of it', '.')
    .option('--watch', 'keep it up to date until Ctrl-C')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay index', 'assay index ~/src/project --json'))
    .action(async (folder, options) =>
      cli.exit(await (await import('./commands/index-code.ts')).indexCode(cli, folder, options)),
    );

  program
    .command('find')
    .helpGroup(GROUP)
    .description('the files and functions a question or a task is about')
    .argument('WORDS...', 'the question, in words or identifiers')
    .addOption(new Option('--in <facet>', 'where to look').choices(['source', 'test', 'other']).default('source'))
    .option('--functions', 'functions from anywhere, by what they do, instead of files')
    .option('--limit <n>', 'how many files or functions', countOption, 10)
    .option('--weights <list>', 'weight of each signal: words=1,history=1,meaning=1,graph=1', weightsOption)
    .option('--pack <tokens>', 'what an agent would get: places and code within that many tokens', countOption)
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      examples(
        'assay find where are blobs written',
        'assay find --functions kills a process and all that it started',
        'assay find --pack 800 retry of broken streams',
        'assay find --in test "lease lost"',
      ),
    )
    .action(async (words, options) => cli.exit(await (await import('./commands/find.ts')).find(cli, words, options)));

  program
    .command('symbol')
    .helpGroup(GROUP)
    .description('where something is defined, what it calls and who calls it')
    .argument('NAME', 'a name, such as push or Stack.push')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay symbol runProcess', 'assay symbol Stack.push --json'))
    .action(async (name, options) => cli.exit(await (await import('./commands/symbol.ts')).symbol(cli, name, options)));

  for (const [name, what] of [
    ['deps', 'what a file or a symbol imports and calls'],
    ['dependents', 'what imports a file or calls a symbol'],
  ] as const) {
    program
      .command(name)
      .helpGroup(GROUP)
      .description(what)
      .argument('NAME', 'a path, or the name of a symbol')
      .option('--depth <n>', 'how many steps', countOption, 1)
      .option('--json', 'one JSON object on stdout')
      .addHelpText('after', examples(`assay ${name} src/host/run-process.ts`, `assay ${name} runProcess --depth 2`))
      .action(async (wanted, options) =>
        cli.exit(
          await (await import('./commands/deps.ts')).deps(cli, wanted, {
            ...options,
            way: name === 'deps' ? 'out' : 'in',
          }),
        ),
      );
  }

  program
    .command('history')
    .helpGroup(GROUP)
    .description('what happened in this project before: failures and their fixes, decisions, runs, commits')
    .argument('[WORDS...]', 'what it is about; without words, the newest')
    .addOption(
      new Option('--only <kind>', 'one kind').choices(['failures', 'decisions', 'sessions', 'facts', 'commits']),
    )
    .option('--run <run>', 'only this run')
    .option('--limit <n>', 'how many', countOption, 10)
    .option('--promote <n>', 'keep this entry for all runs, even when its own run is deleted', wholeNumberOption)
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      examples('assay history', 'assay history why was the retry refused', 'assay history --only failures'),
    )
    .action(async (words, options) =>
      cli.exit(await (await import('./commands/history.ts')).history(cli, words, options)),
    );

  program
    .command('ingest')
    .helpGroup(GROUP)
    .description('read documents: a file, a folder, a page or site, a git repository')
    .argument('[PATH|URL]', 'Markdown, HTML, PDF, RFC and other text; a site is read below its address')
    .addOption(
      new Option('--trust <level>', 'how far to believe it (folders: official, pages: article)').choices([
        'official',
        'article',
      ]),
    )
    .option('--pages <n>', 'how many pages of a site', countOption, 1)
    .option('--list', 'what was read so far')
    .option('--remove', 'forget everything from it')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      examples('assay ingest docs', 'assay ingest https://example.com/guide/ --pages 40', 'assay ingest docs --remove'),
    )
    .action(async (wanted, options) =>
      cli.exit(await (await import('./commands/ingest.ts')).ingestSource(cli, wanted, options)),
    );

  program
    .command('research')
    .helpGroup(GROUP)
    .description('answer a question from what was read; code checks every sentence against its source')
    .argument('QUESTION...', 'in words')
    .addOption(
      new Option('--depth <depth>', 'how far to go').choices(['quick', 'standard', 'deep']).default('standard'),
    )
    .option(
      '--sources <source>',
      'only this source of `assay ingest --list`, or documents whose path starts with it',
      many,
    )
    .option('--model <model>', 'PROVIDER:NAME, or a tier: fast, standard, deep')
    .option('--agent <name>', 'an agent whose AGENT.md defines stages (default: research)')
    .option('--pause', 'show what was found so far, and wait for your choice')
    .option('--web', 'search the web too, with your own search service (standard and deep)')
    .option('--follow <run>', 'a follow-up to an earlier question: returns only what is new')
    .option('--usd <n>', 'stop and ask at this cost', amountOption)
    .option('--tokens <n>', 'stop and ask after this many tokens', countOption)
    .option('--simulated', 'use a scripted model; costs nothing')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      examples(
        'assay research how long is a lease held',
        'assay research --depth quick --sources docs -- what is retried',
      ),
    )
    .action(async (words, options) =>
      cli.exit(await (await import('./commands/research.ts')).researchCommand(cli, words, options)),
    );

  program
    .command('review')
    .helpGroup(GROUP)
    .description('facts that nothing could confirm or deny, and notes that disagree')
    .option('--approve <n>', 'keep this one', wholeNumberOption)
    .option('--reject <n>', 'forget this one', wholeNumberOption)
    .option('--settle <n>', 'settle this conflict', wholeNumberOption)
    .addOption(
      new Option('--keep <which>', 'with --settle: which note stays')
        .choices(['newer', 'trusted', 'both'])
        .default('newer'),
    )
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      examples('assay review', 'assay review --approve 3', 'assay review --settle 2 --keep trusted'),
    )
    .action(async (options) => cli.exit(await (await import('./commands/review.ts')).reviewCommand(cli, options)));

  const knowledge = program
    .command('knowledge')
    .helpGroup(GROUP)
    .helpCommand(false)
    .description('what Assay knows about this project');
  knowledge
    .command('stats')
    .description('how much is known, how fresh it is, and what was saved')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', examples('assay knowledge stats', 'assay knowledge stats --json'))
    .action(async (options) =>
      cli.exit(await (await import('./commands/knowledge-stats.ts')).knowledgeStats(cli, options)),
    );
}

/** `meaning=2,graph=0`: signals that are not named have weight 1. */
function weightsOption(text: string): SearchWeights {
  const named = text.split(',').map((each) => each.split('='));
  const read = SearchWeights.safeParse(
    Object.fromEntries(
      named.map(([ground = '', value = '']) => [ground.trim(), value.trim() === '' ? null : Number(value)]),
    ),
  );
  if (read.success) return read.data;
  throw new InvalidArgumentError('Write words, history, meaning or graph with numbers from 0 to 10: meaning=2,graph=0');
}
