import { type MiniMapNodeProps, type Node, type NodeProps, useNodesData } from '@xyflow/react';
import { memo } from 'react';
import { GraphPicture } from './graph-picture.tsx';
import type { PictureData } from './picture-data.ts';

export type PictureNodeData = {
  readonly picture: PictureData;
  readonly choose: (act: string | null) => void;
};
export type PictureFlowNode = Node<PictureNodeData, 'picture'>;

export const PICTURE = 'picture';

/** All of a large graph as one node: moved and zoomed as a whole, drawn once. */
export const PictureNode = memo(function PictureNode({ data: { picture, choose } }: NodeProps<PictureFlowNode>) {
  return (
    <div className="h-full w-full">
      <GraphPicture data={picture} label={`Graph of ${picture.boxes.length} steps`} choose={choose} />
    </div>
  );
});

/** The boxes of the picture on the map, as one path. */
export const PictureOnMap = memo(function PictureOnMap({ id, x, y, width, height, color }: MiniMapNodeProps) {
  const found = useNodesData<PictureFlowNode>(id)?.data;
  if (!found || id !== PICTURE) return <rect x={x} y={y} width={width} height={height} rx={8} fill={color ?? ''} />;
  const outline = found.picture.boxes
    .filter(({ isFrame }) => !isFrame)
    .map((box) => `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`)
    .join('');
  return <path d={outline} fill={color ?? ''} />;
});
