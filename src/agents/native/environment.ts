import type { AttemptEnv } from '#contracts/agent.ts';
import { walkFiles } from './files/walk.ts';

const MOST_NAMES = 40;

/** What an agent would otherwise spend its first calls on: the date, the machine, the content of its folder. */
export function environmentFacts({ folder, exec, readOnly }: AttemptEnv, now: number): string {
  const { names, more } = topOf(folder);
  const date = new Date(now).toISOString().slice(0, 10);
  return [
    'Where you are',
    `- It is ${date}, on ${process.platform}. ${exec ? 'Commands run in a sandbox without a network.' : 'There is no shell here.'}`,
    ...(readOnly === true ? ['- Nothing here is to be changed.'] : []),
    `- The folder holds: ${names.length === 0 ? 'nothing yet' : names.join(' ')}${more ? ' and more' : ''}`,
  ].join('\n');
}

/** A missing folder is reported when something in it is used. */
function topOf(folder: string): { readonly names: readonly string[]; readonly more: boolean } {
  const names: string[] = [];
  try {
    for (const { path, kind } of walkFiles(folder, '', { depth: 1 })) {
      if (names.length >= MOST_NAMES) return { names, more: true };
      names.push(kind === 'folder' ? `${path}/` : path);
    }
  } catch {
    return { names, more: false };
  }
  return { names, more: false };
}
