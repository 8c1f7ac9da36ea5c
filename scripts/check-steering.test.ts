import { describe, expect, it } from 'vitest';
import { checkSteering } from './check-steering.ts';
import { ROOT } from './processes.ts';
import { readFiles, sourceFiles } from './source-files.ts';

const found = (path: string, text: string): string[] => checkSteering(new Map([[path, text]]));

describe('X7.18 one module steers a run, and one asks a person', () => {
  it('holds for every file of src', () => {
    const paths = sourceFiles(ROOT);
    const source = (path: string) => /^src\/.*\.ts$/.test(path) && !/\.(test|contract)\.ts$/.test(path);
    expect(checkSteering(readFiles(ROOT, paths, source))).toEqual([]);
  });

  it.each([
    ['mail', "await runs.store.postMail(run, { type: 'pause', why }, me, 1);"],
    ['mail through a destructured store', 'const { postMail } = runs.store;'],
    ['a step', "import { type StepInput, step } from '#engine/step/step.ts';"],
    ['a fork', "import { forkRun } from '#engine/drive/runs.ts';"],
    [
      'an answer to an agent',
      "await sendMail(sender, run, { type: 'signal', signal: PERMIT_SIGNAL, act: null, payload });",
    ],
    ['a question at the terminal', 'const terminal = createInterface({ input: process.stdin });'],
  ])('finds a new way in that goes around it: %s', (_, text) => {
    expect(found('src/app/slack/answer.ts', text)).toEqual([expect.stringContaining('src/app/slack/answer.ts')]);
  });

  it('lets the modules themselves do it', () => {
    expect(found('src/engine/steering/send-mail.ts', 'runs.store.postMail(run, mail, by, at)')).toEqual([]);
    expect(found('src/app/cli/person.ts', 'createInterface({ input: process.stdin })')).toEqual([]);
    expect(found('src/app/server/steer.ts', 'await steerRun(steering, run, mail);')).toEqual([]);
  });
});
