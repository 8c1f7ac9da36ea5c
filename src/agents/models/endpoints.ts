import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';

/** A server that speaks OpenAI's Chat Completions, under a name of its own: `NAME:MODEL`. */
export const Endpoint = z.strictObject({
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** The variable with the key; default: no key is sent. */
  keyVariable: z.string().min(1).optional(),
  /** It accepts a JSON schema (`response_format`); else the schema is put into the prompt. */
  structuredOutput: z.boolean().default(false),
  /** Its answers name the requested model; false where a server names its file, or anything. */
  namesModel: z.boolean().default(true),
  /** Its models read images. */
  images: z.boolean().optional(),
  /** Use costs nothing. Default for addresses on this machine. */
  local: z.boolean().optional(),
});
export type Endpoint = z.infer<typeof Endpoint>;

export const Endpoints = z.record(z.string().regex(/^[a-z][a-z0-9-]*$/, 'a lower-case word'), Endpoint);
export type Endpoints = z.infer<typeof Endpoints>;

/** The providers with a client of their own. */
export const PROVIDERS = ['anthropic', 'openai', 'azure', 'compatible'] as const;
export type Provider = (typeof PROVIDERS)[number];
export const isProvider = (name: string): name is Provider => PROVIDERS.some((each) => each === name);

/** Servers people run on their own machine, where they listen by default. */
export const LOCAL_ENDPOINTS: Endpoints = {
  ollama: local('http://127.0.0.1:11434/v1', { structuredOutput: true }),
  lmstudio: local('http://127.0.0.1:1234/v1', { structuredOutput: true }),
  // It serves one model and calls it by its file's name.
  llamacpp: local('http://127.0.0.1:8080/v1', { structuredOutput: true, namesModel: false }),
  vllm: local('http://127.0.0.1:8000/v1', { structuredOutput: true }),
};

/** The presets, overridden by the person's own. A provider's name cannot be taken. */
export function endpointsOf(own: Endpoints = {}): Endpoints {
  const taken = Object.keys(own).find(isProvider);
  if (taken !== undefined) {
    throw new AssayError('CONFIG_INVALID', `an endpoint cannot be called ${taken}: that is a provider`, {
      next: 'Give the endpoint another name.',
    });
  }
  return { ...LOCAL_ENDPOINTS, ...own };
}

/** On this machine: its own addresses and names. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function local(baseUrl: string, more: Partial<Endpoint>): Endpoint {
  return { baseUrl, structuredOutput: false, namesModel: true, local: true, ...more };
}
