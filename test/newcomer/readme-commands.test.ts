import { describe, expect, it } from 'vitest';
import { readPlan } from '#workflows/gated-pr/plan.ts';
import { ROOT } from '../../scripts/processes.ts';
import { MOST_COMMANDS, readmeWay } from './readme-commands.ts';

describe('G1.1 the README’s commands for a newcomer', () => {
  it('is a plan that can be read, and at most eight commands from the clone to a run', () => {
    const { commands, plan } = readmeWay(ROOT);
    expect(readPlan(plan)).toMatchObject({ items: [{ done: false }], problems: [] });
    expect(commands.length).toBeLessThanOrEqual(MOST_COMMANDS);
    expect(commands.at(-1)).toBe('assay run');
  });
});
