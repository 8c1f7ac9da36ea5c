import { lstat, mkdir, readdir, readlink, rm, symlink, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { Mount, SandboxPolicy } from '#contracts/sandbox.ts';
import { checkPlace, isWithin } from './check-mounts.ts';

export interface PlacedMounts {
  /** The path on this machine for a path in a sandbox: the same one, or one in the scratch folder. */
  readonly places: ReadonlyMap<string, string>;
  /** What stands for a mount here: a command may read it, and write to none of it. */
  readonly made: readonly string[];
  remove(): Promise<void>;
}

export interface PlacingRoom {
  /** Removes files where a mount goes, because a real mount would cover them: only in this folder of ours. */
  readonly ours: string;
  /** An empty folder of this run. */
  readonly scratch: string;
}

/**
 * The mounts of a policy on a machine that cannot mount: links at the same places. Mounts in the checkout are put there.
 * Mounts in a sandbox's private folders are put into the scratch folder. A channel is different, because its path is also
 * written in texts: it is linked into the machine's own /tmp for as long as the run lasts.
 */
export async function placeMounts(policy: SandboxPolicy, { ours, scratch }: PlacingRoom): Promise<PlacedMounts> {
  const all = [...policy.writable, ...policy.readOnly];
  const places = new Map(PRIVATE.map((folder) => [folder, join(scratch, folder)]));
  for (const folder of places.values()) await mkdir(folder, { recursive: true });
  const elsewhere: Mount[] = [];
  for (const mount of all) {
    if (mount.from === mount.at) places.set(mount.at, mount.at);
    else elsewhere.push(mount);
  }
  const made: string[] = [];
  const shared: Mount[] = [];
  for (const mount of elsewhere.filter((each) => !elsewhere.some((other) => isInside(other, each)))) {
    const around = all.filter(({ from, at }) => from === at && isWithin(at, mount.at));
    const [outer] = around.toSorted((a, b) => b.at.length - a.at.length);
    const isPrivate = PRIVATE.some((folder) => isWithin(folder, mount.at));
    const place = outer || IN_TMP.test(mount.at) || !isPrivate ? mount.at : join(scratch, mount.at);
    made.push(place);
    places.set(mount.at, place);
    if (outer) await clear(outer, mount, ours);
    else if (place !== mount.at) await mkdir(dirname(place), { recursive: true });
    else if (IN_TMP.test(place)) shared.push(mount);
    else if (policy.writable.includes(mount)) throw refusal(`${mount.from} cannot be shown at ${mount.at} here`);
    // An environment of the person's outside of the checkout, of which `from` is a copy: it is used where it is.
    else continue;
    const inner = elsewhere.filter((each) => isInside(mount, each));
    await put(
      mount.from,
      place,
      inner.map(({ from, at }) => ({ from, way: relative(mount.at, at).split('/') })),
    );
  }
  return { places, made, remove: async () => void (await Promise.all(shared.map(removeLink))) };
}

/** Folders that a sandbox has of its own, and this machine lacks or shares with others. */
const PRIVATE = ['/tmp', '/run'];

/** The place of a channel, whose name is random. */
const IN_TMP = /^\/tmp\/[0-9a-f]{12}$/;

const isInside = (outer: Mount, mount: Mount): boolean => outer !== mount && mount.at.startsWith(`${outer.at}/`);

/** Removes what a mount would cover. A link on the way there, which an agent may have committed, is not followed. */
async function clear(outer: Mount, mount: Mount, ours: string): Promise<void> {
  if (!isWithin(ours, mount.at)) throw refusal(`${mount.at} is not in a checkout of Assay’s, so nothing is put there`);
  checkPlace(outer, { ...mount, at: dirname(mount.at) });
  await rm(mount.at, { recursive: true, force: true });
  await mkdir(dirname(mount.at), { recursive: true });
}

const refusal = (why: string): AssayError =>
  new AssayError('PROCESS_UNSTARTABLE', `The command did not start: ${why}.`, {
    next: 'Run Assay on Linux with bubblewrap, where a sandbox can show any folder anywhere.',
  });

interface Inner {
  readonly from: string;
  /** From the folder that it is inside of. */
  readonly way: readonly string[];
}

/**
 * A new folder is made with a link for each entry, so other mounts have a place in it, and a relative link to a
 * package of the project keeps leading there.
 */
async function put(from: string, place: string, inner: readonly Inner[]): Promise<void> {
  const info = await lstat(from).catch(() => null);
  if (!info?.isDirectory() || IN_TMP.test(place)) return symlink(from, place);
  await mkdir(place);
  const names = new Set([...(await readdir(from)), ...inner.map(({ way }) => way[0] ?? '')]);
  await Promise.all([...names].map((name) => putEntry(from, place, name, inner)));
}

async function putEntry(from: string, place: string, name: string, inner: readonly Inner[]): Promise<void> {
  const [own, at] = [join(from, name), join(place, name)];
  const below = inner.filter(({ way }) => way[0] === name).map(({ from, way }) => ({ from, way: way.slice(1) }));
  const over = below.find(({ way }) => way.length === 0);
  if (over) return symlink(over.from, at);
  const info = await lstat(own).catch(() => null);
  if (info?.isSymbolicLink()) return symlink(await readlink(own), at);
  if (below.length > 0 || (info?.isDirectory() && HOLDS_LINKS.test(name))) return put(own, at, below);
  return symlink(own, at);
}

/** Folders of packages in which package managers put links to packages of the project. */
const HOLDS_LINKS = /^(?:@.+|\.bin)$/;

async function removeLink({ from, at }: Mount): Promise<void> {
  if ((await readlink(at).catch(() => null)) === from) await unlink(at).catch(() => undefined);
}

/** Variables that name places of a sandbox, as they have to be where those are elsewhere. */
export function placedEnv(
  env: Readonly<Record<string, string>>,
  places: ReadonlyMap<string, string>,
): Record<string, string> {
  const known = [...places].toSorted(([a], [b]) => b.length - a.length);
  const here = (path: string): string => {
    const [from, to] = known.find(([from]) => isWithin(from, path)) ?? ['', ''];
    return `${to}${path.slice(from.length)}`;
  };
  // A path at the beginning, and after what separates words and paths.
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replaceAll(/(?<![^:=,;\s])\/[^:,;\s]*/g, here)]),
  );
}
