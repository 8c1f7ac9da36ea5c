import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { BIN, COMPILED } from '../cli/assay.ts';

function place(files: Readonly<Record<string, string>>) {
  const folder = tempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const env = { ...COMPILED, PATH: process.env.PATH ?? '', HOME: folder, ASSAY_HOME: join(folder, '.assay') };
  const tool = (cwd: string, ...args: string[]) => {
    try {
      const options = { cwd: join(folder, cwd), env, encoding: 'utf8', stdio: 'pipe' } as const;
      return execFileSync(BIN, ['tool', ...args], options);
    } catch (thrown) {
      const { stdout, stderr } = z.object({ stdout: z.string(), stderr: z.string() }).parse(thrown);
      return `${stdout}${stderr}`;
    }
  };
  return { folder, tool };
}

/** Each through the command that people and agents type. */
describe('T8 mended faults of the toolbelt', { timeout: 120_000 }, () => {
  it('T1 T8.1 find-binary looks up to the top of the repository', () => {
    const { folder, tool } = place({ '.git/HEAD': 'x', 'bin/our-tool': '#!/bin/sh\n', 'a/b/c/d/x': '' });
    chmodSync(join(folder, 'bin/our-tool'), 0o755);
    expect(tool('a/b/c/d', 'find-binary', 'our-tool')).toContain(join(folder, 'bin/our-tool'));
  });

  it('T5 T8.2 preview tells path and total of a collection inside objects', () => {
    const items = JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id })));
    const { tool } = place({ 'a.json': `{"data":{"items":${items},"next":null},"ok":true}` });
    const shown = tool('.', 'preview', 'a.json');
    expect(shown).toMatch(/\.data\.items: 10 of 300/);
    expect(shown).toContain('.data.items');
  });

  it('T5 T6 T8.3 preview and read take JSON with comments', () => {
    const jsonc = '// top\n{\n  "a": 1, /* "no": */\n  "url": "http://x//y", // here\n  "list": [1, 2, 3,],\n}\n';
    const { tool } = place({ 'tsconfig.json': jsonc, 'b.jsonc': jsonc, 'broken.jsonc': '{\n  // c\n  "a" 1\n}\n' });
    for (const file of ['tsconfig.json', 'b.jsonc']) {
      expect(tool('.', 'preview', file)).toMatch(/JSON with comments/);
      expect(tool('.', 'read', file, '--path', 'url')).toContain('http://x//y');
      expect(tool('.', 'read', file, '--path', 'list[2]')).toContain('3');
    }
    // The place of an error is its place in the file.
    expect(tool('.', 'preview', 'broken.jsonc')).toMatch(/line 3, column 7/);
  });

  it('T5 T8.3 preview counts a large TOML file exactly when asked to', () => {
    const line = `name = "${'x'.repeat(90)}"`;
    const { tool } = place({ 'big.toml': Array.from({ length: 95_000 }, () => `[[item]]\n${line}\n`).join('') });
    expect(tool('.', 'preview', 'big.toml', '--count')).toMatch(/\.item: 10 of 95,000 shown/);
  });

  it('T6 T8.4 read picks a section of Markdown, and a symbol of a script without an ending', () => {
    const { tool } = place({
      'd.md':
        '# One\n\nfirst\n\n## Usage\n\nsecond\n\n```md\n# Not a heading\n```\n\n### More\n\nthird\n\n# Two\n\n## Usage\n\nfourth\n',
      tool: '#!/usr/bin/env python3\nimport os\n\ndef work(a):\n    return a\n\ndef other():\n    pass\n',
      short: '#!/usr/bin/env python3\ndef first():\n    return 1\n',
    });
    const usage = tool('.', 'read', 'd.md', '--section', 'usage');
    expect(usage).toMatch(/One > Usage[\s\S]*second[\s\S]*Not a heading[\s\S]*third/);
    expect(usage).not.toMatch(/first|fourth/);
    expect(tool('.', 'read', 'd.md', '--section', 'Two > Usage')).toContain('fourth');
    expect(tool('.', 'read', 'd.md', '--section', 'Usag')).toMatch(/Usage/);
    const symbol = tool('.', 'read', 'tool', '--symbol', 'work');
    expect(symbol).toContain('return a');
    expect(symbol).not.toContain('other');
    // Who runs a script is no comment on its first function.
    expect(tool('.', 'read', 'short', '--symbol', 'first')).not.toContain('usr/bin/env');
  });

  it('T4 T8.5 shell-check takes a script', () => {
    const { tool } = place({
      'run.sh': '#!/bin/sh\nif [[ $a == b ]]; then echo x; fi\n',
      'ok.sh': '#!/bin/sh\necho x\n',
    });
    expect(tool('.', 'shell-check', '--file', 'run.sh')).toMatch(/\[\[/);
    expect(tool('.', 'shell-check', '--file', 'run.sh', '--json')).toContain('"not-posix"');
    expect(tool('.', 'shell-check', '--file', 'ok.sh', '--json')).toContain('"posix"');
    expect(tool('.', 'shell-check', '--file', 'gone.sh')).toMatch(/FILE_UNREADABLE/);
  });

  it('T2 T8.6 docs-check leaves a script’s own options alone', () => {
    const { tool } = place({
      'README.md': '```sh\nnode prog.js --fancy-flag value\nnode server.mjs --port 3 --other\n```\n',
    });
    const said = tool('.', 'docs-check', 'node', 'README.md');
    expect(said).not.toMatch(/--fancy-flag|--other/);
    const { tool: wrong } = place({ 'README.md': '```sh\nnode --no-such-option prog.js\n```\n' });
    expect(wrong('.', 'docs-check', 'node', 'README.md')).toContain('--no-such-option');
  });
});
