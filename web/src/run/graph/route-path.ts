import type { Point } from './layout.ts';

const RADIUS = 8;

/** A line through the points, its corners rounded. */
export function routePath(points: readonly Point[]): string {
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
function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
