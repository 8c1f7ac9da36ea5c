import { AssayError, EXIT } from '#contracts/errors.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { ListedRun, ShownStatus } from '#contracts/run-header.ts';
import { textOf } from '#contracts/run-timeline.ts';
import { type RunView, runView } from '#contracts/run-view.ts';
import { GUIDANCE_SIGNAL } from '#contracts/signals.ts';
import { oneLine } from '#contracts/text.ts';
import { GATED_PR } from '#contracts/workflow-names.ts';
import { workerName } from '#engine/drive/driver-id.ts';
import { eventsOf, statusOf } from '#engine/runs.ts';
import { withRuns } from '../../open-runs.ts';
import { workflowNamed } from '../../workflows.ts';
import type { Cli, JsonOption } from '../context.ts';
import { answerCommand, continueCommand } from '../continue-commands.ts';
import { cut } from '../fit.ts';
import { questionLines } from '../halted-question.ts';
import { runSummary, SIMULATED, statusWord } from '../live/live-lines.ts';
import { momentLine } from '../live/moment-line.ts';
import { nodeLine } from '../live/node-line.ts';
import { nodeNames } from '../live/node-names.ts';
import { planStory, storyLine, whoIs } from '../live/tell-plan.ts';
import { worthTelling } from '../live/worth-telling.ts';
import { findRunHere } from '../near-here.ts';
import type { Screen } from '../screen.ts';
import { STATUS_STYLES } from '../status.ts';
import { age } from '../words.ts';

export interface ShowOptions extends JsonOption {
  readonly at?: number;
  readonly events?: boolean;
  readonly steps?: boolean;
}

export async function showRunCommand(cli: Cli, wanted: string, options: ShowOptions): Promise<number> {
  const { screen } = cli;
  return withRuns(cli.env, async (runs) => {
    const header = await findRunHere(cli, runs, wanted);
    const all = await eventsOf(runs.store, header.run);
    const events = options.at === undefined ? all : upTo(header, all, options.at);
    const names = nodeNames(workflowNamed(header.graph.name)?.chapters);
    const view = runView(events, names.nameOf);
    const status = statusOf(header, runs);
    if (options.json) {
      screen.json({ header, status, at: events.length, view: runView(events), ...(options.events ? { events } : {}) });
      return EXIT.done;
    }
    const isStory = header.graph.name === GATED_PR && !options.steps && !options.events;
    showHeader(screen, header, status, view, runs.clock.now(), options.at);
    if (isStory) {
      for (const line of await planStory(events, runs.blobs)) screen.out(storyLine(line, screen.paint));
      showTimeline(screen, {
        ...view,
        timeline: view.timeline.filter(({ act, tone }) => act === null && tone === 'warn'),
      });
    } else {
      screen.out(screen.paint('dim', graphLine(header, screen.width)));
      screen.out('');
      const now = options.at === undefined ? runs.clock.now() : view.at;
      for (const node of view.nodes)
        screen.out(nodeLine(node, { now, width: screen.width, paint: screen.paint, nameOf: names.nameOf }));
      if (options.events) showEvents(screen, events);
      else showTimeline(screen, view);
    }
    showEnd(screen, header, status, { ...view, output: isStory ? null : view.output }, options.at);
    return EXIT.done;
  });
}

function upTo({ run, head }: ListedRun, events: readonly RunEvent[], at: number): RunEvent[] {
  if (at >= 1 && at <= head) return events.filter(({ seq }) => seq <= at);
  throw new AssayError('USAGE', `run ${run} has no event ${at}`, { next: `Its events are 1 to ${head}.` });
}

function showHeader(
  { out, paint }: Screen,
  header: ListedRun,
  status: ShownStatus,
  view: RunView,
  now: number,
  at: number | undefined,
): void {
  out(
    `${paint('bold', oneLine(header.title))} ${paint('dim', `· run ${header.run} · began ${age(now - header.createdAt)}`)}`,
  );
  if (header.simulated) out(paint('yellow', SIMULATED));
  if (at === undefined)
    out(`${paint(STATUS_STYLES[status], status)} ${paint('dim', `· ${runSummary(view, view.at)}`)}`);
  else
    out(
      paint(
        'magenta',
        `as it was after event ${at} of ${header.head}: ${statusWord(view)} · ${runSummary(view, view.at)}`,
      ),
    );
  if (header.forkedFrom) out(paint('dim', `forked from ${header.forkedFrom.run} after event ${header.forkedFrom.seq}`));
  if (status === 'running' && header.lease) out(paint('dim', `driven by ${workerName(header.lease.worker)}`));
  out('');
}

const graphLine = ({ graph: { name, version, hash } }: ListedRun, width: number): string =>
  cut(`graph ${name} v${version} ${hash}`, width);

function showTimeline({ out, paint }: Screen, { timeline }: RunView): void {
  const told = worthTelling(timeline);
  if (told.length === 0) return;
  out('');
  for (const moment of told) out(`  ${paint('dim', String(moment.seq).padStart(5))}  ${momentLine(moment, paint)}`);
}

function showEvents({ out, paint, width }: Screen, events: readonly RunEvent[]): void {
  out('');
  for (const { seq, type, data } of events) {
    const text = cut(oneLine(JSON.stringify(data)), Math.max(20, width - 32));
    out(`  ${paint('dim', String(seq).padStart(5))}  ${type.padEnd(18)}  ${paint('dim', text)}`);
  }
}

/** Results, errors and questions come last, where people look first. */
function showEnd(
  { out, paint }: Screen,
  { run, head, graph }: ListedRun,
  status: ShownStatus,
  view: RunView,
  at: number | undefined,
): void {
  const hint = (text: string) => out(`  ${paint('dim', 'next:')} ${text}`);
  out('');
  if (view.output) out(`result: ${resultOf(view.output)}`);
  if (view.error) out(`${paint('red', `error ${view.error.code}:`)} ${oneLine(view.error.message)}`);
  if (view.error?.next) hint(view.error.next);
  for (const { act, signal, question, error } of view.questions) {
    const who = paint('magenta', `${whoIs(act)} asks${error || signal === GUIDANCE_SIGNAL ? '' : ` (${signal})`}:`);
    if (question) for (const line of questionLines(who, question)) out(line);
    else out(`${who} what now? It failed: ${oneLine(error?.message ?? '')}`);
  }
  if (at !== undefined) return hint(`assay runs fork ${run} --at ${at} --resume   continues from here`);
  if (view.questions.length > 0) hint(answerCommand(run, view.questions));
  else if (status === 'interrupted' || status === 'paused') hint(continueCommand(run, view));
  else if (status === 'running') hint(`assay runs watch ${run}`);
  else if (graph.name === GATED_PR)
    hint(`assay runs show ${run} --steps   step by step; assay serve --open shows the diff`);
  else hint(`assay runs show ${run} --at ${Math.max(1, Math.floor(head / 2))}   travels back`);
}

const resultOf = (output: NonNullable<RunView['output']>): string =>
  'inline' in output ? JSON.stringify(output.inline, null, 2) : textOf(output);
