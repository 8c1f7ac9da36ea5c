import { execFileSync } from 'node:child_process';
import { appendFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type MeasuredCommand, startAssay } from './knowledge/measured-command.ts';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';

export const name = 'knowledge-many';
export const title =
  'A repository of 200,000 files in one run of `assay index`: killed and resumed, searched, watched, opened again; times of a processor';

const FOLDER_FILES = 50;
/** Our own targets: the issue asks for this many files, and gives no numbers. */
const MOST_MEGABYTES = 4_096;

export const run = (ctx: BenchContext): Promise<BenchRow[]> => measureMany(ctx, ctx.quick ? 2_000 : 200_000);

/** Each step is the command a person would give, in a process of its own. */
export async function measureMany(ctx: ManyContext, files: number): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-many-'));
  const project = join(folder, 'tree');
  const home = join(folder, 'home');
  try {
    mkdirSync(home);
    writeMany(project, files);
    ctx.say(`${files} files written and committed`);
    const assay = (...args: string[]): MeasuredCommand => startAssay(ctx.root, args, project, home);
    return [
      ...(await readRows(ctx, assay, home, files)),
      await findRow(assay, 'the first question, from a cold process'),
      ...(await watchRows(ctx, assay, project)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type ManyContext = Pick<BenchContext, 'quick' | 'root' | 'say'>;
type Assay = (...args: string[]) => MeasuredCommand;

/** Killed once a third of the files is read; the second run must read only what the first had not. */
async function readRows(ctx: ManyContext, assay: Assay, home: string, files: number): Promise<BenchRow[]> {
  const killed = assay('index', '--json');
  let before = 0;
  while (before < files / 3 && killed.child.exitCode === null) {
    await pause(100);
    before = filesKnown(home);
  }
  killed.child.kill('SIGKILL');
  await killed.ended;
  ctx.say(`killed after ${before} files and ${seconds(killed)} s of a processor`);
  const resumed = assay('index', '--json');
  const report = await jsonOf(resumed);
  ctx.say(`resumed: ${report.changed} of ${report.files} read`);
  const again = assay('index', '--json');
  const unchanged = await jsonOf(again);
  const all = (killed.cost.cpuMs + resumed.cost.cpuMs) / 1_000;
  const whole = report.files === files && unchanged.changed === 0;
  return [
    {
      label: `${report.files.toLocaleString('en-GB')} files of ${files.toLocaleString('en-GB')} known after a kill and a second run`,
      value: all,
      unit: 's',
      target: 'all of them',
      pass: whole,
      note: `${((1_000 * all) / files).toFixed(1)} ms a file`,
    },
    {
      label: '… read by the second run',
      value: (100 * report.changed) / files,
      unit: '%',
      target: 'those that the first had not',
      pass: report.changed > 0 && report.changed <= files - before,
      note: `the first was killed after ${before.toLocaleString('en-GB')} files`,
    },
    {
      label: '… memory of the second run, at most',
      value: resumed.cost.megabytes,
      unit: 'MB',
      ...judge(resumed.cost.megabytes, 'at most', MOST_MEGABYTES),
    },
    {
      label: '… nothing changed: compare every file',
      value: again.cost.cpuMs / 1_000,
      unit: 's',
      note: `${again.cost.megabytes.toFixed(0)} MB`,
    },
  ];
}

async function findRow(assay: Assay, label: string): Promise<BenchRow> {
  const asked = assay('find', 'renew the lease of worker 777', '--json');
  const found = await textOf(asked);
  return {
    label,
    value: asked.cost.cpuMs / 1_000,
    unit: 's',
    target: 'finds the file',
    pass: found.includes(pathOf(777)),
    note: `${asked.cost.megabytes.toFixed(0)} MB`,
  };
}

async function watchRows(ctx: ManyContext, assay: Assay, project: string): Promise<BenchRow[]> {
  const watching = assay('index', '--watch', '--json');
  const lines = (): number => watching.stdout().split('\n').length - 1;
  while (lines() < 1 && watching.child.exitCode === null) await pause(100);
  // The watcher begins a moment after the report.
  await pause(ctx.quick ? 1_000 : 15_000);
  const before = watching.cost.cpuMs;
  const began = performance.now();
  appendFileSync(join(project, pathOf(777)), '\nexport const zebraCrossing = 1;\n');
  while (lines() < 2 && watching.child.exitCode === null) await pause(20);
  const wall = performance.now() - began;
  await pause(200);
  const cpu = watching.cost.cpuMs - before;
  watching.child.kill('SIGINT');
  await watching.ended;
  const asked = assay('find', 'zebraCrossing', '--json');
  const found = (await textOf(asked)).includes(pathOf(777));
  return [
    {
      label: 'a watched file changed: read again and found by the next question',
      value: cpu,
      unit: 'ms',
      target: 'is found',
      pass: found,
      note: `${wall.toFixed(0)} ms wall clock; ${watching.cost.megabytes.toFixed(0)} MB`,
    },
  ];
}

/** What another process sees while the index is written. */
function filesKnown(home: string): number {
  const [file] = globSync('knowledge/*/knowledge.db', { cwd: home });
  if (file === undefined) return 0;
  try {
    const db = new DatabaseSync(join(home, file), { readOnly: true });
    const { n } = db.prepare('SELECT count(*) AS n FROM files').get() ?? {};
    db.close();
    return Number(n ?? 0);
  } catch {
    // It is being made.
    return 0;
  }
}

const seconds = ({ cost }: MeasuredCommand): string => (cost.cpuMs / 1_000).toFixed(1);

async function textOf(command: MeasuredCommand): Promise<string> {
  const code = await command.ended;
  if (code !== 0) throw new Error(`assay ended with ${code}: ${command.stderr().slice(-500)}`);
  return command.stdout();
}

async function jsonOf(command: MeasuredCommand): Promise<{ files: number; changed: number }> {
  return JSON.parse(await textOf(command)) as { files: number; changed: number };
}

const pathOf = (n: number): string =>
  `packages/p${Math.floor(n / (FOLDER_FILES * 20))}/src/part${Math.floor(n / FOLDER_FILES) % 20}/worker${n}.ts`;

/** Small modules that import their neighbour, committed to git. */
function writeMany(root: string, files: number): void {
  let folder = '';
  for (let n = 0; n < files; n += 1) {
    const path = join(root, pathOf(n));
    if (n % FOLDER_FILES === 0) {
      folder = join(path, '..');
      mkdirSync(folder, { recursive: true });
    }
    const before = n % FOLDER_FILES === 0 ? '' : `import { renewLease${n - 1} } from './worker${n - 1}.ts';\n`;
    const call = before === '' ? 'seconds' : `renewLease${n - 1}(seconds)`;
    writeFileSync(
      path,
      `${before}\n/** Renews the lease of worker ${n}. */\nexport function renewLease${n}(seconds: number): number {\n  return ${call} + ${n};\n}\n`,
    );
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@b', '-c', 'gc.auto=0', ...args], { cwd: root });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'All of the workers');
}
