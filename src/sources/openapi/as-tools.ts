import { z } from 'zod';
import { toErrorInfo } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import { defineTool, type Tool } from '#contracts/tool.ts';
import { inputFrom } from '../input-schema.ts';
import { sourceToolName } from '../mcp/as-tools.ts';
import type { SourceConfig } from '../source-config.ts';
import { describedBy } from '../untrusted-text.ts';
import type { OpenApi, OpenApiOperation } from './read-openapi.ts';
import { formOf, inOneField, queryPairs } from './written-values.ts';

const CALL_MS = 60_000;
const MOST_BYTES = 200_000;
const MOST_CHARACTERS = 60_000;

const CONTENT_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;

export interface OpenApiCaller {
  readonly fetch: typeof fetch;
  /** Added outside: no model sees them. */
  headers(): Readonly<Record<string, string>>;
}

/** Each operation as a tool: its parameters by name, its JSON body as `body`. */
export function openApiTools(
  source: Extract<SourceConfig, { type: 'openapi' }>,
  { operations }: OpenApi,
  base: string,
  caller: OpenApiCaller,
): Tool[] {
  return operations.map((operation) => {
    const readOnly = source.readOnly || operation.method === 'get' || operation.method === 'head';
    return defineTool({
      name: sourceToolName(source.name, operation.id),
      title: `${source.name}: ${operation.id}`,
      description: describedBy(
        source.name,
        `${operation.method.toUpperCase()} ${operation.path}. ${operation.summary}`,
      ),
      input: inputFrom(inputSchema(operation)),
      output: z.object({ status: z.number(), text: z.string() }),
      annotations: { readOnly, destructive: operation.method === 'delete', idempotent: readOnly, openWorld: true },
      examples: [],
      errors: { TOOL_FAILED: 'The service answered with an error.' },
      run: async (input, { signal }) => {
        try {
          return await call(operation, base, caller, input as Readonly<Record<string, Json>>, signal);
        } catch (thrown) {
          return { ok: false, error: toErrorInfo(thrown) };
        }
      },
    });
  });
}

function inputSchema({ parameters, body }: OpenApiOperation): Record<string, Json> {
  const properties = Object.fromEntries(
    parameters.map(({ name, schema = {}, description }) => [
      name,
      { ...schema, ...(description ? { description } : {}) } as Json,
    ]),
  );
  const required = parameters.filter((each) => each.required || each.in === 'path').map(({ name }) => name);
  return {
    type: 'object',
    properties: { ...properties, ...(body ? { body: body.schema } : {}) },
    required: [...new Set([...required, ...(body?.required ? ['body'] : [])])],
    additionalProperties: false,
  };
}

async function call(
  { method, path, parameters, body }: OpenApiOperation,
  base: string,
  { fetch, headers }: OpenApiCaller,
  input: Readonly<Record<string, Json>>,
  signal: AbortSignal,
) {
  // A path parameter stays one segment of the path: it cannot climb out of it.
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(inOneField(input[name])).replaceAll('.', '%2E'),
  );
  const url = new URL(`${base.replace(/\/$/, '')}${filled}`);
  const sent: Record<string, string> = {};
  for (const parameter of parameters) {
    const value = input[parameter.name];
    if (value === undefined) continue;
    if (parameter.in === 'query')
      for (const [key, text] of queryPairs(parameter, value)) url.searchParams.append(key, text);
    if (parameter.in === 'header') sent[parameter.name] = inOneField(value);
  }
  const hasBody = body !== null && input.body !== undefined;
  const response = await fetch(url, {
    method: method.toUpperCase(),
    // Ours last: a model cannot replace them.
    headers: {
      accept: 'application/json',
      ...(hasBody && { 'content-type': CONTENT_TYPES[body.as] }),
      ...sent,
      ...headers(),
    },
    ...(hasBody ? { body: body.as === 'json' ? JSON.stringify(input.body) : formOf(input.body) } : {}),
    // A redirect would carry the person's secret to wherever the service points.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
  });
  const text = await limitedText(response);
  if (!response.ok)
    return {
      ok: false,
      error: { code: 'TOOL_FAILED', message: `${response.status}: ${text.slice(0, 1_000)}` },
    } as const;
  return { ok: true, output: { status: response.status, text }, text } as const;
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MOST_BYTES) break;
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return text.length > MOST_CHARACTERS || size > MOST_BYTES ? `${text.slice(0, MOST_CHARACTERS)}\n[cut]` : text;
}
