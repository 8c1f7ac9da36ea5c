import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AssayError } from '#contracts/errors.ts';
import { toJson } from '#contracts/json.ts';
import { readJsonIfExists, writeJsonAtomic } from '#host/atomic-file.ts';
import { makeFolder } from '#host/make-folder.ts';

export const SourceName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'small letters, digits and dashes, a letter first');

/** Names of stored secrets, never the secrets: `{"Authorization": "TOKEN"}`. */
const SecretNames = z.record(z.string(), z.string());

const common = {
  name: SourceName,
  /** A person's statement that its tools only read; the server's own is not trusted. */
  readOnly: z.boolean().default(false),
  addedAt: z.number(),
};

export const SourceConfig = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('mcp-stdio'),
    command: z.string().min(1),
    args: z.array(z.string()),
    /** Variables that it gets besides PATH and HOME, by the names of stored secrets. */
    secretEnv: SecretNames.default({}),
    /** Of its tools when it was last accepted: if they change, a person is asked. */
    toolsHash: z.string().nullable().default(null),
  }),
  z.object({
    ...common,
    type: z.enum(['mcp-http', 'mcp-sse']),
    url: z.url({ protocol: /^https?$/ }),
    secretHeaders: SecretNames.default({}),
    toolsHash: z.string().nullable().default(null),
  }),
  z.object({
    ...common,
    type: z.literal('openapi'),
    /** A file with the document. */
    document: z.string().min(1),
    /** Operations, tags or path prefixes; empty means all. */
    only: z.array(z.string().min(1)).default([]),
    /** The base URL of calls; default: the document's first server. */
    url: z.url({ protocol: /^https?$/ }).optional(),
    secretHeaders: SecretNames.default({}),
  }),
  z.object({
    ...common,
    type: z.literal('folder'),
    /** The full path, links not resolved until it is read. */
    folder: z.string().min(1),
  }),
  z.object({
    ...common,
    type: z.literal('web-search'),
    provider: z.enum(['brave', 'tavily', 'searxng']),
    /** The service's URL; default: the provider's own. */
    url: z.url({ protocol: /^https?$/ }).optional(),
    secretHeaders: SecretNames.default({}),
  }),
]);
export type SourceConfig = z.infer<typeof SourceConfig>;
export type WebSearchSource = Extract<SourceConfig, { type: 'web-search' }>;
export type McpSource = Exclude<SourceConfig, { type: 'openapi' | 'web-search' | 'folder' }>;

/** One file per source. */
export class SourceFiles {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, 'sources');
  }

  async list(): Promise<SourceConfig[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
    const read = await Promise.all(names.map((name) => readJsonIfExists(join(this.#folder, name), SourceConfig)));
    return read.flatMap((source) => source ?? []);
  }

  async get(name: string): Promise<SourceConfig> {
    const known = await this.list();
    const found = known.find((source) => source.name === name);
    if (found) return found;
    const names = known.map((source) => source.name);
    throw new AssayError('SOURCE_UNKNOWN', `There is no source ${name}.`, {
      next: names.length > 0 ? `There are: ${names.join(', ')}.` : 'assay sources add NAME … adds one.',
    });
  }

  async save(source: SourceConfig): Promise<void> {
    await makeFolder(this.#folder);
    await writeJsonAtomic(join(this.#folder, `${source.name}.json`), toJson(SourceConfig.parse(source), 'source'), {
      mode: 0o600,
    });
  }

  async remove(name: string): Promise<void> {
    await this.get(name);
    await rm(join(this.#folder, `${SourceName.parse(name)}.json`));
  }
}
