import { ROUTES } from '#contracts/http/routes.ts';
import { call } from '../api/call.ts';
import { navigate, runPath } from '../lib/router.tsx';

/** Starts the example, driven by the server, and opens it. */
export async function startExample(ask: boolean): Promise<void> {
  const { run } = await call(ROUTES.start, { body: { workflow: 'first-run', ask } });
  navigate(runPath(run));
}
