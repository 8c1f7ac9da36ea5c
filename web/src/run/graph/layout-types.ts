import type { Box } from './graph-model.ts';

export interface GraphPoint {
  readonly x: number;
  readonly y: number;
}

export interface NodePlace extends GraphPoint {
  readonly width: number;
  readonly height: number;
}

/** The way the layers go. */
export type Direction = 'right' | 'down';

export interface Layout {
  /** Relative to the parent where there is one. */
  readonly boxes: ReadonlyMap<string, NodePlace>;
  /** In the coordinates of the whole. */
  readonly arrows: ReadonlyMap<string, readonly GraphPoint[]>;
  readonly size: { readonly width: number; readonly height: number };
  /** Arrows are curves along this way; null where they are lines with corners. */
  readonly curved: Direction | null;
}

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** Wide and high enough for two lines of what a step does: cut, the boxes of a workflow read alike. */
export const BOX = { width: 196, height: 70 } as const;
const HEAD = 50;
/** The minimum height of a touch target. */
const LINE = 24;

export const heightOf = ({ lines }: Pick<Box, 'lines'>): number => (lines === 0 ? BOX.height : HEAD + lines * LINE + 6);

/** Larger graphs are drawn as one picture. */
export const MANY = 150;

/** Below this, 13 px text is not readable. */
export const LEGIBLE = 0.75;

export const zoomOf = ({ size }: Layout, room: Room): number =>
  Math.min(room.width / size.width, room.height / size.height);
