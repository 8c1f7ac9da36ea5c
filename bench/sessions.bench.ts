import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatWorkflow } from '../src/app/chat/chat-workflow.ts';
import { openRuns } from '../src/app/open-runs.ts';
import { ChatTurn } from '../src/contracts/chat-turn.ts';
import { type ImportDeps, importSession } from '../src/sessions/catalogue/import-session.ts';
import type { ReadSession } from '../src/sessions/catalogue/session-file.ts';
import { Sessions } from '../src/sessions/catalogue/sessions.ts';
import { ChatReader } from '../src/sessions/chat/chat-reader.ts';
import { type BenchContext, type BenchRow, judge } from './lib/bench.ts';
import { median } from './lib/measure.ts';

export const name = 'sessions';
export const title = 'Conversations of real size';

const PAGE = 100;

export async function run(ctx: BenchContext): Promise<BenchRow[]> {
  const [sessions, messages] = ctx.quick ? [500, 1_000] : [5_000, 10_000];
  const home = await mkdtemp(join(tmpdir(), 'assay-sessions-'));
  const env = { ...process.env, ASSAY_HOME: home };
  const runs = await openRuns(env);
  const catalogue = new Sessions(runs, console.error);
  try {
    const graph = await chatWorkflow.graph(runs, env);
    if (graph === undefined) throw new Error('conversations have a graph');
    const deps: ImportDeps = { runs, sessions: catalogue, graph, settings: SETTINGS, me: 'bench' };
    ctx.say(`importing ${sessions} conversations, and one of ${messages} messages`);
    for (let no = 0; no < sessions; no += 1) await importSession(deps, told(`conversation ${no}`, 4));
    const long = await importSession(deps, told('the long one', messages));
    await catalogue.list();
    const list = await timed(9, () => catalogue.list());
    const openLong = async (): Promise<void> => {
      const reader = new ChatReader(runs, long);
      await reader.look();
      const { turns } = await reader.page({ limit: PAGE });
      if (turns.length !== PAGE) throw new Error(`${turns.length} turns`);
    };
    await openLong();
    const open = await timed(5, openLong);
    const busy = await timed(5, openLong, processorMs);
    const unkept = await timed(5, async () => {
      await rm(join(home, 'transcripts', long, 'folded.json'), { force: true });
      await openLong();
    });
    ctx.say('taking in what was said');
    const words = 'quota of module 42';
    await catalogue.search({ words });
    const search = await timed(9, () => catalogue.search({ words }));
    const limits = ctx.quick ? [] : [judge(list, 'at most', 100), judge(open, 'at most', 300)];
    return [
      { label: `list ${sessions} conversations`, value: list, unit: 'ms', ...limits[0] },
      {
        label: `open one of ${messages} messages at its last ${PAGE}`,
        value: open,
        unit: 'ms',
        note: 'a new reader each time; a window keeps one open',
        ...limits[1],
      },
      { label: '… CPU time', value: busy, unit: 'ms' },
      {
        label: 'the same without the stored summary',
        value: unkept,
        unit: 'ms',
        note: 'once; reads the whole log',
      },
      { label: 'search all of them', value: search, unit: 'ms', note: 'after indexing' },
    ];
  } finally {
    catalogue.close();
    await runs.close();
    await rm(home, { recursive: true, force: true });
  }
}

export const SETTINGS = {
  folder: '/',
  project: '/',
  agent: 'chat',
  mode: 'explore',
  backend: 'native',
  model: null,
  unsandboxed: false,
  simulated: true,
} as const;

async function timed(rounds: number, work: () => Promise<unknown>, now = () => performance.now()): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = now();
    await work();
    times.push(now() - started);
  }
  return median(times);
}

/** Of this process. Other work on the machine does not add to it. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

export const told = (called: string, count: number): ReadSession => ({
  header: {
    format: 'assay-session',
    version: 1,
    title: called,
    labels: [],
    status: 'open',
    simulated: true,
    createdAt: 1,
    updatedAt: count * 1_000,
    turns: count,
  },
  turns: Array.from({ length: count }, (_, no) => turn(no)),
});

function turn(no: number): ChatTurn {
  const isPerson = no % 2 === 0;
  const text = isPerson
    ? `Question ${no}: why does the retry limit of module ${no % 97} fail when its quota is ${no * 7}?`
    : `Answer ${no}. ${'The scheduler counts attempts before it looks at the quota. '.repeat(8)}`;
  const call = {
    id: `c${no}`,
    parent: null,
    kind: 'tool',
    title: 'read a.txt',
    state: 'done',
    startedAt: no,
    endedAt: no,
  };
  const detail = { tool: 'read', input: { path: 'a.txt' }, output: 'x'.repeat(500) };
  const did = { type: 'activity', id: `c${no}`, activity: { ...call, detail, run: null } };
  return ChatTurn.parse({
    id: `t${no}`,
    by: isPerson ? 'person' : 'agent',
    at: no * 1_000,
    endedAt: no * 1_000 + 500,
    parts: [...(isPerson ? [] : [did]), { type: 'text', id: `text:${no}`, text }],
    state: 'done',
    usage: { tokens: 0, usd: 0 },
    error: null,
  });
}
