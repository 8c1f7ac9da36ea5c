import { isTestFile } from './rooms.ts';

/** Exported names that more than one file defines: a reader who searches for one finds the other. */
export function twinNames(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, source] of files) {
    if (isTestFile(path) || /\/(testing|test|fixtures)\/|\.contract\.ts$/.test(path)) continue;
    const names = [...source.matchAll(DEFINED)].map(([, name]) => name ?? '');
    for (const name of new Set(names)) found.set(name, [...(found.get(name) ?? []), path]);
  }
  return new Map([...found].filter(([, paths]) => paths.length > 1));
}

const DEFINED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) ([A-Za-z_$][\w$]*)/gm;

export const checkNames = (files: ReadonlyMap<string, string>): string[] =>
  [...twinNames(files)].map(
    ([name, paths]) => `${name} is exported by ${paths.join(' and ')}: rename one, or move both into one file`,
  );
