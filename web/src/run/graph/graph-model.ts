import type { GraphDrawing } from '#contracts/http/graph-drawing.ts';
import type { NodeKind, RunEvent } from '#contracts/run-events.ts';
import type { NodeView } from '#contracts/run-view.ts';
import type { Chapter } from '#contracts/stories/chapters.ts';
import { stepName, stepTitle } from '#contracts/stories/step-name.ts';

/** A box to draw: a step of the workflow with its activations, or a single activation. */
export interface Box {
  readonly id: string;
  readonly label: string;
  readonly kind: NodeKind;
  readonly parent: string | null;
  readonly activations: readonly NodeView[];
  /** How many of them get a line of their own; the others are marks. */
  readonly lines: number;
}

export interface Arrow {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string | null;
  readonly watches: boolean;
  /** Work has gone this way. */
  readonly taken: boolean;
}

export interface GraphModel {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

const MOST_LINES = 5;
/** Larger graphs are drawn with small boxes. */
const ROOMY = 60;

/** The workflow as it is defined, with its progress. */
export function stepsModel({ nodes, edges, chapters }: GraphDrawing, views: readonly NodeView[]): GraphModel {
  const activations = Map.groupBy(views, ({ node }) => node);
  const nodeOf = new Map(views.map(({ act, node }) => [act, node]));
  const taken = new Set(views.map(({ by, node }) => (by === null ? '' : `${nodeOf.get(by)}>${node}`)));
  const known = new Set(nodes.map(({ id }) => id));
  const parents = new Set(nodes.map(({ parent }) => parent));
  const joins = new Set(nodes.filter(({ kind }) => kind === 'join').map(({ id }) => id));
  const roomy = nodes.length <= ROOMY;
  return {
    boxes: nodes.map(({ id, label, kind, parent }) => {
      const own = activations.get(id) ?? [];
      return {
        id,
        label: chapters === null ? label : stepTitle(id, chapters),
        kind,
        parent: parent !== null && known.has(parent) ? parent : null,
        activations: own,
        lines: roomy && own.length > 1 && !parents.has(id) ? Math.min(own.length, MOST_LINES) : 0,
      };
    }),
    arrows: edges
      // Drawing it inside shows where a graph node leads.
      .filter(({ kind, from }) => kind !== 'enters' || !parents.has(from))
      .filter(({ from, to }) => known.has(from) && known.has(to))
      .map(({ id, from, to, slot, kind }) => ({
        id,
        from,
        to,
        label: slot,
        watches: kind === 'watches',
        // Many lead to a join, one began it.
        taken: taken.has(`${from}>${to}`) || (joins.has(to) && isDone(activations, from) && activations.has(to)),
      })),
  };
}

/** Only where work has gone: possible ways and observers take most of the space. */
export function pathModel({ boxes, arrows }: GraphModel): GraphModel {
  const reached = new Map(
    boxes.flatMap((box) => (box.activations.length > 0 && box.kind !== 'observer' ? [[box.id, box] as const] : [])),
  );
  const parents = new Set([...reached.values()].map(({ parent }) => parent));
  const drawn = boxes.filter(({ id }) => reached.has(id) || parents.has(id));
  const ids = new Set(drawn.map(({ id }) => id));
  return {
    boxes: drawn,
    arrows: arrows.filter(({ from, to, taken, watches }) => taken && !watches && ids.has(from) && ids.has(to)),
  };
}

const isDone = (activations: ReadonlyMap<string, readonly NodeView[]>, id: string): boolean =>
  activations.get(id)?.some(({ state }) => state === 'done') ?? false;

/** Every activation, and what led to it. */
export function tasksModel(
  views: readonly NodeView[],
  events: readonly RunEvent[],
  chapters: readonly Chapter[] | null,
): GraphModel {
  const acts = new Set<string>(views.map(({ act }) => act));
  const pairs = new Map<string, Arrow>();
  const lead = (from: string, to: string, watches = false): void => {
    if (!acts.has(from) || !acts.has(to) || from === to) return;
    const id = `${from}>${to}`;
    pairs.set(id, { id, from, to, label: null, watches, taken: true });
  };
  const arrived = new Map<string, string[]>();
  for (const event of events) {
    if (event.type === 'join.arrived') {
      const key = `${event.data.join} ${event.data.scope}`;
      const from = arrived.get(key);
      if (from) from.push(event.data.from);
      else arrived.set(key, [event.data.from]);
    }
    if (event.type !== 'node.scheduled') continue;
    const { act, input, kind, by } = event.data;
    if ('arrivals' in input) {
      for (const from of arrived.get(`${input.arrivals.join} ${input.arrivals.scope}`) ?? []) lead(from, act);
    } else if (by !== null) lead(by, act, kind === 'observer');
  }
  const named = new Map(views.flatMap(({ act, name }) => (name === null ? [] : [[name, act] as const])));
  for (const { act, waitsFor } of views) for (const name of waitsFor) lead(named.get(name) ?? '', act);
  return {
    boxes: views.map((view) => ({
      id: view.act,
      label: stepName(view, chapters),
      kind: view.kind,
      parent: null,
      activations: [view],
      lines: 0,
    })),
    arrows: [...pairs.values()],
  };
}
