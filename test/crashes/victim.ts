import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunId } from '#contracts/ids.ts';
import type { RunEvent } from '#contracts/run-events.ts';
import { SqliteStore } from '#engine/log/sqlite-store.ts';
import { Ledger } from './graph.ts';

const subject = fileURLToPath(new URL('./subject.ts', import.meta.url));
const run = RunId.parse('the-run');

export type Kill = { readonly at: string } | { readonly afterMs: number } | null;

export interface Life {
  /** Killed, by itself at the point asked for or from outside. */
  readonly killed: boolean;
  readonly point: string | null;
  /** Events that were reported durable to the process: seq → digest of their data. */
  readonly acknowledged: ReadonlyMap<number, string>;
  readonly result: string | null;
  readonly stderr: string;
  /** From its first acknowledged event to its end. */
  readonly ms: number;
}

/** One life of the subject, ended by SIGKILL as asked, or by itself. */
export function live(folder: string, kill: Kill): Promise<Life> {
  const args = ['--disable-warning=ExperimentalWarning', subject, folder, ...(kill && 'at' in kill ? [kill.at] : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  let begun = 0;
  child.stdout.on('data', (chunk) => {
    // The clock starts with the first acknowledged event: before it there is nothing to lose.
    if (stdout === '') {
      begun = performance.now();
      if (kill && 'afterMs' in kill) setTimeout(() => child.kill('SIGKILL'), kill.afterMs);
    }
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_, signal) => {
      resolve({ killed: signal === 'SIGKILL', ...parse(stdout), stderr, ms: performance.now() - begun });
    });
  });
}

function parse(stdout: string): Pick<Life, 'point' | 'acknowledged' | 'result'> {
  const lines = stdout.split('\n');
  const after = (word: string) => lines.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? null;
  const acks = lines.filter((line) => line.startsWith('ack ')).map((line) => line.split(' '));
  return {
    point: after('killed'),
    result: after('result'),
    acknowledged: new Map(acks.map(([, seq, digest]) => [Number(seq), digest ?? ''])),
  };
}

/** The parts that must be the same whether or not the run was interrupted. */
export interface Final {
  readonly output: string | null;
  readonly completed: readonly string[];
  readonly effects: Readonly<Record<string, number>>;
}

export async function finalOf(folder: string, result: string | null): Promise<{ final: Final; log: RunEvent[] }> {
  const store = new SqliteStore({ file: join(folder, 'runs.db') });
  const log: RunEvent[] = [];
  for await (const event of store.read(run)) log.push(event);
  await store.close();
  const nodeOf = new Map(log.flatMap((e) => (e.type === 'node.scheduled' ? [[e.data.act, e.data.node] as const] : [])));
  const completed = log.flatMap((e) =>
    e.type === 'node.completed'
      ? [`${nodeOf.get(e.data.act)} ${e.data.outcome} ${e.data.to} ${JSON.stringify(e.data.result)}`]
      : [],
  );
  const ledger = new Ledger(join(folder, 'ledger'));
  const effects = Object.fromEntries(readdirSync(join(folder, 'ledger')).map((key) => [key, ledger.times(key)]));
  return { final: { output: result, completed: completed.sort(), effects }, log };
}
