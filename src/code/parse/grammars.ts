import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';

/**
 * Grammars, each read once for the whole process: they are constant, and what WebAssembly has loaded is never given
 * back (a server that loaded one for every call would die after some two thousand).
 */
const loaded = new Map<string, Promise<Language>>();

/** The grammar of that name, such as `typescript`; rejects when there is none. */
export function loadGrammar(name: string): Promise<Language> {
  const known = loaded.get(name);
  if (known) return known;
  const loading = load(name);
  loaded.set(name, loading);
  // What failed once (no file handle left) may work later.
  loading.catch(() => loaded.delete(name));
  return loading;
}

async function load(name: string): Promise<Language> {
  await Parser.init();
  return Language.load(
    createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`),
  );
}
