import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { preparedHome } from './prepared-home.ts';

const Result = z.object({
  status: z.literal('completed'),
  run: z.string(),
  output: z.object({ accepted: z.array(z.object({ task: z.string() })), refusals: z.array(z.json()) }),
});

const finished = preparedHome(async (home) => Result.parse(await home.json('demo', 'first-run', '--fast')));

describe('assay demo, interrupted', () => {
  it('stops on Ctrl-C, and resumes to the result of an unbroken run', async () => {
    const { told: unbroken, copy } = await finished();
    const home = copy();
    const demo = home.start('demo', 'first-run');
    await demo.says('build discount refused');
    demo.kill('SIGINT');
    const { code, err } = await demo.ended;
    expect(code).toBe(130);
    const [, run = ''] = /next: assay runs resume (\S+)/.exec(err) ?? [];
    expect(run).not.toBe(unbroken.run);
    const resumed = Result.parse(await home.json('runs', 'resume', run, '--fast'));
    expect(resumed.output).toEqual(unbroken.output);
  });
});
