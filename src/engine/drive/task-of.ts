import type { BlobStore } from '#contracts/blobs.ts';
import { AssayError } from '#contracts/errors.ts';
import type { NodeTask } from '#contracts/executor.ts';
import type { ActivationId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import type { Graph } from '../graph/graph.ts';
import { fromLog } from '../payloads.ts';
import type { Activation, RunState } from '../step/state.ts';

type Resolve = (payload: Payload) => Json | Promise<Json>;

/** All an executor needs to run an activation. Synchronous unless something has to be fetched, which is rare. */
export function taskOf(
  graph: Graph,
  state: RunState,
  act: ActivationId,
  blobs: BlobStore,
): NodeTask | Promise<NodeTask> {
  const activation = state.acts.get(act);
  const { run, session } = state;
  if (!activation || run === null || session === null) throw new AssayError('UNEXPECTED', `${act} is not active`);
  const { node, kind, attempt } = activation;
  const timeoutMs = graph.shape.nodes[node]?.timeoutMs ?? undefined;
  const pure = graph.shape.nodes[node]?.pure ?? false;
  const reserved = activation.reserved ?? undefined;
  const base = { run, session, graph: graph.ref, act, node, kind, attempt, timeoutMs, pure, reserved };
  const resolve: Resolve = (payload) => fromLog(payload, state, blobs);
  const input = resolve(activation.input);
  if (!(input instanceof Promise) && isPlain(activation, state)) {
    return { ...base, input, answers: {}, parents: {}, notes: [], effects: {} };
  }
  return full(base, activation, state, input, resolve);
}

/** Only an input. */
const isPlain = ({ answers, after, effects, child }: Activation, { notes }: RunState): boolean =>
  answers.isEmpty() && after.length === 0 && effects.isEmpty() && child === null && notes.isEmpty();

async function full(
  base: Omit<NodeTask, 'input' | 'answers' | 'parents' | 'notes' | 'child' | 'effects'>,
  { answers, after, effects, child }: Activation,
  state: RunState,
  input: Json | Promise<Json>,
  resolve: Resolve,
): Promise<NodeTask> {
  const parents = after.flatMap((name) => {
    const result = state.names.get(name)?.result;
    return result ? [[name, result] as const] : [];
  });
  const begun = [...effects].map(async ([key, effect]) => {
    return [key, effect === 'intended' ? effect : { done: await resolve(effect) }] as const;
  });
  const notes = state.notes.toArray().map(async ({ node, act, note }) => ({ node, act, note: await resolve(note) }));
  return {
    ...base,
    input: await input,
    answers: await resolveAll([...answers], resolve),
    parents: await resolveAll(parents, resolve),
    notes: await Promise.all(notes),
    effects: Object.fromEntries(await Promise.all(begun)),
    ...(child === null ? {} : { child: await resolve(child) }),
  };
}

async function resolveAll(
  entries: readonly (readonly [string, Payload])[],
  resolve: Resolve,
): Promise<Record<string, Json>> {
  return Object.fromEntries(
    await Promise.all(entries.map(async ([key, value]) => [key, await resolve(value)] as const)),
  );
}
