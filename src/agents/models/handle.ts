import type { LanguageModel } from 'ai';
import type { ModelRef } from './model-ref.ts';
import type { Price } from './prices/price-table.ts';

/** A model of the AI SDK, made by a provider's client; never a bare name, which would go to a hosted gateway. */
export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>;

/** How a model has to be called; these decide the differences between providers. */
export interface ModelHandle {
  readonly ref: ModelRef;
  readonly text: string;
  readonly local: boolean;
  /** null where none is known. */
  readonly price: Price | null;
  /** `native`: the schema is passed. `prompt`: the schema is written into the prompt. */
  readonly structuredOutput: 'native' | 'prompt';
  /** Schemas must be of OpenAI's strict kind. */
  readonly strictSchemas: boolean;
  /** Breakpoints must be set for the prompt to be cached; elsewhere caching is automatic. */
  readonly cacheMarks: boolean;
  /** Its answers name the requested model. */
  readonly namesModel: boolean;
  /** Where it takes images: also in the results of tools, only in a user's message, or unknown. */
  readonly images: 'anywhere' | 'user' | 'none';
  /** The name its options go by in the SDK. */
  readonly optionsName: string;
  /** Its client hides refusals, so the provider's own events are read too. */
  readonly rawEvents: boolean;
  /** Values that must never appear in an error. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Its address, for messages. */
  readonly address: string;
  /** The variable that has its key, for messages. */
  readonly keyVariable: string | undefined;
  /** Loads the provider's client on first use, so that it does not slow the start. */
  sdk(): Promise<SdkModel>;
}
