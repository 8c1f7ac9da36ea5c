import type { LanguageModel } from 'ai';
import type { ModelRef } from './model-ref.ts';
import type { Price } from './prices/price-table.ts';

/** A model of the AI SDK as a provider's client makes it; never a bare name, which would go to a hosted gateway. */
export type SdkModel = Extract<LanguageModel, { specificationVersion: 'v4' }>;

/** How a model wants to be asked; what differs between providers is decided by these. */
export interface ModelHandle {
  readonly ref: ModelRef;
  readonly text: string;
  readonly local: boolean;
  /** null where none is known. */
  readonly price: Price | null;
  /** `native`: it is given the schema. `prompt`: the schema is written into the prompt. */
  readonly structuredOutput: 'native' | 'prompt';
  /** Schemas must be of OpenAI's strict kind. */
  readonly strictSchemas: boolean;
  /** Breakpoints must be set for the prompt to be cached; elsewhere it happens by itself. */
  readonly cacheMarks: boolean;
  /** Its answers name the model that was asked for. */
  readonly namesModel: boolean;
  /** Where it takes images: also in the results of tools, in what a user says alone, or not that anybody knows. */
  readonly images: 'anywhere' | 'user' | 'none';
  /** The name its options go by in the SDK. */
  readonly optionsName: string;
  /** Its client hides refusals, so the provider's own events are looked at too. */
  readonly rawEvents: boolean;
  /** Values that must never be seen in an error. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Where it is asked, for messages. */
  readonly address: string;
  /** The variable that holds its key, for messages. */
  readonly keyVariable: string | undefined;
  /** Loads the provider's client when it is first needed: start-up does not pay for it. */
  sdk(): Promise<SdkModel>;
}
