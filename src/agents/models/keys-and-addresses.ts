import { AssayError } from '#contracts/errors.ts';
import { type ModelRef, modelRefText } from './model-ref.ts';

export type ModelEnv = Readonly<Record<string, string | undefined>>;

export function azureAddress(ref: ModelRef, env: ModelEnv): string {
  const endpoint = address(env, 'AZURE_OPENAI_ENDPOINT');
  if (endpoint !== undefined) return azurePath(endpoint);
  const resource = env.AZURE_RESOURCE_NAME?.trim();
  if (resource !== undefined && /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(resource)) {
    return `https://${resource}.openai.azure.com/openai`;
  }
  throw new AssayError('CONFIG_INVALID', `${modelRefText(ref)} has no address`, {
    next: 'Set AZURE_RESOURCE_NAME to the resource (the first part of its host name), or AZURE_OPENAI_ENDPOINT to its whole address.',
  });
}

/** Azure's pages show the bare host; its API is below `/openai`. Any other path is the person's own gateway. */
function azurePath(endpoint: string): string {
  const url = new URL(endpoint);
  return url.pathname === '/' ? `${url.origin}/openai` : endpoint;
}

export function address(env: ModelEnv, variable: string): string | undefined {
  const value = env[variable]?.trim();
  if (value === undefined || value === '') return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new AssayError('CONFIG_INVALID', `${variable} is not an address that begins with http:// or https://`, {
      next: `Set ${variable} to something like http://127.0.0.1:8000/v1, or unset it.`,
    });
  }
  return value.replace(/\/+$/, '');
}

/** The versioned address: Anthropic's clients are given the one above it. */
export const versioned = (url: string): string => (/\/v\d+$/.test(url) ? url : `${url}/v1`);

/** A bare host gets the usual path; any other path is intended. */
export const rooted = (url: string): string => {
  const trimmed = url.replace(/\/+$/, '');
  return new URL(trimmed).pathname === '/' ? `${trimmed}/v1` : trimmed;
};

export function keyIn(env: ModelEnv, ...variables: readonly (string | undefined)[]): string | undefined {
  for (const variable of variables) {
    const value = variable === undefined ? undefined : env[variable]?.trim();
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

export function needKey(ref: ModelRef, env: ModelEnv, ...variables: readonly [string, ...string[]]): string {
  const key = keyIn(env, ...variables);
  // Other characters cannot be in a header; fetch would report that with the key in its message.
  if (key !== undefined && /^[\x21-\x7e]+$/.test(key)) return key;
  const problem = key === undefined ? 'is not set' : 'holds characters that no key has';
  throw new AssayError('MODEL_KEY_MISSING', `${modelRefText(ref)} needs a key: ${variables[0]} ${problem}`, {
    next: `Set ${variables[0]}, or choose a model that needs none, such as one of Ollama (ollama:NAME).`,
  });
}
