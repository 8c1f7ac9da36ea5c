import { type BenchRow, judge } from './bench.ts';
import type { Setting, Side } from './durable-sides.ts';
import { type ChildOutcome, type Measurement, median } from './measure.ts';

const TARGET = 10;

/** From what every side printed, the rows of one group: the ratios first, then each side with its own. */
export function compareRows(setting: Setting, sides: { side: Side; outcomes: ChildOutcome[] }[]): BenchRow[] {
  const measured = sides.map(({ side, outcomes }) => summarise(side, outcomes));
  const ours = measured.filter((one) => one.side.kind === 'assay');
  const strict = ours.find((one) => one.side.form === 'strict')?.perSecond;
  return [
    ...ours.flatMap((assay) => verdicts(setting, assay, measured)),
    ...measured.map((one) => sideRow(setting, strict, one)),
  ];
}

interface Summary {
  readonly side: Side;
  readonly line?: Measurement;
  readonly perSecond?: number;
  readonly trouble?: string;
}

function summarise(side: Side, outcomes: ChildOutcome[]): Summary {
  const lines = outcomes.flatMap((outcome) => (outcome.kind === 'measured' ? [outcome.line] : []));
  const bad = outcomes.find((outcome) => outcome.kind !== 'measured');
  // A side that failed once is not quoted: its median would leave out the round that went wrong.
  if (bad !== undefined) return { side, trouble: `${bad.kind}: ${bad.why}` };
  const [line] = lines;
  if (line === undefined) return { side, trouble: 'failed: never ran' };
  return { side, line, perSecond: median(lines.map((one) => one.nodesPerSecond)) };
}

/**
 * The ratios this benchmark is about. The target stands on peers that run what Assay runs. One case has none: a strict
 * chain at FULL is one fsync a node, which is the disk's number (see the floor's row), not the engine's.
 */
function verdicts(setting: Setting, { side, perSecond: assay }: Summary, measured: Summary[]): BenchRow[] {
  if (assay === undefined) return [];
  const isTheDisks = side.form === 'strict' && setting.shape === 'chain' && setting.sync === 'full';
  const who = `Assay ${side.form}`;
  const like = best(measured.filter((one) => one.side.kind === 'same'));
  const any = best(measured.filter((one) => one.side.kind === 'same' || one.side.kind === 'other'));
  const row = (label: string, peer: Summary & { perSecond: number }): BenchRow & { ratio: number } => ({
    label: `${setting.label} · ${label}`,
    value: assay / peer.perSecond,
    unit: '×',
    ratio: assay / peer.perSecond,
    note: `${sideName(peer)} is the fastest`,
  });
  const rows: BenchRow[] = [];
  if (like) {
    const first = row(`${who} ÷ best peer`, like);
    rows.push(isTheDisks ? first : { ...first, ...judge(first.ratio, 'at least', TARGET) });
  }
  if (any && any.side !== like?.side) rows.push(row(`${who} ÷ best peer, any form`, any));
  return rows;
}

function best(measured: Summary[]): (Summary & { perSecond: number }) | undefined {
  const quoted = measured.flatMap((one) => (one.perSecond === undefined ? [] : [{ ...one, perSecond: one.perSecond }]));
  return quoted.reduce<(typeof quoted)[number] | undefined>(
    (top, one) => (top === undefined || one.perSecond > top.perSecond ? one : top),
    undefined,
  );
}

function sideRow(setting: Setting, assay: number | undefined, one: Summary): BenchRow {
  const label = `${setting.label} · ${sideName(one)}`;
  if (one.line === undefined || one.perSecond === undefined)
    return { label, value: null, unit: '', note: one.trouble ?? '' };
  const ratio = assay === undefined || one.side.kind === 'assay' ? {} : { ratio: assay / one.perSecond };
  const said = [one.line.durability, one.line.note].filter(Boolean).join('; ');
  return { label, value: one.perSecond, unit: 'nodes/s', ...ratio, note: said };
}

function sideName({ side, line }: Summary): string {
  if (side.kind === 'assay') return `Assay ${side.form}`;
  const who = line === undefined ? side.file : `${line.peer} ${line.version}`;
  return side.form === undefined ? who : `${who}, ${side.form}`;
}
