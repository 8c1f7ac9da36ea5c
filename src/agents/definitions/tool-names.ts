import { tableOf } from '#host/table-of.ts';

/**
 * Other programs' names for our tools and theirs. A name stands for the kinds of work it can do; two names are the same
 * tool where they share one. Keys in lower case.
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

/** Pure. `Bash(git:*)` names Bash; what it may run is decided command by command. */
export const plainToolName = (name: string): string => name.replace(/\(.*$/s, '').trim();

const kindsOf = (name: string): readonly string[] => KINDS[name.toLowerCase()] ?? [name.toLowerCase()];

/**
 * Pure. Whether a pattern of a definition (`Read`, `mcp__github__*`, `*`) matches this tool, in any program's naming.
 */
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
