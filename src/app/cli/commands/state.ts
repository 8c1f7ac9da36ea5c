import { projectTopOf } from '#attempts/open-project.ts';
import { AssayError, EXIT } from '#contracts/errors.ts';
import { readPlain, removePlain } from '#host/plain-file.ts';
import { ActivePr } from '#workflows/gated-pr/draft.ts';
import { DRAFT_FILE, EDITED_FILE } from '#workflows/gated-pr/effects/view-files.ts';
import { activePrView, orchestrationView } from '#workflows/gated-pr/views.ts';
import { stateLines } from '../../gated-pr/state-lines.ts';
import type { Cli, JsonOption } from '../context.ts';
import { confirmed, requirePerson } from '../person.ts';
import { exitOf, withClientCalls } from './pr-tools.ts';

export async function showState(cli: Cli, { json }: JsonOption): Promise<number> {
  return withClientCalls(cli, async (clientCalls) => {
    const now = await clientCalls.snapshot();
    if (!now) {
      if (json) cli.screen.json({ run: null, state: null, pr: null });
      else cli.screen.out('No PR is under way here. `assay task` begins with the plan.');
      return EXIT.done;
    }
    const { state, busy } = now.snapshot;
    if (json) cli.screen.json({ run: now.run, busy, state: orchestrationView(state), pr: activePrView(state) });
    else for (const line of stateLines(cli.screen.paint, now.run, now.snapshot)) cli.screen.out(line);
    return state.status === 'HALTED' ? EXIT.person : EXIT.done;
  });
}

/** Records a person's edit of the PR in the log. */
export async function acceptState(cli: Cli, { json }: JsonOption): Promise<number> {
  requirePerson('keeping an edit of the state');
  const repository = await projectTopOf(process.cwd(), cli.env);
  const edited = await textOf(repository, EDITED_FILE);
  const text = edited ?? (await textOf(repository, DRAFT_FILE));
  const pr = readPr(text);
  cli.screen.err(`from ${edited === null ? DRAFT_FILE : EDITED_FILE}:`);
  for (const task of pr.tasks) {
    cli.screen.err(`  ${task.status}  ${task.taskName}`);
    for (const step of task.tdd_steps) cli.screen.err(`      ${step.status}  ${step.type}: ${step.description}`);
  }
  if (!(await confirmed(cli, 'Take this in as the state of the PR?'))) {
    cli.screen.err('nothing was changed');
    return EXIT.failed;
  }
  return withClientCalls(cli, async (clientCalls) => {
    const answer = await clientCalls.call({ tool: 'accept_state', pr }, new AbortController().signal);
    if (answer.status === 'SUCCESS') await removePlain(repository, EDITED_FILE);
    if (json) cli.screen.json(answer);
    else cli.screen.outAsIs(answer.output);
    return exitOf(answer);
  });
}

/** A client writes there too, so links are not followed. */
async function textOf(repository: string, file: string): Promise<string | null> {
  const found = await readPlain(repository, file, { most: MOST_BYTES });
  if (found.type !== 'refused') return found.type === 'text' ? found.text : null;
  throw new AssayError('FILE_NOT_REGULAR', `${found.why}.`, { next: 'Remove it, then `assay state restore`.' });
}
const MOST_BYTES = 1024 * 1024;

function readPr(text: string | null): ActivePr {
  if (text === null) {
    throw new AssayError('FILE_MISSING', `there is no ${DRAFT_FILE}`, {
      next: '`assay state restore` writes it again.',
    });
  }
  try {
    return ActivePr.parse(JSON.parse(text));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new AssayError('CONFIG_INVALID', `${DRAFT_FILE} does not fit: ${why}`, {
      next: 'Correct it, or `assay state restore` to write it again from the log.',
    });
  }
}

export async function restoreState(cli: Cli, { json }: JsonOption): Promise<number> {
  return withClientCalls(cli, async (clientCalls) => {
    if (!(await clientCalls.snapshot())) throw new AssayError('RUN_UNKNOWN', 'no PR is under way here');
    const answer = await clientCalls.call({ tool: 'accept_state', pr: null }, new AbortController().signal);
    if (json) cli.screen.json(answer);
    else cli.screen.outAsIs(answer.output);
    return exitOf(answer);
  });
}
