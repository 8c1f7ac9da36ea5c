import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { chatWorkflow } from '../../src/app/chat/chat-workflow.ts';
import { openRuns } from '../../src/app/open-runs.ts';
import { importSession } from '../../src/sessions/catalogue/import-session.ts';
import { Sessions } from '../../src/sessions/catalogue/sessions.ts';
import { SETTINGS, told } from '../sessions.bench.ts';

it('C5.6 conversations that are known are listed without reading one of their logs', async () => {
  const home = await mkdtemp(join(tmpdir(), 'assay-sessions-'));
  const env = { ...process.env, ASSAY_HOME: home };
  const runs = await openRuns(env);
  let reads = 0;
  const store = new Proxy(runs.store, {
    get(target, name) {
      if (name === 'read') reads += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const counted = Object.create(runs, { store: { value: store } }) as typeof runs;
  const catalogue = new Sessions(counted, console.error);
  onTestFinished(async () => {
    catalogue.close();
    await runs.close();
    await rm(home, { recursive: true, force: true });
  });
  const graph = await chatWorkflow.graph(runs, env);
  if (graph === undefined) throw new Error('conversations have a graph');
  const deps = { runs, sessions: catalogue, graph, settings: SETTINGS, me: 'test' };
  for (let no = 0; no < 12; no += 1) await importSession(deps, told(`conversation ${no}`, 4));
  expect(await catalogue.list()).toHaveLength(12);
  reads = 0;
  expect(await catalogue.list()).toHaveLength(12);
  expect(reads).toBe(0);
  await catalogue.search({ words: 'quota' });
  // The count itself counts.
  expect(reads).toBeGreaterThan(0);
});
