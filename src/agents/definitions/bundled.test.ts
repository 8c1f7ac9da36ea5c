import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAgent } from './agent-definition.ts';
import { bundledDefinitions } from './bundled.ts';
import { readSkill } from './skill-definition.ts';

const folder = join(import.meta.dirname, '../bundled');

describe('C11.5 bundled agents and skills', () => {
  it('has agents for research, plans, building, review, code and tests, and skills that a person calls', async () => {
    const { agents, skills } = await bundledDefinitions();
    expect([...agents.keys()]).toEqual(['adversary', 'build', 'code-research', 'plan', 'research', 'test-runner']);
    expect([...skills.values()].map(({ name, forModels }) => [name, forModels])).toEqual([
      ['plan-change', false],
      ['review-hard', false],
      ['step-by-step', false],
    ]);
  });

  it.each(readdirSync(join(folder, 'agents')))('agents/%s has nothing wrong', (name) => {
    const file = join(folder, 'agents', name);
    expect(readAgent(readFileSync(file, 'utf8'), file).problems).toEqual([]);
  });

  it.each(readdirSync(join(folder, 'skills')))('skills/%s has nothing wrong', (name) => {
    const file = join(folder, 'skills', name, 'SKILL.md');
    expect(readSkill(readFileSync(file, 'utf8'), file).problems).toEqual([]);
  });
});
