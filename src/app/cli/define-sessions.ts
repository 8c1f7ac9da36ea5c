import { type Command, Option } from 'commander';
import { SESSION_STATUSES } from '#contracts/session-note.ts';
import type { Cli } from './context.ts';
import { countOption } from './define-tools.ts';
import { examples } from './help.ts';

const JSON_OBJECT = ['--json', 'one JSON object on stdout'] as const;
const SESSION = ['SESSION', 'the beginning of its id, or `last`'] as const;

/** The list of conversations; `chat` and `ask` hold them. */
export function defineSessions(program: Command, cli: Cli): void {
  const sessions = program
    .command('sessions')
    .helpGroup('Talk')
    .description('list, search, label, archive, export and import conversations')
    .usage('[command]')
    .helpCommand(false);
  defineFinding(sessions, cli);
  defineNoting(sessions, cli);
  defineMoving(sessions, cli);
}

function defineFinding(sessions: Command, cli: Cli): void {
  sessions
    .command('list', { isDefault: true })
    .description('list conversations, newest first')
    .option('--label <label>', 'only those with this label')
    .addOption(new Option('--status <status>', 'only those with this status').choices(SESSION_STATUSES))
    .option('--here', 'only those from this folder or below it')
    .option('--archived', 'only archived ones, which are left out otherwise')
    .option('--limit <n>', 'at most this many', countOption, 20)
    .option('--all', 'all of them')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay sessions', 'assay sessions list --label bug --here'))
    .action(async (options) =>
      cli.exit(await (await import('./commands/sessions-list.ts')).listSessions(cli, options)),
    );
  sessions
    .command('search')
    .argument('<WORDS...>', 'all of them must occur; the last may be the beginning of a word')
    .description('find what was said, in all conversations')
    .option('--in <SESSION>', 'only in this conversation')
    .option('--limit <n>', 'at most this many places', countOption, 20)
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay sessions search retry limit', 'assay sessions search --in last quota'))
    .action(async (words, options) =>
      cli.exit(await (await import('./commands/sessions-search.ts')).searchSessions(cli, words, options)),
    );
  sessions
    .command('show')
    .argument(...SESSION)
    .description('show a conversation')
    .option('--last <n>', 'only the last turns', countOption)
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay sessions show last', 'assay sessions show last --last 4'))
    .action(async (session, options) =>
      cli.exit(await (await import('./commands/sessions-show.ts')).showSession(cli, session, options)),
    );
}

function defineNoting(sessions: Command, cli: Cli): void {
  const note = async () => import('./commands/sessions-note.ts');
  sessions
    .command('rename')
    .argument(...SESSION)
    .argument('<TITLE...>')
    .description('rename a conversation')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay sessions rename last "Why totals are wrong"'))
    .action(async (session, words, options) => cli.exit(await (await note()).rename(cli, session, words, options)));
  sessions
    .command('label')
    .argument(...SESSION)
    .argument('<LABEL...>')
    .description('add labels, or remove them')
    .option('--remove', 'remove them')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay sessions label last bug urgent', 'assay sessions label last bug --remove'))
    .action(async (session, labels, options) => cli.exit(await (await note()).label(cli, session, labels, options)));
  sessions
    .command('status')
    .argument(...SESSION)
    .argument('STATUS', SESSION_STATUSES.join(', '))
    .description('set the status of a conversation')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay sessions status last done'))
    .action(async (session, status, options) =>
      cli.exit(await (await note()).setStatus(cli, session, status, options)),
    );
  for (const [name, archived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const) {
    sessions
      .command(name)
      .argument(...SESSION)
      .description(archived ? 'hide a conversation from the list' : 'show it in the list again')
      .option(...JSON_OBJECT)
      .addHelpText('after', examples(`assay sessions ${name} last`))
      .action(async (session, options) => cli.exit(await (await note()).archive(cli, session, archived, options)));
  }
}

function defineMoving(sessions: Command, cli: Cli): void {
  sessions
    .command('delete')
    .argument(...SESSION)
    .description('delete a conversation and its messages')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay sessions delete last'))
    .action(async (session, options) =>
      cli.exit(await (await import('./commands/sessions-delete.ts')).deleteSession(cli, session, options)),
    );
  sessions
    .command('export')
    .argument(...SESSION)
    .argument('FILE', 'NAME.jsonl to import it elsewhere, NAME.html to read it in a browser')
    .description('write a conversation to a file, without secrets and home paths')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay sessions export last talk.jsonl', 'assay sessions export last talk.html'))
    .action(async (session, file, options) =>
      cli.exit(await (await import('./commands/sessions-export.ts')).exportSession(cli, session, file, options)),
    );
  sessions
    .command('import')
    .argument('<FILE...>', 'written by `assay sessions export`')
    .description('import conversations from files; they continue in this folder')
    .option(...JSON_OBJECT)
    .addHelpText('after', examples('assay sessions import talk.jsonl'))
    .action(async (files, options) =>
      cli.exit(await (await import('./commands/sessions-import.ts')).importSessions(cli, files, options)),
    );
}
