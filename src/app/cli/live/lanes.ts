import { cut, pad, widthOf } from '../fit.ts';
import type { Paint, Style } from '../screen.ts';
import { durationText } from '../words.ts';

/** A period of work. */
export interface WorkSpan {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly style: Style;
}

/** Room for what a step does, in words; on a narrow terminal for some of it. */
const LABEL = { wide: 32, narrow: 18 };
const WIDE = 80;
const TIME = 12;
const LEAST = 4;

/** Who worked when, one lane per label: parallel work is one below the other. */
export function lanes(spans: readonly WorkSpan[], width: number, paint: Paint): string[] {
  const first = Math.min(...spans.map(({ from }) => from));
  const last = Math.max(...spans.map(({ to }) => to));
  if (spans.length === 0 || last <= first) return [];
  const longest = Math.max(...spans.map(({ label }) => widthOf(label)));
  const room = Math.max(LABEL.narrow, Math.min(longest, width < WIDE ? LABEL.narrow : LABEL.wide));
  const cells = Math.max(LEAST, width - room - TIME - 4);
  const at = (time: number): number => ((time - first) / (last - first)) * cells;
  return [...Map.groupBy(spans, ({ label }) => label)].map(([label, own]) => {
    const bar = Array.from({ length: cells }, () => '·');
    let worked = 0;
    for (const { from, to } of own) {
      worked += to - from;
      const begin = Math.min(cells - 1, Math.floor(at(from)));
      // Visible however short it is.
      bar.fill('█', begin, Math.min(cells, Math.max(begin + 1, Math.round(at(to)))));
    }
    const style = own[0]?.style ?? 'dim';
    return `  ${pad(cut(label, room), room)} ${paintBar(bar.join(''), style, paint)} ${durationText(worked)}`;
  });
}

/** Work and waiting in different colours. */
const paintBar = (bar: string, style: Style, paint: Paint): string =>
  bar.replaceAll(/█+|·+/g, (part) => paint(part.startsWith('█') ? style : 'dim', part));

/** The degree of parallelism: the total working time, and the time that passed. */
export function overlap(spans: readonly WorkSpan[]): { readonly workedMs: number; readonly passedMs: number } {
  const workedMs = spans.reduce((sum, { from, to }) => sum + (to - from), 0);
  const ordered = spans.toSorted((a, b) => a.from - b.from);
  let passedMs = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of ordered) {
    passedMs += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return { workedMs, passedMs };
}
