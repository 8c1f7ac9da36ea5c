import { basename } from 'node:path';
import { extensionOf } from '#code/extension-of.ts';
import { type ByteSource, bytesSource, readAt } from '../source.ts';
import { withoutComments } from './comments.ts';

/** More than any hand-written configuration. */
const LARGEST = 32 * 1024 * 1024;

/** Names under which programs keep JSON with comments. */
const NAMES = /^(tsconfig|jsconfig)(\..+)?\.json$|^(devcontainer|\.eslintrc|\.swcrc|\.babelrc|tslint)(\.json)?$/i;
const EXTENSIONS = ['jsonc', 'json5', 'code-workspace'];

/**
 * A file whose name promises JSON with comments, as JSON without them at the same positions; null where the name says
 * nothing of the kind, or it is too large to be one.
 */
export async function jsonOfCommented(source: ByteSource, path: string): Promise<ByteSource | null> {
  const named = EXTENSIONS.includes(extensionOf(path)) || NAMES.test(basename(path));
  if (!named || source.size > LARGEST) return null;
  return bytesSource(withoutComments(await readAt(source, 0, source.size)));
}
