import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SessionId } from '#contracts/ids.ts';
import { AGENTS } from '#engine/scheduler/machine/machine-scheduler.ts';
import { text } from '#sim/answers.ts';
import { MODEL, openChatRig, until } from './talk.ts';

it('S3.2 S3.11 a turn takes one of the machine’s slots, before background work, and says that it waits; a person can cancel it', async () => {
  const rig = await openChatRig(() => text('Good morning.'));
  mkdirSync(rig.home, { recursive: true });
  writeFileSync(join(rig.home, 'config.json'), JSON.stringify({ version: 1, scheduling: { agents: 1 } }));
  // The only slot is held, and batch work waits already.
  const narrow = await rig.runs();
  const queue = narrow.queue();
  const batch = (run: string) => ({ session: SessionId.parse('s1'), run, lane: 'normal', type: 'engineer' }) as const;
  const never = new AbortController().signal;
  const release = await queue.acquire(AGENTS, batch('r1'), never);
  let batchCame = false;
  const waiting = queue.acquire(AGENTS, batch('r2'), never).then((free) => {
    batchCame = true;
    return free;
  });
  const asked = rig.start(['ask', ...MODEL, 'hello']);
  await asked.says('waits for a slot: 1 of 1 agents are at work on this machine');
  expect(rig.sim.requests).toHaveLength(0);
  const seen = await rig.assay(['runs']);
  expect(seen.out + seen.err).toMatch(/1 agent at work of 1; wait for a slot: 1 critical, .*; 1 normal, /);
  const told = (await rig.assay(['metrics'])).out;
  expect(told).toContain('assay_agents_waiting{lane="critical"} 1');
  expect(told).toContain('assay_agents_waiting{lane="normal"} 1');
  release();
  const answer = await asked.ended;
  expect(answer).toMatchObject({ code: 0, out: expect.stringContaining('Good morning.') });
  // The batch work was there first, and came after the person's turn had ended.
  (await waiting)();
  expect(batchCame).toBe(true);
  await until(
    () => narrow.slots(),
    ({ held }) => held === 0,
  );
  expect(narrow.slots().granted.map(({ lane }) => lane)).toEqual(['critical', 'normal']);
  // Called off while it waits: nothing is asked of the model, and the slot's line is left.
  const again = await queue.acquire(AGENTS, batch('r3'), never);
  const requests = rig.sim.requests.length;
  const stopped = rig.start(['ask', ...MODEL, 'hello again']);
  await stopped.says('waits for a slot');
  stopped.child.kill('SIGINT');
  expect((await stopped.ended).code).not.toBe(0);
  again();
  expect(rig.sim.requests).toHaveLength(requests);
  await until(
    () => narrow.slots(),
    ({ held, waiting: left }) => held === 0 && left.length === 0,
  );
}, 300_000);
