import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { Json } from '#contracts/json.ts';

const Schema = z.record(z.string(), Json);
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['query', 'path', 'header', 'cookie']),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema: Schema.optional(),
  /** How a list or an object is serialised in a URL: `a=1&a=2`, `a=1,2` or `a[b]=1`. */
  style: z.string().optional(),
  explode: z.boolean().optional(),
});
export type OpenApiParameter = z.infer<typeof Parameter>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head'] as const;
export type OpenApiMethod = (typeof METHODS)[number];

const Document = z.object({
  openapi: z.string().regex(/^3\./, 'only OpenAPI 3 is read'),
  info: z.object({ title: z.string() }),
  servers: z.array(z.object({ url: z.string() })).default([]),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.unknown().optional(),
});

export interface OpenApiBody {
  readonly as: 'json' | 'form';
  readonly schema: Readonly<Record<string, Json>>;
  readonly required: boolean;
}

export interface OpenApiOperation {
  readonly id: string;
  readonly method: OpenApiMethod;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly OpenApiParameter[];
  /** As JSON or as form fields; null where it accepts neither. */
  readonly body: OpenApiBody | null;
}

export interface OpenApi {
  readonly title: string;
  readonly server: string | null;
  readonly operations: readonly OpenApiOperation[];
}

const MOST_OPERATIONS = 300;

/**
 * The operations of a document, with references resolved. Large services are offered in part: `only` names operations,
 * tags or path prefixes.
 */
export async function readOpenApi(file: string, only: readonly string[] = []): Promise<OpenApi> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new AssayError('FILE_MISSING', `There is no ${file}.`);
  });
  let value: unknown;
  try {
    // Documents of 10 MB are usually JSON, and reading those as YAML takes minutes.
    value = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    throw new AssayError('SOURCE_UNREADABLE', `${file} is neither JSON nor YAML: ${String(cause).split('\n')[0]}`, {
      cause,
    });
  }
  const read = Document.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new AssayError(
      'SOURCE_UNREADABLE',
      `${file} is not an OpenAPI document: ${issue?.path.join('.')}: ${issue?.message}`,
    );
  }
  const { info, servers, paths } = read.data;
  const operations: OpenApiOperation[] = [];
  for (const [path, item] of Object.entries(paths)) {
    const shared = listOf(resolved(item.parameters, value));
    for (const method of METHODS) {
      const found = resolved(item[method], value);
      if (found !== null && typeof found === 'object' && isWanted(path, method, found as Item, only))
        operations.push(operationOf(path, method, found as Item, shared, value));
    }
  }
  if (operations.length > MOST_OPERATIONS)
    throw new AssayError(
      'SOURCE_UNREADABLE',
      `${file} has ${operations.length} operations; at most ${MOST_OPERATIONS} are offered.`,
      {
        next: 'Add it with --only and what your agents need: names of operations, tags, or beginnings of paths.',
      },
    );
  if (operations.length === 0)
    throw new AssayError(
      'SOURCE_UNREADABLE',
      only.length > 0 ? `${file} has no operation, tag or path ${only.join(', ')}.` : `${file} has no operations.`,
    );
  return { title: info.title, server: servers[0]?.url ?? null, operations: withOwnIds(operations) };
}

type Item = Readonly<Record<string, unknown>>;

function isWanted(path: string, method: OpenApiMethod, item: Item, only: readonly string[]): boolean {
  const tags = listOf(item.tags).map(String);
  return (
    only.length === 0 ||
    only.some((each) => each === idOf(path, method, item) || tags.includes(each) || isUnder(path, each))
  );
}

const isUnder = (path: string, start: string): boolean =>
  start.startsWith('/') && (path === start || path.startsWith(start.endsWith('/') ? start : `${start}/`));

const idOf = (path: string, method: OpenApiMethod, { operationId }: Item): string =>
  typeof operationId === 'string' ? operationId : `${method}_${path}`;

function operationOf(
  path: string,
  method: OpenApiMethod,
  item: Item,
  shared: readonly unknown[],
  document: unknown,
): OpenApiOperation {
  const own = listOf(resolved(item.parameters, document));
  const parameters = [...shared, ...own]
    .map((each) => Parameter.safeParse(resolved(each, document)))
    .flatMap((each) => (each.success && each.data.in !== 'cookie' ? [each.data] : []));
  const unique = [...new Map(parameters.map((each) => [`${each.in} ${each.name}`, each])).values()];
  return {
    id: idOf(path, method, item),
    ...{ method, path, parameters: unique.map((each) => withSchema(each, document)), body: bodyOf(item, document) },
    summary:
      [item.summary, item.description].find((text) => typeof text === 'string' && text !== '')?.toString() ??
      `${method} ${path}`,
  };
}

const withSchema = (parameter: OpenApiParameter, document: unknown): OpenApiParameter => ({
  ...parameter,
  schema: asSchema(inlined(parameter.schema ?? {}, document)),
});

function bodyOf(item: Item, document: unknown): OpenApiOperation['body'] {
  const body = resolved(item.requestBody, document) as Item | null;
  const content = (body?.content ?? {}) as Item;
  const types = Object.keys(content);
  const type =
    types.find((name) => /[/+]json\b/.test(name)) ?? types.find((name) => name === 'application/x-www-form-urlencoded');
  if (type === undefined) return null;
  const { schema } = content[type] as { schema?: unknown };
  const as = type === 'application/x-www-form-urlencoded' ? 'form' : 'json';
  return { as, schema: asSchema(inlined(schema ?? {}, document)), required: body?.required === true };
}

const asSchema = (value: unknown): Record<string, Json> => {
  const read = Schema.safeParse(value);
  return read.success ? read.data : {};
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The target of a `$ref` inside the document; nothing outside of it is fetched. */
function resolved(value: unknown, document: unknown, depth = 0): unknown {
  if (value === null || value === undefined || typeof value !== 'object' || !('$ref' in value)) return value ?? null;
  const { $ref } = value;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || depth > 20) return null;
  const steps = $ref
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  let at: unknown = document;
  for (const step of steps)
    at = at !== null && typeof at === 'object' && Object.hasOwn(at, step) ? (at as Item)[step] : null;
  return resolved(at, document, depth + 1);
}

const MOST_REFERENCES = 4;

/** Complete schemas, as deep as a model can use: a type that contains itself ends as "anything". */
function inlined(value: unknown, document: unknown, references = 0): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(each, document, references));
  if (value === null || typeof value !== 'object') return value;
  if ('$ref' in value)
    return references >= MOST_REFERENCES ? {} : inlined(resolved(value, document), document, references + 1);
  const kept = Object.entries(value).filter(
    ([key]) => !key.startsWith('x-') && !['xml', 'example', 'examples', 'discriminator'].includes(key),
  );
  return Object.fromEntries(kept.map(([key, each]) => [key, inlined(each, document, references)]));
}

function withOwnIds(operations: readonly OpenApiOperation[]): OpenApiOperation[] {
  const seen = new Map<string, number>();
  return operations.map((operation) => {
    const times = (seen.get(operation.id) ?? 0) + 1;
    seen.set(operation.id, times);
    return times === 1 ? operation : { ...operation, id: `${operation.id}_${times}` };
  });
}
