import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RunId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { git } from '#workspace/testing/test-repository.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { lacksPython } from './hybrid-rig.ts';

const child = join(import.meta.dirname, 'killed-child.ts');
const RUN = RunId.parse('rkilled');
const slow = process.env.ASSAY_SLOW === '1';
const unlessSlow = slow ? '' : ' (skipped: takes minutes; `npm run test:tdd` has it)';
const lacking = (await probedSandbox()) ?? (await lacksPython());
const why = lacking === null ? '' : ` (skipped: ${lacking})`;

describe.skipIf(lacking !== null)(`H3.12 a run that is killed and resumed${why}`, { timeout: 1_800_000 }, () => {
  it('ends as the unbroken one, killed at two nodes', async () => {
    const unbroken = await endOf(await lived('quick', []));
    await expectSame(await lived('quick', ['completed:tests#1', 'started:merge#1']), unbroken);
  });

  it.skipIf(!slow)(`ends as the unbroken one, killed at every node boundary${unlessSlow}`, async () => {
    const unbroken = await endOf(await lived('quick', []));
    for (const edge of ['started', 'completed']) {
      const points = unbroken.boundaries.filter((point) => point.startsWith(edge));
      expect(points.length).toBeGreaterThan(10);
      const folder = await lived('quick', points);
      await expectSame(folder, unbroken);
      // One of two that run at once may have completed in a life that was to end at the other.
      const { log } = await endOf(folder);
      const lives = log.filter(({ type }) => type === 'driver.attached').length;
      expect(lives).toBeGreaterThan(points.length - 3);
    }
  });

  it.skipIf(!slow)(
    `ends as the unbroken one, measured for real and killed where it measures${unlessSlow}`,
    async () => {
      const unbroken = await endOf(await lived('real', []));
      const kills = ['started:begin#1', 'started:skeleton#1', 'started:verifyTDD#1', 'started:validate#1'];
      await expectSame(await lived('real', [...kills, 'started:postValidate#1', 'started:exit#1']), unbroken);
    },
  );

  it.skipIf(!slow)(`ends as the unbroken one, killed at random${unlessSlow}`, async () => {
    const begun = performance.now();
    const unbroken = await endOf(await lived('quick', []));
    const lifetime = performance.now() - begun;
    for (let round = 0; round < 12; round++) {
      await expectSame(await lived('quick', [Math.random() * lifetime, Math.random() * lifetime * 0.7]), unbroken);
    }
  });
});

interface End {
  readonly status: string;
  readonly success: boolean;
  /** Everything on main: files, and commits in words; their hashes hold times. */
  readonly tree: string;
  readonly history: string;
  readonly refs: string;
  readonly boundaries: readonly string[];
  readonly log: readonly RunEvent[];
  readonly asked: readonly string[];
  readonly left: readonly string[];
}

async function expectSame(folder: string, unbroken: End): Promise<void> {
  const end = await endOf(folder);
  expect(end).toMatchObject({ status: 'completed', success: true, left: [] });
  const { tree, history, refs } = unbroken;
  expect({ tree: end.tree, history: end.history, refs: end.refs }).toEqual({ tree, history, refs });
  expectPaidOnce(end);
}

/** Once a node completed it is never begun again, no person is asked for it again, and the log has its cost once. */
function expectPaidOnce({ log, asked }: End): void {
  const completed = new Map<string, number>();
  const interrupted = new Map<string, number>();
  let usd = 0;
  for (const event of log) {
    if (event.type === 'node.started') expect(completed.get(event.data.act), event.data.act).toBeUndefined();
    if (event.type === 'node.interrupted') interrupted.set(event.data.act, (interrupted.get(event.data.act) ?? 0) + 1);
    if (event.type !== 'node.completed') continue;
    expect(completed.has(event.data.act)).toBe(false);
    completed.set(event.data.act, event.data.usage.usd ?? 0);
    usd += event.data.usage.usd ?? 0;
  }
  const byAct = Map.groupBy(asked, (id) => id.split('/').slice(1, -1).join('/'));
  expect(usd).toBeCloseTo(0.01 * byAct.size, 5);
  for (const [act, tries] of byAct) expect(tries.length, act).toBeLessThanOrEqual(1 + (interrupted.get(act) ?? 0));
}

/** Lives of one run, each ended as asked, and a last one to the end. */
async function lived(measure: string, kills: readonly (string | number)[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tdd-kill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const kill of kills) {
    if (typeof kill === 'string' && (await hasPassed(folder, kill))) continue;
    const life = await oneLife(folder, measure, kill);
    // At a named point it must have died; a random one may come too late.
    if (typeof kill === 'string') expect(life, kill).toMatchObject({ signal: 'SIGKILL' });
  }
  const last = await oneLife(folder, measure, null);
  expect(last, last.stderr).toMatchObject({ code: 0 });
  return folder;
}

/** Whether the node of a named point has completed already, in a life that ended elsewhere. */
async function hasPassed(folder: string, point: string): Promise<boolean> {
  const act = point.slice(point.indexOf(':') + 1);
  return (await logOf(folder)).some((event) => event.type === 'node.completed' && event.data.act === act);
}

async function logOf(folder: string): Promise<RunEvent[]> {
  const store = new SqliteStore({ file: join(folder, 'runs.db') });
  const log: RunEvent[] = [];
  try {
    if (await store.header(RUN)) for await (const event of store.read(RUN)) log.push(event);
    return log;
  } finally {
    await store.close();
  }
}

function oneLife(folder: string, measure: string, kill: string | number | null) {
  const at = typeof kill === 'string' ? [kill] : [];
  const args = ['--disable-warning=ExperimentalWarning', child, folder, measure, ...at];
  const life = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const timer = typeof kill === 'number' ? setTimeout(() => life.kill('SIGKILL'), kill) : undefined;
  let stderr = '';
  life.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise<{ code: number | null; signal: string | null; stderr: string }>((resolve, reject) => {
    life.on('error', reject);
    life.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, stderr });
    });
  });
}

async function endOf(folder: string): Promise<End> {
  const repository = join(folder, 'project');
  const log = await logOf(folder);
  const observers = new Set(
    log.flatMap((event) => (event.type === 'node.scheduled' && event.data.kind === 'observer' ? [event.data.act] : [])),
  );
  const ending = log.flatMap((event) => (event.type === 'run.ended' ? [event.data.ending] : []))[0];
  const output = ending?.status === 'completed' && 'inline' in ending.output ? ending.output.inline : null;
  return {
    status: ending?.status ?? 'none',
    success: output !== null && typeof output === 'object' && 'success' in output && output.success === true,
    tree: git(repository, 'ls-tree', '-r', 'main'),
    history: git(repository, 'log', '--format=%an%n%B', 'main').replaceAll(/\b[0-9a-f]{40}\b/g, 'HASH'),
    refs: git(repository, 'for-each-ref', '--format=%(refname)'),
    boundaries: log.flatMap((event) =>
      (event.type === 'node.started' || event.type === 'node.completed') && !observers.has(event.data.act)
        ? [`${event.type.slice('node.'.length)}:${event.data.act}`]
        : [],
    ),
    log,
    asked: readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n'),
    left: readdirSync(join(folder, 'store/workspaces')),
  };
}
