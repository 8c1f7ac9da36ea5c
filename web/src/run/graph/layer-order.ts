import type { Links } from './layers.ts';

const SWEEPS = 6;

/** Each layer ordered by its neighbours, so that few arrows cross. Ties keep their order. */
export function inOrder(
  layers: readonly (readonly string[])[],
  links: ReadonlyMap<string, Links>,
): readonly (readonly string[])[] {
  const sorted = layers.map((layer) => [...layer]);
  const place = new Map<string, number>();
  const note = (layer: readonly string[]): void => {
    for (const [index, id] of layer.entries()) place.set(id, index);
  };
  for (const layer of sorted) note(layer);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const forward = sweep % 2 === 0;
    for (const layer of forward ? sorted : sorted.toReversed()) {
      const wish = new Map(
        layer.map((id, index) => {
          const around = (forward ? links.get(id)?.before : links.get(id)?.after) ?? [];
          const sum = around.reduce((total, each) => total + (place.get(each) ?? 0), 0);
          return [id, around.length === 0 ? index : sum / around.length];
        }),
      );
      layer.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0));
      note(layer);
    }
  }
  return sorted;
}
