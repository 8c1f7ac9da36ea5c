import type { ActivationId } from '#contracts/ids.ts';
import type { labelOf, RunView } from '#contracts/run-view.ts';
import { oneLine } from '#contracts/text.ts';
import { cut, wrap, wrapParts } from '../fit.ts';
import { type Paint, TONES } from '../screen.ts';
import { count, durationText, plural, spentText } from '../words.ts';
import { nodeLine } from './node-line.ts';

export interface LiveOptions {
  readonly run: string;
  readonly now: number;
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
  /** The last output of running nodes. */
  readonly says?: ReadonlyMap<ActivationId, string>;
  readonly nameOf?: typeof labelOf;
  readonly hint?: string;
}

export const SIMULATED = 'model: simulated (scripted, on this machine)';

/** The state of a run, in at most `height` lines. Pure: the same view and moment give the same lines. */
export function liveLines(view: RunView, options: LiveOptions): string[] {
  const { width, height, paint, hint } = options;
  const head = headLines(view, options);
  const foot = hint === undefined ? [] : ['', ...wrap(hint, width).map((line) => paint('dim', line))];
  const room = height - head.length - foot.length;
  const news = newsLines(view, width, paint, Math.max(0, Math.min(7, Math.floor(room / 2))));
  const nodes = nodeLines(view, options, room - news.length);
  return [...head, ...nodes, ...news, ...foot].slice(0, height);
}

function headLines(view: RunView, { run, now, width, paint }: LiveOptions): string[] {
  const title = cut(`${oneLine(view.title)}`, Math.max(10, width - run.length - 16));
  return [
    `${paint('bold', `Assay · ${title}`)} ${paint('dim', `· run ${run}`)}`,
    ...(view.simulated ? [paint('yellow', cut(SIMULATED, width))] : []),
    ...wrapParts(`${statusWord(view)} · ${runSummary(view, now)}`, width).map((line) => paint('dim', line)),
    '',
  ];
}

/** A run that only waits for its advisers has its result already. */
export const statusWord = ({ status }: RunView): string => (status === 'draining' ? 'finishing' : status);

/** One line of numbers. */
export function runSummary(view: RunView, now: number): string {
  const state = (...states: readonly string[]) => view.nodes.filter((node) => states.includes(node.state)).length;
  const running = state('running');
  const since = running > 0 && view.endedAt === null ? Math.max(0, now - view.at) : 0;
  const waiting = state('blocked', 'ready', 'backing-off');
  return [
    durationText(view.spent.seconds * 1000 + since),
    `${state('done')} done`,
    ...(running > 0 ? [`${running} running`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(state('failed') > 0 ? [`${state('failed')} failed`] : []),
    plural(view.spent.attempts, 'attempt'),
    `${count(view.spent.tokens)} tokens`,
    spentText(view.spent),
  ].join(' · ');
}

/** Nodes in order of appearance; when there are too many, the oldest finished ones become one line. */
function nodeLines(view: RunView, options: LiveOptions, room: number): string[] {
  const { paint } = options;
  const over = view.nodes.length - room;
  if (over <= 0) return view.nodes.map((node) => nodeLine(node, options));
  const finished = view.nodes.filter((node) => node.endedAt !== null);
  // One more line must go, for the line that says so.
  const folded = new Set(finished.slice(0, over + 1));
  const shown = view.nodes.filter((node) => !folded.has(node));
  const lines = [
    ...(folded.size > 0 ? [paint('dim', `  … ${folded.size} done`)] : []),
    ...shown.map((node) => nodeLine(node, options)),
  ];
  if (lines.length <= room) return lines;
  const left = lines.length - Math.max(0, room - 1);
  return [...lines.slice(0, Math.max(0, room - 1)), paint('dim', `  … ${left} more`)].slice(0, Math.max(0, room));
}

/** The latest refusals, failures, questions and notes, in words. */
function newsLines(view: RunView, width: number, paint: Paint, most: number): string[] {
  const news = view.timeline.filter(({ tone, text }) => tone === 'bad' || tone === 'warn' || / notes: /.test(text));
  const lines: string[] = [];
  for (const { tone, text } of news.toReversed()) {
    const style = TONES[tone];
    const wrapped = wrap(text, Math.max(10, width - 4)).slice(0, 3);
    const block = wrapped.map((line, index) => {
      const marked = `${index === 0 ? MARKS[tone] : ' '} ${line}`;
      return `  ${style === null ? marked : paint(style, marked)}`;
    });
    if (lines.length + block.length + 1 > most) break;
    lines.unshift(...block);
  }
  return lines.length === 0 ? [] : ['', ...lines];
}

const MARKS = { plain: '•', quiet: '•', good: '✓', bad: '✗', warn: '!' } as const;
