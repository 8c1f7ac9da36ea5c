import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text } from '#sim/answers.ts';
import { MODEL, openChatRig } from './talk.ts';

describe('C1 assay cost', { timeout: 120_000 }, () => {
  it('adds up to the model’s own count, and names usage without a price', async () => {
    const rig = await openChatRig((request) => text(`re: ${request.lastUserText}`));
    mkdirSync(rig.home, { recursive: true });
    const empty = await rig.assay(['cost']);
    expect({ code: empty.code, out: empty.out }).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing was spent'),
    });

    const price = { model: 'compatible:test', input: 100, output: 1_000 };
    writeFileSync(join(rig.home, 'prices.json'), JSON.stringify({ date: '2026-11-01', models: [price] }));
    expect((await rig.assay(['ask', ...MODEL, 'one'])).code).toBe(0);
    expect((await rig.assay(['ask', ...MODEL, '--run', 'last', 'two'])).code).toBe(0);
    const { inputTokens, outputTokens } = rig.sim.usage;
    const { total, rows } = JSON.parse((await rig.assay(['cost', '--by', 'model', '--json'])).out);
    expect(total).toMatchObject({ attempts: 2, tokens: inputTokens + outputTokens, output: outputTokens });
    expect(total.input + total.cached).toBe(inputTokens);
    expect(total.usd).toBeCloseTo((inputTokens * 100 + outputTokens * 1_000) / 1e6, 10);
    expect(rows).toMatchObject([{ key: 'compatible:test', attempts: 2 }]);

    Object.assign(rig.env, { ANTHROPIC_API_KEY: 'sk-any', ANTHROPIC_BASE_URL: rig.sim.url });
    expect((await rig.assay(['ask', '--model', 'anthropic:claude-of-tomorrow', 'three'])).code).toBe(0);
    const { out } = await rig.assay(['cost', '--by', 'agent']);
    expect(out).toMatch(/^chat +3 .*≥ \$/m);
    expect(out).toMatch(/1 attempt with [\d,]+ tokens had no known price/);
    expect(await rig.assay(['cost', '--since', 'soon'])).toMatchObject({ code: 2 });
  });
});
