import type { Arrow, Box, GraphModel } from './graph-model.ts';
import { type LevelCell, placeLevel } from './layered-level.ts';
import { BOX, type Direction, type GraphPoint, heightOf, type Layout, type NodePlace } from './layout-types.ts';

const FRAME = { top: 40, side: 14, bottom: 14 } as const;

/**
 * Boxes in layers, each after those that lead to it; arrows as curves between them. Less careful than a layout that
 * takes a second: it takes milliseconds, needs nothing but this code, and always gives the same picture.
 */
export function layered({ boxes, arrows }: GraphModel, direction: Direction = 'right'): Layout {
  const inside = Map.groupBy(boxes, ({ parent }) => parent);
  const parentOf = new Map(boxes.map(({ id, parent }) => [id, parent]));
  const byLevel = Map.groupBy(arrows, ({ from, to }) => levelOf(parentOf, from, to));
  const places = new Map<string, NodePlace>();
  const routes = new Map<string, { readonly level: string | null; readonly points: readonly GraphPoint[] }>();

  const place = (level: string | null): { width: number; height: number } => {
    const cells = (inside.get(level) ?? []).map((box): LevelCell => ({ id: box.id, ...sizeOf(box, place, inside) }));
    const edges = (byLevel.get(level) ?? []).map(({ id, from, to }) => ({
      id,
      from: memberOf(parentOf, from, level),
      to: memberOf(parentOf, to, level),
    }));
    const placed = placeLevel(cells, edges, direction);
    const offset = level === null ? { x: 0, y: 0 } : { x: FRAME.side, y: FRAME.top };
    for (const [id, at] of placed.cells) places.set(id, { ...at, x: at.x + offset.x, y: at.y + offset.y });
    for (const [id, points] of placed.routes) {
      routes.set(id, { level, points: points.map(({ x, y }) => ({ x: x + offset.x, y: y + offset.y })) });
    }
    return placed.size;
  };

  const size = place(null);
  return { boxes: places, arrows: absolute(routes, arrows, places, parentOf, direction), size, curved: direction };
}

function sizeOf(
  box: Box,
  place: (level: string) => { width: number; height: number },
  inside: ReadonlyMap<string | null, readonly Box[]>,
): { width: number; height: number } {
  if (!inside.has(box.id)) return { width: BOX.width, height: heightOf(box) };
  const { width, height } = place(box.id);
  return { width: width + 2 * FRAME.side, height: height + FRAME.top + FRAME.bottom };
}

/** The innermost frame that contains both. */
function levelOf(parentOf: ReadonlyMap<string, string | null>, from: string, to: string): string | null {
  const above = new Set(framesOf(parentOf, from));
  return framesOf(parentOf, to).find((frame) => above.has(frame)) ?? null;
}

function framesOf(parentOf: ReadonlyMap<string, string | null>, id: string): string[] {
  const frames: string[] = [];
  for (let at = parentOf.get(id) ?? null; at !== null; at = parentOf.get(at) ?? null) frames.push(at);
  return frames;
}

/** The representative of a box in a frame: itself, or the frame that contains it. */
function memberOf(parentOf: ReadonlyMap<string, string | null>, id: string, level: string | null): string {
  let member = id;
  for (let at = parentOf.get(id) ?? null; at !== level && at !== null; at = parentOf.get(at) ?? null) member = at;
  return member;
}

/** Arrows in global coordinates; one that comes from inside a frame begins at its box. */
function absolute(
  routes: ReadonlyMap<string, { readonly level: string | null; readonly points: readonly GraphPoint[] }>,
  arrows: readonly Arrow[],
  places: ReadonlyMap<string, NodePlace>,
  parentOf: ReadonlyMap<string, string | null>,
  direction: Direction,
): Layout['arrows'] {
  const origin = (level: string | null): GraphPoint => {
    let [x, y] = [0, 0];
    for (let at = level; at !== null; at = parentOf.get(at) ?? null) {
      const place = places.get(at);
      x += place?.x ?? 0;
      y += place?.y ?? 0;
    }
    return { x, y };
  };
  const side = (id: string, end: boolean): GraphPoint | null => {
    const place = places.get(id);
    if (!place) return null;
    const { x, y } = origin(parentOf.get(id) ?? null);
    return direction === 'right'
      ? { x: x + place.x + (end ? 0 : place.width), y: y + place.y + place.height / 2 }
      : { x: x + place.x + place.width / 2, y: y + place.y + (end ? 0 : place.height) };
  };
  return new Map(
    arrows.flatMap(({ id, from, to }): [string, readonly GraphPoint[]][] => {
      const route = routes.get(id);
      if (!route) return [];
      const { x, y } = origin(route.level);
      const points = route.points.map((point) => ({ x: point.x + x, y: point.y + y }));
      const first = (parentOf.get(from) ?? null) === route.level ? null : side(from, false);
      const last = (parentOf.get(to) ?? null) === route.level ? null : side(to, true);
      return [[id, [...(first ? [first] : []), ...points, ...(last ? [last] : [])]]];
    }),
  );
}
