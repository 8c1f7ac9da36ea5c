import type { RunEvidence } from '#contracts/http/run-routes.ts';
import { type ActivationId, BlobHash, type RunId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { Payload } from '#contracts/payload.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { TestEvidence } from '#contracts/test-run.ts';
import type { ServerContext } from './server-context.ts';

/** Of one payload; more is only in the log. */
const MOST_IN_ONE = 200;

/**
 * The evidence in a run's log: wherever a node's result, an effect or a verdict contains a `TestEvidence`, or the hash
 * of a blob with one under the name `evidence`.
 */
export async function evidenceOf(serverContext: ServerContext, run: RunId): Promise<RunEvidence[]> {
  const found: RunEvidence[] = [];
  const nodes = new Map<ActivationId, string>();
  const known = new Set<string>();
  for await (const event of serverContext.runs.store.read(run)) {
    if (event.type === 'node.scheduled') nodes.set(event.data.act, event.data.node);
    for (const { act, payload } of payloadsOf(event)) {
      for (const { evidence, blob } of await inPayload(serverContext, payload)) {
        // The same evidence is handed on from node to node; it was made where it first appeared.
        const mark = JSON.stringify(evidence);
        if (known.has(mark)) continue;
        known.add(mark);
        found.push({ seq: event.seq, at: event.at, act, node: nodes.get(act) ?? act, evidence, blob });
      }
    }
  }
  return found;
}

function payloadsOf(event: RunEvent): { readonly act: ActivationId; readonly payload: Payload }[] {
  switch (event.type) {
    case 'node.completed':
      return event.data.result ? [{ act: event.data.act, payload: event.data.result }] : [];
    case 'effect.done':
      return [{ act: event.data.act, payload: event.data.result }];
    case 'graph.exited':
      return [{ act: event.data.act, payload: event.data.output }];
    case 'join.arrived':
      return [{ act: event.data.from, payload: event.data.payload }];
    case 'node.scheduled':
      return event.data.by === null ? [] : [{ act: event.data.by, payload: event.data.input }];
    default:
      return [];
  }
}

type Found = Pick<RunEvidence, 'evidence' | 'blob'>;

async function inPayload(serverContext: ServerContext, payload: Payload): Promise<Found[]> {
  if ('record' in payload) {
    return (await Promise.all(Object.values(payload.record).map((member) => inPayload(serverContext, member)))).flat();
  }
  if ('arrivals' in payload) return [];
  const value = 'inline' in payload ? payload.inline : await jsonBlob(serverContext, payload.blob);
  const found: Found[] = [];
  for (const candidate of candidatesIn(value)) {
    if (found.length >= MOST_IN_ONE) break;
    if (typeof candidate === 'string') found.push(...(await referred(serverContext, candidate)));
    else found.push({ evidence: candidate, blob: null });
  }
  return found;
}

/** Evidence itself, or the hash it is kept under. */
function* candidatesIn(value: Json): Generator<TestEvidence | BlobHash> {
  if (value === null || typeof value !== 'object') return;
  if ('runner' in value && 'command' in value && 'tests' in value) {
    const parsed = TestEvidence.safeParse(value);
    if (parsed.success) return yield parsed.data;
  }
  for (const [key, member] of Object.entries<Json>(value)) {
    const hash = key === 'evidence' ? BlobHash.safeParse(member) : null;
    if (hash?.success) yield hash.data;
    else yield* candidatesIn(member);
  }
}

async function referred(serverContext: ServerContext, blob: BlobHash): Promise<Found[]> {
  const parsed = TestEvidence.safeParse(await jsonBlob(serverContext, blob));
  return parsed.success ? [{ evidence: parsed.data, blob }] : [];
}

/** Null where there is none: unreadable evidence is not shown as evidence. */
async function jsonBlob({ runs }: ServerContext, blob: BlobHash): Promise<Json> {
  try {
    const value: Json = JSON.parse(Buffer.from(await runs.blobs.get(blob)).toString('utf8'));
    return value;
  } catch {
    return null;
  }
}
