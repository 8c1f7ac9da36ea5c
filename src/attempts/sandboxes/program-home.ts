import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Home } from '#host/home.ts';
import { makeFolder } from '#host/make-folder.ts';
import { thisProcess } from '#host/owner.ts';
import { removeFolder } from '#host/remove-folder.ts';
import { sweepClaimed } from '#workspace/checkout/sweep.ts';

/** Where an agent's own program keeps its settings and transcripts, visible only from its sandbox. */
export interface ProgramHome {
  readonly folder: string;
  leave(): Promise<void>;
}

/**
 * One per conversation, which later turns continue with; else one for this attempt, removed with it. Never one for two
 * agents: one's transcript is all its work, and settings that one leaves there would apply to the next.
 */
export async function openProgramHome(
  home: Pick<Home, 'root'>,
  backend: string,
  conversation: string | undefined,
): Promise<ProgramHome> {
  const { attempts, trash } = placesIn(home);
  if (conversation !== undefined) {
    const folder = join(conversationFolders(home, conversation), fileName(backend));
    await makeFolder(folder);
    return { folder, leave: async () => undefined };
  }
  await makeFolder(attempts);
  const own = await mkdtemp(join(attempts, 'a-'));
  // Beside the folder that the agent sees: it does not say whose it is.
  await writeFile(join(own, 'owner.json'), JSON.stringify(thisProcess()));
  const folder = join(own, 'home');
  await makeFolder(folder);
  // The attempt has ended whether or not this can be removed: the sweep finds what is left.
  return { folder, leave: () => removeFolder(own, trash).catch(() => undefined) };
}

/** The folder with the homes of a conversation's agents. */
export const conversationFolders = (home: Pick<Home, 'root'>, conversation: string): string =>
  join(placesIn(home).conversations, fileName(conversation));

/** Homes that attempts of dead processes left behind. */
export const sweepProgramHomes = (home: Pick<Home, 'root'>): Promise<void> => {
  const { attempts, trash } = placesIn(home);
  return sweepClaimed(attempts, trash);
};

/** Not `agents`, where a person's definitions of agents are read from. */
const placesIn = ({ root }: Pick<Home, 'root'>) => ({
  conversations: join(root, 'seats', 'conversations'),
  attempts: join(root, 'seats', 'attempts'),
  trash: join(root, 'seats', 'trash'),
});

const fileName = (name: string): string => name.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 60);
