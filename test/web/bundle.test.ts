import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { builtPage } from './built-page.ts';

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
);

/** Scripts, styles and the worker that holds the connection: all that a first visit loads. */
const MOST_BYTES = 150 * 1024;

describe('C10 the size of the page', () => {
  it('C10.12 loads less than 150 KB, compressed, before it can be used', async () => {
    const web = await builtPage();
    const manifest = Manifest.parse(JSON.parse(await readFile(join(web, '.vite/manifest.json'), 'utf8')));
    const first = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
    const files = new Set<string>();
    const follow = (name: string): void => {
      const chunk = manifest[name];
      if (!chunk || files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const style of chunk.css ?? []) files.add(style);
      for (const imported of chunk.imports ?? []) follow(imported);
    };
    follow(first ?? '');
    const assets = await readdir(join(web, 'assets'));
    for (const name of assets) if (name.startsWith('stream-worker')) files.add(`assets/${name}`);
    expect(files.size).toBeGreaterThan(0);
    let bytes = 0;
    for (const file of files) bytes += gzipSync(await readFile(join(web, file))).byteLength;
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(bytes).toBeGreaterThan(10 * 1024);
  });

  it('has nothing external in its HTML, and a nonce wherever the policy requires one', async () => {
    const html = await readFile(join(await builtPage(), 'index.html'), 'utf8');
    expect(html).not.toMatch(/https?:\/\//);
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) expect(script).toContain('nonce="ASSAY_CSP_NONCE"');
  });
});
