import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { echo } from '#sim/scenarios/echo.ts';
import { defaultModel, findModels } from './find-models.ts';
import { listModels } from './list-models.ts';
import { type ModelSettings, openModel } from './open-model.ts';
import { oddServer, page } from './testing/odd-server.ts';
import { only, partsOf, simFor } from './testing/sim-models.ts';

function refusal(ref: string, env: Record<string, string>, settings: ModelSettings = {}): AssayError {
  try {
    openModel(ref, settings, env);
  } catch (thrown) {
    if (thrown instanceof AssayError) return thrown;
  }
  throw new Error(`${ref} was opened`);
}

describe('opening a model', () => {
  it.each([
    ['anthropic:m', 'ANTHROPIC_API_KEY'],
    ['openai:m', 'OPENAI_API_KEY'],
    ['azure:m', 'AZURE_OPENAI_API_KEY'],
  ])('needs the key of %s and names its variable', (ref, variable) => {
    expect(refusal(ref, {})).toMatchObject({ code: 'MODEL_KEY_MISSING', message: expect.stringContaining(variable) });
    expect(refusal(ref, { [variable]: '  ' }).code).toBe('MODEL_KEY_MISSING');
    const odd = refusal(ref, { [variable]: 'pasted with\nan end of line' });
    expect(odd.code).toBe('MODEL_KEY_MISSING');
    expect(`${odd.message}${odd.next}`).not.toContain('pasted');
  });

  it('needs an address if there is no default', () => {
    expect(refusal('azure:m', { AZURE_API_KEY: 'k' }).next).toContain('AZURE_RESOURCE_NAME');
    expect(refusal('azure:m', { AZURE_API_KEY: 'k', AZURE_RESOURCE_NAME: 'a.b/c' }).code).toBe('CONFIG_INVALID');
    expect(refusal('compatible:m', {}).message).toContain('OPENAI_COMPATIBLE_BASE_URL');
    expect(refusal('compatible:m', { OPENAI_COMPATIBLE_BASE_URL: 'localhost:8000' }).code).toBe('CONFIG_INVALID');
    const endpoints = {
      mine: { baseUrl: 'http://h/v1', keyVariable: 'MINE_KEY', structuredOutput: false, namesModel: true },
    };
    expect(refusal('mine:m', {}, { endpoints }).message).toContain('MINE_KEY');
  });

  it.each([
    ['anthropic:m', { ANTHROPIC_API_KEY: 'k' }, 'https://api.anthropic.com/v1'],
    ['anthropic:m', { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://proxy/claude/' }, 'http://proxy/claude/v1'],
    ['anthropic:m', { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://proxy/v1' }, 'http://proxy/v1'],
    ['openai:m', { OPENAI_API_KEY: 'k' }, 'https://api.openai.com/v1'],
    ['openai:m', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://proxy/x' }, 'http://proxy/x'],
    ['azure:m', { AZURE_OPENAI_API_KEY: 'k', AZURE_RESOURCE_NAME: 'res' }, 'https://res.openai.azure.com/openai'],
    [
      'azure:m',
      { AZURE_API_KEY: 'k', AZURE_OPENAI_ENDPOINT: 'https://res.openai.azure.com/' },
      'https://res.openai.azure.com/openai',
    ],
    ['ollama:m', {}, 'http://127.0.0.1:11434/v1'],
    ['lmstudio:m', {}, 'http://127.0.0.1:1234/v1'],
    ['llamacpp:m', {}, 'http://127.0.0.1:8080/v1'],
    ['vllm:m', {}, 'http://127.0.0.1:8000/v1'],
    ['compatible:m', { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9' }, 'http://127.0.0.1:9/v1'],
  ])('asks %s with %j at %s', (ref, env, address) => {
    expect(openModel(ref, {}, env).address).toBe(address);
  });

  it('lets local models cost nothing, known ones their price, others something unknown', () => {
    const usd = (ref: string, env: Record<string, string>, settings: ModelSettings = {}) =>
      openModel(ref, settings, env).price?.input ?? null;
    expect(usd('ollama:qwen3', {})).toBe(0);
    expect(usd('compatible:m', { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9' })).toBe(0);
    expect(usd('compatible:m', { OPENAI_COMPATIBLE_BASE_URL: 'https://models.example.com/v1' })).toBeNull();
    expect(usd('openai:gpt-5', { OPENAI_API_KEY: 'k' })).toBe(1.25);
    expect(usd('openai:gpt-99', { OPENAI_API_KEY: 'k' })).toBeNull();
    const prices = { date: '2030-01-01', models: [{ model: 'openai:gpt-*', input: 7, output: 8 }] };
    expect(usd('openai:gpt-5', { OPENAI_API_KEY: 'k' }, { prices })).toBe(7);
    expect(usd('openai:gpt-99', { OPENAI_API_KEY: 'k' }, { prices })).toBe(7);
  });

  it('does not read the process’s own environment', async () => {
    const before = process.env.ANTHROPIC_BASE_URL;
    process.env.ANTHROPIC_BASE_URL = 'http://127.0.0.1:1/elsewhere';
    try {
      const sim = await simFor(echo);
      const model = openModel('anthropic:m', {}, { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: sim.url });
      expect(only(await partsOf(model), 'finish')).toHaveLength(1);
    } finally {
      if (before === undefined) delete process.env.ANTHROPIC_BASE_URL;
      else process.env.ANTHROPIC_BASE_URL = before;
    }
  });
});

describe('finding models', () => {
  it('reports what the environment offers, without its values, and calls no provider', async () => {
    const found = await findModels({ OPENAI_API_KEY: 'a-secret-value', AZURE_API_KEY: 'x', ANTHROPIC_API_KEY: ' ' });
    expect(found.filter(({ state }) => state === 'ready')).toEqual([
      { provider: 'openai', state: 'ready', by: 'OPENAI_API_KEY', suggested: 'openai:gpt-6.1-sol' },
    ]);
    expect(found.filter(({ state }) => state === 'unknown').map(({ provider }) => provider)).toEqual([
      'ollama',
      'lmstudio',
      'llamacpp',
      'vllm',
    ]);
    expect(JSON.stringify(found)).not.toContain('a-secret-value');
    expect(defaultModel(found)).toBe('openai:gpt-6.1-sol');
    expect(defaultModel(await findModels({}))).toBeUndefined();
  });

  it('asks local servers when it is told to', async () => {
    const sim = await simFor(echo);
    const own = { ollama: { baseUrl: `${sim.url}/v1`, structuredOutput: true, namesModel: true } };
    const found = await findModels({}, own, async (url) => (url.startsWith(sim.url) ? listModels(url) : undefined));
    expect(found[0]).toMatchObject({ provider: 'ollama', state: 'asked', models: ['sim-large', 'sim-small'] });
    expect(found.slice(1).every(({ state }) => state === 'absent')).toBe(true);
    expect(defaultModel(found)).toBe('ollama:sim-large');
  });

  it('takes no other server for a model server', async () => {
    const server = await oddServer(page(200, '<html>hello</html>'));
    expect(await listModels(server.url)).toBeUndefined();
    expect(await listModels('http://127.0.0.1:1')).toBeUndefined();
  });
});
