// npm run test:clients [NAME …]: installs the real agents, one folder each, puts them to the contract suite in the
// sandbox, and has their own programs drive a gated PR through `assay mcp`; all against the simulator. They are big and
// stay installed; ASSAY_CLIENTS says where.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIENTS, type Client, clientsFolder, isInstalled } from '../test/clients/clients.ts';
import { ROOT } from './processes.ts';
import { closingLines, exitCodeOf, NOTHING, type Tally } from './tally.ts';

const wanted = process.argv.slice(2);
const installed = clientsFolder(process.env);
const all: readonly Client[] = Object.values(CLIENTS);
const clients = all.filter(({ folder }) => wanted.length === 0 || wanted.includes(folder));
if (clients.length === 0) {
  console.error(`test:clients: no such client; there are ${all.map(({ folder }) => folder).join(', ')}.`);
  process.exit(2);
}

interface Suite {
  readonly title: string;
  readonly file: string;
}
interface Row {
  readonly client: Client;
  readonly suite: Suite;
  readonly tally: Tally;
}
// Passed on to the suite that runs; no other is begun.
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => (stopped = true));
const rows: Row[] = [];
for (const client of clients) {
  console.log(`\n${client.title}: ${client.package}@${client.version}`);
  const problem = install(client);
  for (const suite of suitesOf(client)) {
    if (stopped) process.exit(1);
    const tally = problem === null ? await runSuite(suite) : { ...NOTHING, failed: [`${suite.title}: ${problem}`] };
    rows.push({ client, suite, tally });
  }
}

console.log('');
for (const line of table(rows)) console.log(line);
const sum: Tally = {
  passed: rows.reduce((so, { tally }) => so + tally.passed, 0),
  failed: rows.flatMap(({ tally }) => tally.failed),
  skipped: rows.flatMap(({ tally }) => tally.skipped),
};
console.log('');
for (const line of closingLines(sum)) console.log(line);
// A client of which nothing ran has proven nothing, whatever the others did.
process.exitCode = rows.some(({ tally }) => tally.passed === 0) ? 1 : exitCodeOf(sum);

function suitesOf({ title, folder, connected }: Client): Suite[] {
  const contract = { title, file: `test/clients/${folder}.client.ts` };
  if (connected === undefined) return [contract];
  return [contract, { title: `${connected} through assay mcp`, file: `test/clients/gated-pr/${folder}.client.ts` }];
}

/** Null when it is there; else what npm said. */
function install(client: Client): string | null {
  if (isInstalled(client, installed)) return null;
  const { folder, package: name, version } = client;
  const at = join(installed, folder);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), '{ "private": true }\n');
  const cache = join(installed, 'cache');
  const options = ['--no-audit', '--no-fund', '--loglevel=error', `--cache=${cache}`];
  const result = spawnSync('npm', ['install', ...options, `${name}@${version}`], { cwd: at, encoding: 'utf8' });
  if (result.status === 0) return null;
  return `npm could not install ${name}@${version}: ${(result.stderr || String(result.error ?? '')).trim().slice(-400)}`;
}

async function runSuite({ file }: Suite): Promise<Tally> {
  const own = mkdtempSync(join(tmpdir(), 'assay-test-'));
  const path = join(own, 'tally.json');
  try {
    await vitest(file, { ...process.env, ASSAY_TALLY: path, ASSAY_CLIENTS: installed });
    return readTally(path, file);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function vitest(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const options = [
    '--config',
    'test/clients/vitest.config.ts',
    '--reporter=default',
    '--reporter=./scripts/tally-reporter.ts',
  ];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file, ...options], {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => child.on('error', reject).on('close', () => resolve()));
}

/** No file: vitest ended before it could count, which is nothing passed. */
function readTally(path: string, file: string): Tally {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { ...NOTHING, failed: [`${file}: vitest ended without a report; what it said is above`] };
  }
}

function table(of: readonly Row[]): string[] {
  const lines = of.map(({ client, suite, tally: { passed, failed, skipped } }) => [
    suite.title,
    `${client.package}@${client.version}`,
    `${passed} passed`,
    `${failed.length} failed`,
    `${skipped.length} cannot`,
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
