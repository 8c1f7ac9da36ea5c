import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkLinks } from './check-links.ts';

it('finds the link to a file that is not there', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-links-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs/there.md'), '');
  const text = [
    '[a](there.md#part), [`b`](../docs), [c](https://example.com/x), [d](#here)',
    '`[no](link.md)` and [gone](gone.md)',
    '```\n[code](code.md)\n```',
  ].join('\n');
  expect(checkLinks(root, new Map([['docs/page.md', text]]))).toEqual([
    'docs/page.md links to gone.md, which is not there',
  ]);
});
