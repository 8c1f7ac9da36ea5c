import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { localReports } from './local-reports.ts';

describe('reports that a runner puts in the project', () => {
  it('are found in real folders only: links that tests left are not followed, also round in circles', async () => {
    const project = mkdtempSync(join(tmpdir(), 'assay-project-'));
    onTestFinished(() => rmSync(project, { recursive: true, force: true }));
    await mkdir(join(project, 'build/deep'), { recursive: true });
    await using place = await localReports(project);
    const report = { from: 'project', folders: ['build'], suffix: '.xml' } as const;
    await place.prepare({ report, supply: {} });
    for (const name of ['a', 'b']) symlinkSync('.', join(project, 'build', name));
    symlinkSync('/etc', join(project, 'build/etc'));
    symlinkSync('/etc/hostname', join(project, 'build/forged.xml'));
    writeFileSync(join(project, 'build/deep/r.xml'), '<testsuite/>');
    expect(await place.collect(report)).toEqual(['<testsuite/>']);
  });
});
