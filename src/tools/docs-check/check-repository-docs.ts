import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { docsCheckTool } from './tool.ts';

/** A repository's README and docs compared with a program of its own, as its tests do. */
export function checkRepositoryDocs(root: string, program: string, env: Readonly<Record<string, string>>) {
  const tool = docsCheckTool();
  const files = ['README.md', 'docs'].filter((one) => existsSync(join(root, one)));
  const input = tool.input.parse({ program, files: files.length > 0 ? files : ['.'], cache: false });
  return tool.run(input, { cwd: root, env, signal: new AbortController().signal, progress: () => undefined });
}
