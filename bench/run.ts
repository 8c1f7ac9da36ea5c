import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchContext, BenchModule, BenchResult } from './lib/bench.ts';
import { describeMachine, type Machine, machineLine } from './lib/machine.ts';
import { ensurePeers } from './lib/peers.ts';
import { markdownTable, replaceBetweenMarkers, terminalTable } from './lib/table.ts';

const USAGE = `node bench/run.ts [NAME…] [--quick] [--json] [--write]

Runs the benchmarks (all of them, or those named) and prints what was measured.
  --quick   fewer repetitions; the numbers are not for quoting
  --json    one object on stdout, everything else on stderr
  --write   puts the tables into docs/benchmarks.md
Exit code 1 when a stated target is missed.`;

const here = import.meta.dirname;
const root = join(here, '..');
process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = readArguments();
  if (values.help) return tell(USAGE, 0);
  const benches = await discover();
  const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    return tell(`No benchmark is called ${unknown.join(', ')}. There are: ${benches.map((b) => b.name).join(', ')}`, 2);
  }
  if (values.quick && values.write)
    return tell('--quick numbers are not written: leave out one of --quick and --write.', 2);
  const machine = await describeMachine();
  say(machineLine(machine));
  const chosen = benches.filter((bench) => positionals.length === 0 || positionals.includes(bench.name));
  const results = await runAll(
    chosen,
    values.quick,
    (result) => values.json || console.log(`\n${terminalTable(result)}`),
  );
  if (values.json) console.log(JSON.stringify({ machine, results }));
  if (values.write) await write(results, machine);
  const missed = results.flatMap((result) => result.rows.filter((row) => row.pass === false));
  for (const row of missed) say(`target missed: ${row.label}`);
  return missed.length === 0 ? 0 : 1;
}

async function runAll(
  benches: BenchModule[],
  quick: boolean,
  show: (result: BenchResult) => void,
): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  let peers: ReturnType<BenchContext['peers']> | undefined;
  for (const bench of benches) {
    const started = performance.now();
    const context: BenchContext = {
      root,
      quick,
      say: (line) => say(`${bench.name}: ${line}`),
      peers: () => (peers ??= ensurePeers(here, say)),
    };
    const rows = await bench.run(context);
    const result = { name: bench.name, title: bench.title, rows, seconds: (performance.now() - started) / 1000, quick };
    results.push(result);
    show(result);
  }
  return results;
}

async function discover(): Promise<BenchModule[]> {
  const files = (await readdir(here)).filter((file) => file.endsWith('.bench.ts')).sort();
  return Promise.all(files.map(async (file) => asBench(file, await import(pathToFileURL(join(here, file)).href))));
}

function asBench(file: string, module: Record<string, unknown>): BenchModule {
  const { name, title, run } = module;
  if (typeof name !== 'string' || typeof title !== 'string' || typeof run !== 'function') {
    throw new TypeError(`bench/${file} must export name, title and run`);
  }
  // What run takes and gives cannot be seen at run time; the modules' own types say it.
  return { name, title, run: run as BenchModule['run'] };
}

async function write(results: BenchResult[], machine: Machine): Promise<void> {
  const file = join(root, 'docs', 'benchmarks.md');
  let page = existsSync(file) ? await readFile(file, 'utf8') : '# Benchmarks\n';
  for (const result of results) {
    const about = `*${machineLine(machine)}. ${new Date().toISOString().slice(0, 10)}.*`;
    page = replaceBetweenMarkers(page, result.name, result.title, `${markdownTable(result)}\n\n${about}`);
  }
  await writeFile(file, page);
  say('wrote docs/benchmarks.md');
}

function readArguments() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { json: flag, quick: flag, write: flag, help: { ...flag, short: 'h' } },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

function say(line: string): void {
  console.error(line);
}

function tell(text: string, code: number): number {
  (code === 0 ? console.log : console.error)(text);
  return code;
}
