import { isAbsolute, relative } from 'node:path';
import { RequestError } from '@agentclientprotocol/sdk';

/** A folder inside the working folder, as a relative path. */
export function relativeTo(folder: string, path: string): string {
  const inside = relative(folder, path);
  if (inside === '') return '.';
  if (inside !== '..' && !inside.startsWith('../') && !isAbsolute(inside)) return inside;
  throw RequestError.invalidParams({ cwd: path }, `${path} is outside of the working folder.`);
}
