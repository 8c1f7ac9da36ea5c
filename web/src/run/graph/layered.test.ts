import { describe, expect, it } from 'vitest';
import type { Arrow, Box, GraphModel } from './graph-model.ts';
import { layered } from './layered.ts';
import { BOX, type Layout } from './layout-types.ts';
import { spreadColumns } from './spread-columns.ts';

const box = (id: string, parent: string | null = null): Box => ({
  id,
  label: id,
  kind: 'logic',
  parent,
  activations: [],
  lines: 0,
});
const arrow = (from: string, to: string): Arrow => ({
  id: `${from}>${to}`,
  from,
  to,
  label: null,
  watches: false,
  taken: false,
});
const model = (pairs: readonly string[], more: readonly Box[] = []): GraphModel => {
  const arrows = pairs.map((pair) => arrow(pair.slice(0, pair.indexOf('>')), pair.slice(pair.indexOf('>') + 1)));
  const held = new Set(more.map(({ id }) => id));
  const names = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].filter((id) => !held.has(id));
  return { boxes: [...names.map((id) => box(id)), ...more], arrows };
};

/** Pairs of boxes of the same frame that lie over each other. */
function overlaps({ boxes }: Layout, parts: readonly Box[]): string[] {
  return parts.flatMap((a, index) =>
    parts.slice(index + 1).flatMap((b) => {
      const [p, q] = [boxes.get(a.id), boxes.get(b.id)];
      if (!p || !q || a.parent !== b.parent) return [];
      const apart = p.x + p.width <= q.x || q.x + q.width <= p.x || p.y + p.height <= q.y || q.y + q.height <= p.y;
      return apart ? [] : [`${a.id} over ${b.id}`];
    }),
  );
}

describe('C10 a graph placed in layers', () => {
  it('puts each box after those that lead to it, and none over another', () => {
    const graph = model(['a>b', 'a>c', 'b>d', 'c>d', 'a>d', 'd>e']);
    const layout = layered(graph);
    const x = (id: string): number => layout.boxes.get(id)?.x ?? Number.NaN;
    expect(x('a')).toBeLessThan(x('b'));
    expect(x('b')).toBe(x('c'));
    expect(x('c')).toBeLessThan(x('d'));
    expect(x('d')).toBeLessThan(x('e'));
    expect(overlaps(layout, graph.boxes)).toEqual([]);
  });

  it('C10.14 begins and ends every arrow at its boxes, and leads a long one past those between', () => {
    const graph = model(['a>b', 'b>c', 'a>c']);
    const layout = layered(graph);
    const points = layout.arrows.get('a>c') ?? [];
    const [a, b, c] = ['a', 'b', 'c'].map((id) => layout.boxes.get(id));
    if (!a || !b || !c) throw new Error('a box has no place');
    expect(points[0]?.x).toBe(a.x + a.width);
    expect(points.at(-1)?.x).toBe(c.x);
    const beside = points.filter(({ x }) => x >= b.x && x <= b.x + b.width);
    expect(beside.length).toBeGreaterThan(0);
    for (const { y } of beside) expect(y < b.y || y > b.y + b.height).toBe(true);
  });

  it('draws circles and boxes that lead to themselves', () => {
    const graph = model(['a>b', 'b>a', 'b>b', 'b>c', 'c>a']);
    const layout = layered(graph);
    expect([...layout.boxes.keys()].sort()).toEqual(['a', 'b', 'c']);
    const [there, back] = ['a>b', 'b>a'].map((id) => layout.arrows.get(id) ?? []);
    // The way back ends where the way there began, and beside it.
    expect(back?.at(-1)?.x).toBe(there?.[0]?.x);
    expect(back?.at(-1)?.y).not.toBe(there?.[0]?.y);
  });

  it('keeps the content of a frame inside it, and leads arrows to the boxes in it', () => {
    const inner = [box('f'), box('f/x', 'f'), box('f/y', 'f')];
    const graph = model(['a>f', 'f/x>f/y', 'f>z', 'a>f/y'], inner);
    const layout = layered(graph);
    const frame = layout.boxes.get('f');
    const y = layout.boxes.get('f/y');
    if (!frame || !y) throw new Error('a box has no place');
    expect(y.x + y.width).toBeLessThan(frame.width);
    expect(y.y + y.height).toBeLessThan(frame.height);
    expect(layout.arrows.get('a>f/y')?.at(-1)?.x).toBe(frame.x + y.x);
    expect(overlaps(layout, graph.boxes)).toEqual([]);
  });

  it('goes down as well as right', () => {
    const layout = layered(model(['a>b', 'a>c']), 'down');
    expect(layout.boxes.get('b')?.y).toBeGreaterThanOrEqual(BOX.height);
    expect(layout.boxes.get('b')?.y).toBe(layout.boxes.get('c')?.y);
    expect(layout.size.height).toBeGreaterThan(2 * BOX.height);
  });

  it('is the same each time, and has room for hundreds', () => {
    const pairs = Array.from({ length: 480 }, (_, no) => `n${(no * 7) % 97}>n${97 + no}`);
    const graph = model(pairs);
    const layout = layered(graph);
    expect(overlaps(layout, graph.boxes)).toEqual([]);
    expect(layout).toEqual(layered(graph));
    for (const { x, y, width, height } of layout.boxes.values()) {
      expect(x >= 0 && y >= 0 && x + width <= layout.size.width && y + height <= layout.size.height).toBe(true);
    }
  });

  it('has nothing to place in an empty graph', () => {
    expect(layered({ boxes: [], arrows: [] }).boxes.size).toBe(0);
  });
});

describe('places in a row', () => {
  it('are where they want to be, or as near as the others allow', () => {
    expect(spreadColumns([0, 100], [0, 10])).toEqual([0, 100]);
    expect(spreadColumns([50, 50], [0, 10])).toEqual([45, 55]);
    expect(spreadColumns([9, 3, 100], [0, 10, 10])).toEqual([1, 11, 100]);
  });
});
