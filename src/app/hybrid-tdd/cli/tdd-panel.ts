import type { NodeView } from '#contracts/run-view.ts';
import type { TddVerdict } from '#contracts/stories/tdd-verdict.ts';
import { cut, pad, widthOf } from '../../cli/fit.ts';
import type { AgentNow } from '../../cli/live/agent-now.ts';
import { usageWords } from '../../cli/live/usage-words.ts';
import { type Paint, type Style, TONES } from '../../cli/screen.ts';
import { durationText } from '../../cli/words.ts';
import { HYBRID_TDD_CHAPTERS } from '../chapters.ts';

interface Side {
  readonly side: string;
  readonly node: NodeView | undefined;
  readonly agent: AgentNow | undefined;
  readonly verdict: TddVerdict | null | undefined;
}

interface PanelLook {
  readonly now: number;
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
}

/** One blind agent in a box: what it does, what it did, what it has used. */
export function agentPanel({ side, node, agent, verdict }: Side, look: PanelLook): string[] {
  const { width, height, now, paint } = look;
  const inner = Math.max(4, width - 4);
  const step = HYBRID_TDD_CHAPTERS.flatMap(({ steps }) => steps[node?.node ?? side] ?? [])[0] ?? side;
  const name = `${step}${node && node.attempts > 1 ? `, attempt ${node.attempts}` : ''}`;
  const time = node?.startedAt == null ? '' : durationText(Math.max(0, (node.endedAt ?? now) - node.startedAt));
  const rows = rowsOf({ side, node, agent, verdict }, height - 2, look);
  const box = (text: string): string => paint('dim', text);
  const title = cut(
    `${name}${BLIND.has(node?.node ?? side) && !/\bblind\b/.test(step) ? ' · blind' : ''}`,
    Math.max(0, inner - time.length - 3),
  );
  const line = Math.max(0, width - widthOf(title) - widthOf(time) - 6 - (time === '' ? 0 : 1));
  const top = `${box('┌')} ${paint('bold', title)} ${box('─'.repeat(line))}${time === '' ? '' : ` ${paint('dim', time)}`} ${box('─┐')}`;
  return [
    top,
    ...rows.map(({ text, style }) => {
      const fitted = pad(cut(text, inner), inner);
      return `${box('│')} ${style ? paint(style, fitted) : fitted} ${box('│')}`;
    }),
    box(`└${'─'.repeat(Math.max(0, width - 2))}┘`),
  ];
}

/** A repair of the implementation sees its tests: that agent is no longer blind. */
const BLIND = new Set(['tests', 'strengthen', 'impl']);

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

interface Row {
  readonly text: string;
  readonly style: Style | null;
}

function rowsOf({ node, agent, verdict }: Side, tall: number, { now }: PanelLook): Row[] {
  const first = nowRow(node, agent, verdict, now);
  const usage: Row = { text: node ? usageWords(node, agent) : '', style: 'dim' };
  const before = (agent?.before ?? []).slice(0, Math.max(0, tall - 2));
  const rows: Row[] = [first, ...before.map((text): Row => ({ text: `  ${text}`, style: 'dim' }))];
  while (rows.length < tall - 1) rows.push({ text: '', style: null });
  return [...rows.slice(0, tall - 1), usage];
}

function nowRow(
  node: NodeView | undefined,
  agent: AgentNow | undefined,
  verdict: TddVerdict | null | undefined,
  now: number,
): Row {
  if (!node) return { text: '· waits for its turn', style: 'dim' };
  switch (node.state) {
    case 'running':
      return {
        text: `${SPINNER[Math.floor(now / 100) % SPINNER.length]} ${agent?.doing ?? 'begins'}`,
        style: 'cyan',
      };
    case 'done':
      return { text: `◦ ${verdict?.text ?? 'claims to be done'}`, style: (verdict && TONES[verdict.tone]) ?? 'cyan' };
    case 'backing-off':
      return { text: `↻ ${node.error?.message ?? 'is tried again'}`.replaceAll(/\s+/g, ' '), style: 'yellow' };
    case 'asking':
      return { text: `? ${node.error?.message ?? 'asks a person'}`.replaceAll(/\s+/g, ' '), style: 'magenta' };
    case 'failed':
      return { text: `✗ ${node.error?.message ?? 'failed'}`.replaceAll(/\s+/g, ' '), style: 'red' };
    case 'cancelled':
      return { text: '– cancelled', style: 'dim' };
    default:
      return { text: '· waits for its turn', style: 'dim' };
  }
}

/** Two boxes of the same height, with a column between them. */
export function sideBySide(left: readonly string[], right: readonly string[]): string[] {
  return left.map((line, index) => `${line} ${right[index] ?? ''}`);
}
