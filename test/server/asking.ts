import { ROUTES } from '#contracts/http/routes.ts';
import { type Client, until } from './window.ts';

/** A run of the demo, driven by the server, that has asked its question and does nothing else any more. */
export async function asking(client: Client): Promise<string> {
  const { run } = await client.call(ROUTES.start, { body: { ask: true, fast: true } });
  await until(async () => (await client.call(ROUTES.run, { params: { run } })).run.shown === 'waiting');
  return run;
}
