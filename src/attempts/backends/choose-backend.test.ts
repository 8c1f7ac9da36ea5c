import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AssayConfig } from '#contracts/config.ts';
import { openHome } from '#host/home.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { echo } from '#sim/scenarios/echo.ts';
import { startSim } from '#sim/server.ts';
import type { AgentMachine } from '../sandboxes/agent-machine.ts';
import { type BackendOptions, chooseBackend } from './choose-backend.ts';
import { accessFor } from './credentials.ts';
import { pickChoice } from './pick-choice.ts';
import { mergeSettings } from './settings.ts';
import { modelOfTier } from './tiers.ts';

type Env = Record<string, string>;

async function machine(env: Env = {}): Promise<AgentMachine> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-choose-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const vars = { PATH: '/usr/bin:/bin', HOME: root, ASSAY_HOME: join(root, 'home'), ...env };
  const home = await openHome(vars);
  mkdirSync(join(root, 'project'));
  const sandbox = () => createSandbox({ folder: join(home.cache, 'sandbox'), env: vars });
  return { env: vars, home, folder: join(root, 'project'), sandbox };
}

const chosen = async (options: BackendOptions, config: Partial<AssayConfig> = {}, env: Env = {}) => {
  const { backend: _, ...rest } = await chooseBackend(
    'engineer',
    options,
    { version: 1, ...config },
    await machine(env),
  );
  return rest;
};

const KEY = { ANTHROPIC_API_KEY: 'sk-ant-test' };

describe('C1 the chosen backend', () => {
  it('is the requested one, then the agent’s, then the project’s, then an installed one', async () => {
    const config = { model: 'openai:a', agents: { engineer: { model: 'openai:b' } } };
    const env = { ...KEY, OPENAI_API_KEY: 'sk-test' };
    expect(await chosen({ model: 'openai:c' }, config, env)).toMatchObject({ model: 'openai:c', why: 'asked for' });
    expect(await chosen({}, config, env)).toMatchObject({
      model: 'openai:b',
      why: 'agents.engineer in the configuration',
    });
    expect(await chosen({}, { model: 'openai:a' }, env)).toMatchObject({ model: 'openai:a', why: 'the configuration' });
    expect(await chosen({}, {}, env)).toMatchObject({
      name: 'native',
      model: 'anthropic:claude-sonnet-5-5',
      why: 'found by ANTHROPIC_API_KEY',
      simulated: false,
    });
  });

  it('looks tiers up, in the configuration first', async () => {
    expect(await chosen({ model: 'deep' }, {}, KEY)).toMatchObject({ model: 'anthropic:claude-opus-5-5' });
    expect(await chosen({ preferred: 'fast' }, {}, KEY)).toMatchObject({ model: 'anthropic:claude-haiku-5-5' });
    const tiers = { fast: 'anthropic:quick' };
    expect(await chosen({ model: 'fast' }, { tiers }, KEY)).toMatchObject({ model: 'anthropic:quick' });
    expect(modelOfTier('deep', {}, 'ollama:qwen3')).toBe('ollama:qwen3');
  });

  it('of a side call is the small model of the provider in use, unless one was named for it', async () => {
    const tier = 'fast' as const;
    expect(await chosen({ tier }, {}, KEY)).toMatchObject({ model: 'anthropic:claude-haiku-5-5' });
    const openai = { ...KEY, OPENAI_API_KEY: 'sk-test' };
    expect(await chosen({ tier, model: 'openai:gpt-6.1-sol' }, {}, openai)).toMatchObject({
      model: 'openai:gpt-6-luna',
    });
    expect(await chosen({ tier, model: 'deep' }, {}, KEY)).toMatchObject({ model: 'anthropic:claude-haiku-5-5' });
    const agents = { engineer: { model: 'anthropic:own' } };
    expect(await chosen({ tier }, { agents }, KEY)).toMatchObject({ model: 'anthropic:own' });
  });

  it('ignores a model that is configured for another backend', () => {
    const settings = { backend: 'native', model: 'openai:gpt-5' };
    expect(pickChoice('x', { backend: 'claude' }, settings)).toEqual({ backend: 'claude', why: 'asked for' });
    expect(pickChoice('x', { backend: 'codex' }, settings)).toMatchObject({ model: 'openai:gpt-5' });
    expect(pickChoice('x', { backend: 'claude', model: 'openai:gpt-5' }, {})).toMatchObject({ model: 'openai:gpt-5' });
    expect(pickChoice('x', { preferred: 'deep' }, { backend: 'claude' })).toMatchObject({ backend: 'claude' });
    expect(pickChoice('x', {}, {})).toEqual({ why: 'found on this machine' });
  });

  it('is refused with a way out where a key, a model or a backend is missing', async () => {
    await expect(chosen({ model: 'openai:x' })).rejects.toMatchObject({ code: 'MODEL_KEY_MISSING' });
    await expect(chosen({ model: 'gpt-5' })).rejects.toMatchObject({ code: 'MODEL_NAME_INVALID' });
    const unpriced = { model: 'anthropic:claude-mystery' };
    await expect(chosen({ ...unpriced, costMustBeKnown: true }, {}, KEY)).rejects.toMatchObject({
      code: 'PRICE_UNKNOWN',
    });
    await expect(chosen({ backend: 'codex', costMustBeKnown: true })).rejects.toMatchObject({
      code: 'PRICE_UNKNOWN',
      next: expect.stringContaining('--model'),
    });
    expect(await chosen(unpriced, {}, KEY)).toMatchObject({ model: 'anthropic:claude-mystery' });
    await expect(chosen({ backend: 'cursor' })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(chosen({})).rejects.toMatchObject({
      code: 'MODEL_KEY_MISSING',
      next: expect.stringMatching(/\(1\) A key.*\(2\).*Ollama.*\(3\)/s),
    });
  });

  it('G7.1 is checked before it begins: an agent that is not installed, or has no key, is reported', async () => {
    const reach = async (backend: string, env: Record<string, string> = {}) =>
      (await chosen({ backend }, {}, env)).reach();
    expect(await reach('acp:no-such-agent')).toMatchObject({ code: 'BINARY_NOT_FOUND' });
    expect(await reach('acp:node')).toMatchObject({
      code: 'MODEL_KEY_MISSING',
      next: expect.stringContaining('assay connect'),
    });
    expect(await reach('acp:node', KEY)).toBeNull();
  });

  it('X8.5 without a key is an installed agent with its own login, only if that is allowed', async () => {
    const bin = realpathSync(mkdtempSync(join(tmpdir(), 'assay-bin-')));
    onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
    writeFileSync(join(bin, 'opencode'), '#!/bin/sh\necho 1.2.3\n', { mode: 0o755 });
    const env = { PATH: `${bin}:/usr/bin:/bin` };
    await expect(chosen({}, {}, env)).rejects.toMatchObject({ code: 'MODEL_KEY_MISSING' });
    expect(await chosen({ ownLogin: true }, {}, env)).toMatchObject({ name: 'acp:opencode acp', unsandboxed: true });
    const named = { agents: { engineer: { backend: 'acp:opencode acp' } } };
    expect(await chosen({ ownLogin: true }, named, env)).toMatchObject({ unsandboxed: true });
    // With a key it works in the sandbox, as always.
    expect(await chosen({ ownLogin: true }, named, { ...env, ...KEY })).toMatchObject({ unsandboxed: false });
    expect(await chosen({ ownLogin: true }, {}, { ...env, ...KEY })).toMatchObject({
      name: 'native',
      unsandboxed: false,
    });
  });

  it('is a server on this machine where one answers and no key is set', async () => {
    const sim = await startSim({ scenario: echo, models: ['tiny'] });
    onTestFinished(() => sim.close());
    const endpoints = { ollama: { baseUrl: `${sim.url}/v1`, structuredOutput: true, namesModel: true } };
    expect(await chosen({}, { endpoints })).toMatchObject({ model: 'ollama:tiny', name: 'native' });
  });

  it('is the person’s own choice in every project that says nothing', async () => {
    const on = await machine(KEY);
    writeFileSync(join(on.home.root, 'config.json'), JSON.stringify({ model: 'anthropic:mine' }));
    expect(await chooseBackend('x', {}, undefined, on)).toMatchObject({ model: 'anthropic:mine' });
    expect(await chooseBackend('x', {}, { version: 1, model: 'anthropic:theirs' }, on)).toMatchObject({
      model: 'anthropic:theirs',
    });
    writeFileSync(join(on.home.root, 'config.json'), JSON.stringify({ modle: 'x' }));
    await expect(chooseBackend('x', {}, undefined, on)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('never has a project send a key to an address of its own', async () => {
    const evil = {
      baseUrl: 'https://evil.example/v1',
      keyVariable: 'ANTHROPIC_API_KEY',
      structuredOutput: false,
      namesModel: true,
    };
    await expect(chosen({ model: 'evil:x' }, { endpoints: { evil } }, KEY)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('endpoints.evil.keyVariable'),
    });
    expect(mergeSettings({ endpoints: { evil } }, {}).endpoints).toEqual({ evil });
  });

  it('adds rules up and takes the strictest word on dangerous commands', () => {
    const person = { permissions: { rules: [{ effect: 'deny' as const, tool: 'a' }], dangerous: 'deny' as const } };
    const project = {
      permissions: {
        mode: 'ask' as const,
        rules: [{ effect: 'allow' as const, tool: 'b' }],
        dangerous: 'allow' as const,
      },
    };
    expect(mergeSettings(person, project).permissions).toEqual({
      mode: 'ask',
      rules: [...person.permissions.rules, ...project.permissions.rules],
      dangerous: 'deny',
    });
  });

  it('gives a program in the sandbox the key of its own provider only', () => {
    const env = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1/' };
    expect(accessFor('claude', undefined, env)).toMatchObject({ secretHeaders: { 'x-api-key': 'a' } });
    expect(accessFor('codex', undefined, env)).toMatchObject({
      baseUrl: 'http://127.0.0.1:1',
      secretHeaders: { authorization: 'Bearer o' },
    });
    expect(accessFor('acp:gemini --acp', undefined, env)).toBeNull();
    expect(accessFor('acp:opencode acp', 'openai:x', env)).toMatchObject({
      secretHeaders: { authorization: 'Bearer o' },
    });
  });
});
