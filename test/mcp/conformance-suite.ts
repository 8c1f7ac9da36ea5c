import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ROOT } from '../../scripts/processes.ts';

const Checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));
const SUITE = join(import.meta.dirname, 'suite');
const PROGRAM = join(SUITE, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Puts the official conformance suite here, once; null where it is there, else what npm said. */
export function installSuite(): string | null {
  if (existsSync(PROGRAM)) return null;
  const args = ['ci', '--prefix', SUITE, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  return status === 0 ? null : `the conformance suite could not be installed: ${stderr.trim().slice(-400)}`;
}

/** What the suite would play against a server. */
export function scenarios(): string[] {
  const { stdout } = spawnSync(process.execPath, [PROGRAM, 'list', '--server'], { encoding: 'utf8' });
  const names = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error(`the suite lists no scenario:\n${stdout}`);
  return names;
}

/** Null where every check of it holds; else what the suite says. `home` is a folder for its results. */
export async function play(name: string, url: string, home: string): Promise<string | null> {
  const out = join(home, name);
  const child = spawn(process.execPath, [PROGRAM, 'server', '--url', url, '--scenario', name, '-o', out], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
  await new Promise((resolve) => child.on('close', resolve));
  const [folder] = readdirSync(out, { withFileTypes: true }).filter((each) => each.isDirectory());
  if (!folder) return `no result: ${said.slice(-400)}`;
  const checks = Checks.parse(JSON.parse(readFileSync(join(out, folder.name, 'checks.json'), 'utf8')));
  const bad = checks.filter(({ status }) => status === 'FAILURE');
  if (checks.every(({ status }) => status === 'INFO')) return 'nothing was checked';
  return bad.length === 0 ? null : bad.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ''}`).join('; ');
}

/** `assay mcp --http`, as a person starts it. */
export async function startAssay(assayHome: string): Promise<{ url: string; token: string; stop(): void }> {
  const child = spawn(join(ROOT, 'bin/assay'), ['mcp', '--http', '--tools', 'all'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: assayHome, ASSAY_HOME: assayHome },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = /^MCP at (\S+)/.exec(line)?.[1] ?? url;
    const token = /^Authorization: Bearer (\S+)/.exec(line)?.[1];
    if (token !== undefined) return { url, token, stop: () => void child.kill('SIGTERM') };
  }
  throw new Error('assay mcp --http ended before it listened');
}

/** The suite has no way to send a token: anyone who comes through here has it. Everything else passes as it is. */
export async function openDoor(url: string, token: string): Promise<{ url: string; close(): void }> {
  const target = new URL(url);
  const forward = createServer((incoming, outgoing) => {
    // Anyone who names the door means the server; what is said of another host is what the suite wants to be refused.
    const meant = (name: string | undefined) => name?.replace(`:${port()}`, `:${target.port}`);
    const { host, origin } = incoming.headers;
    const own = { host: meant(host), ...(origin === undefined ? {} : { origin: meant(origin) }) };
    const headers = { ...incoming.headers, ...own, authorization: `Bearer ${token}` };
    const { method, url: path } = incoming;
    const asked = request({ host: target.hostname, port: target.port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  const port = (): number => {
    const address = forward.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  };
  await new Promise<void>((resolve) => forward.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port()}${target.pathname}`,
    close: () => void forward.close().closeAllConnections(),
  };
}
