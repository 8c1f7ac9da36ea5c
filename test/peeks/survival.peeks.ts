import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Peek, PeekRun } from './peek.ts';
import type { World } from './world.ts';

/** It shows that it lives by a file it makes again and again in its own workspace; after ten seconds it ends itself. */
const HEARTBEAT = `n=0; while [ $n -lt 50 ] && [ ! -e stop ]; do : >alive; n=$((n+1)); sleep 0.2; done`;

/**
 * `env -i` takes away the mark by which run-process knows its own; the script waits until that has happened, since
 * who is caught before has not shown that it could get away.
 */
const survivor = (id: string, title: string, start: string): Peek => ({
  id,
  title,
  script: `${start}\nuntil [ -e alive ]; do sleep 0.05; done`,
  gotIn: isAlive,
});

async function isAlive(_: PeekRun, world: World): Promise<boolean> {
  await sleep(300);
  rmSync(`${world.workspace}/alive`, { force: true });
  await sleep(800);
  const lives = existsSync(`${world.workspace}/alive`);
  if (lives) {
    writeFileSync(`${world.workspace}/stop`, '');
    await sleep(500);
  }
  return lives;
}

const QUIET = '</dev/null >/dev/null 2>&1';

export const survivalPeeks: readonly Peek[] = [
  survivor('setsid', 'a session of its own', `env -i setsid sh -c '${HEARTBEAT}' ${QUIET} &`),
  survivor('double-fork', 'two forks and a session', `(env -i setsid sh -c '( ${HEARTBEAT} ) &' ${QUIET} &)`),
  survivor('nohup', 'nohup', `(env -i setsid nohup sh -c '${HEARTBEAT}' ${QUIET} &)`),
  survivor('deaf', 'not listening to signals', `(env -i setsid sh -c 'trap "" TERM INT HUP; ${HEARTBEAT}' ${QUIET} &)`),
];
