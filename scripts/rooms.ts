/** A folder of the house and what it may import. See CONTRIBUTING.md; `check-rooms.ts` enforces it. */
export interface Room {
  readonly name: string;
  readonly folder: string;
  /** A room may import rooms with a lower number, and no room of its own. Left out: only what `may` names. */
  readonly level?: number;
  /** Rooms it may import besides the lower ones. */
  readonly may?: readonly string[];
  /** The only packages it may import; left out: any. */
  readonly packages?: readonly string[];
}

export const ROOMS: readonly Room[] = [
  { name: 'contracts', folder: 'src/contracts', level: 0, packages: ['zod'] },
  { name: 'host', folder: 'src/host', level: 1 },
  { name: 'code', folder: 'src/code', level: 2 },
  { name: 'engine', folder: 'src/engine', level: 3 },
  { name: 'sandbox', folder: 'src/sandbox', level: 3 },
  { name: 'project', folder: 'src/project', level: 3 },
  { name: 'agents', folder: 'src/agents', level: 3 },
  { name: 'knowledge', folder: 'src/knowledge', level: 3 },
  { name: 'sources', folder: 'src/sources', level: 3 },
  { name: 'policy', folder: 'src/policy', level: 4 },
  { name: 'workspace', folder: 'src/workspace', level: 4 },
  { name: 'tools', folder: 'src/tools', level: 5 },
  { name: 'gates', folder: 'src/gates', level: 5 },
  { name: 'workflows', folder: 'src/workflows', level: 6 },
  { name: 'attempts', folder: 'src/attempts', level: 7 },
  { name: 'sessions', folder: 'src/sessions', level: 8, may: ['sim'] },
  { name: 'app', folder: 'src/app', level: 9, may: ['sim'] },
  { name: 'sim', folder: 'sim', may: ['contracts', 'host'] },
  { name: 'web', folder: 'web', may: ['contracts'] },
];
// test/, scripts/, bench/ and examples/ are outside the rooms: they may import every room, no room imports them.

export function roomOf(path: string): Room | undefined {
  return ROOMS.find((room) => path.startsWith(`${room.folder}/`));
}

export function allowedRooms(room: Room): string[] {
  const { level } = room;
  const lower = level === undefined ? [] : ROOMS.filter((other) => other.level !== undefined && other.level < level);
  return [...lower.map((other) => other.name), ...(room.may ?? [])];
}

/**
 * Test files sit in the rooms too, beside what they test or in a folder `test`. The order of the rooms binds them, but
 * they may start the simulator and use the helpers in test/. They are not published.
 */
export function isTestFile(path: string, specifiers: readonly string[] = []): boolean {
  if (/\.test(-d)?\.tsx?$|(^|\/)(test|fixtures|__snapshots__)\//.test(path)) return true;
  return specifiers.some((name) => name === 'vitest' || name === 'fast-check');
}
