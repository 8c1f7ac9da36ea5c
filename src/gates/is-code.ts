import { posix } from 'node:path';
import { grammarOf } from '#code/symbols/languages.ts';

/** Whether a compiler, an interpreter or a shell reads a file, judging by its name. */
export const isCode = (path: string): boolean =>
  grammarOf(path) !== undefined ||
  CODE.test(posix.extname(path)) ||
  /(^|\/)(Makefile|Dockerfile|Rakefile|Gemfile)$/.test(path);

const CODE =
  /^\.([cm]?[jt]sx?|vue|svelte|astro|pyi?|pyx|go|rs|rb|php|java|kts?|scala|clj[cs]?|c|cc|cpp|cxx|hh?|hpp|cs|fs|swift|m|mm|dart|lua|pl|pm|r|jl|hs|ml|mli|elm|exs?|erl|zig|nim|sh|bash|zsh|fish|ps1|bat|cmd|sql|tf|nix|gradle|groovy|cmake|mk|html?|css|scss|less|ipynb)$/i;

/**
 * Whether it is a program that tests could run: no page, style sheet, query or script of a shell. Of those without a
 * grammar here nothing can be measured.
 */
export const isProgram = (path: string): boolean => {
  const grammar = grammarOf(path);
  return grammar === undefined ? UNREAD.test(path) && !BUILD.test(path) : PROGRAMS.has(grammar);
};

const PROGRAMS = new Set('typescript tsx javascript python go rust java c-sharp cpp ruby php'.split(' '));

const UNREAD =
  /\.(vue|svelte|astro|pyx|kts?|scala|clj[cs]?|fs|swift|mm?|dart|lua|pl|pm|r|jl|hs|ml|elm|exs?|erl|zig|nim|s|asm|wat)$/i;
const BUILD = /\.gradle\.kts$/;
