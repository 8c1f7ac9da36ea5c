import { extensionOf } from '../extension-of.ts';

const GRAMMARS: Readonly<Record<string, string>> = {
  typescript: 'ts mts cts',
  tsx: 'tsx',
  javascript: 'js mjs cjs jsx',
  python: 'py pyi',
  go: 'go',
  rust: 'rs',
  java: 'java',
  'c-sharp': 'cs',
  cpp: 'c h cc cpp cxx hpp hh',
  ruby: 'rb',
  php: 'php',
  bash: 'sh bash',
  powershell: 'ps1 psm1',
  css: 'css',
};

const GRAMMAR_OF = new Map(
  Object.entries(GRAMMARS).flatMap(([grammar, names]) => names.split(' ').map((name) => [name, grammar] as const)),
);

/** The grammar that reads a file of this name, if there is one. */
export const grammarOf = (path: string): string | undefined => GRAMMAR_OF.get(extensionOf(path));
