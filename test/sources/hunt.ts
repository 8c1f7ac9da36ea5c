import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { ROUTES } from '#contracts/http/routes.ts';
import type { ChatRig } from '../chat/talk.ts';
import { signIn, until } from '../server/window.ts';

/** Where each planted secret was found: what was printed, prompts, pages, and every file of the home and the project. */
export function foundSecrets(
  { home, project, sim }: ChatRig,
  { said, pages }: { readonly said: readonly string[]; readonly pages: ReadonlyMap<string, string> },
  planted: Readonly<Record<string, string>>,
): string[] {
  const places = new Map<string, string>([
    ['what was printed', said.join('\n')],
    ...pages,
    ['prompts', JSON.stringify(sim.requests.map(({ request }) => request))],
    ...[home, project].flatMap(filesBelow).map((file) => [file, contentOf(file)] as const),
  ]);
  expect(places.size).toBeGreaterThan(6);
  return [...places].flatMap(([place, content]) =>
    Object.entries(planted).flatMap(([kind, secret]) => (content.includes(secret) ? [`${kind} is in ${place}`] : [])),
  );
}

/** Everything the window sends to a browser: its page, and every answer that needs only the name of a conversation or run. */
export async function pagesOf(rig: ChatRig): Promise<Map<string, string>> {
  const { child, ended } = rig.start(['serve', '--json', '--port', '0'], null);
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout?.on('data', (chunk) => (said += String(chunk)));
  await until(async () => said.includes('\n'));
  const client = await signIn(JSON.parse(said.split('\n')[0] ?? '').link);
  const [{ chats }, { runs }] = [await client.call(ROUTES.chats, {}), await client.call(ROUTES.runs, {})];
  const paths = [
    ...['/', '/api/home', '/api/agents', '/api/chats', '/api/runs', '/api/grants', '/api/connect', '/api/preferences'],
    ...chats.map(({ id }) => `/api/chats/${id}`),
    ...runs.flatMap(({ run }) => [`/api/runs/${run}`, `/api/runs/${run}/export.html`]),
  ];
  const pages = new Map<string, string>();
  for (const path of paths) {
    const { status, text } = await client.raw(path);
    if (status === 200) pages.set(path, text);
  }
  child.kill('SIGTERM');
  await ended;
  expect(pages.size).toBeGreaterThan(7);
  return pages;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());

function contentOf(file: string): string {
  const bytes = readFileSync(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes) : bytes).toString('latin1');
}
