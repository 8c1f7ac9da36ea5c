export interface TimeGap {
  readonly from: number;
  readonly to: number;
  /** Where it is drawn, in parts of the whole width. */
  readonly at: number;
}

export interface TimeScale {
  /** A moment's place, 0 … 1. */
  place(at: number): number;
  readonly gaps: readonly TimeGap[];
  readonly ticks: readonly { readonly at: number; readonly place: number }[];
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The width of a gap, whatever its length. */
const GAP_WIDTH = 0.03;
/** A period without work is drawn as a gap, with a label, where it takes more of the time than this. */
const LONG = 0.15;
const LONG_MS = 10_000;

/**
 * Time from left to right. Where no one worked for long (a person was asked, a night passed) the axis is shortened, so
 * that the work stays visible.
 */
export function timeScale(from: number, to: number, busy: readonly Stretch[]): TimeScale {
  const whole = Math.max(1, to - from);
  const idle = idleStretches(from, to, busy).filter(
    ({ from: since, to: until }) => until - since > Math.max(LONG * whole, LONG_MS),
  );
  const idleTime = idle.reduce((sum, stretch) => sum + stretch.to - stretch.from, 0);
  const gapWidth = idle.length * GAP_WIDTH;
  const perMs = (1 - gapWidth) / Math.max(1, whole - idleTime);
  const place = (at: number): number => {
    const clamped = Math.min(Math.max(at, from), to);
    let x = (clamped - from) * perMs;
    for (const gap of idle) {
      if (clamped <= gap.from) break;
      const inside = Math.min(clamped, gap.to) - gap.from;
      x += (inside / (gap.to - gap.from)) * GAP_WIDTH - inside * perMs;
    }
    return Math.min(1, Math.max(0, x));
  };
  const gaps = idle.map((stretch) => ({ ...stretch, at: place(stretch.from) }));
  return { place, gaps, ticks: ticksOf(from, to, idle, whole - idleTime).map((at) => ({ at, place: place(at) })) };
}

function idleStretches(from: number, to: number, busy: readonly Stretch[]): Stretch[] {
  const idle: Stretch[] = [];
  let reached = from;
  for (const stretch of busy.toSorted((a, b) => a.from - b.from)) {
    if (stretch.from > reached) idle.push({ from: reached, to: Math.min(stretch.from, to) });
    reached = Math.max(reached, stretch.to);
  }
  if (reached < to) idle.push({ from: reached, to });
  return idle;
}

const STEPS = [
  10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000,
  3_600_000, 7_200_000, 21_600_000, 86_400_000,
];

function ticksOf(from: number, to: number, idle: readonly Stretch[], worked: number): number[] {
  const step = STEPS.find((each) => worked / each <= 8) ?? 7 * 86_400_000;
  const ticks: number[] = [];
  for (let at = from; at <= to && ticks.length < 200; at += step) {
    const inGap = idle.find((gap) => at > gap.from && at < gap.to);
    if (inGap) at = from + Math.floor((inGap.to - from) / step) * step;
    else ticks.push(at);
  }
  return ticks;
}
