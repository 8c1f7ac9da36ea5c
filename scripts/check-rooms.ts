import { posix } from 'node:path';
import { findCycles } from './cycles.ts';
import { allowedRooms, isTestFile, ROOMS, type Room, roomOf } from './rooms.ts';
import { specifiersOf } from './specifiers.ts';

const CODE = /\.[cm]?[jt]sx?$/;

/** Import direction between rooms, and no cycles between files. `files`: source text by path from the repository's root. */
export function checkRooms(files: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [path, source] of files) {
    const strayed = strayFile(path);
    if (strayed !== undefined) problems.push(strayed);
    const specifiers = specifiersOf(path, source);
    const names = specifiers.map(({ value }) => value);
    for (const { value, start } of specifiers) {
      const problem = checkImport(path, value, isTestFile(path, names));
      if (problem !== undefined) problems.push(`${path}:${lineAt(source, start)} imports ${value}: ${problem}`);
    }
    graph.set(
      path,
      names.map((name) => resolve(path, name)).filter((target) => target !== undefined),
    );
  }
  for (const chain of findCycles(graph)) {
    problems.push(`imports in a circle: ${chain.join(' → ')}. Move what both need into a file of its own.`);
  }
  return problems;
}

function strayFile(path: string): string | undefined {
  if (!path.startsWith('src/') || roomOf(path) !== undefined) return undefined;
  return `${path} is in no room. Put it into one of ${folders()}, or add the room to scripts/rooms.ts.`;
}

/** What is wrong with this import, or nothing. */
function checkImport(path: string, specifier: string, isTest: boolean): string | undefined {
  const room = roomOf(path);
  if (room === undefined) return undefined;
  const target = resolve(path, specifier);
  if (target === undefined) return checkPackage(room, specifier, isTest);
  if (!CODE.test(target)) return undefined;
  const other = roomOf(target);
  if (other === room) return undefined;
  if (other === undefined) return isTest && target.startsWith('test/') ? undefined : leaves(room, target);
  const allowed = [...allowedRooms(room), ...(isTest && room.name !== 'contracts' ? ['sim'] : [])];
  if (!allowed.includes(other.name)) return notAllowed(room, other, allowed);
  if (specifier.startsWith('#')) return undefined;
  return `a relative import may not leave its room. Write #${other.name}/${target.slice(other.folder.length + 1)}.`;
}

function checkPackage(room: Room, specifier: string, isTest: boolean): string | undefined {
  if (specifier.startsWith('#')) return `there is no such room. The rooms are ${folders()}.`;
  if (room.packages === undefined || isTest) return undefined;
  if (room.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))) return undefined;
  return `${room.name} may use no package but ${room.packages.join(', ')}. Put what needs it into a higher room.`;
}

/** The file a specifier names, as a path from the root; undefined for a package. */
function resolve(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const room = ROOMS.find(({ name }) => specifier.startsWith(`#${name}/`));
  return room && posix.join(room.folder, specifier.slice(room.name.length + 2));
}

function notAllowed(room: Room, other: Room, allowed: readonly string[]): string {
  const may = allowed.length === 0 ? 'no other room' : `only ${allowed.join(', ')}`;
  return (
    `${label(room)} may not import ${label(other)}; it may import ${may}. ` +
    'Move what both need one room down, or take it in through an interface in contracts/.'
  );
}

const leaves = (room: Room, target: string): string =>
  `${target} is outside the rooms, and only test files may reach into test/. Move it into ${room.name} or a lower room.`;

const label = (room: Room): string => (room.level === undefined ? `${room.name}/` : `${room.name}/ (${room.level})`);
const folders = (): string => ROOMS.map(({ folder }) => `${folder}/`).join(', ');
const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;
