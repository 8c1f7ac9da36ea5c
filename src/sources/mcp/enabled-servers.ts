import { join } from 'node:path';
import { z } from 'zod';
import { toJson } from '#contracts/json.ts';
import { readJsonIfExists, writeJsonAtomic } from '#host/atomic-file.ts';

const Enabled = z.object({
  /** Hash of the file and of the project's files that its servers are started from. */
  hash: z.string(),
  servers: z.record(
    z.string(),
    z.object({
      /** Hash of the tools that it had when it was enabled. */
      toolsHash: z.string(),
      /** A person's statement that they only read. */
      readOnly: z.boolean(),
    }),
  ),
  at: z.number(),
});
export type Enabled = z.infer<typeof Enabled>;

const All = z.record(z.string(), Enabled);

/**
 * Which servers of which projects a person enabled. Stored with the person's data: no file of a project can change it.
 */
export class EnabledServers {
  readonly #file: string;

  constructor(home: string) {
    this.#file = join(home, 'mcp-enabled.json');
  }

  async of(project: string): Promise<Enabled | null> {
    return (await this.#all())[project] ?? null;
  }

  async save(project: string, enabled: Enabled | null): Promise<void> {
    const { [project]: _, ...others } = await this.#all();
    const all = enabled === null ? others : { ...others, [project]: enabled };
    await writeJsonAtomic(this.#file, toJson(all, 'enabled servers'), { mode: 0o600 });
  }

  async #all(): Promise<z.infer<typeof All>> {
    return (await readJsonIfExists(this.#file, All)) ?? {};
  }
}
