import type { Tool, ToolResult } from '#contracts/tool.ts';
import type { CredentialStore } from './credentials/credential-store.ts';

/** Shorter ones occur in texts by chance. */
const SHORTEST = 8;

/**
 * Removes a source's stored secrets from everything it says. A server knows its own secret and may return it: in an
 * answer, an error, or a tool's description. From there it would go into prompts, logs and pages.
 */
export function maskFor(credentials: CredentialStore, source: string): (text: string) => string {
  const stored = credentials.names().filter((name) => name.startsWith(`source/${source}/`));
  const secrets = stored
    .flatMap((name) => (name.includes('/secret/') ? [credentials.get(name) ?? ''] : textsOf(credentials.get(name))))
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
}

/** The values of a registration or of tokens. */
function textsOf(json: string | undefined): string[] {
  if (json === undefined) return [];
  const value: unknown = JSON.parse(json);
  if (value === null || typeof value !== 'object') return [];
  return ['access_token', 'refresh_token', 'id_token', 'client_secret'].flatMap((key) => {
    const found = (value as Record<string, unknown>)[key];
    return typeof found === 'string' ? [found] : [];
  });
}

/** A tool whose descriptions and answers are masked; `mask` is called for each answer, since tokens are renewed. */
export function masked(tool: Tool, mask: () => (text: string) => string): Tool {
  return {
    ...tool,
    description: mask()(tool.description),
    run: async (input, context) => maskedResult(await tool.run(input, context), mask()),
  };
}

function maskedResult<T>(result: ToolResult<T>, mask: (text: string) => string): ToolResult<T> {
  if (!result.ok) {
    const { next } = result.error;
    const words = { message: mask(result.error.message), ...(next === undefined ? {} : { next: mask(next) }) };
    return { ok: false, error: { ...result.error, ...words } };
  }
  // An output fits a schema of ours, so it is plain JSON and can be masked as a whole.
  const output = JSON.parse(mask(JSON.stringify(result.output))) as T;
  return { ...result, output, ...(result.text === undefined ? {} : { text: mask(result.text) }) };
}
