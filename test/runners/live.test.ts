import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, it } from 'vitest';
import { tempFolder, write } from '#host/testing/temp-folder.ts';
import { describeLive } from '#project/test-runners/fixtures/describe-live.ts';
import { SHAPES } from '#project/test-runners/fixtures/shapes.ts';
import { playStyle } from '../cheats/reports/play-style.ts';
import { STYLES_ELSEWHERE } from '../cheats/reports/projects.ts';

/** Runners that are no dependency of ours: what they bring would be half of our packages. */
const FROM_NPM: Readonly<Record<string, string>> = {
  ...{ jest: 'jest@30', ava: 'ava@6', tap: 'tap@16', tape: 'tape@5', uvu: 'uvu@0.5' },
};

for (const shape of SHAPES.filter(({ fixture }) => fixture === 'vitest' || fixture === 'mocha'))
  describe(`G10.14 ${shape.adapter.runner}, live`, () => {
    describeLive(shape);
  });

for (const shape of SHAPES) {
  const runner = FROM_NPM[shape.fixture];
  if (runner === undefined) continue;
  describe(`G10.15 ${shape.adapter.runner}, live`, () => {
    const folder = tempFolder();
    const modules = join(folder, 'node_modules');
    beforeAll(async () => {
      write(folder, { 'package.json': '{"private":true}' });
      const install = ['install', '--no-package-lock', '--no-audit', '--no-fund', runner, 'fast-check@4'];
      await promisify(execFile)('npm', install, { cwd: folder, timeout: 500_000 });
    }, 510_000);

    it('is there: npm has brought it', ({ expect }) => {
      expect(existsSync(join(modules, shape.fixture, 'package.json'))).toBe(true);
    });
    describeLive(shape, () => modules);
    for (const style of STYLES_ELSEWHERE.filter((each) => each.runner === shape.adapter.runner))
      it('G14.18 is watched: what its report says is compared with what ran', { timeout: 300_000 }, () =>
        playStyle(style, [], modules),
      );
  });
}
