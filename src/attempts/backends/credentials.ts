import { agentProgramOf } from '#agents/known/known-agents.ts';
import {
  type AllowedCall,
  ANTHROPIC_CALLS,
  anthropicKey,
  GEMINI_CALLS,
  geminiKey,
  OPENAI_CALLS,
  proxyKeyOf,
} from '#sandbox/model-proxy.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** How a program in a sandbox reaches its model: the key is added outside. */
export interface ModelAccess {
  readonly provider: string;
  readonly baseUrl: string;
  readonly secretHeaders: Readonly<Record<string, string>>;
  readonly allow: readonly AllowedCall[];
}

interface Provider {
  readonly name: string;
  readonly keys: readonly { readonly variable: string; readonly header: (key: string) => Record<string, string> }[];
  readonly address: { readonly variable: string; readonly usual: string };
  readonly allow: readonly AllowedCall[];
}

const PROVIDERS: readonly Provider[] = [
  {
    name: 'anthropic',
    keys: [
      { variable: 'ANTHROPIC_API_KEY', header: anthropicKey },
      { variable: 'ANTHROPIC_AUTH_TOKEN', header: proxyKeyOf },
    ],
    address: { variable: 'ANTHROPIC_BASE_URL', usual: 'https://api.anthropic.com' },
    allow: ANTHROPIC_CALLS,
  },
  {
    name: 'openai',
    keys: [
      { variable: 'OPENAI_API_KEY', header: proxyKeyOf },
      { variable: 'CODEX_API_KEY', header: proxyKeyOf },
    ],
    address: { variable: 'OPENAI_BASE_URL', usual: 'https://api.openai.com' },
    allow: OPENAI_CALLS,
  },
  {
    name: 'google',
    keys: [{ variable: 'GEMINI_API_KEY', header: geminiKey }],
    address: { variable: 'GOOGLE_GEMINI_BASE_URL', usual: 'https://generativelanguage.googleapis.com' },
    allow: GEMINI_CALLS,
  },
];

/** The providers a backend's program can be told to use, the first with a key first. */
export function accessFor(backend: string, model: string | undefined, env: Env): ModelAccess | null {
  const wanted = providersOf(backend, model);
  for (const provider of PROVIDERS.filter(({ name }) => wanted.includes(name))) {
    const key = provider.keys.find(({ variable }) => isSet(env, variable));
    if (key === undefined) continue;
    const { variable, usual } = provider.address;
    // A sandbox's address ends before the version; OpenAI's variable has it.
    const baseUrl = (env[variable]?.trim() || usual).replace(/\/+$/, '').replace(/\/v1$/, '');
    return {
      provider: provider.name,
      baseUrl,
      secretHeaders: key.header(env[key.variable]?.trim() ?? ''),
      allow: provider.allow,
    };
  }
  return null;
}

/** The variables with the keys that a backend's program may be given, for messages and for work without a sandbox. */
export const keyVariablesFor = (backend: string, model: string | undefined): string[] =>
  PROVIDERS.filter(({ name }) => providersOf(backend, model).includes(name)).flatMap(({ keys, address }) => [
    ...keys.map(({ variable }) => variable),
    address.variable,
  ]);

function providersOf(backend: string, model: string | undefined): readonly string[] {
  const named = model?.slice(0, model.indexOf(':'));
  if (named !== undefined) return [named];
  return agentProgramOf(backend)?.providers ?? PROVIDERS.map(({ name }) => name);
}

const isSet = (env: Env, name: string): boolean => (env[name] ?? '').trim() !== '';
