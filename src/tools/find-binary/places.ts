import { delimiter, dirname, isAbsolute, join, normalize } from 'node:path';

export const PLACE_KINDS = ['path', 'project', 'global'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** A folder that may contain the program, and the reason. */
export interface SearchFolder {
  readonly kind: PlaceKind;
  readonly folder: string;
  /** The project folder it belongs to, for those of a project. */
  readonly base?: string;
}

export interface SkippedPlace {
  readonly folder: string;
  readonly why: string;
}

export interface SearchFolders {
  readonly places: readonly SearchFolder[];
  readonly skipped: readonly SkippedPlace[];
}

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The top of the repository that the folder is in, if it is in one. */
  readonly top?: string | undefined;
  /** The person's home folder, if there is one. */
  readonly userHome: string | undefined;
}

/** Where to search, in order; each folder once, under its first reason. */
export function placesToLook(around: Surroundings, prefer: 'path' | 'project'): SearchFolders {
  const { places: onPath, skipped } = pathPlaces(around.env.PATH ?? '');
  const project = projectPlaces(around.cwd, around.top);
  const inOrder = prefer === 'project' ? [...project, ...onPath] : [...onPath, ...project];
  const all = [...inOrder, ...globalPlaces(around)];
  const seen = new Set<string>();
  return { places: all.filter(({ folder }) => !seen.has(folder) && seen.add(folder)), skipped };
}

function pathPlaces(path: string): SearchFolders {
  const entries = path.split(delimiter).filter((entry, _, all) => entry !== '' || all.length > 1);
  return {
    places: entries.filter(isAbsolute).map((entry) => ({ kind: 'path', folder: clean(entry) })),
    // With a relative entry on the PATH a checkout could supply the program.
    skipped: entries
      .filter((entry) => !isAbsolute(entry))
      .map((entry) => ({ folder: entry === '' ? '(an empty entry of PATH)' : entry, why: RELATIVE })),
  };
}

const RELATIVE = 'PATH names it relative to the current folder, which decides what would be run';

/** Release before debug: if both exist, the shipped one is meant. */
const PROJECT_FOLDERS = [
  'node_modules/.bin',
  'target/release',
  'target/debug',
  '.venv/bin',
  'venv/bin',
  'vendor/bin',
  'bin',
];

/**
 * The project's own programs: of every folder up to the top of its repository, and at least of the two above, where
 * several repositories are side by side.
 */
function projectPlaces(cwd: string, top: string | undefined): SearchFolder[] {
  const bases = [cwd, dirname(cwd), dirname(dirname(cwd))].map(clean);
  for (let at = bases.at(-1) ?? cwd; top !== undefined && at !== top && dirname(at) !== at && cwd.startsWith(top); ) {
    at = dirname(at);
    if (at.length < top.length) break;
    bases.push(at);
  }
  return [...new Set(bases)]
    .filter((base) => base !== '/') // its bin is the system's
    .flatMap((base) =>
      PROJECT_FOLDERS.map((folder) => ({ kind: 'project' as const, base, folder: join(base, folder) })),
    );
}

const HOME_FOLDERS = [
  '.local/bin',
  'bin',
  '.cargo/bin',
  'go/bin',
  '.bun/bin',
  '.deno/bin',
  '.volta/bin',
  '.npm-global/bin',
  '.local/share/pnpm',
  '.pyenv/shims',
  '.rbenv/shims',
  '.asdf/shims',
  '.local/share/mise/shims',
  '.nix-profile/bin',
];

const SYSTEM_FOLDERS = [
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/home/linuxbrew/.linuxbrew/bin',
  '/usr/local/go/bin',
  '/opt/local/bin',
  '/snap/bin',
  '/run/current-system/sw/bin',
  '/usr/bin',
  '/bin',
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
];

function globalPlaces({ env, userHome }: Surroundings): SearchFolder[] {
  const ofHome = userHome && isAbsolute(userHome) ? HOME_FOLDERS.map((folder) => join(userHome, folder)) : [];
  const ofVariables = [env.GOBIN, below(env.GOPATH), below(env.CARGO_HOME), env.PNPM_HOME, env.NVM_BIN];
  const named = ofVariables.flatMap((folder) => (folder !== undefined && isAbsolute(folder) ? [folder] : []));
  return [...named, ...ofHome, ...SYSTEM_FOLDERS].map((folder) => ({ kind: 'global', folder: clean(folder) }));
}

const below = (folder: string | undefined): string | undefined => (folder ? join(folder, 'bin') : undefined);

/** Without a trailing slash, `.` and `..`, so that one folder has one name. */
function clean(folder: string): string {
  const normal = normalize(folder);
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}
