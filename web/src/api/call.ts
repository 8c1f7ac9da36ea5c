import { type AnswerOf, ApiError, callRoute, type RouteInput } from '#contracts/http/call-route.ts';
import { HttpCode } from '#contracts/http/failure.ts';
import type { Route } from '#contracts/http/route.ts';
import { suspect } from './connection.ts';
import { askForKey } from './key.ts';

/** Calls the server. If it is gone, or no longer knows this browser, the whole page is told. */
export async function call<R extends Route>(
  route: R,
  input: RouteInput<R>,
  signal?: AbortSignal,
): Promise<AnswerOf<R>> {
  try {
    return await callRoute(route, input, askForKey, signal);
  } catch (thrown) {
    if (thrown instanceof ApiError && (thrown.status === 0 || thrown.code === HttpCode.notSignedIn)) suspect();
    throw thrown;
  }
}
