import { describe, expect, it } from 'vitest';
import { missingImports } from './imports.ts';

const manifest = {
  name: 'assay',
  version: '1.0.0',
  imports: { '#host/*': './src/host/*' },
  dependencies: { zod: '4', '@scope/pkg': '1' },
  peerDependencies: { peer: '1' },
};
const check = (files: Record<string, string>) => missingImports(new Map(Object.entries(files)), manifest);

describe('missingImports', () => {
  it('accepts own files, dependencies and what Node brings', () => {
    const text =
      "import './b.js'; import '#host/c.js'; import 'zod/mini'; import '@scope/pkg/x'; import 'node:fs'; import('peer');";
    expect(check({ 'src/app/a.js': text, 'src/app/b.js': '', 'src/host/c.js': '' })).toEqual([]);
  });

  it('finds a package that only a clone has', () => {
    expect(check({ 'src/a.js': "import 'oxc-parser';" })).toEqual([
      'src/a.js imports oxc-parser, which is not among the dependencies.',
    ]);
  });

  it.each(['./helper.js', '#host/gone.js'])('finds a file that was left out: %s', (specifier) => {
    expect(check({ 'src/a.js': `import '${specifier}';` })).toEqual([
      `src/a.js imports ${specifier}, which is not in the package (is it a test's file?).`,
    ]);
  });
});
