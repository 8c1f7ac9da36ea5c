import { duration } from '../../lib/format.ts';
import { foremost, lookOf, type NodeLook } from '../node-look.ts';
import type { Box, GraphModel } from './graph-model.ts';
import { type GraphPoint, type Layout, MANY, type NodePlace } from './layout-types.ts';
import { curvePath, headPath, routePath } from './route-path.ts';

/** A box as it is drawn, with visible properties only, so that an unchanged one is recognised by its members. */
export interface PictureBox extends NodePlace {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly kind: Box['kind'];
  readonly look: NodeLook | null;
  /** The activation that a click shows. */
  readonly act: string | null;
  readonly isChosen: boolean;
  readonly isFrame: boolean;
}

/** All arrows of one style, as one path each for lines and heads. */
export interface PictureArrows {
  readonly way: 'active' | 'taken' | 'open' | 'watches';
  readonly lines: string;
  readonly heads: string;
}

export interface PictureData {
  readonly boxes: readonly PictureBox[];
  readonly arrows: readonly PictureArrows[];
  readonly size: Layout['size'];
  /** With this many there is only space for a name. */
  readonly terse: boolean;
}

export function pictureOf(model: GraphModel, layout: Layout, driven: boolean, chosen: string | null): PictureData {
  const frames = new Set(model.boxes.map(({ parent }) => parent));
  const origins = new Map<string | null, GraphPoint>([[null, { x: 0, y: 0 }]]);
  const parentOf = new Map(model.boxes.map(({ id, parent }) => [id, parent]));
  const originOf = (id: string | null): GraphPoint => {
    const known = origins.get(id);
    if (known || id === null) return known ?? { x: 0, y: 0 };
    const outer = originOf(parentOf.get(id) ?? null);
    const { x = 0, y = 0 } = layout.boxes.get(id) ?? {};
    const origin = { x: outer.x + x, y: outer.y + y };
    origins.set(id, origin);
    return origin;
  };
  const boxes = model.boxes.flatMap((box): PictureBox[] => {
    const place = layout.boxes.get(box.id);
    if (!place) return [];
    const { x, y } = originOf(box.id);
    return [{ ...place, x, y, ...shownOf(box, driven, chosen), isFrame: frames.has(box.id) }];
  });
  return {
    boxes,
    arrows: arrowsOf(model, layout, new Set(boxes.filter(({ look }) => look?.tone === 'run').map(({ id }) => id))),
    size: layout.size,
    terse: model.boxes.length > MANY,
  };
}

function shownOf(
  { id, label, kind, activations }: Box,
  driven: boolean,
  chosen: string | null,
): Omit<PictureBox, keyof NodePlace | 'isFrame'> {
  const first = foremost(activations);
  const look = first && lookOf(first, driven);
  const times = activations.length > 1 ? ` ×${activations.length}` : '';
  const [only] = activations;
  const took = only && activations.length === 1 && only.ms > 0 ? duration(only.ms) : null;
  return {
    id,
    label: `${label}${times}`,
    detail: took ?? look?.label ?? 'not reached',
    kind,
    look,
    act: first?.act ?? null,
    isChosen: chosen !== null && activations.some(({ act }) => act === chosen),
  };
}

function arrowsOf({ arrows }: GraphModel, layout: Layout, moving: ReadonlySet<string>): PictureArrows[] {
  const ways = Map.groupBy(arrows, ({ watches, taken, to }): PictureArrows['way'] => {
    if (watches) return 'watches';
    if (!taken) return 'open';
    return moving.has(to) ? 'active' : 'taken';
  });
  return (['watches', 'open', 'taken', 'active'] as const).flatMap((way) => {
    const points = (ways.get(way) ?? []).map(({ id }) => layout.arrows.get(id) ?? []);
    if (points.length === 0) return [];
    const { curved } = layout;
    return [
      {
        way,
        lines: points.map((each) => (curved === null ? routePath(each) : curvePath(each, curved))).join(''),
        heads: points.map((each) => headPath(each, curved)).join(''),
      },
    ];
  });
}
