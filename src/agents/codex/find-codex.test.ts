import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { findCodex } from './find-codex.ts';

describe('C1 findCodex', () => {
  it('returns the real file behind npm’s link: a sandbox that has the packages may not have the link', () => {
    const prefix = tempFolder();
    const own = join(prefix, 'lib/node_modules/@openai/codex/bin');
    mkdirSync(own, { recursive: true });
    mkdirSync(join(prefix, 'bin'));
    writeFileSync(join(own, 'codex.js'), '#!/usr/bin/env node\n', { mode: 0o755 });
    symlinkSync('../lib/node_modules/@openai/codex/bin/codex.js', join(prefix, 'bin/codex'));
    expect(findCodex([], { PATH: join(prefix, 'bin') })).toBe(join(own, 'codex.js'));
  });
});
