import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServiceSettings } from '#contracts/toolchain.ts';
import { findOnPath } from '#host/find-system.ts';
import { gateRig } from '../cheats/gate-rig.ts';
import { probedSandbox } from '../sandbox-here.ts';

const lacks = await probedSandbox();
const signal = new AbortController().signal;

/** Implements the protocols by hand, so that nothing has to be installed. */
const TALK = `import { createConnection } from 'node:net';
export const talk = (url, text) => new Promise((resolve, reject) => {
  const { hostname, port } = new URL(url);
  const socket = createConnection({ host: hostname, port: Number(port) }, () => socket.write(text));
  socket.on('data', (data) => { socket.end(); resolve(data.toString()); });
  socket.on('error', reject);
});
`;
const REDIS = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { talk } from '../src/talk.js';
it('is empty, every time', async () => {
  assert.equal(await talk(process.env.REDIS_URL, 'GET x\\r\\n'), '$-1\\r\\n');
  assert.equal(await talk(process.env.REDIS_URL, 'SET x 1\\r\\n'), '+OK\\r\\n');
});
`;
const POSTGRES = `import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';
const sql = (text) => execFileSync('psql', [process.env.DATABASE_URL, '-qtAc', text], { encoding: 'utf8' }).trim();
it('is empty, every time', () => {
  sql('create table prices (cents int)');
  sql('insert into prices values (5)');
  assert.equal(sql('select cents from prices'), '5');
});
`;
const project = (test: string) => ({
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/talk.js': TALK,
  'test/service.test.js': test,
});

async function tested(test: string, services: ServiceSettings, times = 1) {
  const rig = await gateRig(project(test), [], { services });
  onTestFinished(() => rig.close());
  const [runner] = await rig.treeRunner.runners(rig.base);
  if (!runner) throw new Error('no runner');
  const runs = [];
  for (let n = 0; n < times; n += 1)
    runs.push((await rig.treeRunner.test({ tree: rig.base, runner, select: { type: 'all' } }, signal)).value);
  return runs;
}

describe.skipIf(lacks !== null)(
  `G3.6 services beside the tests${lacks === null ? '' : ` (not run: ${lacks})`}`,
  { timeout: 120_000 },
  () => {
    it.for([
      ['redis', 'redis-server', REDIS],
      ['postgres', 'psql', POSTGRES],
    ] as const)('%s is started for each run, and is new each time', async ([name, program, test], { skip }) => {
      if (findOnPath(program, process.env) === null) skip(`${program} is not installed`);
      const runs = await tested(test, { [name]: true }, 2);
      for (const { outcome, tests, leftovers, said } of runs) {
        expect([outcome, said]).toEqual([{ type: 'ran' }, said]);
        expect(tests.map(({ state }) => state)).toEqual(['passed']);
        expect(leftovers).toBe(0);
      }
    });

    it('any program can be one, and the tests get its address', async () => {
      const server = `node -e "require('node:net').createServer((s) => s.end('pong')).listen(7070, '127.0.0.1')"`;
      const ready = `node -e "require('node:net').connect(7070, '127.0.0.1').on('data', () => process.exit(0)).on('error', () => process.exit(1))"`;
      const test = `import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { talk } from '../src/talk.js';\nit('answers', async () => assert.equal(await talk(process.env.PONG_URL, 'x'), 'pong'));\n`;
      const [run] = await tested(test, { pong: { command: server, ready, env: { PONG_URL: 'tcp://127.0.0.1:7070' } } });
      expect([run?.outcome, run?.tests.map(({ state }) => state)]).toEqual([{ type: 'ran' }, ['passed']]);
    });

    it.each([
      [
        'ends',
        { broken: { command: 'echo no such disk; exit 3', ready: 'false' } },
        /broken ended before it was ready:\nno such disk/,
      ],
      ['never gets ready', { late: { command: 'sleep 60', ready: 'false', seconds: 1 } }, /was not ready after 1 s/],
    ] as const)('one that %s is no failure of the work', async (_, services, message) => {
      const [run] = await tested(REDIS, { ...services });
      expect(run?.outcome).toMatchObject({
        type: 'infrastructure',
        message: expect.stringMatching(message),
        next: expect.stringMatching(/Nothing was counted/),
      });
      expect(run?.tests).toEqual([]);
    });
  },
);
