import { join } from 'node:path';
import type { Endpoints } from '#agents/models/endpoints.ts';
import { address, keyIn, type ModelEnv, rooted, versioned } from '#agents/models/keys-and-addresses.ts';
import { KNOWN_MODELS } from '#agents/models/registry/known-models.ts';
import { askForModels, type ListAddress, ListedModels, withListed } from '#agents/models/registry/listed-models.ts';
import type { ModelFacts } from '#agents/models/registry/model-facts.ts';
import { toJson } from '#contracts/json.ts';
import { readJsonIfExists, writeJsonAtomic } from '#host/atomic-file.ts';
import type { Home } from '#host/home.ts';

const fileIn = ({ root }: Pick<Home, 'root'>): string => join(root, 'models.json');

/** The providers' last answers; an unreadable file counts as none. */
export const readListed = async (home: Pick<Home, 'root'>): Promise<ListedModels | undefined> =>
  readJsonIfExists(fileIn(home), ListedModels).then(
    (listed) => listed ?? undefined,
    () => undefined,
  );

/** Everything known about models; the providers' own answers take precedence. */
export const knownModels = async (home: Pick<Home, 'root'>): Promise<ModelFacts[]> =>
  withListed(KNOWN_MODELS, await readListed(home));

export interface Refreshed {
  readonly provider: string;
  /** How many it lists, or why it did not answer. */
  readonly outcome: { readonly models: number } | { readonly problem: string };
}

/** Asks every provider that has a key here, and stores the answers. One that does not answer keeps its last list. */
export async function refreshModels(
  home: Pick<Home, 'root'>,
  env: ModelEnv,
  endpoints: Endpoints,
  now: number,
): Promise<Refreshed[]> {
  const before = (await readListed(home)) ?? { version: 1 as const, providers: {} };
  const providers = { ...before.providers };
  const outcomes = await Promise.all(
    addressesIn(env, endpoints).map(async (each): Promise<Refreshed> => {
      try {
        const models = await askForModels(each);
        providers[each.provider] = { at: now, models };
        return { provider: each.provider, outcome: { models: models.length } };
      } catch (thrown) {
        const problem = thrown instanceof Error ? thrown.message : String(thrown);
        return { provider: each.provider, outcome: { problem } };
      }
    }),
  );
  await writeJsonAtomic(fileIn(home), toJson({ version: 1, providers }, 'models.json'));
  return outcomes;
}

function addressesIn(env: ModelEnv, endpoints: Endpoints): ListAddress[] {
  const anthropic = keyIn(env, 'ANTHROPIC_API_KEY');
  const openai = keyIn(env, 'OPENAI_API_KEY');
  const compatible = address(env, 'OPENAI_COMPATIBLE_BASE_URL');
  const bearer = (key: string | undefined): Record<string, string> =>
    key === undefined ? {} : { authorization: `Bearer ${key}` };
  return [
    ...(anthropic === undefined
      ? []
      : [
          {
            provider: 'anthropic',
            baseUrl: versioned(address(env, 'ANTHROPIC_BASE_URL') ?? 'https://api.anthropic.com'),
            headers: { 'x-api-key': anthropic, 'anthropic-version': '2023-06-01' },
          },
        ]),
    ...(openai === undefined
      ? []
      : [
          {
            provider: 'openai',
            baseUrl: rooted(address(env, 'OPENAI_BASE_URL') ?? 'https://api.openai.com/v1'),
            headers: bearer(openai),
          },
        ]),
    ...(compatible === undefined
      ? []
      : [
          {
            provider: 'compatible',
            baseUrl: rooted(compatible),
            headers: bearer(keyIn(env, 'OPENAI_COMPATIBLE_API_KEY')),
          },
        ]),
    ...Object.entries(endpoints).map(([provider, { baseUrl, keyVariable }]) => ({
      provider,
      baseUrl: rooted(baseUrl),
      headers: bearer(keyIn(env, keyVariable)),
    })),
  ];
}
