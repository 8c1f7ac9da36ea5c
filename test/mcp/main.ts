// npm run test:mcp [SCENARIO …]: the official conformance suite of the Model Context Protocol against `assay mcp --http`, as
// a person starts it. The suite also wants what only a server made for it has (tools that draw pictures, ask and log);
// each of those is named in expected.ts with its reason. A failure that is not named there fails, and so does a named
// one that passes.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ROOT } from '../../scripts/processes.ts';
import { closingLines, exitCodeOf, NOTHING, type Tally } from '../../scripts/tally.ts';
import { EXPECTED } from './expected.ts';

const Checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));
const SUITE = join(import.meta.dirname, 'suite');
const PROGRAM = join(SUITE, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

if (!existsSync(PROGRAM)) {
  const { status } = spawnSync('npm', ['ci', '--prefix', SUITE, '--ignore-scripts', '--no-audit'], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the conformance suite could not be installed');
}
const home = mkdtempSync(join(tmpdir(), 'assay-conformance-'));
const server = await startAssay(home);
const door = await openDoor(server.url, server.token);
let tally: Tally = NOTHING;
try {
  const wanted = process.argv.slice(2);
  const names = wanted.length > 0 ? wanted : scenarios();
  for (const name of names) tally = count(tally, name, await play(name, door.url));
} finally {
  door.close();
  server.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
for (const line of closingLines(tally)) console.log(line);
process.exitCode = exitCodeOf(tally);

function count(before: Tally, name: string, problem: string | null): Tally {
  const expected = EXPECTED[name];
  if (expected === undefined && problem !== null) console.log(`✗ ${name}: ${problem}`);
  if (expected === undefined)
    return problem === null
      ? { ...before, passed: before.passed + 1 }
      : { ...before, failed: [...before.failed, `${name}: ${problem}`] };
  if (problem?.includes(expected.seen))
    return { ...before, skipped: [...before.skipped, { name, reason: expected.why }] };
  if (problem !== null) return { ...before, failed: [...before.failed, `${name}, in another way: ${problem}`] };
  return { ...before, failed: [...before.failed, `${name} passes now: take it out of test/mcp/expected.ts`] };
}

function scenarios(): string[] {
  const { stdout } = spawnSync(process.execPath, [PROGRAM, 'list', '--server'], { encoding: 'utf8' });
  const names = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error(`the suite lists no scenario:\n${stdout}`);
  return names;
}

/** Null where every check of it holds; else what the suite says. */
async function play(name: string, url: string): Promise<string | null> {
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

async function startAssay(assayHome: string): Promise<{ url: string; token: string; stop(): void }> {
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

/** The suite has no way to send a token: whoever comes through here has it. Everything else passes as it is. */
async function openDoor(url: string, token: string): Promise<{ url: string; close(): void }> {
  const target = new URL(url);
  const forward = createServer((incoming, outgoing) => {
    // Whoever names the door means the server; what is said of another host is what the suite wants to be refused.
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
