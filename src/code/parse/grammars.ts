import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Language, Parser } from 'web-tree-sitter';

/**
 * Grammars, each loaded once per process: they are constant, and WebAssembly memory is never returned (a server that
 * loaded one for every call would die after some two thousand).
 */
const loaded = new Map<string, Promise<Language>>();

/** The grammar of that name, such as `typescript`; rejects when there is none. */
export function loadGrammar(name: string): Promise<Language> {
  const known = loaded.get(name);
  if (known) return known;
  const loading = load(name);
  loaded.set(name, loading);
  // A load that failed once (no file handle left) may succeed later.
  loading.catch(() => loaded.delete(name));
  return loading;
}

async function load(name: string): Promise<Language> {
  await Parser.init();
  const file = createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
  if (!HUGE.has(name)) return Language.load(file);
  // Read when a module is created; does not affect existing ones.
  setFlagsFromString('--wasm-tiering-budget=2000000000');
  try {
    return await Language.load(file);
  } finally {
    setFlagsFromString('--wasm-tiering-budget=13000000');
  }
}

/**
 * Grammars with one function of more than 100 KB. Once it is hot, V8 recompiles it in the background, which takes up to
 * 2 GB of memory and makes nothing faster, so it is disabled for these.
 */
const HUGE = new Set(['bash', 'cpp', 'powershell']);
