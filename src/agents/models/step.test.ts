import { describe, expect, it } from 'vitest';
import type { ModelMessage, StepRequest } from '#contracts/model.ts';
import { parts as simParts, text, thinking, toolCall } from '#sim/answers.ts';
import { scenario, script } from '#sim/compose.ts';
import { claim } from '#sim/scenarios/claim.ts';
import { echo } from '#sim/scenarios/echo.ts';
import { modelCostOf } from './prices/cost.ts';
import { ASK, KEY, only, partsOf, SIM_PROVIDERS, shownText, simFor, typesOf } from './testing/sim-models.ts';

const weather = {
  name: 'weather',
  description: 'Tells it.',
  input: { type: 'object', properties: { city: { type: 'string' } } },
};

const Verdict = {
  type: 'object',
  properties: {
    verdict: { type: 'string', enum: ['good', 'bad'] },
    reasons: { type: 'array', items: { type: 'string' } },
    note: { type: 'string' },
  },
  required: ['verdict', 'reasons'],
  additionalProperties: false,
};

describe.each(SIM_PROVIDERS)('a step of $title', ({ open }) => {
  it('streams the text, reports the usage as the provider counted it, and finishes', async () => {
    const said = 'Twelve words are more than one chunk of the simulator, so there are several.';
    const sim = await simFor(scenario('says', '', text(said)));
    const model = open(sim.url);
    const parts = await partsOf(model);
    expect(shownText(parts)).toBe(said);
    expect(only(parts, 'text-delta').length).toBeGreaterThan(1);
    expect(only(parts, 'text-end')).toMatchObject([{ text: said }]);
    expect(parts.at(-1)).toMatchObject({
      type: 'finish',
      reason: 'stop',
      message: { role: 'assistant', parts: [{ type: 'text', text: said }] },
      answeredBy: model.ref.name,
    });
    const { inputTokens: input, outputTokens: output } = sim.usage;
    expect(input).toBeGreaterThan(0);
    const usd =
      model.price === null
        ? null
        : modelCostOf({ input, output, cacheRead: 0, cacheWrite: 0, reasoning: 0 }, model.price);
    expect(only(parts, 'usage')).toMatchObject([
      { call: 'whole', usage: { input, output, total: input + output, usd } },
    ]);
    expect(sim.requests[0]?.request).toMatchObject({ system: 'Be brief.', maxTokens: 16_000, model: model.ref.name });
    expect(JSON.stringify(parts)).not.toContain(KEY);
  });

  it('hands on tool calls, and takes the answer back in the next step', async () => {
    const sim = await simFor(scenario('asks', '', script([toolCall('weather', { city: 'Graz' }), 'Sunny, then.'])));
    const model = open(sim.url);
    const request = { ...ASK, tools: [weather] };
    const first = await partsOf(model, request);
    const [call] = only(first, 'tool-call');
    expect(call).toMatchObject({ name: 'weather', arguments: { type: 'json', input: { city: 'Graz' } } });
    const [finish] = only(first, 'finish');
    expect(finish?.reason).toBe('tool-calls');
    const messages: ModelMessage[] = [
      ...ASK.messages,
      ...(finish === undefined ? [] : [finish.message]),
      { role: 'tool', results: [{ id: call?.id ?? '', name: 'weather', output: { sky: 'blue' }, isError: false }] },
    ];
    const second = await partsOf(model, { ...request, messages: JSON.parse(JSON.stringify(messages)) });
    expect(shownText(second)).toBe('Sunny, then.');
    const [, assistant, user] = sim.requests[1]?.request.messages ?? [];
    expect(assistant?.toolCalls).toMatchObject([{ name: 'weather', input: { city: 'Graz' } }]);
    expect(user?.toolResults).toMatchObject([{ name: 'weather', text: '{"sky":"blue"}', isError: false }]);
    const spent = [...only(first, 'usage'), ...only(second, 'usage')].reduce((sum, { usage }) => sum + usage.total, 0);
    expect(spent).toBe(sim.usage.inputTokens + sim.usage.outputTokens);
  });

  it('marks arguments that are no JSON', async () => {
    const broken = { type: 'toolCall', name: 'weather', input: {}, rawInput: '{"city": "Gr' } as const;
    const sim = await simFor(scenario('broken', '', simParts(broken)));
    const parts = await partsOf(open(sim.url), { ...ASK, tools: [weather] });
    expect(only(parts, 'tool-call')).toMatchObject([{ arguments: { type: 'invalid', raw: '{"city": "Gr' } }]);
    expect(only(parts, 'finish')[0]?.message.parts).toMatchObject([{ type: 'tool-call', input: {} }]);
  });

  it('gets an object that fits', async () => {
    const withSchema = scenario('claims', '', (request, context) =>
      request.schema === null
        ? text('Sure:\n```json\n{"verdict": "good", "reasons": [],}\n```')
        : claim.answer(request, context),
    );
    const sim = await simFor(withSchema);
    const model = open(sim.url);
    const request: StepRequest = { ...ASK, output: { name: 'verdict', description: 'A verdict.', schema: Verdict } };
    const [finish] = only(await partsOf(model, request), 'finish');
    expect(finish?.output).toMatchObject({ type: 'object', value: { reasons: expect.any(Array) } });
    const { schema, system } = sim.requests[0]?.request ?? {};
    if (model.structuredOutput === 'prompt') expect(system).toContain('"enum":["good","bad"]');
    else expect(schema?.schema).toHaveProperty('properties.verdict');
  });

  it('says when the answer was cut at its length', async () => {
    const sim = await simFor(scenario('long', '', { ...text('and th'), stopReason: 'length' }));
    expect((await partsOf(open(sim.url))).at(-1)).toMatchObject({ type: 'finish', reason: 'length' });
    const output = { name: 'v', schema: Verdict };
    const half = await simFor(scenario('half', '', { ...text('{"verdict": "good", "rea'), stopReason: 'length' }));
    expect((await partsOf(open(half.url), { ...ASK, output })).at(-1)).toMatchObject({
      type: 'finish',
      output: { type: 'unreadable', why: 'cut' },
    });
  });
});

describe.each(SIM_PROVIDERS.filter(({ thinks }) => thinks))('the thinking of $title', ({ open }) => {
  it('is kept apart, and sent back with its signature', async () => {
    const sim = await simFor(scenario('pensive', '', script([thinking('Six times seven.', text('42')), 'Yes.'])));
    const model = open(sim.url);
    const parts = await partsOf(model, { ...ASK, thinking: { effort: 'low' } });
    expect(only(parts, 'reasoning-end')).toMatchObject([{ text: 'Six times seven.' }]);
    expect(shownText(parts)).toBe('42');
    expect(only(parts, 'usage')[0]?.usage.reasoning).toBe(sim.usage.reasoningTokens);
    const message = only(parts, 'finish')[0]?.message;
    expect(message?.parts.map(({ type }) => type)).toEqual(['reasoning', 'text']);
    const messages: ModelMessage[] = [
      ...ASK.messages,
      ...(message === undefined ? [] : [message]),
      { role: 'user', text: 'Sure?' },
    ];
    expect(typesOf(await partsOf(model, { ...ASK, messages })).at(-1)).toBe('finish');
    expect(sim.requests[1]?.request.messages[1]?.thinking).toBe('Six times seven.');
  });
});

describe('prompt caching', () => {
  const long = 'A long instruction. '.repeat(400);
  const [anthropic, openai] = SIM_PROVIDERS;

  it('marks repeated content, so that Anthropic reads it from its cache', async () => {
    const sim = await simFor(echo);
    const model = anthropic?.open(sim.url);
    if (model === undefined) throw new Error('no provider');
    const turns: ModelMessage[] = [{ role: 'user', text: long }];
    const first = await partsOf(model, { system: long, messages: turns });
    const answer = only(first, 'finish')[0]?.message;
    const more: ModelMessage[] = [...turns, ...(answer === undefined ? [] : [answer]), { role: 'user', text: 'and?' }];
    const second = await partsOf(model, { system: long, messages: more });
    const [wrote, read] = [only(first, 'usage')[0]?.usage, only(second, 'usage')[0]?.usage];
    expect(wrote?.cacheWrite).toBe(sim.requests[0]?.usage?.cacheWriteTokens);
    expect(wrote?.cacheWrite).toBeGreaterThan(4_000);
    // Everything the first call wrote, its user's turn included, is read by the second.
    expect(read?.cacheRead).toBe(wrote?.cacheWrite);
    const price = model.price;
    expect(price?.cacheRead).toBeLessThan(price?.input ?? 0);
    expect(read?.usd).toBe(price === null || read === undefined ? undefined : modelCostOf(read, price));
  });

  it('counts the tokens that OpenAI caches automatically', async () => {
    const sim = await simFor(echo);
    const model = openai?.open(sim.url);
    if (model === undefined) throw new Error('no provider');
    await partsOf(model, { ...ASK, system: long });
    const [usage] = only(await partsOf(model, { ...ASK, system: long }), 'usage');
    expect(usage?.usage.cacheRead).toBe(sim.requests[1]?.usage?.cacheReadTokens);
    expect(usage?.usage.cacheRead).toBeGreaterThan(1_000);
  });
});

describe('a price that is not known', () => {
  it('makes the cost unknown, with a note', async () => {
    const sim = await simFor(echo);
    const azure = SIM_PROVIDERS.find(({ title }) => title === 'azure');
    const parts = azure === undefined ? [] : await partsOf(azure.open(sim.url));
    expect(only(parts, 'usage')).toMatchObject([{ usage: { usd: null }, note: 'no price is known for azure:our-gpt' }]);
  });
});
