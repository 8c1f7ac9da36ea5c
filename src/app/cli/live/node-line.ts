import type { ActivationId } from '#contracts/ids.ts';
import { labelOf, type NodeState, type NodeView } from '#contracts/run-view.ts';
import { oneLine } from '#contracts/text.ts';
import { cut, pad } from '../fit.ts';
import type { Paint, Style } from '../screen.ts';
import { durationText } from '../words.ts';

export interface NodeLineOptions {
  readonly now: number;
  readonly width: number;
  readonly paint: Paint;
  readonly says?: ReadonlyMap<ActivationId, string>;
  readonly nameOf?: typeof labelOf;
}

/** Room for what a step does, in words. */
export const LABEL_WIDTH = 33;
const TIME_WIDTH = 8;
/** In narrower columns there is room for the label and little else. */
const NARROW = 60;

/** One activation on one line: its state, its kind, its duration, and details. */
export function nodeLine(node: NodeView, { now, width, paint, says, nameOf = labelOf }: NodeLineOptions): string {
  const { icon, style } = lookOf(node, now);
  const known = detailOf(node, now, says?.get(node.act));
  if (width < NARROW) return `  ${paint(style, icon)} ${cut(`${nameOf(node)} ${known}`.trimEnd(), width - 4)}`;
  const label = pad(cut(nameOf(node), LABEL_WIDTH), LABEL_WIDTH);
  const time = pad(timeOf(node, now), TIME_WIDTH);
  const used = 2 + 2 + LABEL_WIDTH + 1 + time.length + 1;
  const detail = cut(known, Math.max(0, width - used));
  const named = node.endedAt === null || node.state === 'failed' ? label : paint('dim', label);
  return `  ${paint(style, icon)} ${named} ${paint('dim', time)} ${detail}`.trimEnd();
}

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

function lookOf(node: NodeView, now: number): { icon: string; style: Style } {
  if (node.state === 'running' || node.state === 'inside') {
    return { icon: SPINNER[Math.floor(now / 100) % SPINNER.length] ?? '⠋', style: 'cyan' };
  }
  // What an agent ends with is its claim, so it gets no green tick.
  if (node.state === 'done' && node.byAgent) return { icon: '◦', style: 'cyan' };
  return LOOKS[node.state];
}

const LOOKS: Readonly<Record<Exclude<NodeState, 'running' | 'inside'>, { icon: string; style: Style }>> = {
  blocked: { icon: '·', style: 'dim' },
  ready: { icon: '·', style: 'dim' },
  'backing-off': { icon: '↻', style: 'yellow' },
  asking: { icon: '?', style: 'magenta' },
  done: { icon: '✓', style: 'green' },
  failed: { icon: '✗', style: 'red' },
  cancelled: { icon: '–', style: 'dim' },
};

function timeOf({ startedAt, endedAt }: NodeView, now: number): string {
  return startedAt === null ? '' : durationText(Math.max(0, (endedAt ?? now) - startedAt));
}

function detailOf(node: NodeView, now: number, said: string | undefined): string {
  const attempt = node.attempts > 1 ? `attempt ${node.attempts}` : '';
  switch (node.state) {
    case 'blocked':
      return `waits for ${node.waitsFor.join(', ')}`;
    case 'ready':
      return node.attempts > 0 ? 'will be tried again' : 'waits for its turn';
    case 'backing-off': {
      const wait = durationText(Math.max(0, (node.retryAt ?? now) - now));
      return `attempt ${node.attempts + 1} in ${wait} · ${failureOf(node)}`;
    }
    case 'asking':
      return node.error ? `asks what to do · ${failureOf(node)}` : 'asks a person';
    case 'failed':
      return [attempt, failureOf(node)].filter(Boolean).join(' · ');
    case 'running':
      return [attempt, said === undefined ? '' : oneLine(said)].filter(Boolean).join(' · ');
    case 'done': {
      const claim = node.byAgent && node.kind === 'agent' ? 'claims to be done' : '';
      const after = node.attempts > 1 && node.error ? `after: ${failureOf(node)}` : '';
      return [claim, attempt, after].filter(Boolean).join(' · ');
    }
    default:
      return attempt;
  }
}

function failureOf({ error }: NodeView): string {
  if (!error) return '';
  const text = oneLine(error.message);
  return error.code === 'CLAIM_INVALID' ? `refused: ${text}` : text;
}
