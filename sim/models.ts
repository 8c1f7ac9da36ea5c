import type { Json } from '#contracts/json.ts';
import type { Api } from './types.ts';

/** Any model name is answered; these are listed. */
export const DEFAULT_MODELS = ['sim-large', 'sim-small'];

export function modelList(models: readonly string[], api: Api): Json {
  const data = models.map((id) => modelEntry(id, api));
  switch (api) {
    case 'anthropic':
      return { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null };
    case 'gemini':
      return { models: data };
    default:
      return { object: 'list', data };
  }
}

export function modelEntry(id: string, api: Api): Json {
  switch (api) {
    case 'anthropic':
      return { type: 'model', id, display_name: `${id} (simulated)`, created_at: '2030-01-01T00:00:00Z' };
    case 'gemini':
      return {
        name: `models/${id}`,
        displayName: `${id} (simulated)`,
        supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
      };
    default:
      return { id, object: 'model', created: 1893456000, owned_by: 'assay-sim' };
  }
}
