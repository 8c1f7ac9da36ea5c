import '@xyflow/react/dist/base.css';
import './graph-canvas.css';
import {
  Background,
  Controls,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Viewport,
} from '@xyflow/react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { Empty } from '../../ui/empty.tsx';
import { edgesOf, nodesOf } from './flow-elements.ts';
import type { GraphModel } from './graph-model.ts';
import { type Layout, LEGIBLE, MANY } from './layout-types.ts';
import { pictureOf } from './picture-data.ts';
import { PICTURE, type PictureFlowNode, PictureNode, PictureOnMap } from './picture-node.tsx';
import { RoutedEdge, type RoutedFlowEdge } from './routed-edge.tsx';
import { FrameNode, type StepFlowNode, StepNode } from './step-node.tsx';
import { useLayout } from './use-layout.ts';

const NODE_TYPES = { step: StepNode, frame: FrameNode, picture: PictureNode };
const EDGE_TYPES = { routed: RoutedEdge };
const MAP_FROM = 40;
/** Controls over the drawing: the choice of what is drawn above, the zoom buttons at the left. */
const OVER = { top: 52, left: 56, rest: 16 } as const;

interface CanvasProps {
  readonly model: GraphModel;
  readonly driven: boolean;
  readonly chosen: string | null;
  /** Better a readable part than all of it. */
  readonly legible?: boolean;
  choose(act: string | null): void;
}

export default function GraphCanvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ model, driven, chosen, legible = false, choose }: CanvasProps) {
  const room = useRef<HTMLDivElement>(null);
  const { layout, error } = useLayout(model, room);
  const { nodes, edges } = useMemo(
    () => (layout ? elementsOf(model, layout, { driven, chosen, choose }) : NOTHING),
    [layout, model, driven, chosen, choose],
  );
  useFit(layout, room, legible);
  const size = model.boxes.length;
  return (
    <div ref={room} className="h-full w-full" data-drawn={layout ? size : 0}>
      {error ? (
        <Empty icon="graph" title="The graph could not be drawn">
          {error}
        </Empty>
      ) : (
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          deleteKeyCode={null}
          minZoom={0.05}
          maxZoom={1.6}
          aria-label={`Graph of ${size} steps`}
        >
          {!layout && (
            <Panel position="top-center" className="text-sm text-soft" style={{ marginTop: 64 }}>
              Drawing the graph …
            </Panel>
          )}
          <Background gap={20} size={1} color="var(--line)" />
          <Controls showInteractive={false} />
          {size > MAP_FROM && (
            <MiniMap
              pannable
              zoomable
              nodeColor="var(--line-strong)"
              nodeComponent={PictureOnMap}
              maskColor="color-mix(in oklch, var(--sunken) 70%, transparent)"
              ariaLabel="Map of the graph"
            />
          )}
        </ReactFlow>
      )}
    </div>
  );
}

interface Elements {
  readonly nodes: (StepFlowNode | PictureFlowNode)[];
  readonly edges: RoutedFlowEdge[];
}

const NOTHING: Elements = { nodes: [], edges: [] };

/** Every box and arrow separately, or, where there are many, one picture of all of them. */
function elementsOf(model: GraphModel, layout: Layout, look: Omit<CanvasProps, 'model'>): Elements {
  if (model.boxes.length <= MANY)
    return { nodes: nodesOf(model, layout, look), edges: edgesOf(model, layout, look.driven) };
  const { width, height } = layout.size;
  const picture = pictureOf(model, layout, look.driven, look.chosen);
  const data = { picture, choose: look.choose };
  return { nodes: [{ id: PICTURE, type: 'picture', position: { x: 0, y: 0 }, width, height, data }], edges: [] };
}

/** Arrows go around boxes, so the whole drawing has to fit. If it would be too small, its beginning is shown. */
function readable({ size }: Layout, { clientWidth, clientHeight }: HTMLElement): Viewport {
  const width = clientWidth - OVER.left - OVER.rest;
  const height = clientHeight - OVER.top - OVER.rest;
  const zoom = Math.min(1.1, Math.max(LEGIBLE, Math.min(width / size.width, height / size.height)));
  return { zoom, x: OVER.left + Math.max(0, (width - size.width * zoom) / 2), y: OVER.top };
}

/**
 * Fits all of it into view after a layout or a resize; or its beginning, where all of it would be too small to read.
 */
function useFit(layout: Layout | null, room: RefObject<HTMLElement | null>, legible: boolean): void {
  const { fitView, setViewport } = useReactFlow();
  useEffect(() => {
    const element = room.current;
    if (!layout || !element) return;
    let later = 0;
    // After the nodes are in place; and at once when the observer begins.
    const watch = new ResizeObserver(() => {
      cancelAnimationFrame(later);
      later = requestAnimationFrame(() => {
        if (legible) void setViewport(readable(layout, element));
        else void fitView({ padding: 0.07, maxZoom: 1.1 });
      });
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(later);
    };
  }, [layout, fitView, setViewport, room, legible]);
}
