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
  /** A person's word that its tools only read; what a server says of itself is not believed. */
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
    /** Of the tools it had when it was last accepted: a server that changes them is asked about. */
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
    /** Operations, tags or beginnings of paths; all where it is empty. */
    only: z.array(z.string().min(1)).default([]),
    /** Where calls go; the document's first server where it is left out. */
    url: z.url({ protocol: /^https?$/ }).optional(),
    secretHeaders: SecretNames.default({}),
  }),
  z.object({
    ...common,
    type: z.literal('folder'),
    /** Whole, links not followed: what is in it is found when it is read. */
    folder: z.string().min(1),
  }),
  z.object({
    ...common,
    type: z.literal('web-search'),
    provider: z.enum(['brave', 'tavily', 'searxng']),
    /** Where it is asked; the provider's own address where it is left out. */
    url: z.url({ protocol: /^https?$/ }).optional(),
    secretHeaders: SecretNames.default({}),
  }),
]);
export type SourceConfig = z.infer<typeof SourceConfig>;
export type WebSearchSource = Extract<SourceConfig, { type: 'web-search' }>;
export type McpSource = Exclude<SourceConfig, { type: 'openapi' | 'web-search' | 'folder' }>;

/** One file a source. */
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
