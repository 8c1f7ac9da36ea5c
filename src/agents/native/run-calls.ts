import type { ToolAnswer } from '#contracts/model.ts';
import { type CallsContext, runCall } from './run-call.ts';
import type { ToolCallPart } from './take-step.ts';

/** All calls of one turn: adjacent read-only ones run in parallel, the others one by one, in the model's order. */
export async function runCalls(
  context: CallsContext,
  calls: readonly ToolCallPart[],
  signal: AbortSignal,
): Promise<ToolAnswer[]> {
  const answers: ToolAnswer[] = [];
  for (const batch of batches(calls, ({ name }) => context.tools.get(name)?.parallel ?? true)) {
    answers.push(...(await Promise.all(batch.map((call) => runCall(context, call, signal)))));
  }
  return answers;
}

/** Adjacent calls that may overlap are grouped; every other stands alone. */
export function batches<T>(items: readonly T[], mayOverlap: (item: T) => boolean): T[][] {
  const made: T[][] = [];
  let open = false;
  for (const item of items) {
    const overlaps = mayOverlap(item);
    const last = made.at(-1);
    if (overlaps && open && last !== undefined) last.push(item);
    else made.push([item]);
    open = overlaps;
  }
  return made;
}
