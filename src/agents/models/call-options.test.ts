import { describe, expect, it } from 'vitest';
import type { ModelMessage, StepRequest } from '#contracts/model.ts';
import { callOptions } from './call-options.ts';
import { openModel } from './open-model.ts';
import { outputForm } from './output/output-form.ts';
import { ASK } from './testing/sim-models.ts';

const env = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9' };
const claude = openModel('anthropic:claude-sonnet-4-5', {}, env);
const gpt = openModel('openai:gpt-5', {}, env);
const local = openModel('compatible:m', {}, env);
const tool = { name: 't', description: 'T.', input: { type: 'object' } };
const MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } };

describe('the options of a call', () => {
  it('always sets how long the answer may be', () => {
    expect(callOptions(ASK, gpt, undefined).maxOutputTokens).toBe(16_000);
    expect(callOptions({ ...ASK, maxOutputTokens: 7 }, gpt, undefined).maxOutputTokens).toBe(7);
  });

  it('marks the system prompt and the last two turns for Anthropic, and nothing for others', () => {
    const said: ModelMessage = { role: 'assistant', parts: [{ type: 'text', text: 'x' }] };
    const messages: ModelMessage[] = [
      { role: 'user', text: '1' },
      said,
      { role: 'tool', results: [] },
      said,
      { role: 'user', text: '3' },
    ];
    const marks = (model: typeof claude) =>
      callOptions({ ...ASK, messages }, model, undefined).prompt.map(({ providerOptions }) => providerOptions);
    expect(marks(claude)).toEqual([MARK, undefined, undefined, MARK, undefined, MARK]);
    expect(marks(gpt).every((mark) => mark === undefined)).toBe(true);
  });

  it('marks the last tool if there is no system prompt to mark', () => {
    const tools = (system: string) => callOptions({ ...ASK, system, tools: [tool, tool] }, claude, undefined).tools;
    expect(tools('')?.map((each) => 'providerOptions' in each)).toEqual([false, true]);
    expect(tools('x')?.map((each) => 'providerOptions' in each)).toEqual([false, false]);
  });

  it('lets Anthropic think for a number of tokens, others with an effort', () => {
    const thinking = { effort: 'high', budgetTokens: 2_000 } as const;
    const budget = callOptions({ ...ASK, thinking }, claude, undefined);
    expect(budget.providerOptions?.anthropic).toMatchObject({ thinking: { type: 'enabled', budgetTokens: 2_000 } });
    expect(budget).not.toHaveProperty('reasoning');
    expect(callOptions({ ...ASK, thinking }, gpt, undefined).reasoning).toBe('high');
    expect(callOptions({ ...ASK, thinking: { effort: 'low' } }, claude, undefined).reasoning).toBe('low');
  });

  it('tells Azure that a deployment thinks, when it is asked to', () => {
    const azure = openModel('azure:ours', {}, { AZURE_API_KEY: 'k', AZURE_RESOURCE_NAME: 'res' });
    const forced = (effort: 'low' | 'none') =>
      callOptions({ ...ASK, thinking: { effort } }, azure, undefined).providerOptions?.azure?.forceReasoning;
    expect([forced('low'), forced('none')]).toEqual([true, undefined]);
  });

  it('leaves nothing at OpenAI', () => {
    expect(callOptions(ASK, gpt, undefined).providerOptions?.openai).toMatchObject({ store: false });
  });

  it('gives each the schema as it can take it', () => {
    const output: NonNullable<StepRequest['output']> = {
      name: 'o',
      schema: { type: 'object', properties: { a: { type: 'string' } } },
    };
    const asked = (model: typeof claude) => callOptions({ ...ASK, output }, model, outputForm(output, model));
    expect(asked(gpt)).toMatchObject({
      responseFormat: { schema: { required: ['a'], additionalProperties: false } },
      providerOptions: { openai: { strictJsonSchema: true } },
    });
    expect(asked(claude)).toMatchObject({ responseFormat: { name: 'o', schema: output.schema } });
    expect(asked(local)).not.toHaveProperty('responseFormat');
    expect(asked(local).prompt[0]?.content).toContain(JSON.stringify(output.schema));
    const free = { ...output, schema: { type: 'object', additionalProperties: { type: 'number' } } };
    expect(callOptions({ ...ASK, output: free }, gpt, outputForm(free, gpt))).toMatchObject({
      responseFormat: { schema: free.schema },
      providerOptions: { openai: { strictJsonSchema: false } },
    });
  });

  it('names the tool that is to be used', () => {
    const choice = (toolChoice: NonNullable<StepRequest['toolChoice']>) =>
      callOptions({ ...ASK, tools: [tool], toolChoice }, gpt, undefined).toolChoice;
    expect(choice('required')).toEqual({ type: 'required' });
    expect(choice({ tool: 't' })).toEqual({ type: 'tool', toolName: 't' });
    expect(callOptions({ ...ASK, toolChoice: 'required' }, gpt, undefined)).not.toHaveProperty('toolChoice');
  });
});
