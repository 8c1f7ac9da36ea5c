import ELK, { type ElkExtendedEdge, type ELK as ElkLayouter, type ElkNode } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { untilLoaded } from '../../lib/lazy-page.ts';
import type { GraphModel } from './graph-model.ts';
import { BOX, type GraphPoint, heightOf, type Layout, LEGIBLE, type Room, zoomOf } from './layout-types.ts';

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.nodeNode': '20',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '10',
  'elk.layered.spacing.nodeNodeBetweenLayers': '40',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.layered.considerModelOrder.strategy': 'PREFER_NODES',
  'elk.json.edgeCoords': 'ROOT',
};

/** Started with the page that will need it, while its data is loading. */
const started = untilLoaded(startElk);
// Callers that wait for a layout get an error.
started.catch(() => {});

/** A worker whose script could not be fetched answers nothing, not even with an error. */
function startElk(): Promise<ElkLayouter> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl);
    const elk = new ELK({ workerFactory: () => worker });
    // It answers at once that it knows its algorithms.
    worker.addEventListener('message', () => resolve(elk), { once: true });
    worker.addEventListener('error', () => {
      worker.terminate();
      reject(new Error('the code that places the steps could not be loaded'));
    });
  });
}

/**
 * Places the boxes in a worker, so that the page stays responsive. A graph uses the direction that fits the space
 * better.
 */
export async function layOut(model: GraphModel, room: Room): Promise<Layout> {
  const across = await layOutOneWay(model, 'RIGHT');
  if (zoomOf(across, room) >= 1) return across;
  const down = await layOutOneWay(model, 'DOWN');
  const better = zoomOf(down, room) > zoomOf(across, room) ? down : across;
  if (zoomOf(better, room) >= LEGIBLE) return better;
  // A long chain continues in the next row.
  const rows = await layOutOneWay(model, 'RIGHT', {
    'elk.aspectRatio': String(room.width / Math.max(1, room.height)),
    'elk.layered.wrapping.strategy': 'MULTI_EDGE',
    'elk.layered.wrapping.additionalEdgeSpacing': '12',
  });
  return zoomOf(rows, room) > zoomOf(better, room) ? rows : better;
}

async function layOutOneWay(
  { boxes, arrows }: GraphModel,
  direction: 'RIGHT' | 'DOWN',
  more: Readonly<Record<string, string>> = {},
): Promise<Layout> {
  const children = new Map<string | null, ElkNode[]>();
  const made = new Map<string, ElkNode>();
  for (const box of boxes) {
    const { id, parent } = box;
    const node: ElkNode = { id, width: BOX.width, height: heightOf(box) };
    made.set(id, node);
    children.set(parent, [...(children.get(parent) ?? []), node]);
  }
  for (const [parent, inner] of children) {
    const outer = parent === null ? undefined : made.get(parent);
    if (!outer) continue;
    outer.children = inner;
    outer.layoutOptions = { 'elk.padding': '[top=40,left=14,bottom=14,right=14]' };
  }
  const wanted: ElkNode = {
    id: 'graph',
    layoutOptions: { ...OPTIONS, ...more, 'elk.direction': direction },
    children: children.get(null) ?? [],
    edges: arrows.map(({ id, from, to }): ElkExtendedEdge => ({ id, sources: [from], targets: [to] })),
  };
  const elk = await started;
  const placed: ElkNode = await elk.layout(wanted);
  return {
    boxes: placesOf(placed),
    arrows: new Map((placed.edges ?? []).map((edge) => [edge.id, pointsOf(edge)])),
    size: { width: placed.width ?? 1, height: placed.height ?? 1 },
    curved: null,
  };
}

function placesOf({ children = [] }: ElkNode): Layout['boxes'] {
  return new Map(
    children.flatMap((node) => [
      [node.id, { x: node.x ?? 0, y: node.y ?? 0, width: node.width ?? 0, height: node.height ?? 0 }] as const,
      ...placesOf(node),
    ]),
  );
}

function pointsOf({ sections = [] }: ElkExtendedEdge): GraphPoint[] {
  return sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
}
