import { join } from 'node:path';
import { tempFolder } from '#host/testing/temp-folder.ts';
import type { RunInstall } from '#sandbox/layers/install.ts';
import { layersOn } from '#sandbox/layers/layers.ts';
import { hostInstall } from '#sandbox/layers/testing/host-install.ts';
import { storeIn } from './test-repository.ts';

/** A store with dependency layers, and the programs that installed them, in order. */
export function layersSetUp(install: RunInstall = hostInstall(process.env)) {
  const folder = tempFolder();
  const shelf = { folder: join(folder, 'store/layers'), trash: join(folder, 'store/trash') };
  const calls: string[] = [];
  const counted: RunInstall = (command, at, signal, root) => {
    if (!command.args?.includes('--version')) calls.push(command.program);
    return install(command, at, signal, root);
  };
  const store = storeIn(folder, { layers: layersOn({ shelf, install: counted }) });
  return { store, shelf, calls };
}
