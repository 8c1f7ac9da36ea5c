import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useSlow } from '../../lib/use-slow.ts';
import type { GraphModel } from './graph-model.ts';
import { type Layout, layOut } from './layout.ts';

const RELAYOUT_MS = 250;

export interface LayoutState {
  readonly layout: Layout | null;
  readonly error: string | null;
}

/** Laid out again when boxes or arrows come or go, not when they change their colour. */
export function useLayout(model: GraphModel, room: RefObject<HTMLElement | null>): LayoutState {
  const [state, setState] = useState<LayoutState>({ layout: null, error: null });
  const shape = useMemo(
    () =>
      [
        ...model.boxes.map(({ id, parent, lines }) => `${id} ${parent} ${lines}`),
        ...model.arrows.map(({ id }) => id),
      ].join('\n'),
    [model],
  );
  const slow = useSlow(shape, RELAYOUT_MS);
  // The shape is what the layout depends on.
  useEffect(() => {
    let here = true;
    const { clientWidth: width = 1_000, clientHeight: height = 600 } = room.current ?? {};
    layOut(model, { width, height }).then(
      (layout) => here && setState({ layout, error: null }),
      (thrown: unknown) => here && setState({ layout: null, error: String(thrown) }),
    );
    return () => {
      here = false;
    };
  }, [slow]);
  return state;
}
