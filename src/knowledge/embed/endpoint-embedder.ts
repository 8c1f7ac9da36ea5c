import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import type { EmbeddedPiece, Embedder } from './embedder.ts';
import { unit } from './static-embedder.ts';

export interface EmbeddingEndpoint {
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: string;
  /** The number of dimensions requested; default: the model's own. */
  readonly dimensions?: number | undefined;
  /** Texts per call. */
  readonly batch?: number | undefined;
}

const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().min(0), embedding: z.array(z.number()).min(1) })),
});

const BATCH = 64;
/** Characters of a piece that are sent: some models refuse more than 2,000 tokens. */
const LONGEST = 6_000;
const PATIENCE_MS = 30_000;
/** The time limit for a question. */
const QUESTION_MS = 5_000;
const TRIES = 3;

/** Any server that speaks OpenAI's `POST /embeddings`: OpenAI, Voyage, Ollama, vLLM and many more. */
export class EndpointEmbedder implements Embedder {
  readonly id: string;
  readonly #settings: EmbeddingEndpoint;
  #dim: number | undefined;

  constructor(settings: EmbeddingEndpoint) {
    this.#settings = { ...settings, baseUrl: settings.baseUrl.replace(/\/+$/, '') };
    const { baseUrl, model, dimensions } = this.#settings;
    this.id = `endpoint ${baseUrl} ${model} ${dimensions ?? 'own'}`;
    this.#dim = dimensions;
  }

  async query(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const [vector] = await this.#embed([text.slice(0, LONGEST)], QUESTION_MS, 1, signal);
    return vector ?? new Float32Array();
  }

  async code(pieces: readonly EmbeddedPiece[], signal?: AbortSignal): Promise<Float32Array[]> {
    const texts = pieces.map(({ path, name, text }) => `${path} ${name}\n${text}`.slice(0, LONGEST));
    const vectors: Float32Array[] = [];
    const { batch = BATCH } = this.#settings;
    for (let at = 0; at < texts.length; at += batch)
      vectors.push(...(await this.#embed(texts.slice(at, at + batch), PATIENCE_MS, TRIES, signal)));
    return vectors;
  }

  async #embed(texts: readonly string[], ms: number, tries: number, signal?: AbortSignal): Promise<Float32Array[]> {
    for (let left = tries - 1; ; left -= 1) {
      const answer = await this.#post(texts, ms, signal);
      if (answer.ok) return this.#vectors(answer.body, texts.length);
      if (left <= 0 || answer.isFinal || signal?.aborted) throw this.#failed(answer.why);
      await new Promise((done) => setTimeout(done, answer.waitMs));
    }
  }

  async #post(
    texts: readonly string[],
    ms: number,
    signal?: AbortSignal,
  ): Promise<{ ok: true; body: unknown } | { ok: false; why: string; isFinal: boolean; waitMs: number }> {
    const { baseUrl, model, key, dimensions } = this.#settings;
    const patience = AbortSignal.timeout(ms);
    try {
      const response = await fetch(`${baseUrl}/embeddings`, {
        method: 'POST',
        // A redirect would give code and key to a server that the person did not name.
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts, encoding_format: 'float', ...(dimensions ? { dimensions } : {}) }),
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      });
      const body = await response.text();
      if (response.ok) return { ok: true, body: JSON.parse(body) };
      const isFinal = response.status < 500 && response.status !== 429 && response.status !== 408;
      const after = Number(response.headers.get('retry-after'));
      const waitMs = Math.min(10_000, Number.isFinite(after) && after > 0 ? after * 1_000 : 500);
      return { ok: false, why: `${response.status} ${body.slice(0, 200)}`, isFinal, waitMs };
    } catch (thrown) {
      const cause = thrown instanceof Error && thrown.cause instanceof Error ? `: ${thrown.cause.message}` : '';
      const why = patience.aborted
        ? `no answer within ${ms / 1_000} s`
        : `${thrown instanceof Error ? thrown.message : String(thrown)}${cause}`;
      return { ok: false, why, isFinal: patience.aborted, waitMs: 500 };
    }
  }

  #vectors(body: unknown, count: number): Float32Array[] {
    const read = Answer.safeParse(body);
    if (!read.success) throw this.#failed('it answered something else than embeddings');
    const vectors = read.data.data
      .toSorted((a, b) => a.index - b.index)
      .map(({ embedding }) => unit(Float32Array.from(embedding)));
    if (vectors.length !== count) throw this.#failed(`it answered ${vectors.length} vectors for ${count} texts`);
    for (const vector of vectors) {
      this.#dim ??= vector.length;
      if (vector.length !== this.#dim)
        throw this.#failed(`it answered a vector of ${vector.length} numbers where ${this.#dim} were expected`);
      if (!vector.every(Number.isFinite))
        throw this.#failed('it returned a vector with something that is not a number');
    }
    return vectors;
  }

  /** Servers quote what they were sent: the key is removed from their messages. */
  #failed(why: string): AssayError {
    const { baseUrl, model, key } = this.#settings;
    const said = key ? why.replaceAll(key, '[key]') : why;
    return new AssayError('EMBEDDINGS_FAILED', `embeddings of ${model} at ${baseUrl}: ${said}`, {
      next: 'Check that the server runs and knows the model; `embeddings` in config.json in Assay’s home names both. Without it the built-in one is used.',
    });
  }
}
