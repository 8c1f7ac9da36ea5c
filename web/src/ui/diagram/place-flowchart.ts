import type { Flowchart } from './read-flowchart.ts';

export interface PlacedFlowchart {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly {
    readonly id: string;
    readonly label: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
  }[];
  readonly arrows: readonly {
    readonly path: string;
    readonly label: string;
    readonly dotted: boolean;
    readonly x: number;
    readonly y: number;
  }[];
}

export const BOX_HEIGHT = 34;
const [LETTER, PADDING, APART, BETWEEN, MARGIN] = [7.2, 24, 28, 56, 12];
const LONGEST = 32;

/** Pure. Boxes in rows by their distance from the beginning; an arrow that leads back is drawn as one. */
export function placeFlowchart({ across, boxes, arrows }: Flowchart): PlacedFlowchart {
  const ranks = ranksOf(
    boxes.map(({ id }) => id),
    arrows,
  );
  const rows: { id: string; label: string; width: number }[][] = [];
  for (const { id, label } of boxes) {
    const shown = label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label;
    const rank = ranks.get(id) ?? 0;
    rows[rank] = [...(rows[rank] ?? []), { id, label: shown, width: shown.length * LETTER + PADDING }];
  }
  const placed = new Map<string, PlacedFlowchart['boxes'][number]>();
  let along = MARGIN;
  let [width, height] = [0, 0];
  for (const row of rows) {
    let side = MARGIN;
    const widest = Math.max(0, ...row.map((box) => box.width));
    for (const box of row) {
      const [x, y] = across ? [along, side] : [side, along];
      placed.set(box.id, { ...box, x, y });
      side += (across ? BOX_HEIGHT : box.width) + APART;
      width = Math.max(width, x + box.width + MARGIN);
      height = Math.max(height, y + BOX_HEIGHT + MARGIN);
    }
    along += (across ? widest : BOX_HEIGHT) + BETWEEN;
  }
  const lines = arrows.flatMap(({ from, to, label, dotted }) => {
    const [a, b] = [placed.get(from), placed.get(to)];
    if (a === undefined || b === undefined) return [];
    const start = across ? [a.x + a.width, a.y + BOX_HEIGHT / 2] : [a.x + a.width / 2, a.y + BOX_HEIGHT];
    const end = across ? [b.x, b.y + BOX_HEIGHT / 2] : [b.x + b.width / 2, b.y];
    const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [start, end];
    const bend = across
      ? `${x1 + BETWEEN / 2},${y1} ${x2 - BETWEEN / 2},${y2}`
      : `${x1},${y1 + BETWEEN / 2} ${x2},${y2 - BETWEEN / 2}`;
    return [{ path: `M${x1},${y1} C${bend} ${x2},${y2}`, label, dotted, x: (x1 + x2) / 2, y: (y1 + y2) / 2 }];
  });
  return { width, height, boxes: [...placed.values()], arrows: lines };
}

/** The longest path to each; back edges do not count. */
function ranksOf(ids: readonly string[], arrows: Flowchart['arrows']): Map<string, number> {
  const ranks = new Map<string, number>();
  const visit = (id: string, way: ReadonlySet<string>): number => {
    const known = ranks.get(id);
    if (known !== undefined) return known;
    const before = arrows.filter(({ from, to }) => to === id && from !== id && !way.has(from)).map(({ from }) => from);
    const rank = Math.max(-1, ...before.map((each) => visit(each, new Set([...way, id])))) + 1;
    ranks.set(id, rank);
    return rank;
  };
  for (const id of ids) visit(id, new Set());
  return ranks;
}
