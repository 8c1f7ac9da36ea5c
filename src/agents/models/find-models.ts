import { type Endpoints, endpointsOf, LOCAL_ENDPOINTS } from './endpoints.ts';
import type { ModelEnv } from './keys-and-addresses.ts';
import { DEFAULT_TIERS } from './registry/known-models.ts';

/** A provider that could be used here, and the reason. */
export interface FoundProvider {
  /** The part before the colon. */
  readonly provider: string;
  /**
   * `ready`: key and address are set. `asked`: a local server that answered. `unknown`: one that was not asked.
   * `absent`: it did not answer.
   */
  readonly state: 'ready' | 'asked' | 'unknown' | 'absent';
  /** The variable or address that it was found by; never a key. */
  readonly by: string;
  /** A model to begin with, if one is known. */
  readonly suggested?: string;
  /** The models the server lists, where it was asked. */
  readonly models?: readonly string[];
}

/** What could be used on this machine, best first. Nothing is sent unless `ask` is given. */
export async function findModels(
  env: ModelEnv,
  own: Endpoints = {},
  ask?: (baseUrl: string) => Promise<readonly string[] | undefined>,
): Promise<FoundProvider[]> {
  const found = [...hosted(env), ...configured(env, own)];
  const locals = Object.entries(endpointsOf(own)).filter(([name]) => Object.hasOwn(LOCAL_ENDPOINTS, name));
  const asked = await Promise.all(locals.map(([name, { baseUrl }]) => look(name, baseUrl, ask)));
  return [...found, ...asked].sort((left, right) => ORDER[left.state] - ORDER[right.state]);
}

const ORDER = { ready: 0, asked: 1, unknown: 2, absent: 3 } as const;

/** The default reference: of the first that is ready, or of the first local server's models. */
export function defaultModel(found: readonly FoundProvider[]): string | undefined {
  return found.find(({ state, suggested }) => (state === 'ready' || state === 'asked') && suggested !== undefined)
    ?.suggested;
}

function hosted(env: ModelEnv): FoundProvider[] {
  const found: FoundProvider[] = [];
  const ready = (provider: string, by: string, suggested?: string): void =>
    void found.push({ provider, state: 'ready', by, ...(suggested === undefined ? {} : { suggested }) });
  if (isSet(env, 'ANTHROPIC_API_KEY')) ready('anthropic', 'ANTHROPIC_API_KEY', DEFAULT_TIERS.anthropic.standard);
  if (isSet(env, 'OPENAI_API_KEY')) ready('openai', 'OPENAI_API_KEY', DEFAULT_TIERS.openai.standard);
  const azureKey = ['AZURE_OPENAI_API_KEY', 'AZURE_API_KEY'].find((name) => isSet(env, name));
  if (azureKey !== undefined && (isSet(env, 'AZURE_RESOURCE_NAME') || isSet(env, 'AZURE_OPENAI_ENDPOINT')))
    ready('azure', azureKey);
  if (isSet(env, 'OPENAI_COMPATIBLE_BASE_URL')) ready('compatible', 'OPENAI_COMPATIBLE_BASE_URL');
  return found;
}

const configured = (env: ModelEnv, own: Endpoints): FoundProvider[] =>
  Object.entries(own)
    .filter(([name]) => !Object.hasOwn(LOCAL_ENDPOINTS, name))
    .filter(([, { keyVariable }]) => keyVariable === undefined || isSet(env, keyVariable))
    .map(([provider, { keyVariable }]) => ({ provider, state: 'ready', by: keyVariable ?? 'the configuration' }));

async function look(
  provider: string,
  baseUrl: string,
  ask: ((baseUrl: string) => Promise<readonly string[] | undefined>) | undefined,
): Promise<FoundProvider> {
  const models = ask === undefined ? undefined : await ask(baseUrl);
  if (models === undefined) return { provider, state: ask === undefined ? 'unknown' : 'absent', by: baseUrl };
  const first = models[0];
  return {
    provider,
    state: 'asked',
    by: baseUrl,
    models,
    ...(first === undefined ? {} : { suggested: `${provider}:${first}` }),
  };
}

const isSet = (env: ModelEnv, name: string): boolean => (env[name] ?? '').trim() !== '';
