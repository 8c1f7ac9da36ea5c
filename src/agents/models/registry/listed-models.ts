import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { type ModelFacts, modelFactsOf } from './model-facts.ts';

/** A model in its provider's list. */
export const ListedModel = z.object({
  id: z.string(),
  /** The day it is shut down, if the provider says so. */
  ends: z.iso.date().optional(),
  window: z.number().int().positive().optional(),
});
export type ListedModel = z.infer<typeof ListedModel>;

/** The providers' last lists: `models.json` in Assay's home. */
export const ListedModels = z.object({
  version: z.literal(1),
  providers: z.record(z.string(), z.object({ at: z.number(), models: z.array(ListedModel) })),
});
export type ListedModels = z.infer<typeof ListedModels>;

export interface ListAddress {
  readonly provider: string;
  /** Up to and including the version. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks a provider for its own list, page by page. */
export async function askForModels({ provider, baseUrl, headers }: ListAddress): Promise<ListedModel[]> {
  const models: ListedModel[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = provider === 'anthropic' ? `?limit=1000${after === undefined ? '' : `&after_id=${after}`}` : '';
    const answer = await ask(provider, `${baseUrl.replace(/\/+$/, '')}/models${query}`, headers);
    models.push(...answer.data.map(listed));
    after = answer.last_id ?? undefined;
    if (answer.has_more !== true || after === undefined) break;
  }
  return models.sort((a, b) => (a.id < b.id ? -1 : 1));
}

const MOST_PAGES = 20;
const PATIENCE_MS = 20_000;

const Count = z.number().int().positive().nullish().catch(undefined);
const Page = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      shutdown_date: z.iso.date().nullish().catch(undefined),
      context_window: Count,
      context_length: Count,
      max_model_len: Count,
      max_input_tokens: Count,
    }),
  ),
  has_more: z.boolean().optional(),
  last_id: z.string().nullish(),
});

function listed(row: z.infer<typeof Page>['data'][number]): ListedModel {
  const window = row.context_window ?? row.context_length ?? row.max_model_len ?? row.max_input_tokens ?? undefined;
  return {
    id: row.id,
    ...(row.shutdown_date ? { ends: row.shutdown_date } : {}),
    ...(window === undefined ? {} : { window }),
  };
}

async function ask(provider: string, url: string, headers: Readonly<Record<string, string>>) {
  const failed = (seen: string, cause?: unknown): AssayError =>
    new AssayError('MODEL_UNAVAILABLE', `${provider} did not list its models: ${seen}`, {
      next: 'Check the key and the address, or try again later; the list of last time is still used.',
      cause,
    });
  let response: Response;
  try {
    response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (cause) {
    throw failed(cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw failed(`it answered ${response.status}`);
  }
  const read = Page.safeParse(await response.json().catch(() => null));
  if (!read.success) throw failed('its answer is not a list of models');
  return read.data;
}

/** Pure: the known facts, corrected by the providers' own lists. */
export function withListed(known: readonly ModelFacts[], listedModels: ListedModels | undefined): ModelFacts[] {
  const corrected = Object.entries(listedModels?.providers ?? {}).flatMap(([provider, { at, models }]) =>
    models
      .filter(({ ends, window }) => ends !== undefined || window !== undefined)
      .map(({ id, ends, window }): ModelFacts => {
        const earlier = modelFactsOf(`${provider}:${id}`, known);
        const instead = earlier?.ends?.instead;
        const end =
          ends === undefined ? earlier?.ends : { date: ends, how: 'on' as const, ...(instead && { instead }) };
        return {
          ...earlier,
          model: `${provider}:${id}`,
          ...(window === undefined ? {} : { window }),
          ...(end === undefined ? {} : { ends: end }),
          source: 'the list of the provider itself',
          checked: new Date(at).toISOString().slice(0, 10),
        };
      }),
  );
  return [...corrected, ...known];
}
