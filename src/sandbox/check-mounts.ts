import { lstatSync } from 'node:fs';
import { isAbsolute, join, posix, relative } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { Mount, SandboxPolicy } from '#contracts/sandbox.ts';

/** Created by bubblewrap itself; a mount there would undo it. */
const TAKEN = ['/proc', '/dev', '/sys'];

/** A tmpfs of the sandbox's own, created before any mount: data in the machine's own folder can be mounted there. */
const SHARED_MEMORY = '/dev/shm/';

/** Refuses a policy whose mounts would show something else than they say. */
export function checkMounts(policy: SandboxPolicy): void {
  const all = [...policy.writable, ...policy.readOnly];
  for (const { from, at } of all) {
    if (!isAbsolute(from) || !isAbsolute(at) || posix.normalize(at) !== at || (at !== '/' && at.endsWith('/')))
      throw refusal(`the mount ${from} → ${at} is not between two plain absolute paths`);
    if (at === '/' || (!at.startsWith(SHARED_MEMORY) && TAKEN.some((taken) => isWithin(taken, at))))
      throw refusal(`nothing may be mounted at ${at}, which the sandbox makes itself`);
  }
  for (const mount of all) {
    for (const outer of all) if (outer !== mount && isWithin(outer.at, mount.at)) checkPlace(outer, mount);
    for (const outer of policy.writable) if (isWithin(outer.from, mount.from)) checkSource(outer, mount);
  }
}

/**
 * A mount inside another one: bubblewrap would follow a link that an agent or a package planted there, and make folders
 * at its end, on the machine itself. A read-only mount is no protection: the link may be older than the mount.
 */
export function checkPlace(outer: Mount, inner: Mount): void {
  const link = linkOn(outer.from, relative(outer.at, inner.at));
  if (link !== null) throw refusal(`${link}, where ${inner.at} is to be mounted, is a symbolic link`);
}

/** A mount from a folder that an agent can write to: through a link it could show any place on the machine. */
function checkSource(outer: Mount, mount: Mount): void {
  const link = linkOn(outer.from, relative(outer.from, mount.from));
  if (link !== null) throw refusal(`${link}, of which ${mount.at} is to be made, is a symbolic link`);
}

/** The first link on the way, or null. The start of a mount is checked by that mount. */
function linkOn(folder: string, way: string): string | null {
  let path = folder;
  for (const part of way.split('/').filter(Boolean)) {
    path = join(path, part);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return null;
    if (entry.isSymbolicLink()) return path;
  }
  return null;
}

export const isWithin = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

const refusal = (why: string): AssayError =>
  new AssayError('PROCESS_UNSTARTABLE', `The sandbox was not started: ${why}.`, {
    next: 'Correct the mounts of the policy, or remove what is in their place.',
  });
