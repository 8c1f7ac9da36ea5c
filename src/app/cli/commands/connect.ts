import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import type { ClientEntry, ClientScope } from '#agents/known/client-entry.ts';
import { CLIENTS } from '#agents/known/known-agents.ts';
import { projectTopOf } from '#attempts/open-project.ts';
import { EXIT } from '#contracts/errors.ts';
import { writeFileAtomic } from '#host/atomic-file.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { assayCommand } from '../../connect/assay-command.ts';
import { checkClient } from '../../connect/check-client.ts';
import { type FileChange, planChange, planHooks } from '../../connect/plan-change.ts';
import type { ClientCheck } from '../../connect/read-listing.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { confirmed, isAtTerminal } from '../person.ts';

export interface ConnectOptions extends JsonOption {
  readonly yes?: boolean;
  readonly project?: boolean;
  readonly user?: boolean;
  readonly hooks?: boolean;
  readonly remove?: boolean;
  readonly check?: boolean;
}

/** Writes a client's configuration after showing what changes in it. */
export async function connectCommand(cli: Cli, name: string, options: ConnectOptions): Promise<number> {
  const { screen, env } = cli;
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (!client) throw unknown(name);
  if (options.hooks && name !== 'claude') {
    throw usage(`${client.title} has no hooks that Assay knows of`, 'Leave --hooks out.');
  }
  if (options.check) return check(cli, name, client, options.json ?? false);
  const scope: ClientScope = options.user ? 'user' : options.project ? 'project' : client.usual;
  const remove = options.remove ?? false;
  const repository = scope === 'project' || options.hooks ? await projectTopOf(process.cwd(), env) : '';
  if (scope === 'user' && !env.HOME) throw usage('HOME is not set, so your configuration cannot be found', 'Set HOME.');
  const command = assayCommand(env);
  const wanted = { scope, remove, repository, home: env.HOME ?? '', command };
  const planned = [
    await planChange(client, wanted),
    ...(options.hooks || (remove && name === 'claude' && repository !== '')
      ? [await planHooks(repository, remove)]
      : []),
  ];
  const changes = planned.filter(
    ({ before, after }) => after !== (before ?? '') && !(after === null && before === null),
  );
  const told = { client: name, scope, command, files: changes.map(({ file }) => file) };
  if (changes.length === 0) {
    // The client may still drop an existing entry.
    const checked = remove ? null : await checkClient(client, repository || process.cwd(), env);
    if (options.json) screen.json({ ...told, changed: false, ...(checked ? { checked } : {}) });
    else {
      screen.out(`${client.title} is ${remove ? 'not connected' : 'connected already'}: nothing to change.`);
      if (checked && checked.state !== 'unknown') screen.out(`  ${client.title} says: ${checked.seen}`);
      if (checked?.next !== undefined && checked.state !== 'unknown') screen.out(`  next: ${checked.next}`);
    }
    return EXIT.done;
  }
  for (const change of changes) showChange(cli, change);
  if (!options.yes && !(await agreed(cli))) {
    screen.err('nothing was written');
    return EXIT.failed;
  }
  for (const { file, after } of changes) {
    if (after === null) {
      await rm(file, { force: true });
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFileAtomic(file, after);
  }
  // The client's own report: an entry that it drops silently connects nothing.
  const checked = remove ? null : await checkClient(client, repository || process.cwd(), env);
  if (options.json) screen.json({ ...told, changed: true, ...(checked ? { checked } : {}) });
  else {
    screen.out(headline(client, checked));
    if (!remove && repository !== '') screen.out('  first: commit it, because a PR starts only in a clean checkout.');
    if (checked && checked.state !== 'unknown') screen.out(`  ${client.title} says: ${checked.seen}`);
    if (checked) screen.out(`  next: ${checked.state === 'unknown' ? client.next : (checked.next ?? client.next)}`);
    if (!remove && scope === 'project' && command !== 'assay') {
      screen.out(
        `  note: ${command} is a path of this machine; where \`assay\` is on the PATH, others can share this file.`,
      );
    }
  }
  return EXIT.done;
}

/** Null: it was removed. */
function headline({ title }: ClientEntry, checked: ClientCheck | null): string {
  if (!checked) return `${title} no longer has Assay’s tools.`;
  if (checked.state === 'connected') return `${title} has Assay’s tools now.`;
  return checked.state === 'unknown'
    ? `The entry is written; ${checked.seen}, so ${title} could not be asked.`
    : `The entry is written; ${title} does not use it yet (${checked.state}).`;
}

/** The client's own report about the server, started as a person starts it. */
async function check({ screen, env }: Cli, name: string, client: ClientEntry, json: boolean): Promise<number> {
  const folder = await projectTopOf(process.cwd(), env).catch(() => process.cwd());
  const checked = await checkClient(client, folder, env);
  if (json) screen.json({ client: name, ...checked });
  else {
    screen.out(`${client.title}: ${checked.state}: ${checked.seen}`);
    if (checked.state !== 'connected' && checked.next !== undefined) screen.out(`  next: ${checked.next}`);
  }
  return checked.state === 'connected' ? EXIT.done : EXIT.failed;
}

async function agreed(cli: Cli): Promise<boolean> {
  if (!isAtTerminal()) throw usage('this terminal is not interactive', 'Add --yes to write the change shown above.');
  return confirmed(cli, 'Write this?');
}

function showChange({ screen }: Cli, { file, before, after }: FileChange): void {
  const patch = createTwoFilesPatch(
    before === null ? 'no file' : file,
    after === null ? 'no file' : file,
    before ?? '',
    after ?? '',
    '',
    '',
    {
      context: 2,
    },
  );
  for (const line of patch
    .trimEnd()
    .split('\n')
    .filter((each) => !each.startsWith('====='))) {
    const style = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
    screen.errAsIs(screen.paintErr(style, line));
  }
}

function unknown(name: string) {
  const names = Object.keys(CLIENTS);
  const [near] = nearestNames(name, names);
  return usage(
    `there is no client called ${name}`,
    near === undefined
      ? `The clients are: ${names.join(', ')}. Others: add \`assay mcp\` as a stdio server by hand.`
      : `Did you mean ${near}?`,
  );
}
