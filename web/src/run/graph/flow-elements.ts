import { MarkerType } from '@xyflow/react';
import { foremost, lookOf } from '../node-look.ts';
import type { GraphModel } from './graph-model.ts';
import { BOX, heightOf, type Layout } from './layout-types.ts';
import type { RoutedFlowEdge } from './routed-edge.tsx';
import type { StepData, StepFlowNode } from './step-node.tsx';

/** The boxes where the layout has put them. */
export function nodesOf(model: GraphModel, layout: Layout, data: Omit<StepData, 'box'>): StepFlowNode[] {
  const parents = new Set(model.boxes.map(({ parent }) => parent));
  const nodes = model.boxes.flatMap((box): StepFlowNode[] => {
    const place = layout.boxes.get(box.id);
    if (!place) return [];
    const isFrame = parents.has(box.id);
    return [
      {
        id: box.id,
        type: isFrame ? 'frame' : 'step',
        position: { x: place.x, y: place.y },
        width: isFrame ? place.width : BOX.width,
        height: isFrame ? place.height : heightOf(box),
        ...(box.parent === null ? {} : { parentId: box.parent }),
        zIndex: isFrame ? 0 : 1,
        data: { box, ...data },
      },
    ];
  });
  const depth = new Map<string, number>();
  for (const { id, parentId } of nodes) depth.set(id, parentId === undefined ? 0 : parentId.split('/').length);
  // A parent comes before what is in it.
  return nodes.sort((a, b) => (depth.get(a.id) ?? 0) - (depth.get(b.id) ?? 0));
}

export function edgesOf(model: GraphModel, layout: Layout, driven: boolean): RoutedFlowEdge[] {
  const moving = new Set(
    model.boxes
      .filter(({ activations }) => {
        const first = foremost(activations);
        return first !== null && lookOf(first, driven).tone === 'run';
      })
      .map(({ id }) => id),
  );
  return model.arrows.flatMap(({ id, from, to, taken, watches }): RoutedFlowEdge[] => {
    const points = layout.arrows.get(id);
    if (!points) return [];
    const active = taken && !watches && moving.has(to);
    const color = active ? 'var(--run)' : taken ? 'var(--faint)' : 'var(--line-strong)';
    return [
      {
        id,
        type: 'routed',
        source: from,
        target: to,
        data: { points, taken, watches, active },
        markerEnd: { type: MarkerType.ArrowClosed, color, width: 14, height: 14 },
      },
    ];
  });
}
