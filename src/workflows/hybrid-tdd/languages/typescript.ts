import { posix } from 'node:path';
import type { LanguageAdapter } from './language.ts';

const SENTINEL = 'NotYetWritten';

/** TypeScript with vitest and fast-check. */
export const typescriptTdd: LanguageAdapter = {
  name: 'typescript',
  extensions: ['.ts', '.mts', '.cts', '.tsx'],
  grammar: 'typescript',
  runner: 'vitest',
  sentinel: {
    name: SENTINEL,
    // The name is in the message too: a report contains the message of an error but not always its class. For an error
    // that broke a property a report contains neither, only whether it was an assertion; so this one says that it is.
    declaration: `class ${SENTINEL} extends Error { override name = 'AssertionError'; constructor(what: string) { super(\`${SENTINEL}: \${what}\`); } }`,
  },
  isTestPath: (path) => /\.(test|spec)\.[cm]?tsx?$/.test(path),
  isModule: (imported, testPath, implPath) =>
    imported.startsWith('.')
      ? bare(posix.join(posix.dirname(testPath), imported)) === bare(implPath)
      : /^[#~@]/.test(imported) && bare(imported).endsWith(posix.basename(bare(implPath))),
  isProperty: ({ calls }) =>
    calls.some(
      ({ binding, callee }) =>
        (binding.to === 'import' && /^(fast-check|@fast-check\/.+)$/.test(binding.module)) ||
        /(^|\.)(property|asyncProperty)$/.test(callee),
    ),
  returning: (skeleton) =>
    skeleton.replaceAll(new RegExp(`throw new ${SENTINEL}\\("[^"\\n]*"\\);`, 'g'), 'return undefined as never;'),
  build: (_implPath, files) =>
    files.includes('tsconfig.json')
      ? { program: 'node_modules/.bin/tsc', args: ['--noEmit', '-p', '.'], timeoutMs: 180_000 }
      : null,
  words: (implPath, testPath) => ({
    language: 'TypeScript',
    tests: 'vitest with fast-check',
    importLine: `import { … } from '${relative(testPath, implPath)}';`,
    property: "it('NAME', () => { fc.assert(fc.property(…)); })",
    build: '`tsc --noEmit`, where the project has it',
  }),
};

/** Without its extension, and without an optional `/index`. */
const bare = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');

function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
