import { ActivationId } from '#contracts/ids.ts';
import type { NodeView, RunView } from '#contracts/run-view.ts';
import type { Chapter } from '#contracts/stories/chapters.ts';
import type { TddVerdict } from '#contracts/stories/tdd-verdict.ts';
import { oneLine } from '#contracts/text.ts';
import { cut, pad } from '../../cli/fit.ts';
import type { AgentNow } from '../../cli/live/agent-now.ts';
import { lanes, overlap, type WorkSpan } from '../../cli/live/lanes.ts';
import { SIMULATED, statusWord } from '../../cli/live/live-lines.ts';
import { LABEL_WIDTH, nodeLine } from '../../cli/live/node-line.ts';
import { nodeNames } from '../../cli/live/node-names.ts';
import { usageWords } from '../../cli/live/usage-words.ts';
import { type Paint, TONES } from '../../cli/screen.ts';
import { count, durationText, plural, spentText } from '../../cli/words.ts';
import { HYBRID_TDD_CHAPTERS } from '../chapters.ts';
import { agentPanel, sideBySide } from './tdd-panel.ts';

/** The full state of a run of hybrid TDD at one moment. */
export interface TddState {
  readonly view: RunView;
  readonly verdicts: ReadonlyMap<ActivationId, TddVerdict>;
  readonly agents: ReadonlyMap<ActivationId, AgentNow>;
  readonly says: ReadonlyMap<ActivationId, string>;
  /** What agents ask a person to allow. */
  readonly asks: readonly string[];
}

export interface TddLook {
  readonly run: string;
  readonly now: number;
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
  readonly hint?: string;
  /** The last picture: who worked when, instead of who works. */
  readonly ended?: boolean;
}

/** Wide enough for both blind agents side by side. */
const WIDE = 100;

/** The run in at most `height` lines: what is done, both blind agents, the cost. Pure. */
export function tddLines(state: TddState, look: TddLook): string[] {
  const { height, width, paint, hint, ended = false } = look;
  const head = headLines(state.view, look);
  const middle = ended ? timeLines(state.view, look) : panelLines(state, look);
  const asks = ended ? [] : state.asks.map((text) => paint('magenta', cut(`! ${text}`, width)));
  const foot = [
    ...asks,
    totalLine(state.view, look),
    ...(hint === undefined || ended ? [] : [paint('dim', cut(hint, width))]),
  ];
  const room = height - head.length - middle.length - foot.length;
  const done = doneLines(state, look, room);
  return [...head, ...done, ...middle, ...foot].slice(0, height);
}

function headLines({ title, simulated }: RunView, { run, width, paint }: TddLook): string[] {
  const words = cut(oneLine(title), Math.max(10, width - run.length - 16));
  return [
    `${paint('bold', `Assay · ${words}`)} ${paint('dim', `· run ${run}`)}`,
    ...(simulated ? [paint('yellow', cut(SIMULATED, width))] : []),
    '',
  ];
}

/** Barriers and observers are not worth a line; the gate decides. */
const isShown = ({ kind, node, state }: NodeView): boolean =>
  state === 'failed' || state === 'asking' || (kind !== 'observer' && (kind !== 'join' || node === 'gate'));

/** A step is called by what it does. */
export const { nameOf } = nodeNames(HYBRID_TDD_CHAPTERS);

const SIDES = { tests: ['tests', 'strengthen'], impl: ['impl', 'fix'] } as const;
const isOnASide = ({ node }: NodeView): boolean => [...SIDES.tests, ...SIDES.impl].some((name) => name === node);

/** Every node with its time and verdict, except those that a panel shows; the oldest are folded into one line. */
function doneLines(state: TddState, look: TddLook, room: number): string[] {
  const isInPanel = (node: NodeView): boolean => !look.ended && node.endedAt === null && isOnASide(node);
  const nodes = state.view.nodes.filter((node) => isShown(node) && !isInPanel(node));
  const told = chaptersOf(nodes);
  // Under their titles, where there is room for these.
  if (nodes.length + told.length <= room)
    return told.flatMap(({ title, own }) => [
      look.paint('dim', title),
      ...own.map((node) => doneLine(node, state, look)),
    ]);
  if (nodes.length <= room) return nodes.map((node) => doneLine(node, state, look));
  const kept = Math.max(0, room - 1);
  const shown = kept === 0 ? [] : nodes.slice(-kept);
  const folded = look.paint('dim', `  … ${nodes.length - shown.length} before`);
  return [folded, ...shown.map((node) => doneLine(node, state, look))].slice(0, Math.max(0, room));
}

interface ToldChapter {
  readonly title: string;
  readonly own: readonly NodeView[];
}

/** In order of time: where a hole or a fix leads back, a chapter comes again. */
function chaptersOf(nodes: readonly NodeView[]): ToldChapter[] {
  const told: { title: string; own: NodeView[] }[] = [];
  for (const node of nodes) {
    const title = HYBRID_TDD_CHAPTERS.find(({ steps }: Chapter) => node.node in steps)?.title ?? 'Besides';
    const last = told.at(-1);
    if (last?.title === title) last.own.push(node);
    else told.push({ title, own: [node] });
  }
  return told;
}

/** In the format of an unfinished node, so that the columns stay in place. */
const [NAME, TIME] = [LABEL_WIDTH, 8];
/** Below this there is no room for columns. */
const NARROW = 60;

function doneLine(node: NodeView, { verdicts, says, agents }: TddState, { now, width, paint }: TddLook): string {
  if (node.state !== 'done') return nodeLine(node, { now, width, paint, nameOf, says: withDoings(node, says, agents) });
  const verdict = verdicts.get(node.act);
  const mark = markOf(node, verdict);
  const time = durationText(Math.max(0, (node.endedAt ?? now) - (node.startedAt ?? now)));
  const usage = node.byAgent ? ` · ${usageWords(node, agents.get(node.act))}` : '';
  const known = `${verdict?.text ?? 'done'}${usage}`;
  const coloured = (words: string): string => {
    const style = verdict ? TONES[verdict.tone] : null;
    return style ? paint(style, words) : words;
  };
  if (width < NARROW) return `  ${mark(paint)} ${coloured(cut(`${nameOf(node)} ${time} ${known}`, width - 4))}`;
  const label = paint('dim', pad(cut(nameOf(node), NAME), NAME));
  const about = paint('dim', pad(time, TIME));
  const words = coloured(cut(known, Math.max(0, width - NAME - Math.max(TIME, time.length) - 6)));
  return `  ${mark(paint)} ${label} ${about} ${words}`.trimEnd();
}

/** What an agent ends with is its claim, so it gets no green tick. */
function markOf({ byAgent }: NodeView, verdict: TddVerdict | undefined): (paint: Paint) => string {
  if (verdict?.tone === 'bad') return (paint) => paint('red', '✗');
  return byAgent ? (paint) => paint('cyan', '◦') : (paint) => paint('green', '✓');
}

function withDoings(
  { act }: NodeView,
  says: TddState['says'],
  agents: TddState['agents'],
): ReadonlyMap<ActivationId, string> {
  const doing = agents.get(act)?.doing;
  return doing === undefined ? says : new Map([[act, doing]]);
}

/** The state of both sides; nothing before the fork. */
function panelLines(state: TddState, look: TddLook): string[] {
  const { width, height } = look;
  const last = (names: readonly string[]) => state.view.nodes.findLast(({ node }) => names.includes(node));
  const [tests, impl] = [last(SIDES.tests), last(SIDES.impl)];
  if (!tests && !impl) return [];
  const panel = (node: NodeView | undefined, side: string, wide: number, tall: number) =>
    agentPanel(
      { side, node, agent: node && state.agents.get(node.act), verdict: node && state.verdicts.get(node.act) },
      { ...look, width: wide, height: tall },
    );
  if (width >= WIDE) {
    const wide = Math.floor((width - 1) / 2);
    const tall = height >= 24 ? 6 : 4;
    return sideBySide(panel(tests, 'tests', wide, tall), panel(impl, 'impl', width - 1 - wide, tall));
  }
  const tall = height >= 30 ? 5 : 4;
  return [...panel(tests, 'tests', width, tall), ...panel(impl, 'impl', width, tall)];
}

function totalLine(view: RunView, { now, width, paint, ended }: TddLook): string {
  const since = view.endedAt === null && view.nodes.some(({ state }) => state === 'running') ? now - view.at : 0;
  const words = [
    // It is no longer driven: it was released, and can be resumed.
    ended && view.status === 'running' ? 'stopped' : statusWord(view),
    durationText(view.spent.seconds * 1000 + Math.max(0, since)),
    plural(view.spent.attempts, 'attempt'),
    `${count(view.spent.tokens)} tokens`,
    `total ${spentText(view.spent)}`,
  ];
  return paint('bold', cut(words.join(' · '), width));
}

function timeLines(view: RunView, { now, width, paint }: TddLook): string[] {
  const spans = workSpansOf(view, now);
  const agents = overlap(spans.filter(({ style }) => style === 'cyan'));
  const bars = lanes(spans, width, paint);
  if (bars.length === 0) return [];
  const saved = agents.workedMs - agents.passedMs;
  const words = `agents worked ${durationText(agents.workedMs)} in ${durationText(agents.passedMs)}${saved > 0 ? `: ${durationText(saved)} of it at once` : ''}`;
  return ['', paint('bold', 'Who worked when'), ...bars, paint('dim', cut(`  ${words}`, width)), ''];
}

export function workSpansOf({ nodes }: RunView, now: number): WorkSpan[] {
  return nodes.flatMap((node) => {
    if (node.startedAt === null || !isShown(node)) return [];
    const style = node.byAgent ? 'cyan' : 'green';
    // All times of a step are one lane.
    const label = nameOf({ ...node, act: ActivationId.parse(`${node.node}#1`) });
    return [{ label, from: node.startedAt, to: node.endedAt ?? now, style } as const];
  });
}
