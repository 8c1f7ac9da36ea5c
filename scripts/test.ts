// npm test: every test and the checks, then one closing line. `npm test -- FILTER …` passes all on to vitest and runs nothing else.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SLOW_SUITES } from '../test/slow-suites.ts';
import { runChecks } from './check.ts';
import { ROOT } from './processes.ts';
import { closingLines, exitCodeOf, NOTHING, type Tally } from './tally.ts';

// A `--` that came along (`node scripts/run.mjs test -- FILTER`) would hide the filters from vitest: then everything ran.
const filters = process.argv.slice(2).filter((word) => word !== '--');
// In parallel with the tests, which often wait. Printed after them, because two at once would mix their output.
const told: string[] = [];
const checks = filters.length > 0 ? [] : runChecks(ROOT, (line) => told.push(line));
const ran = await runVitest(filters);
const failedChecks = await checks;
for (const line of told) console.log(line);
const tally: Tally = { ...ran, failed: [...failedChecks.map((name) => `npm run check: ${name}`), ...ran.failed] };
console.log('');
if (filters.length === 0 && process.env.ASSAY_SLOW !== '1')
  console.log(
    `Left out because they take long: npm run ${SLOW_SUITES.map(({ script }) => script).join(', ')}; test:all runs them all. Longer still: test:clients, test:soak.\n`,
  );
for (const line of closingLines(tally)) console.log(line);
process.exitCode = exitCodeOf(tally);

async function runVitest(args: readonly string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
  const path = join(folder, 'tally.json');
  try {
    const code = await vitest(args, { ...process.env, ASSAY_TALLY: path });
    const tally = readTally(path);
    // What vitest itself counts as a failure and the tally does not know (a time-out while closing, a bad option).
    const unexplained = code !== 0 && tally.failed.length === 0 && tally.passed > 0;
    return unexplained ? { ...tally, failed: [`vitest ended with exit code ${code}`] } : tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function vitest(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const reporters = ['--reporter=default', '--reporter=./scripts/tally-reporter.ts'];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => {});
  return new Promise((done, failed) => child.on('error', failed).on('close', (code) => done(code)));
}

/** No file: vitest ended before it could count, which is nothing passed. */
function readTally(path: string): Tally {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { ...NOTHING, failed: ['vitest ended without a report; what it said is above'] };
  }
}
