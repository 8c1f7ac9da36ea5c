// npm run test:clients [NAME …]: installs the real agents, one folder each, and puts them to the contract suite in the
// sandbox, against the simulator, with the network off. They are big and stay installed; ASSAY_CLIENTS says where.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIENTS, type Client } from '../test/clients/clients.ts';
import { ROOT } from './processes.ts';
import { closingLines, exitCodeOf, NOTHING, type Tally } from './tally.ts';

const wanted = process.argv.slice(2);
const installed = process.env.ASSAY_CLIENTS ?? join(tmpdir(), 'assay-test-clients');
const clients = Object.values(CLIENTS).filter(({ folder }) => wanted.length === 0 || wanted.includes(folder));
if (clients.length === 0) {
  console.error(
    `test:clients: no such client; there are ${Object.values(CLIENTS)
      .map(({ folder }) => folder)
      .join(', ')}.`,
  );
  process.exit(2);
}

interface Row {
  readonly client: Client;
  readonly tally: Tally;
}
const rows: Row[] = [];
for (const client of clients) {
  console.log(`\n${client.title}: ${client.package}@${client.version}`);
  const problem = install(client);
  const tally = problem === null ? await runSuite(client) : { ...NOTHING, failed: [`${client.title}: ${problem}`] };
  rows.push({ client, tally });
}

console.log('');
for (const line of table(rows)) console.log(line);
const all: Tally = {
  passed: rows.reduce((sum, { tally }) => sum + tally.passed, 0),
  failed: rows.flatMap(({ tally }) => tally.failed),
  skipped: rows.flatMap(({ tally }) => tally.skipped),
};
console.log('');
for (const line of closingLines(all)) console.log(line);
// A client of which nothing ran has proven nothing, whatever the others did.
process.exitCode = rows.some(({ tally }) => tally.passed === 0) ? 1 : exitCodeOf(all);

/** Null when it is there; else what npm said. */
function install({ folder, package: name, version }: Client): string | null {
  const at = join(installed, folder);
  if (versionIn(join(at, 'node_modules', name)) === version) return null;
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), '{ "private": true }\n');
  const cache = join(installed, 'cache');
  const options = ['--no-audit', '--no-fund', '--loglevel=error', `--cache=${cache}`];
  const result = spawnSync('npm', ['install', ...options, `${name}@${version}`], { cwd: at, encoding: 'utf8' });
  if (result.status === 0) return null;
  return `npm could not install ${name}@${version}: ${(result.stderr || String(result.error ?? '')).trim().slice(-400)}`;
}

function versionIn(folder: string): string | null {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return null;
  const version: unknown = Reflect.get(Object(JSON.parse(readFileSync(file, 'utf8'))), 'version');
  return typeof version === 'string' ? version : null;
}

async function runSuite({ folder }: Client): Promise<Tally> {
  const own = mkdtempSync(join(tmpdir(), 'assay-test-'));
  const path = join(own, 'tally.json');
  try {
    await vitest(`test/clients/${folder}.client.ts`, { ...process.env, ASSAY_TALLY: path, ASSAY_CLIENTS: installed });
    return readTally(path, folder);
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
function readTally(path: string, folder: string): Tally {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { ...NOTHING, failed: [`${folder}: vitest ended without a report; what it said is above`] };
  }
}

function table(all: readonly Row[]): string[] {
  const lines = all.map(({ client, tally: { passed, failed, skipped } }) => [
    client.title,
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
