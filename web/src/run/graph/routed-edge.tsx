import { type Edge, type EdgeProps, getSmoothStepPath } from '@xyflow/react';
import { memo } from 'react';
import type { GraphPoint } from './layout-types.ts';
import { routePath } from './route-path.ts';

export type RoutedData = {
  readonly points: readonly GraphPoint[];
  readonly taken: boolean;
  readonly watches: boolean;
  readonly active: boolean;
};
export type RoutedFlowEdge = Edge<RoutedData, 'routed'>;

/** An arrow along the route of the layout. */
export const RoutedEdge = memo(function RoutedEdge(props: EdgeProps<RoutedFlowEdge>) {
  const { data, markerEnd } = props;
  const path = data && data.points.length > 1 ? routePath(data.points) : getSmoothStepPath(props)[0];
  const colour = data?.active ? 'var(--run)' : data?.taken ? 'var(--faint)' : 'var(--line-strong)';
  return (
    <path
      d={path}
      fill="none"
      stroke={colour}
      strokeWidth={data?.active ? 2 : 1.4}
      strokeDasharray={data?.watches ? '2 4' : data?.taken || data?.active ? undefined : '5 4'}
      {...(markerEnd ? { markerEnd } : {})}
    />
  );
});
