import { inOrder } from './layer-order.ts';
import { type Edge, type GraphLayers, type LayerChain, layersOf } from './layers.ts';
import type { Direction, GraphPoint, NodePlace } from './layout-types.ts';
import { spreadColumns } from './spread-columns.ts';

export interface LevelCell {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface PlacedLevel {
  readonly cells: ReadonlyMap<string, NodePlace>;
  readonly routes: ReadonlyMap<string, readonly GraphPoint[]>;
  readonly size: { readonly width: number; readonly height: number };
}

/**
 * A cell, or the point where a long arrow passes a layer. `along` is the direction of the layers, `across` the other.
 */
interface Slot {
  readonly id: string;
  /** Where its layer begins, and how deep that is. */
  readonly layer: { readonly from: number; readonly depth: number };
  readonly along: number;
  readonly across: number;
  /** Its middle, across. */
  middle: number;
}

const BETWEEN_LAYERS = 64;
const BETWEEN_CELLS = 20;
const BETWEEN_LINES = 12;
const PASSES = 8;

/** Cells and arrows of one frame, placed from its corner. */
export function placeLevel(cells: readonly LevelCell[], edges: readonly Edge[], direction: Direction): PlacedLevel {
  const right = direction === 'right';
  const { layers, links, chains } = layersOf(
    cells.map(({ id }) => id),
    edges,
  );
  const slots = slotsOf(inOrder(layers, links), cells, right);
  straighten(slots, links);
  const all = new Map(slots.flat().map((slot) => [slot.id, slot]));
  const first = Math.min(0, ...slots.flat().map(({ middle, across }) => middle - across / 2));
  const last = Math.max(0, ...slots.flat().map(({ middle, across }) => middle + across / 2));
  const point = (along: number, across: number): GraphPoint =>
    right ? { x: along, y: across - first } : { x: across - first, y: along };
  const end = slots.at(-1)?.[0]?.layer;
  const far = point(end ? end.from + end.depth : 0, last);
  return {
    cells: new Map(
      cells.flatMap(({ id, width, height }) => {
        const slot = all.get(id);
        return slot ? [[id, { ...point(startOf(slot), slot.middle - slot.across / 2), width, height }] as const] : [];
      }),
    ),
    routes: routesOf(chains, all, point),
    size: { width: Math.max(1, far.x), height: Math.max(1, far.y) },
  };
}

function slotsOf(layers: GraphLayers['layers'], cells: readonly LevelCell[], right: boolean): Slot[][] {
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  let from = 0;
  return layers.map((ids) => {
    const found = ids.map((id) => {
      const { width, height } = byId.get(id) ?? { width: 0, height: 0 };
      return { id, along: right ? width : height, across: right ? height : width, middle: 0 };
    });
    const layer = { from, depth: Math.max(0, ...found.map(({ along }) => along)) };
    from += layer.depth + BETWEEN_LAYERS;
    return found.map((slot) => ({ ...slot, layer }));
  });
}

/** Puts every slot as near to its linked slots as its neighbours allow. */
function straighten(slots: readonly (readonly Slot[])[], links: GraphLayers['links']): void {
  const byId = new Map(slots.flat().map((slot) => [slot.id, slot]));
  const put = (layer: readonly Slot[], wanted: readonly number[]): void => {
    const places = spreadColumns(wanted, layer.map(gapTo(layer)));
    for (const [index, slot] of layer.entries()) slot.middle = places[index] ?? 0;
  };
  for (const layer of slots)
    put(
      layer,
      layer.map(() => 0),
    );
  for (let pass = 0; pass < PASSES; pass += 1) {
    const forward = pass % 2 === 0;
    for (const layer of forward ? slots : slots.toReversed()) {
      const wanted = layer.map(({ id, middle }) => {
        const around = (forward ? links.get(id)?.before : links.get(id)?.after) ?? [];
        if (around.length === 0) return middle;
        return around.reduce((sum, each) => sum + (byId.get(each)?.middle ?? 0), 0) / around.length;
      });
      put(layer, wanted);
    }
  }
}

/** The minimum distance between the middles of two neighbours. */
const gapTo =
  (layer: readonly Slot[]) =>
  ({ across }: Slot, index: number): number => {
    const before = layer[index - 1];
    if (!before) return 0;
    const gap = across === 0 || before.across === 0 ? BETWEEN_LINES : BETWEEN_CELLS;
    return (before.across + across) / 2 + gap;
  };

/** In the middle of its layer. */
const startOf = ({ layer, along }: Slot): number => layer.from + (layer.depth - along) / 2;

function routesOf(
  chains: readonly LayerChain[],
  slots: ReadonlyMap<string, Slot>,
  point: (along: number, across: number) => GraphPoint,
): Map<string, GraphPoint[]> {
  const ports = portsOf(chains, slots);
  return new Map(
    chains.map(({ id, through, turned }) => {
      const points = through.flatMap((each, index): GraphPoint[] => {
        const slot = slots.get(each);
        if (!slot) return [];
        const { layer, middle, along } = slot;
        if (index === 0) return [point(startOf(slot) + along, middle + (ports.get(`${id} out`) ?? 0))];
        if (index === through.length - 1) return [point(startOf(slot), middle + (ports.get(`${id} in`) ?? 0))];
        return [point(layer.from, middle), point(layer.from + layer.depth, middle)];
      });
      return [id, turned ? points.toReversed() : points];
    }),
  );
}

/** Arrows at the same side of a box are spread. Offsets from its middle, by `ARROW out` and `ARROW in`. */
function portsOf(chains: readonly LayerChain[], slots: ReadonlyMap<string, Slot>): Map<string, number> {
  const ends = chains.flatMap(({ id, through }) => [
    { side: 'out', at: through[0] ?? '', key: `${id} out`, next: through[1] ?? '' },
    { side: 'in', at: through.at(-1) ?? '', key: `${id} in`, next: through.at(-2) ?? '' },
  ]);
  const ports = new Map<string, number>();
  for (const group of Map.groupBy(ends, ({ side, at }) => `${side} ${at}`).values()) {
    const across = slots.get(group[0]?.at ?? '')?.across ?? 0;
    const step = Math.min(14, (across * 0.7) / group.length);
    const sorted = group.toSorted((a, b) => (slots.get(a.next)?.middle ?? 0) - (slots.get(b.next)?.middle ?? 0));
    for (const [index, { key }] of sorted.entries()) ports.set(key, (index - (group.length - 1) / 2) * step);
  }
  return ports;
}
