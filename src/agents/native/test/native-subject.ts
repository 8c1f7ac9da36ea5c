import type { ModelEnv } from '../../models/keys-and-addresses.ts';
import { type ModelSettings, openModel } from '../../models/open-model.ts';
import { stepModel } from '../../models/step.ts';
import type { BackendSubject } from '../../test/subject.ts';
import { nativeBackend } from '../backend.ts';

/** A provider's wire format, which the simulator supports too. */
export interface Wire {
  readonly name: string;
  readonly model: string;
  readonly settings: ModelSettings;
  readonly models: BackendSubject['models'];
  readonly cannot?: BackendSubject['cannot'];
  env(url: string): ModelEnv;
}

const FREE = 'a model on this machine costs nothing';
const openai = (url: string): ModelEnv => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'k' });

export const WIRES = {
  anthropic: {
    name: 'Anthropic',
    model: 'anthropic:claude-sonnet-4-5',
    settings: {},
    models: { unpriced: 'anthropic:claude-unheard-of' },
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'k' }),
  },
  responses: {
    name: 'OpenAI Responses',
    model: 'openai:gpt-5',
    settings: {},
    models: { unpriced: 'openai:gpt-unheard-of' },
    env: openai,
  },
  chat: {
    name: 'OpenAI Chat',
    model: 'openai:gpt-4o',
    settings: { openaiApi: 'chat' },
    models: { unpriced: 'openai:gpt-unheard-of' },
    env: openai,
  },
  compatible: {
    name: 'OpenAI-compatible, schema in the prompt',
    model: 'compatible:local-model',
    settings: {},
    models: {},
    cannot: { 'usd-limit': FREE, price: FREE },
    env: (url) => ({ OPENAI_COMPATIBLE_BASE_URL: `${url}/v1` }),
  },
} satisfies Record<string, Wire>;

export const modelAt = (wire: Wire, url: string, ref: string = wire.model) =>
  stepModel(openModel(ref, wire.settings, wire.env(url)), { retry: { baseMs: 1, maxCalls: 5 } });

export const nativeSubject = (wire: Wire): BackendSubject => ({
  name: `native on ${wire.name}`,
  open: ({ url }, { transcripts }) =>
    nativeBackend({ model: (ref) => modelAt(wire, url, ref), simulated: true, transcripts }),
  calls: {
    write: (path, text) => ({ name: 'write', input: { path, text } }),
    read: (path) => ({ name: 'read', input: { path } }),
    shell: (command) => ({ name: 'shell', input: { command } }),
  },
  models: wire.models,
  cannot: wire.cannot ?? {},
});
