import type { BlobStore } from '#contracts/blobs.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Note } from '#contracts/executor.ts';
import type { RunId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import type { RunStore } from '#contracts/store.ts';
import { fromLog } from '#engine/payloads.ts';
import { EMPTY } from '#engine/step/state.ts';
import { hybridAccountOf } from '#workflows/hybrid-tdd/account.ts';
import { HybridBegin } from '#workflows/hybrid-tdd/ports.ts';
import { HybridResult, withNotes } from '#workflows/hybrid-tdd/result.ts';

/**
 * The input and the result of a run, from its log. Advisers may still have worked when the result was made: their later
 * findings and cost are included here.
 */
export async function readTddRun(
  { store, blobs }: { readonly store: RunStore; readonly blobs: BlobStore },
  run: RunId,
): Promise<{ readonly begin: ReturnType<typeof HybridBegin.parse>; readonly result: HybridResult | null }> {
  let begin: ReturnType<typeof HybridBegin.parse> | null = null;
  let result: HybridResult | null = null;
  const nodes = new Map<string, string>();
  const notes: Note[] = [];
  const events: RunEvent[] = [];
  for await (const event of store.read(run)) {
    events.push(event);
    if (event.type === 'run.created') begin = HybridBegin.parse(await fromLog(event.data.input, EMPTY, blobs));
    if (event.type === 'node.scheduled') nodes.set(event.data.act, event.data.node);
    if (event.type === 'node.completed' && event.data.outcome === 'note' && event.data.result) {
      const { act } = event.data;
      notes.push({ node: nodes.get(act) ?? act, act, note: await fromLog(event.data.result, EMPTY, blobs) });
    }
    if (event.type === 'run.ended' && event.data.ending.status === 'completed')
      result = HybridResult.parse(await fromLog(event.data.ending.output, EMPTY, blobs));
  }
  if (!begin) throw new AssayError('EVENT_INVALID', `the log of run ${run} does not begin with its creation`);
  return { begin, result: result && { ...withNotes(result, notes), ...hybridAccountOf(events) } };
}
