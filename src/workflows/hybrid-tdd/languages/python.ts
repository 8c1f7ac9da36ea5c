import { posix } from 'node:path';
import { readFacts } from '#code/facts/facts.ts';
import type { LanguageAdapter } from './language.ts';

const SENTINEL = 'NotYetWritten';

/** Python with pytest and hypothesis. */
export const pythonTdd: LanguageAdapter = {
  name: 'python',
  extensions: ['.py'],
  grammar: 'python',
  runner: 'pytest',
  sentinel: { name: SENTINEL, declaration: `class ${SENTINEL}(Exception): ...` },
  isTestPath: (path) => /(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(path),
  isModule: (imported, testPath, implPath) => {
    const dots = /^\.*/.exec(imported)?.[0].length ?? 0;
    const name = imported.slice(dots).replaceAll('.', '/');
    const module = implPath.replace(/\.py$/, '').replace(/\/__init__$/, '');
    if (dots === 0) return name !== '' && (module === name || module.endsWith(`/${name}`));
    return posix.join(posix.dirname(testPath), '../'.repeat(dots - 1), name) === module;
  },
  isProperty: ({ modifiers }) => modifiers.includes('given'),
  signaturesToBodies,
  returning: (skeleton) =>
    skeleton
      .replaceAll(new RegExp(`raise ${SENTINEL}\\("[^"\\n]*"\\)`, 'g'), 'return None')
      .replaceAll(new RegExp(`\\(_ for _ in \\(\\)\\)\\.throw\\(${SENTINEL}\\("[^"\\n]*"\\)\\)`, 'g'), 'None'),
  build: (implPath, files) =>
    files.includes(implPath) ? { program: 'python3', args: ['-m', 'py_compile', implPath], timeoutMs: 60_000 } : null,
  words: (implPath) => ({
    language: 'Python',
    tests: 'pytest with hypothesis',
    importLine: `from ${implPath
      .replace(/\.py$/, '')
      .replace(/\/__init__$/, '')
      .replaceAll('/', '.')} import …`,
    property: '@given(…) def test_NAME(…): …',
    build: '`python3 -m py_compile`',
  }),
};

/** `def push(self, x): ...` is how a signature is written; a body of `...` is read as a declaration, `pass` is not. */
async function signaturesToBodies(text: string, functions: readonly string[]): Promise<string> {
  const read = await readFacts(text, 'python');
  if (!read.ok) return text;
  const lines = text.split('\n');
  for (const { text: body, lines: place } of functions.flatMap((path) => read.facts.bodies(path))) {
    if (!/(^|\n|""")\s*\.\.\.\s*$/.test(body)) continue;
    const at = place.last - 1;
    lines[at] = lines[at]?.replace(/\.\.\.(\s*(#.*)?)$/, 'pass$1') ?? '';
  }
  return lines.join('\n');
}
