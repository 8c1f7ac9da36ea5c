import { type RefObject, useEffect, useMemo, useState } from 'react';
import { untilLoaded } from '../../lib/lazy-page.ts';
import { useSlow } from '../../lib/use-slow.ts';
import type { GraphModel } from './graph-model.ts';
import { layered } from './layered.ts';
import { type Layout, MANY } from './layout-types.ts';

const RELAYOUT_MS = 250;

export interface LayoutState {
  readonly layout: Layout | null;
  readonly error: string | null;
}

const NONE: LayoutState = { layout: null, error: null };

/**
 * Laid out again when boxes or arrows come or go, not when they change their colour. A large graph is placed here
 * synchronously; others more carefully, in a worker.
 */
export function useLayout(model: GraphModel, room: RefObject<HTMLElement | null>): LayoutState {
  const shape = useMemo(() => shapeOf(model), [model]);
  const slow = useSlow(shape, RELAYOUT_MS);
  const isLarge = model.boxes.length > MANY;
  // Both depend on the shape only.
  const large = useMemo<LayoutState>(() => (isLarge ? { layout: layered(model), error: null } : NONE), [slow, isLarge]);
  const loadElk = useElk(model, slow, isLarge, room);
  return isLarge ? large : loadElk;
}

const shapeOf = ({ boxes, arrows }: GraphModel): string =>
  [...boxes.map(({ id, parent, lines }) => `${id} ${parent} ${lines}`), ...arrows.map(({ id }) => id)].join('\n');

function useElk(model: GraphModel, shape: string, isLarge: boolean, room: RefObject<HTMLElement | null>): LayoutState {
  const [state, setState] = useState<LayoutState>(NONE);
  useEffect(() => {
    if (isLarge) return;
    let here = true;
    const { clientWidth: width = 1_000, clientHeight: height = 600 } = room.current ?? {};
    loadElk()
      .then(({ layOut }) => layOut(model, { width, height }))
      .then(
        (layout) => here && setState({ layout, error: null }),
        (thrown: unknown) => here && setState({ layout: null, error: String(thrown) }),
      );
    return () => {
      here = false;
    };
  }, [shape, isLarge]);
  return state;
}

/** The worker loads a lot: it is fetched as soon as a graph may have to be drawn. */
export const loadElk = () => untilLoaded(() => import('./elk-layout.ts'));
