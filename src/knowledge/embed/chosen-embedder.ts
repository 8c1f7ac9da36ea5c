import type { EmbeddingSettings } from '#contracts/config.ts';
import { AssayError } from '#contracts/errors.ts';
import { builtIn } from './built-in.ts';
import type { Embedder } from './embedder.ts';
import { EndpointEmbedder } from './endpoint-embedder.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The endpoint that the person configured; else the built-in embedder. */
export function chosenEmbedder(settings: EmbeddingSettings | undefined, env: Env): Embedder {
  if (!settings) return builtIn();
  const { keyVariable, ...rest } = settings;
  const key = keyVariable === undefined ? undefined : env[keyVariable]?.trim();
  if (keyVariable !== undefined && !/^[\x21-\x7e]+$/.test(key ?? '')) {
    const problem = key ? 'holds characters that no key has' : 'is not set';
    throw new AssayError('CONFIG_INVALID', `embeddings.keyVariable: ${keyVariable} ${problem}`, {
      next: `Set ${keyVariable}, or take "embeddings" out of config.json in Assay’s home.`,
    });
  }
  return new EndpointEmbedder({ ...rest, ...(key === undefined ? {} : { key }) });
}
