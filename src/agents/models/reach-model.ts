import type { ErrorInfo } from '#contracts/errors.ts';
import { keyRefused, unreachable } from './failure.ts';
import type { ModelHandle } from './handle.ts';

/**
 * Asks the server of a model for its list of models, which costs nothing. Null where it answers: any answer except an
 * authentication error is enough, since many servers have no list, and a key with fewer rights gets 403 and may still
 * work.
 */
export async function reachModel(model: ModelHandle, timeoutMs = 10_000): Promise<ErrorInfo | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${model.address}/models`, { headers: headersOf(model), signal });
    await response.body?.cancel();
    return response.status === 401 ? keyRefused(model).error : null;
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
    return unreachable(model, cause instanceof Error ? cause.message || cause.name : String(cause)).error;
  }
}

function headersOf({ ref, secrets, keyVariable }: ModelHandle): Record<string, string> {
  const key = keyVariable === undefined ? undefined : secrets[keyVariable];
  if (key === undefined) return {};
  if (ref.provider === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return ref.provider === 'azure' ? { 'api-key': key } : { authorization: `Bearer ${key}` };
}
