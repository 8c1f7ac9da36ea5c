import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '#agents/test/attempting.ts';
import type { BackendSubject } from '#agents/test/subject.ts';
import type { AttemptRunner } from '#contracts/agent.ts';
import { rig } from '#engine/testing/rig.ts';
import { toolCall } from '#sim/answers.ts';
import { scenario } from '#sim/compose.ts';
import { startSim } from '#sim/server.ts';
import { atOnce, DEAR_ANSWER } from '../budget/spenders.ts';

const AGENTS = 3;
const BUDGET = { tokens: 300_000 };

/** Several of a real client at once on one budget of a run, with a model that never ends: all are stopped at it. */
export function budgetTest({ name, open, calls }: BackendSubject): void {
  describe(`S3.1 ${name}: a budget`, () => {
    it(`of ${AGENTS} at once ends them at it and one answer each, whatever they tell of themselves`, async () => {
      const root = tempFolder();
      const endless = scenario('endless', 'Never ends.', ({ turn }) => {
        const { name: tool, input } = calls.read(`${turn}-${DEAR_ANSWER}`, root);
        return toolCall(tool, input);
      });
      const sim = await startSim({ scenario: endless });
      onTestFinished(() => sim.close());
      const attemptRunner: AttemptRunner = async function* (task, signal, allowance) {
        const at = join(root, task.id.replaceAll(/\W/g, '-'));
        mkdirSync(join(at, 'folder'), { recursive: true });
        const backend = await open(sim, { transcripts: at });
        const permit = async () => ({ type: 'allow', by: 'mode' }) as const;
        const place = { folder: join(at, 'folder'), tools: [], permit, ...(allowance && { allowance }) };
        yield* backend.attempt(task, place, signal);
      };
      const graph = atOnce(AGENTS);
      const r = rig([graph], { attemptRunner });
      const { run, result } = await r.run(graph, null, { budget: BUDGET });
      expect(result).toEqual({ status: 'paused' });
      const billed = sim.usage.inputTokens + sim.usage.outputTokens;
      const dearest = Math.max(
        ...sim.requests.map(({ usage }) => (usage ? usage.inputTokens + usage.outputTokens : 0)),
      );
      const tokens = (await r.store.header(run))?.tokens ?? 0;
      console.log(`${name}: ${billed} tokens were billed on a budget of ${BUDGET.tokens}, the log has ${tokens}`);
      expect(billed).toBeGreaterThanOrEqual(BUDGET.tokens * 0.9);
      expect(billed).toBeLessThanOrEqual(BUDGET.tokens + AGENTS * dearest);
      expect(tokens).toBeGreaterThanOrEqual(billed * 0.99);
    });
  });
}
