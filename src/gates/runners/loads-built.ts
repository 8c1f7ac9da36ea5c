import { posix } from 'node:path';

/** Whether a file loads something from a folder that nobody wrote a file of: `../build/lib/index.js`. */
export function loadsBuilt(path: string, text: string, files: readonly string[]): boolean {
  const loaded = [...text.matchAll(LOADED)].map(([, module = '']) => posix.join(posix.dirname(path), module));
  return loaded.some((file) => {
    const [folder = '', ...rest] = file.split('/');
    return (
      rest.length > 0 && !/^(\.\.|node_modules)$/.test(folder) && !files.some((each) => each.startsWith(`${folder}/`))
    );
  });
}

const LOADED = /\b(?:from|import|require)\b\s*\(?\s*['"](\.[^'"\n]+)['"]/g;
