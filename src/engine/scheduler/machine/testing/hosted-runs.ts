import { SessionId, WorkerId } from '#contracts/ids.ts';
import { systemClock } from '#host/clock.ts';
import { isAlive, processStartTime } from '#host/process-identity.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { MachineQueue } from '../machine-queue.ts';
import { AGENTS } from '../machine-scheduler.ts';
import { MachineSlots } from '../machine-slots.ts';

// One of the processes of machine-slots.test.ts: FILE SLOTS ATTEMPTS RUN…  Each run asks for all its attempts at once, and
// tells the turn of every grant.

const startOf = (pid: number): string => processStartTime(pid) ?? 'unknown';

export const workerOf = (pid: number): WorkerId => WorkerId.parse(`local:${pid}:${startOf(pid)}`);

export const openSlots = (file: string, total: number): MachineSlots =>
  new MachineSlots({
    file,
    clock: systemClock,
    worker: workerOf(process.pid),
    isGone: (worker) => {
      const [, pid, start] = worker.split(':');
      return !isAlive(Number(pid), start ?? '');
    },
    limits: () => ({ ...DEFAULT_LIMITS, total, perSession: total }),
  });

if (process.send) {
  const [file = '', total = '', attempts = '', ...runs] = process.argv.slice(2);
  const slots = openSlots(file, Number(total));
  const queue = new MachineQueue(slots);
  const heldNow = () => slots.status().slots.filter((row) => row.held > 0);
  const told = new Set<number>();
  let left = runs.length * Number(attempts);
  for (let n = 0; n < Number(attempts); n += 1) {
    for (const run of runs) {
      const work = { session: SessionId.parse('project'), run, lane: 'normal', type: 'agent' } as const;
      queue.request(AGENTS, work, (release) => {
        const held = heldNow();
        const turn = Math.min(...held.filter((row) => row.run === run && !told.has(row.held)).map((row) => row.held));
        told.add(turn);
        process.send?.({ run, turn, held: held.length });
        // Every attempt lasts the same number of turns: the oldest on the machine ends first, however busy its process
        // is.
        const end = (): void => {
          if (heldNow().some((row) => row.held < turn)) return void setTimeout(end, 2);
          release();
          left -= 1;
          if (left > 0) return;
          queue.close();
          process.disconnect();
        };
        end();
      });
    }
  }
  process.send({ ready: true });
}
