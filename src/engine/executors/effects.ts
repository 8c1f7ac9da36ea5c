import { AssayError } from '#contracts/errors.ts';
import type { NodeTask, TaskHost } from '#contracts/executor.ts';
import type { Json } from '#contracts/json.ts';
import type { Effect } from '../graph/context.ts';

/**
 * Performs an effect once. The intent is durable before it, the result after it. After an interruption in between it is
 * unknown whether the effect happened, so `find` is called before it is repeated.
 */
export async function runEffect<Result extends Json>(
  task: NodeTask,
  host: TaskHost,
  key: string,
  effect: Effect<Result>,
): Promise<Result> {
  if (task.pure) {
    throw new AssayError('GRAPH_INVALID', `${task.node} says it is pure and asks for the effect ${key}`, {
      next: 'Remove `pure` from the node: a pure node may run before the log has caught up, so it must have no effects.',
    });
  }
  const earlier = task.effects[key];
  if (earlier !== undefined && earlier !== 'intended') {
    // It was recorded by this same effect, which returned a Result.
    return earlier.done as Result;
  }
  const found = earlier === 'intended' ? await effect.find() : undefined;
  if (earlier === undefined) await host.intend(key);
  const result = found ?? (await effect.do());
  await host.done(key, result);
  return result;
}
