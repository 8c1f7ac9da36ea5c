import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { movedInstall } from './moved-install.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-moved-'));
  mkdirSync(join(folder, '.bin'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const starter = (top: string): string => {
  const path = `${top}/node_modules/.pnpm/lint@1/node_modules:${top}/node_modules/.pnpm/node_modules`;
  const set = [`  export NODE_PATH="${path}"`, 'else', `  export NODE_PATH="${path}:$NODE_PATH"`];
  return ['#!/bin/sh', 'if [ -z "$NODE_PATH" ]; then', ...set, 'fi', 'exec node lint.js', ''].join('\n');
};

describe('movedInstall', () => {
  it('says where packages are if their start scripts name another place', async () => {
    writeFileSync(join(folder, '.bin/lint'), starter('/was/here'));
    const told = await movedInstall(folder, '/now/node_modules');
    expect(told).toEqual({ NODE_PATH: '/now/node_modules/.pnpm/node_modules' });
  });

  it('says nothing where they name the right one, or none', async () => {
    expect(await movedInstall(join(folder, 'none'), '/now/node_modules')).toEqual({});
    writeFileSync(join(folder, '.bin/plain'), '#!/bin/sh\nexec node plain.js\n');
    expect(await movedInstall(folder, '/now/node_modules')).toEqual({});
    writeFileSync(join(folder, '.bin/lint'), starter('/now'));
    expect(await movedInstall(folder, '/now/node_modules')).toEqual({});
  });
});
