import { expect, it } from 'vitest';
import { publishedManifest } from './manifest.ts';

it('publishes what an installation needs, without the tools of the clone and the pinned Node', () => {
  const manifest = {
    name: 'assay',
    version: '1.2.3',
    type: 'module',
    imports: { '#host/*': './src/host/*' },
    dependencies: { zod: '4' },
    optionalDependencies: { node: '24', usearch: '2' },
    devDependencies: { vitest: '5' },
    scripts: { test: 'x' },
    overrides: { a: '1' },
    allowScripts: { node: true },
  };
  expect(publishedManifest(manifest)).toEqual({
    name: 'assay',
    version: '1.2.3',
    type: 'module',
    imports: { '#host/*': './src/host/*' },
    dependencies: { zod: '4' },
    optionalDependencies: { usearch: '2' },
  });
});
