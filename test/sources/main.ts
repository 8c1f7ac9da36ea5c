// npm run test:sources [-- --servers DIR] [--mirrors DIR] [NAME …]: published MCP servers from npm and public services by their
// OpenAPI documents, each added, tested, used by a simulated model in a conversation, and removed, by the commands of
// docs/sources.md. --servers keeps the packages between runs; --mirrors has clones of the repositories of documents.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { toolLoop } from '#sim/scenarios/tool-loop.ts';
import { startSim } from '#sim/server.ts';
import { sourceToolName } from '#sources/mcp/as-tools.ts';
import { ROOT } from '../../scripts/processes.ts';
import { closingLines, exitCodeOf, NOTHING, type Tally } from '../../scripts/tally.ts';
import { type PublishedServer, SERVERS } from './servers.ts';
import { SERVICES } from './services.ts';
import { OIDC, tryOidc } from './try-oidc.ts';
import { type Bench, tryService } from './try-service.ts';

const OPTIONS = { servers: { type: 'string' }, mirrors: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-sources-')));
const packages = values.servers ?? join(root, 'packages');
const folder = join(root, 'project');
mkdirSync(join(folder, '.git'), { recursive: true });
writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
writeFileSync(join(folder, 'note.txt'), 'seven\n');
const sim = await startSim({ scenario: toolLoop });
const env = {
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  ...{ HOME: root, ASSAY_HOME: join(root, 'home'), NO_COLOR: '1' },
  OPENAI_COMPATIBLE_BASE_URL: `${sim.url}/v1`,
};

let tally: Tally = NOTHING;
const rows: string[] = ['| server | over | added | tools | tested | used | removed |', '|---|---|---|---|---|---|---|'];
const wanted = SERVERS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const services = SERVICES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const withOidc = positionals.length === 0 || positionals.includes('oidc');
const documents = services.flatMap(({ from }) => ('npm' in from ? [from.npm] : []));
install([...new Set([...wanted.map((server) => server.install), ...documents, ...(withOidc ? [OIDC] : [])])]);
for (const server of wanted) {
  take(server.name, await tryOut(server));
}
const bench: Bench = { packages, mirrors: values.mirrors, root, assay: withInput };
for (const service of services) {
  const tried = await tryService(service, bench);
  if (tried === null) {
    tally = { ...tally, skipped: [...tally.skipped, { name: service.name, reason: '--mirrors has no clone' }] };
    continue;
  }
  take(service.name, tried);
}
if (withOidc) take('oidc', await tryOidc(bench, started));
await sim.close();
rmSync(root, { recursive: true, force: true });
console.log(`\n${rows.join('\n')}\n`);
for (const line of closingLines(tally)) console.log(line);
process.exitCode = exitCodeOf(tally);

function take(name: string, { row, problem }: { row: string; problem: string | null }): void {
  rows.push(row);
  console.error(problem === null ? row : `${row} ${problem}`);
  if (problem === null) tally = { ...tally, passed: tally.passed + 1 };
  else tally = { ...tally, failed: [...tally.failed, `${name}: ${problem}`] };
}

function install(names: readonly string[]): void {
  mkdirSync(packages, { recursive: true });
  if (!existsSync(join(packages, 'package.json'))) writeFileSync(join(packages, 'package.json'), '{"private":true}');
  const lacking = names.filter((name) => !existsSync(join(packages, 'node_modules', name.replace(/@[^@]*$/, ''))));
  if (lacking.length === 0) return;
  // No script of a package runs: a server is a program that is started, not one that starts itself.
  spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...lacking], {
    ...{ cwd: packages, stdio: 'inherit' },
  });
}

async function tryOut(server: PublishedServer): Promise<{ row: string; problem: string | null }> {
  const { name, over, tool, says } = server;
  const port = over === 'stdio' ? 0 : await freePort();
  const fill = (text: string): string => text.replaceAll('FOLDER', folder).replaceAll('PORT', String(port));
  const program = join(packages, 'node_modules/.bin', server.program);
  const child = over === 'stdio' ? null : await listening(server, program, port);
  const steps: string[] = [];
  try {
    const how =
      over === 'stdio'
        ? ['--read-only', '--', program, ...server.args.map(fill)]
        : ['--read-only', '--url', `http://127.0.0.1:${port}${server.path}`, ...(over === 'sse' ? ['--sse'] : [])];
    const added = await assay('sources', 'add', name, '--json', ...how);
    const about = added.code === 0 ? JSON.parse(added.out) : null;
    steps.push(added.code === 0 ? 'yes' : 'no', String(about?.tools?.length ?? ''));
    if (added.code !== 0) return told(server, steps, `add: ${added.out}${added.err}`);
    const tested = await assay('sources', 'test', name);
    steps.push(tested.code === 0 ? 'yes' : 'no');
    if (tested.code !== 0) return told(server, steps, `test: ${tested.err}`);
    const question = `Use ${sourceToolName(name, tool)} with ${fill(JSON.stringify(server.input))}`;
    const asked = await assay('ask', '--model', 'compatible:test', '--mode', 'execute', question);
    const isUsed = asked.code === 0 && /The tool said/.test(asked.out) && says.test(asked.out);
    steps.push(isUsed ? 'yes' : 'no');
    if (!isUsed) return told(server, steps, `ask: ${asked.out.slice(0, 300)} ${asked.err.slice(0, 600)}`);
    const removed = await assay('sources', 'remove', name);
    const isGone = removed.code === 0 && !existsSync(join(root, 'home/sources', `${name}.json`));
    steps.push(isGone ? 'yes' : 'no');
    return told(server, steps, isGone ? null : 'its file is still there');
  } finally {
    child?.kill();
    rmSync(join(root, 'home/sources', `${name}.json`), { force: true });
  }
}

function told({ install: from, over }: PublishedServer, steps: readonly string[], problem: string | null) {
  return { row: `| ${[from, over, ...steps].join(' | ')} |`, problem };
}

async function listening(
  { args, env: own = {} }: PublishedServer,
  program: string,
  port: number,
): Promise<ChildProcess> {
  const filled = Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, value.replace('PORT', String(port))]),
  );
  const child = spawn(program, args, { env: { ...env, ...filled }, stdio: 'ignore' });
  for (let tries = 0; tries < 200; tries += 1) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isThere) return child;
    await new Promise((done) => setTimeout(done, 100));
  }
  return child;
}

function assay(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return withInput(args);
}

function withInput(args: readonly string[], stdin = ''): Promise<{ code: number | null; out: string; err: string }> {
  const child = started(args);
  child.stdin.end(stdin);
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  return new Promise((done) => child.once('close', (code) => done({ code, ...said })));
}

function started(args: readonly string[]) {
  return spawn(join(ROOT, 'bin/assay'), [...args], { env, cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
