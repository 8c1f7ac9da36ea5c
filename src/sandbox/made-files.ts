import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mount } from '#contracts/sandbox.ts';
import { makeFolder } from '#host/make-folder.ts';
import type { LaunchFiles } from './launch.ts';
import { makeEtc } from './make-etc.ts';
import { seccompFilter } from './seccomp.ts';

/** Our own files for sandboxes, in a folder private to the person. None of them is secret. */
export interface MadeFiles {
  /** Replacements for the machine's settings. */
  readonly mounts: readonly Mount[];
  /** The filter of system calls, or null where there is none for this machine. */
  readonly filter: string | null;
  /** File names for one command, with its options written; and how to remove them. */
  forCommand(options: readonly string[]): { readonly files: LaunchFiles; remove(): void };
}

export async function makeFiles(folder: string, arch: string = process.arch): Promise<MadeFiles> {
  await makeFolder(folder);
  await sweep(folder);
  const own = await mkdtemp(join(folder, `${PREFIX}${process.pid}-`));
  const etc = join(own, 'etc');
  await makeEtc(etc);
  const program = seccompFilter(arch);
  const filter = program === null ? null : join(own, 'filter.bpf');
  if (program !== null && filter !== null) await writeFile(filter, program);
  let count = 0;
  return {
    mounts: [{ from: etc, at: '/etc' }],
    filter,
    // Synchronous: small files on a local disk, and a command waits for them.
    forCommand(options) {
      count += 1;
      const base = join(own, String(count));
      const names = { options: `${base}.options`, status: `${base}.status`, left: `${base}.left` };
      writeFileSync(names.options, options.map((option) => `${option}\0`).join(''), { mode: 0o600 });
      const remove = (): void => {
        for (const name of Object.values(names)) rmSync(name, { force: true });
      };
      return { files: { ...names, filter: filter ?? '/dev/null' }, remove };
    },
  };
}

const PREFIX = 'p';

/** Files left by processes that are gone. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
