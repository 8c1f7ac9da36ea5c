import { AssayError } from '#contracts/errors.ts';
import { nearestNames } from '#host/nearest-names.ts';
import { type Endpoints, endpointsOf, isProvider, PROVIDERS, type Provider } from './endpoints.ts';
import { DEFAULT_PRICES } from './prices/default-prices.ts';

/** Identifies a model: a provider's, or one of a named endpoint. */
export interface ModelRef {
  readonly provider: Provider;
  /** The endpoint's name where the provider is `compatible` and it has one. */
  readonly endpoint?: string;
  readonly name: string;
}

/**
 * Parses `PROVIDER:NAME`. Only the first colon counts: `ollama:qwen3:8b`. A name without a provider is refused: the SDK
 * would send a bare one to a hosted gateway.
 */
export function parseModelRef(text: string, own: Endpoints = {}): ModelRef {
  const endpoints = endpointsOf(own);
  const trimmed = text.trim();
  const colon = trimmed.indexOf(':');
  if (colon === -1) throw bare(trimmed, Object.keys(endpoints));
  const before = trimmed.slice(0, colon).toLowerCase();
  const name = trimmed.slice(colon + 1).trim();
  if (name === '') throw invalid(text, `names no model after "${before}:"`, `Write ${before}:NAME.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into a URL or a header
  if (/[\s\u0000-\u001f\u007f]/.test(name)) throw invalid(text, 'has a blank in its name', 'Leave the blank out.');
  if (isProvider(before)) return { provider: before, name };
  if (Object.hasOwn(endpoints, before)) return { provider: 'compatible', endpoint: before, name };
  throw unknownProvider(trimmed, before, [...PROVIDERS, ...Object.keys(endpoints)]);
}

/** As people write it. */
export const modelRefText = ({ provider, endpoint, name }: ModelRef): string => `${endpoint ?? provider}:${name}`;

function bare(text: string, endpoints: readonly string[]): AssayError {
  if (text === '') return invalid(text, 'is empty', 'Write PROVIDER:NAME, such as anthropic:claude-sonnet-5-5.');
  const likely = likelyRefs(text);
  const next =
    likely.length > 0
      ? `Did you mean ${likely.join(' or ')}?`
      : `Write PROVIDER:NAME, where PROVIDER is one of ${[...PROVIDERS, ...endpoints].join(', ')}.`;
  return invalid(text, 'names no provider', next);
}

function unknownProvider(text: string, before: string, known: readonly string[]): AssayError {
  const near = nearestNames(before, known);
  // `qwen3:8b` is a name in Ollama's form.
  const next =
    near.length > 0
      ? `Did you mean ${near.map((each) => `${each}:${text.slice(text.indexOf(':') + 1)}`).join(' or ')}?`
      : `Providers are ${known.join(', ')}. A model of your own Ollama is ollama:${text}; other servers are named under "endpoints" in the configuration.`;
  return invalid(text, `names the provider "${before}", which is not known`, next);
}

/** The likely meaning of a bare name: a name of the price table that equals or resembles it. */
export function likelyRefs(name: string): string[] {
  if (/^claude-/i.test(name)) return [`anthropic:${name.toLowerCase()}`];
  if (/^(gpt-|o\d|codex-|chatgpt-)/i.test(name)) return [`openai:${name.toLowerCase()}`];
  const known = DEFAULT_PRICES.models
    .map(({ model }) => model.replace(/\*$/, ''))
    .filter((model) => !model.endsWith(':'));
  const bareNames = new Map(known.map((model) => [model.slice(model.indexOf(':') + 1), model]));
  return nearestNames(name, bareNames.keys()).flatMap((near) => bareNames.get(near) ?? []);
}

const invalid = (text: string, problem: string, next: string): AssayError =>
  new AssayError('MODEL_NAME_INVALID', `the model "${text.slice(0, 120)}" ${problem}`, { next });
