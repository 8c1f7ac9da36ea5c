import { shellText } from '#host/program-text.ts';

const script = (name: string): string => shellText(new URL(`./programs/${name}.sh`, import.meta.url));

/** A script that installs the hook it reads from stdin, and runs it as git would. */
export const hookScript = (kind: 'commit-hook' | 'message-hook'): string => `${script('place-hook')}${script(kind)}`;
