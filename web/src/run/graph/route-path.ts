import type { Direction, GraphPoint } from './layout-types.ts';

const RADIUS = 8;

/** A line through the points, its corners rounded. */
export function routePath(points: readonly GraphPoint[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const parts = [`M${first.x} ${first.y}`];
  for (const [index, point] of rest.entries()) {
    const before = points[index] ?? first;
    const after = rest[index + 1];
    if (!after) {
      parts.push(`L${point.x} ${point.y}`);
      continue;
    }
    const near = towards(point, before);
    const far = towards(point, after);
    parts.push(`L${near.x} ${near.y}`, `Q${point.x} ${point.y} ${far.x} ${far.y}`);
  }
  return parts.join('');
}

/** A point on the way, at most half of it. */
function towards(from: GraphPoint, to: GraphPoint): GraphPoint {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** A line through the points that leaves and arrives the way the layers go. */
export function curvePath(points: readonly GraphPoint[], direction: Direction): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const parts = [`M${round(first.x)} ${round(first.y)}`];
  let before = first;
  for (const point of rest) {
    const straight = direction === 'right' ? before.y === point.y : before.x === point.x;
    if (straight) parts.push(`L${round(point.x)} ${round(point.y)}`);
    else if (direction === 'right') {
      const middle = round((before.x + point.x) / 2);
      parts.push(`C${middle} ${round(before.y)} ${middle} ${round(point.y)} ${round(point.x)} ${round(point.y)}`);
    } else {
      const middle = round((before.y + point.y) / 2);
      parts.push(`C${round(before.x)} ${middle} ${round(point.x)} ${middle} ${round(point.x)} ${round(point.y)}`);
    }
    before = point;
  }
  return parts.join('');
}

const HEAD = { length: 8, half: 3.6 } as const;

/** A point at the end of a line; a curve arrives along the layers whatever its points. */
export function headPath(points: readonly GraphPoint[], curved: Direction | null): string {
  const end = points.at(-1);
  const before = points.at(-2);
  if (!end || !before) return '';
  const dx = curved === 'down' ? 0 : curved === 'right' ? Math.sign(end.x - before.x) : end.x - before.x;
  const dy = curved === 'right' ? 0 : curved === 'down' ? Math.sign(end.y - before.y) : end.y - before.y;
  const size = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / size, dy / size];
  const [bx, by] = [end.x - ux * HEAD.length, end.y - uy * HEAD.length];
  const left = `${round(bx - uy * HEAD.half)} ${round(by + ux * HEAD.half)}`;
  const right = `${round(bx + uy * HEAD.half)} ${round(by - ux * HEAD.half)}`;
  return `M${round(end.x)} ${round(end.y)}L${left}L${right}Z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
