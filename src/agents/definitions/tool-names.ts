import { tableOf } from '#host/table-of.ts';

/**
 * What other programs call the tools of ours, and their own. A name means the kinds of work it can do; two names mean the
 * same tool where they share one. Keys in lower case.
 */
const KINDS: Readonly<Record<string, readonly string[]>> = tableOf({
  read: ['read'],
  view: ['read'],
  notebookread: ['read'],
  grep: ['search'],
  search: ['search'],
  glob: ['find', 'list'],
  find: ['find'],
  ls: ['list'],
  list: ['list'],
  bash: ['shell'],
  bashoutput: ['shell'],
  killshell: ['shell'],
  killbash: ['shell'],
  shell: ['shell'],
  edit: ['edit'],
  multiedit: ['edit'],
  notebookedit: ['edit'],
  patch: ['edit'],
  apply_patch: ['edit'],
  write: ['write'],
  webfetch: ['fetch'],
  fetch: ['fetch'],
  task: ['task'],
  agent: ['task'],
  todowrite: ['plan'],
  todoread: ['plan'],
  todo: ['plan'],
  plan: ['plan'],
  skill: ['skill'],
});

/** Pure. `Bash(git:*)` names Bash; what it may run is asked command by command. */
export const plainToolName = (name: string): string => name.replace(/\(.*$/s, '').trim();

const kindsOf = (name: string): readonly string[] => KINDS[name.toLowerCase()] ?? [name.toLowerCase()];

/** Pure. Whether a pattern of a definition (`Read`, `mcp__github__*`, `*`) means this tool, whichever program's it is. */
export function namesTool(pattern: string, tool: string): boolean {
  const plain = plainToolName(pattern);
  // `mcp__github` means all that the server has.
  if (asPattern(plain).test(tool) || tool.toLowerCase().startsWith(`${plain.toLowerCase()}__`)) return true;
  const kinds = kindsOf(tool);
  return kindsOf(plain).some((kind) => kinds.includes(kind));
}

const asPattern = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  );
