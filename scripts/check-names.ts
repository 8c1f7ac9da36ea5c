import { isTestFile } from './rooms.ts';

/** How many there may be. It only ever goes down: lower it when you give one of them a name of its own. */
export const MOST_TWINS = 24;

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

export function checkNames(files: ReadonlyMap<string, string>): string[] {
  const twins = twinNames(files);
  if (twins.size <= MOST_TWINS) return [];
  const newest = [...twins].slice(-5).map(([name, paths]) => `${name} (${paths.join(', ')})`);
  return [
    `${twins.size} exported names are defined in more than one file, ${MOST_TWINS} may be. Give a new one a name of its own; some of them: ${newest.join('; ')}`,
  ];
}
