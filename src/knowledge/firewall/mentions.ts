import type { Fact, Reference } from './fact.ts';

const PATH = /(?<![\w/@.-])(?:\.\/)?((?:[\w@.-]+\/)+[\w@.-]+\.[A-Za-z]{1,5})\b/g;
const CODE = /`([^`\n]+)`/g;
const CALL = /\b([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\(\)/g;
const NAME = /^[A-Za-z_$][\w$]*(?:[.#][A-Za-z_$][\w$]*)*$/;

/** Files and symbols that a sentence names by itself: paths, `code`, calls(). Declaring nothing does not hide them. */
export function mentionsOf({ statement, references }: Fact): Reference[] {
  const declared = JSON.stringify(references);
  const found = new Map<string, Reference>();
  for (const [, path = ''] of statement.matchAll(PATH)) found.set(path, { kind: 'file', path });
  const names = [
    ...[...statement.matchAll(CODE)].map(([, code = '']) => code.replace(/\(\)$/, '')),
    ...[...statement.matchAll(CALL)].map(([, name = '']) => name),
  ];
  for (const name of names) {
    if (found.has(name) || (/\.[a-z]{1,5}$/.test(name) && name.includes('/'))) continue;
    if (NAME.test(name)) found.set(name, { kind: 'symbol', name: name.split('#').at(-1) ?? name });
  }
  return [...found.entries()]
    .filter(([name]) => !declared.includes(JSON.stringify(name)))
    .map(([, reference]) => reference);
}
