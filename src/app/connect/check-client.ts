import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { ClientEntry } from '#agents/known/client-entry.ts';
import { firstLine } from '#contracts/text.ts';
import { findOnPath } from '#host/find-system.ts';
import { runProcess } from '#host/run-process.ts';
import { assayCommand } from './assay-command.ts';
import { type ClientCheck, readListing } from './read-listing.ts';

type Env = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 90_000;

/** Runs the client's own listing, as a person would, in the repository. */
export async function checkClient(client: ClientEntry, folder: string, env: Env): Promise<ClientCheck> {
  const { listing, title } = client;
  if (!listing) return { state: 'unknown', seen: `${title} has no listing that could be started`, next: client.next };
  if (findOnPath(listing.program, env) === null)
    return { state: 'unknown', seen: `${listing.program} is not on the PATH`, next: `Install ${title}.` };
  const { program, args } = listing;
  const ran = await runProcess({ program, args: [...args], cwd: folder, env: whole(env), timeoutMs: TIMEOUT_MS });
  if (ran.outcome !== 'exited')
    return { state: 'unknown', seen: `\`${program} ${args.join(' ')}\`: ${ran.outcome}`, next: 'Run it by hand.' };
  const read = readListing(client, `${ran.stdout.text}\n${ran.stderr.text}`);
  return read.state === 'listed' || read.state === 'failed' ? withOwnStart(client, read, folder, env) : read;
}

/** Where the client did not start the server, or only reports a failure: what Assay itself sees when it starts it. */
async function withOwnStart(client: ClientEntry, read: ClientCheck, folder: string, env: Env): Promise<ClientCheck> {
  const began = performance.now();
  const started = await startHere(folder, env);
  const seconds = Math.ceil((performance.now() - began) / 1000);
  if (!started.ok)
    return { state: 'failed', seen: read.seen, next: `\`assay mcp\` does not start here: ${started.why}` };
  const answers = `started here, assay answers with ${started.tools} tools in ${seconds} s`;
  return read.state === 'listed'
    ? { state: 'connected', seen: `it has assay enabled; its listing starts no server, but ${answers}` }
    : {
        ...read,
        next: `${answers}: see that the client’s entry names a program that it finds, or check again when the machine is less busy (${client.title} waits a few seconds only).`,
      };
}

type Started = { readonly ok: true; readonly tools: number } | { readonly ok: false; readonly why: string };

async function startHere(cwd: string, env: Env): Promise<Started> {
  const asked = new Client({ name: 'assay-connect', version: '1' });
  try {
    const transport = new StdioClientTransport({
      ...{ command: assayCommand(env), args: ['mcp'], cwd, env: whole(env), stderr: 'ignore' },
    });
    await asked.connect(transport, { timeout: TIMEOUT_MS });
    return { ok: true, tools: (await asked.listTools()).tools.length };
  } catch (thrown) {
    return { ok: false, why: firstLine(thrown instanceof Error ? thrown.message : String(thrown)) };
  } finally {
    await asked.close().catch(() => undefined);
  }
}

const whole = (env: Env): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
