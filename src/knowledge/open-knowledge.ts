import { hash } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { openHome } from '#host/home.ts';
import { readPersonConfig } from '#host/person-config.ts';
import { runGit } from './code/git.ts';
import { chosenEmbedder } from './embed/chosen-embedder.ts';
import { Knowledge } from './knowledge.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The knowledge about a folder's project; stored with the person's data, not in the project. */
export async function openKnowledge(env: Env, folder: string): Promise<Knowledge> {
  const home = await openHome(env);
  const top = (await runGit(folder, ['rev-parse', '--show-toplevel'], env))?.trim();
  const root = resolve(top || folder);
  const name = `${basename(root)
    .replace(/[^\w.-]/g, '_')
    .slice(0, 40)}-${hash('sha256', root, 'hex').slice(0, 12)}`;
  const { embeddings, search } = await readPersonConfig(home);
  const file = join(home.root, 'knowledge', name, 'knowledge.db');
  return new Knowledge(root, file, Date.now, chosenEmbedder(embeddings, env), search?.weights);
}

/** Opens it, works, and closes it whatever happens. */
export async function withKnowledge<T>(
  env: Env,
  folder: string,
  work: (knowledge: Knowledge) => Promise<T>,
): Promise<T> {
  const knowledge = await openKnowledge(env, folder);
  try {
    return await work(knowledge);
  } finally {
    knowledge.close();
  }
}
