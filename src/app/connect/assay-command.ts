import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** The folder of this program, in a clone and in the package. */
export const BIN_FOLDER = resolve(import.meta.dirname, '../../../bin');

/** `assay` where the client will find it; else this very program. */
export const assayCommand = (env: Readonly<Record<string, string | undefined>>): string =>
  isOnPath(env) ? 'assay' : join(BIN_FOLDER, 'assay');

const isOnPath = ({ PATH = '' }: Readonly<Record<string, string | undefined>>): boolean =>
  PATH.split(delimiter).some((folder) => isProgram(join(folder, 'assay')));

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
