import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { toErrorInfo } from '#contracts/errors.ts';

/** Something a person can have their client read, or put into a message. */
export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  read(): Promise<string>;
}

/** What a person starts by name; clients show it as a command (`/assay…`). */
export interface McpPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  /** What the model is sent. */
  text(given: Readonly<Record<string, string>>): string;
}

/** As a client lists it: without the function that makes it. */
export const listedResource = ({ read: _read, ...shown }: McpResource) => shown;
export const listedPrompt = ({ text: _text, arguments: given, ...shown }: McpPrompt) => ({
  ...shown,
  arguments: [...given],
});

const RESOURCE_NOT_FOUND = -32002;

export async function readResource(resources: readonly McpResource[], uri: string) {
  const found = resources.find((resource) => resource.uri === uri);
  if (!found) {
    const known = resources.map((resource) => resource.uri).join(', ');
    throw new McpError(RESOURCE_NOT_FOUND, `Unknown resource ${JSON.stringify(uri)}. There are: ${known}.`);
  }
  try {
    return { contents: [{ uri, mimeType: found.mimeType, text: await found.read() }] };
  } catch (thrown) {
    // A client cannot set up a repository, and a missing set-up is no reason to report a broken server.
    const { code, message, next } = toErrorInfo(thrown);
    const text = `${code}: ${message}${next === undefined ? '' : `\nNext: ${next}`}`;
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  }
}

export function promptMessages(
  prompts: readonly McpPrompt[],
  name: string,
  given: Readonly<Record<string, string>> | undefined,
) {
  const found = prompts.find((prompt) => prompt.name === name);
  if (!found) {
    const known = prompts.map((prompt) => prompt.name).join(', ');
    throw new McpError(ErrorCode.InvalidParams, `Unknown prompt ${JSON.stringify(name)}. There are: ${known}.`);
  }
  const missing = found.arguments.find(({ name: wanted, required }) => required && !given?.[wanted]?.trim());
  if (missing)
    throw new McpError(
      ErrorCode.InvalidParams,
      `${name} needs ${JSON.stringify(missing.name)}: ${missing.description}`,
    );
  return {
    description: found.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: found.text(given ?? {}) } }],
  };
}
