import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const VERBS =
  'read write open close parse render merge split count check build find send receive store load encode decode start stop resume retry cancel copy move remove create update select insert'.split(
    ' ',
  );
const NOUNS =
  'file line token event node edge graph lease budget stream session buffer record header packet socket request response cookie user account invoice basket price discount order branch commit diff patch cache index query result schema table column cursor lock queue worker thread timer signal error message report chart page form field button panel theme route plugin module package version license'.split(
    ' ',
  );

/** The same numbers on every machine. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Rare words are many and common ones few, as in real code. */
const pick = (words: readonly string[], next: () => number): string =>
  words[Math.floor(words.length * next() ** 2)] ?? 'x';
const upper = (word: string): string => word[0]?.toUpperCase() + word.slice(1);

export const FUNCTIONS_A_FILE = 24;

/** TypeScript files with functions that call each other across imports. Made up: only sizes and shapes matter here. */
export function writeProject(root: string, files: number): void {
  const next = numbers(1);
  const names = Array.from({ length: files }, (_, file) =>
    Array.from(
      { length: FUNCTIONS_A_FILE },
      (_, n) => `${pick(VERBS, next)}${upper(pick(NOUNS, next))}${upper(pick(NOUNS, next))}${file}x${n}`,
    ),
  );
  const pathOf = (file: number): string =>
    `src/${NOUNS[file % NOUNS.length]}/${NOUNS[(file * 7) % NOUNS.length]}-${file}.ts`;
  for (let file = 0; file < files; file += 1) {
    const others = [1, 2, 3].map(() => Math.floor(next() * files));
    const imports = others.map(
      (other) => `import { ${names[other]?.join(', ')} } from '../../${pathOf(other).replace(/\.ts$/, '.ts')}';`,
    );
    const bodies = (names[file] ?? []).map((name) => {
      const called = [0, 1].map(() => {
        const from = next() < 0.5 ? file : (others[Math.floor(next() * 3)] ?? file);
        return names[from]?.[Math.floor(next() * FUNCTIONS_A_FILE)] ?? name;
      });
      return `/** ${upper(pick(VERBS, next))}s the ${pick(NOUNS, next)} of a ${pick(NOUNS, next)} until the ${pick(NOUNS, next)} is there. */
export function ${name}(${pick(NOUNS, next)}: string): number {
  const ${pick(NOUNS, next)}Left = ${called[0]}('${pick(NOUNS, next)}') + 1;
  return ${called[1]}('${pick(NOUNS, next)} ${pick(VERBS, next)}');
}
`;
    });
    const path = join(root, pathOf(file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${imports.join('\n')}\n\n${bodies.join('\n')}`);
  }
}

export function madeUpQuestions(count: number, seed: number): string[] {
  const next = numbers(seed);
  return Array.from(
    { length: count },
    () => `where do we ${pick(VERBS, next)} the ${pick(NOUNS, next)} ${pick(NOUNS, next)} of a ${pick(NOUNS, next)}`,
  );
}
