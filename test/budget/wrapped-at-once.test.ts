import { chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '#agents/test/attempting.ts';
import type { AttemptRunner } from '#contracts/agent.ts';
import { rig } from '#engine/testing/rig.ts';
import { openHome } from '#host/home.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { startSim } from '#sim/server.ts';
import { chooseBackend } from '../../src/attempts/backends/choose-backend.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { atOnce, endless } from './spenders.ts';

/** Plays Codex: calls its model endlessly, whatever the answer, and reports no usage before its end. */
const PROGRAM = `#!/usr/bin/env node
const http = require('node:http');
const ask = (n) => new Promise((resolve) => {
  const body = JSON.stringify({ model: 'gpt-5', stream: n % 2 === 0, input: 'Go on ' + process.pid + ' ' + n });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const request = http.request({ host: '127.0.0.1', port: 8080, path: '/v1/responses', method: 'POST', headers }, (answer) => {
    answer.resume();
    answer.on('end', resolve);
    answer.on('error', resolve);
  });
  request.on('error', resolve);
  request.end(body);
});
console.log(JSON.stringify({ type: 'thread.started', thread_id: '01a1df2f-3f66-7d90-90a2-212b3bd96e45' }));
(async () => { for (let n = 0; ; n += 1) await ask(n); })();
`;

const lacking = await probedSandbox();

describe.skipIf(lacking !== null)(
  `S3.1 five agents with programs of their own at once on one budget${lacking === null ? '' : ` (skipped: ${lacking})`}`,
  { timeout: 180_000 },
  () => {
    it('S3.8 are stopped between them and their model, at the budget and one answer each', async () => {
      const sim = await startSim({ scenario: endless });
      onTestFinished(() => sim.close());
      const root = realpathSync(tempFolder());
      const bin = join(root, 'bin');
      mkdirSync(bin);
      writeFileSync(join(bin, 'codex'), PROGRAM);
      chmodSync(join(bin, 'codex'), 0o755);
      const env = {
        PATH: `${bin}:${process.env.PATH}`,
        HOME: root,
        ASSAY_HOME: join(root, 'assay'),
        OPENAI_API_KEY: 'k',
        OPENAI_BASE_URL: `${sim.url}/v1`,
      };
      const home = await openHome(env);
      const sandbox = await createSandbox({ folder: join(root, 'sandbox'), env });
      const machine = { env, home, folder: root, sandbox: async () => sandbox };
      const wanted = { backend: 'codex', model: 'openai:gpt-5' };
      const { backend } = await chooseBackend('worker', wanted, undefined, machine);
      const attemptRunner: AttemptRunner = async function* (task, signal, allowance) {
        const folder = join(root, task.id.replaceAll(/\W/g, '-'));
        mkdirSync(folder);
        const permit = async () => ({ type: 'allow', by: 'mode' }) as const;
        yield* backend.attempt(task, { folder, tools: [], permit, ...(allowance && { allowance }) }, signal);
      };
      const graph = atOnce(5);
      const r = rig([graph], { attemptRunner });
      const { run, result } = await r.run(graph, null, { budget: { usd: 1 } });
      expect(result).toEqual({ status: 'paused' });
      const header = await r.store.header(run);
      // gpt-5: $1.25 and $10 a million tokens.
      const bill = sim.usage.inputTokens * 1.25e-6 + sim.usage.outputTokens * 10e-6;
      const answer = Math.max(...sim.requests.map(({ usage }) => (usage?.outputTokens ?? 0) * 10e-6)) + 0.001;
      expect(header?.usd).toBeGreaterThanOrEqual(1);
      expect(bill).toBeLessThanOrEqual(1 + 5 * answer);
      expect(header?.usd).toBeCloseTo(bill, 3);
      expect(header?.unpriced).toBe(0);
    });
  },
);
