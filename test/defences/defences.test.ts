import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runTool } from '../../scripts/processes.ts';
import { sourceFiles } from '../../scripts/source-files.ts';
import { noBrowser } from '../web/browser.ts';
import { DEFENCES, type Defence } from './defences.ts';

/** A busy machine may take its time: what fails is the defence, never the clock. */
const ATTACK_MS = 600_000;

// A test that a person is safe from something proves nothing if it also passes where they are not. Here each defence is
// taken out of a copy of the sources, and the attack must succeed: the test that keeps it out goes red.

describe('X9.9 without its defence', () => {
  let copy = '';
  // Thousands of small files, on a disk that others may be busy with.
  beforeAll(async () => {
    copy = await copyOfSources();
  }, 600_000);
  afterAll(() => rm(copy, { recursive: true, force: true, maxRetries: 5 }));

  it.for(DEFENCES.map((defence) => [defence.attack, defence] as const))(
    '%s',
    { timeout: 2 * ATTACK_MS },
    async ([, defence], { skip }) => {
      if (defence.inBrowser && noBrowser !== null) skip(noBrowser);
      const before = await takeOut(copy, defence);
      const [file, title] = defence.test;
      const { code, output } = await vitest(copy, file, title);
      for (const [path, text] of before) await writeFile(join(copy, path), text);
      expect([code, output]).toEqual([1, expect.stringContaining(defence.says)]);
    },
  );
});

/** Gives the files as they were. */
async function takeOut(copy: string, { takenOut }: Defence): Promise<ReadonlyMap<string, string>> {
  const before = new Map<string, string>();
  for (const [file, defence, without] of takenOut) {
    const text = await readFile(join(copy, file), 'utf8');
    expect(text.split(defence), `${file} has this once: ${defence}`).toHaveLength(2);
    if (!before.has(file)) before.set(file, text);
    await writeFile(join(copy, file), text.split(defence).join(without));
  }
  return before;
}

async function copyOfSources(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'assay-defences-'));
  for (const path of sourceFiles(ROOT).filter((each) => !/^(docs|bench|\.ci)\//.test(each))) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(ROOT, path), join(copy, path));
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function vitest(cwd: string, file: string, title: string) {
  const { PATH, HOME, LANG, ASSAY_CHROMIUM } = process.env;
  const env = { PATH, HOME, LANG, ASSAY_CHROMIUM, NO_COLOR: '1', ASSAY_PATIENT_MS: String(ATTACK_MS * 0.9) };
  const asked = ['run', file, '-t', title, `--testTimeout=${ATTACK_MS}`];
  return runTool(process.execPath, ['node_modules/vitest/vitest.mjs', ...asked], { cwd, env });
}
