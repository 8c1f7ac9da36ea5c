import { statfs } from 'node:fs/promises';
import { arch, availableParallelism, cpus, platform, release, tmpdir, totalmem } from 'node:os';

export interface Machine {
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
  /** Where the benchmarks' databases lie: a sync to memory costs nothing and proves nothing. */
  readonly fileSystem: string;
}

/** What the numbers depend on, and nothing that names the machine or its owner. */
export async function describeMachine(): Promise<Machine> {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release().split('-')[0]} ${arch()}`,
    node: process.version,
    sqlite: process.versions.sqlite ?? 'none',
    fileSystem: await fileSystemOf(tmpdir()),
  };
}

export function machineLine(machine: Machine): string {
  const { cores, cpu, memoryGiB, system, node, sqlite, fileSystem } = machine;
  return `${cores} cores (${cpu}), ${memoryGiB} GiB, ${system}, Node ${node}, its SQLite ${sqlite}, databases on ${fileSystem}`;
}

/** Linux says which kind by a number (statfs(2)); elsewhere the numbers mean other things. */
const LINUX_FILE_SYSTEMS = new Map([
  [0xef53, 'ext4'],
  [0x01021994, 'tmpfs (memory: syncs are free here)'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x794c7630, 'overlayfs'],
  [0x2fc12fc1, 'zfs'],
  [0xf2f52010, 'f2fs'],
  [0x6969, 'nfs'],
]);

async function fileSystemOf(folder: string): Promise<string> {
  const { type } = await statfs(folder);
  if (platform() !== 'linux') return `type ${type}`;
  return LINUX_FILE_SYSTEMS.get(type) ?? `type 0x${type.toString(16)}`;
}
