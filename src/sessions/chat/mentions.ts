import { access } from 'node:fs/promises';
import { join, normalize } from 'node:path';

export interface Mentionable {
  readonly agents: ReadonlySet<string>;
  readonly skills: ReadonlySet<string>;
  readonly sources: ReadonlySet<string>;
}

export interface SaidMention {
  readonly name: string;
  readonly kind: 'agent' | 'skill' | 'source' | 'file';
}

const MENTION = /(?<![\w@/.])@([\w][\w./-]*)/g;
const MOST = 20;

/**
 * Pure. The `@` mentions of a message, once each: agents first, then sources and skills; anything else may be a file.
 */
export function mentionsIn(text: string, { agents, skills, sources }: Mentionable): SaidMention[] {
  const names = [...text.matchAll(MENTION)].map(([, name = '']) => name.replace(/[.,/-]+$/, ''));
  return [...new Set(names)].slice(0, MOST).map((name) => ({
    name,
    kind: agents.has(name) ? 'agent' : sources.has(name) ? 'source' : skills.has(name) ? 'skill' : 'file',
  }));
}

/**
 * What the agent is told of them, since it cannot know what a name stands for; empty where there is nothing to tell.
 */
export async function mentionNote(mentions: readonly SaidMention[], project: string): Promise<string> {
  const lines: string[] = [];
  for (const { name, kind } of mentions) {
    if (kind === 'agent') lines.push(`@${name} is an agent: give it its part of this with the task tool.`);
    if (kind === 'source') lines.push(`@${name} is a source: the names of its tools begin with ${name}__.`);
    if (kind === 'skill') lines.push(`@${name} is a skill: read it with the skill tool before you begin.`);
    if (kind === 'file' && (await isThere(project, name))) lines.push(`@${name} is the file ${name} of this project.`);
  }
  return lines.length === 0 ? '' : `<mentioned>\n${lines.join('\n')}\n</mentioned>`;
}

/** Only checks whether it exists: the agent reads it with its own tool, under its own permissions. */
async function isThere(project: string, name: string): Promise<boolean> {
  if (normalize(name).startsWith('..')) return false;
  return access(join(project, name)).then(
    () => true,
    () => false,
  );
}
