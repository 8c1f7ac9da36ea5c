import { AssayError } from '#contracts/errors.ts';
import type { Telling } from './frame-attempt.ts';

export const cannotResume = (why: string): AssayError =>
  new AssayError('CONFIG_INVALID', `it cannot continue the earlier conversation: ${why}`);

/** The result of `check`, or nothing: a conversation that cannot be continued is started over, and that is reported. */
export async function tryResume<Found>(
  token: string | undefined,
  telling: Telling,
  check: (token: string) => Promise<Found>,
): Promise<Found | undefined> {
  if (token === undefined) return undefined;
  try {
    return await check(token);
  } catch (thrown) {
    if (!(thrown instanceof AssayError)) throw thrown;
    telling.tell({ type: 'status', message: `starts over: ${thrown.message}` });
    return undefined;
  }
}
