import { describe, expect, it } from 'vitest';
import type { Tool } from '#contracts/tool.ts';
import { toolCall } from '#sim/answers.ts';
import { noSkillsYet } from '../definitions/loaded-skills.ts';
import type { Skill } from '../definitions/skill-definition.ts';
import { skillTool } from '../definitions/skill-tool.ts';
import { benchFor, placeOf, taskOf } from '../test/attempting.ts';
import { claims, inTurns, played } from '../test/scripts.ts';
import { textTokens } from './context/estimate.ts';
import { nativeSubject, WIRES } from './test/native-subject.ts';

const body = (name: string): string => `${name}-mark ${'word '.repeat(200)}`;
const skillOf = (name: string): Skill => ({
  ...{ name, description: `Does ${name}.`, metadata: {}, allowedTools: [], forModels: true, forPeople: true },
  ...{ body: body(name), file: `/s/${name}/SKILL.md`, hash: '', folder: `/s/${name}` },
});

describe('S5.6 a skill that is put away', () => {
  it('is gone from the model’s input from then on', async () => {
    const skills = new Map(['one', 'two', 'three'].map((name) => [name, skillOf(name)]));
    const tool = skillTool(skills, noSkillsYet(2.5 * textTokens(body('one')))) as unknown as Tool;
    const ask = (name: string) => toolCall('skill', { name });
    const bench = await benchFor(
      nativeSubject(WIRES.anthropic),
      played(inTurns(ask('one'), ask('two'), ask('three'), ask('three'), claims({ done: true }))),
    );
    const { complete } = await bench.attempt(taskOf(), placeOf({ tools: [tool] }));
    expect(complete.result).toEqual({ type: 'claim', claim: { done: true } });
    const read = bench.sim.requests.map(({ request }) => JSON.stringify(request.messages));
    const marks = (text: string | undefined) => text?.match(/(?:one|two|three)-mark/g) ?? [];
    expect(read.map(marks)).toEqual([
      [],
      ['one-mark'],
      ['one-mark', 'two-mark'],
      ['two-mark', 'three-mark'],
      // Asked for again, it is there once.
      ['two-mark', 'three-mark'],
    ]);
    expect(read.at(-1)).toContain('put away; ask for it again');
  });
});
