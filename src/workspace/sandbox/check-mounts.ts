import { lstatSync } from 'node:fs';
import { isAbsolute, join, posix, relative } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import type { Mount, SandboxPolicy } from '#contracts/sandbox.ts';

/** What bubblewrap makes itself; a mount there would undo it. */
const TAKEN = ['/proc', '/dev', '/sys'];

/** Refuses a policy whose mounts would show something else than they say. */
export function checkMounts(policy: SandboxPolicy): void {
  const all = [...policy.writable, ...policy.readOnly];
  for (const { from, at } of all) {
    if (!isAbsolute(from) || !isAbsolute(at) || posix.normalize(at) !== at || (at !== '/' && at.endsWith('/')))
      throw refusal(`the mount ${from} → ${at} is not between two plain absolute paths`);
    if (at === '/' || TAKEN.some((taken) => isWithin(taken, at)))
      throw refusal(`nothing may be mounted at ${at}, which the sandbox makes itself`);
  }
  for (const mount of all)
    for (const outer of policy.writable) if (outer !== mount && isWithin(outer.at, mount.at)) checkPlace(outer, mount);
}

/**
 * A mount inside a folder that an agent writes to: bubblewrap would follow a link planted there and make folders at its
 * end, on the machine itself.
 */
export function checkPlace(outer: Mount, inner: Mount): void {
  let path = outer.from;
  for (const part of relative(outer.at, inner.at).split('/').filter(Boolean)) {
    path = join(path, part);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return;
    if (entry.isSymbolicLink()) throw refusal(`${path}, where ${inner.at} is to be mounted, is a symbolic link`);
  }
}

export const isWithin = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

const refusal = (why: string): AssayError =>
  new AssayError('PROCESS_UNSTARTABLE', `The sandbox was not started: ${why}.`, {
    next: 'Correct the mounts of the policy, or remove what lies in their place.',
  });
