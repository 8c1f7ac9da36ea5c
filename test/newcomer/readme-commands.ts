import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** From a clone to the first proven PR. */
export const MOST_COMMANDS = 8;

export interface ReadmeWay {
  /** The commands of "On your repository", in their order, comments taken off. */
  readonly commands: readonly string[];
  /** The plan that is shown there. */
  readonly plan: string;
}

/** The commands for a newcomer, taken from the README itself, so that the two cannot drift apart. */
export function readmeWay(root: string): ReadmeWay {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const part = /^## On your repository\n([\s\S]*?)(?=^## (?!PR ))/m.exec(text)?.[1] ?? '';
  const block = (language: string) => new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(part)?.[1] ?? '';
  const commands = block('sh')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');
  const plan = block('md');
  if (commands.length === 0 || plan === '')
    throw new Error('README.md: "On your repository" shows no commands or no plan');
  return { commands, plan };
}
