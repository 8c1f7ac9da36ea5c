export interface Edge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export interface Links {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** An arrow as the slots it passes, layer by layer; `turned` where it goes against the layers. */
export interface LayerChain {
  readonly id: string;
  readonly through: readonly string[];
  readonly turned: boolean;
}

export interface GraphLayers {
  readonly layers: readonly (readonly string[])[];
  /** Of every slot: its neighbours in adjacent layers. */
  readonly links: ReadonlyMap<string, Links>;
  readonly chains: readonly LayerChain[];
}

/** With more slots than this for passing arrows, they are left out: arrows then go straight. */
const MOST_PASSING = 4_000;

/** Every id in a layer after those that lead to it; an arrow that closes a cycle goes against the layers. */
export function layersOf(ids: readonly string[], edges: readonly Edge[]): GraphLayers {
  const straight = edges.filter(({ from, to }) => from !== to);
  const turned = backEdges(ids, straight);
  const forward = straight.map(({ id, from, to }) => (turned.has(id) ? { id, from: to, to: from } : { id, from, to }));
  const layer = longestPaths(ids, forward);
  const spans = forward.reduce((sum, { from, to }) => sum + (layer.get(to) ?? 0) - (layer.get(from) ?? 0) - 1, 0);
  const layers = Array.from({ length: 1 + Math.max(-1, ...layer.values()) }, (): string[] => []);
  for (const id of ids) layers[layer.get(id) ?? 0]?.push(id);
  const links = new Map<string, { before: string[]; after: string[] }>();
  const linksOf = (id: string): { before: string[]; after: string[] } => {
    const found = links.get(id) ?? { before: [], after: [] };
    links.set(id, found);
    return found;
  };
  const chains = forward.map(({ id, from, to }): LayerChain => {
    const through = [from];
    for (let at = (layer.get(from) ?? 0) + 1; at < (layer.get(to) ?? 0) && spans <= MOST_PASSING; at += 1) {
      const passing = `${id} @${at}`;
      layers[at]?.push(passing);
      through.push(passing);
    }
    through.push(to);
    for (const [index, slot] of through.entries()) {
      const next = through[index + 1];
      if (next === undefined) continue;
      linksOf(slot).after.push(next);
      linksOf(next).before.push(slot);
    }
    return { id, through, turned: turned.has(id) };
  });
  return { layers, links, chains };
}

/** The arrows that lead back on a walk from the beginning. */
function backEdges(ids: readonly string[], edges: readonly Edge[]): Set<string> {
  const out = Map.groupBy(edges, ({ from }) => from);
  const state = new Map<string, 'open' | 'left'>();
  const back = new Set<string>();
  for (const root of ids) {
    if (state.has(root)) continue;
    const walk = [{ id: root, next: 0 }];
    state.set(root, 'open');
    for (let top = walk.at(-1); top; top = walk.at(-1)) {
      const edge = out.get(top.id)?.[top.next];
      top.next += 1;
      if (!edge) {
        state.set(top.id, 'left');
        walk.pop();
      } else if (state.get(edge.to) === 'open') back.add(edge.id);
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        walk.push({ id: edge.to, next: 0 });
      }
    }
  }
  return back;
}

function longestPaths(ids: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const out = Map.groupBy(edges, ({ from }) => from);
  const waits = new Map(ids.map((id) => [id, 0]));
  for (const { to } of edges) waits.set(to, (waits.get(to) ?? 0) + 1);
  const layer = new Map(ids.map((id) => [id, 0]));
  const ready = ids.filter((id) => waits.get(id) === 0);
  for (const id of ready) {
    for (const { to } of out.get(id) ?? []) {
      layer.set(to, Math.max(layer.get(to) ?? 0, (layer.get(id) ?? 0) + 1));
      const left = (waits.get(to) ?? 0) - 1;
      waits.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return layer;
}
