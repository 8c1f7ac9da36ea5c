import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { openHome } from '#host/home.ts';
import { readPersonConfig } from '#host/person-config.ts';
import { chosenEmbedder } from '#knowledge/embed/chosen-embedder.ts';
import { Knowledge } from '#knowledge/knowledge.ts';
import { openKnowledgeDatabase } from '#knowledge/store/knowledge-database.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Closed after this time without a request. */
const IDLE_MS = 60_000;

interface Held {
  readonly knowledge: Knowledge;
  timer: NodeJS.Timeout;
}

/**
 * Knowledge of the projects on this machine, for a page that asks repeatedly: a database stays open for a while, since
 * its search index is read into memory once. Only indexed projects can be opened.
 */
export class KnownProjects {
  readonly #env: Env;
  readonly #held = new Map<string, Held>();

  constructor(env: Env) {
    this.#env = env;
  }

  /** Most recently written first. */
  async newest(most: number): Promise<string[]> {
    const folder = join((await openHome(this.#env)).root, 'knowledge');
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .flatMap((id) => {
        const stat = statSync(join(folder, id, 'knowledge.db'), { throwIfNoEntry: false });
        return stat ? [{ id, at: stat.mtimeMs }] : [];
      })
      .sort((a, b) => b.at - a.at)
      .slice(0, most)
      .map(({ id }) => id);
  }

  async open(id: string): Promise<Knowledge> {
    const held = this.#held.get(id);
    if (held) {
      held.timer.refresh();
      return held.knowledge;
    }
    const home = await openHome(this.#env);
    const file = join(home.root, 'knowledge', id, 'knowledge.db');
    const root = existsSync(file) ? rootIn(file) : '';
    if (root === '') {
      throw new AssayError('SLICE_NOT_FOUND', `No project ${id} was read on this machine.`, {
        next: 'assay index, in its folder, reads one.',
      });
    }
    const { embeddings, search } = await readPersonConfig(home);
    const knowledge = new Knowledge(root, file, Date.now, chosenEmbedder(embeddings, this.#env), search?.weights);
    const timer = setTimeout(() => this.#close(id), IDLE_MS).unref();
    this.#held.set(id, { knowledge, timer });
    return knowledge;
  }

  #close(id: string): void {
    this.#held.get(id)?.knowledge.close();
    this.#held.delete(id);
  }
}

/** The project folder of a database, as recorded in it. */
function rootIn(file: string): string {
  const { db } = openKnowledgeDatabase(file, Date.now());
  try {
    return String(db.get("SELECT value FROM facts WHERE name = 'indexed'")?.value ?? '');
  } finally {
    db.close();
  }
}
