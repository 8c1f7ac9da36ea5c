import { tableOf } from '#host/table-of.ts';
import { extensionOf } from '../extension-of.ts';

const GRAMMARS: Readonly<Record<string, string>> = tableOf({
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
});

const GRAMMAR_OF = new Map(
  Object.entries(GRAMMARS).flatMap(([grammar, names]) => names.split(' ').map((name) => [name, grammar] as const)),
);

/** The grammar that reads a file of this name, if there is one. */
export const grammarOf = (path: string): string | undefined => GRAMMAR_OF.get(extensionOf(path));

/** The interpreter in the first line of a script without a file extension: `#!/usr/bin/env python3`. */
const INTERPRETERS: Readonly<Record<string, string>> = tableOf({
  node: 'javascript',
  deno: 'typescript',
  bun: 'typescript',
  'ts-node': 'typescript',
  tsx: 'typescript',
  python: 'python',
  ruby: 'ruby',
  php: 'php',
  sh: 'bash',
  bash: 'bash',
  dash: 'bash',
  zsh: 'bash',
  ksh: 'bash',
  pwsh: 'powershell',
});

/** Pure. The grammar of a script by its first line, if that names an interpreter. */
export function grammarOfScript(text: string): string | undefined {
  const [, line] = /^#!\s*(\S[^\r\n]*)/.exec(text) ?? [];
  const words = line?.split(/\s+/) ?? [];
  const program = words[0]?.split('/').at(-1) === 'env' ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0];
  const name =
    program
      ?.split('/')
      .at(-1)
      ?.replace(/[\d.]+$/, '') ?? '';
  return Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
}
