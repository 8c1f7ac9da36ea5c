import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import type { Permit } from '#contracts/permission.ts';
import { defineTool } from '#contracts/tool.ts';
import { text, toolCall } from '#sim/answers.ts';
import { placeOf, taskOf, tempFolder } from '../attempting.ts';
import { afterCall, claims, inTurns, played } from '../scripts.ts';
import type { ContractKit } from './kit.ts';

const done = claims({ done: true });
const DONE = { type: 'claim', claim: { done: true } };

/** What is seen of an attempt while it goes on. */
export function seenContract({ subject, test, open }: ContractKit): void {
  const { calls } = subject;
  describe(`C1 ${subject.name}: what is seen of it`, () => {
    test(['streaming'], 'text is passed on while the model still speaks', async () => {
      const long = 'word '.repeat(80);
      const latency = { chunkMs: 5, chunkChars: 10 };
      const bench = await open(played(() => ({ ...text(long), latency })));
      let pending: string | undefined;
      const see = ({ type }: { type: string }): void => {
        if (type === 'text_delta') pending ??= bench.sim.requests.at(-1)?.outcome;
      };
      const { of } = await bench.attempt(taskOf({ claim: null }), placeOf(), { see });
      expect(pending).toBe('pending');
      expect(of('text_delta').length).toBeGreaterThan(5);
      expect(
        of('text_delta')
          .map((each) => each.text)
          .join('')
          .trim(),
      ).toBe(long.trim());
      expect(of('text_complete').at(-1)).toMatchObject({ final: true, turn: of('text_delta')[0]?.turn });
    });

    test([], 'every text has a turn of its own, and every use of a tool its id', async () => {
      const write = (n: number) => {
        const { name, input } = calls.write(`${n}.txt`, 'x', folder);
        return {
          parts: [
            { type: 'text' as const, text: `Step ${n}.` },
            { type: 'toolCall' as const, name, input },
          ],
        };
      };
      const folder = tempFolder();
      const { attempt } = await open(played(inTurns(write(1), write(2), write(3), done)));
      const { of, complete } = await attempt(taskOf(), placeOf({ folder }));
      expect(complete.result).toEqual(DONE);
      const turns = of('text_complete')
        .filter((each) => /^Step/.test(each.text))
        .map(({ turn }) => turn);
      expect([turns.length, new Set(turns).size]).toEqual([3, 3]);
      const ids = of('tool_start').map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(of('tool_result').map(({ id }) => id)).toEqual(ids);
    });

    test([], 'a tool works in the folder, and the model gets its result', async () => {
      const folder = tempFolder();
      writeFileSync(join(folder, 'in.txt'), 'the magic word\n');
      const seen: string[] = [];
      const script = afterCall(calls.read('in.txt', folder), (result) => {
        seen.push(result);
        return afterCall(calls.write('out.txt', 'written', folder), () => done);
      });
      const { attempt } = await open(played(script));
      const { complete, of } = await attempt(taskOf(), placeOf({ folder }));
      expect(complete.result).toEqual(DONE);
      expect(seen[0]).toContain('the magic word');
      expect(readFileSync(join(folder, 'out.txt'), 'utf8').trim()).toBe('written');
      expect(of('tool_result').map(({ ok }) => ok)).toEqual([true, true]);
    });

    test(['passed-tools'], 'tools that are passed in can be used, and are asked for', async () => {
      const noted: string[] = [];
      const asked: string[] = [];
      const permit: Permit = async ({ tool }) => {
        asked.push(tool);
        return { type: 'allow', by: 'mode' };
      };
      const note = noteTool((words) => noted.push(words));
      const { attempt } = await open(played(afterCall({ name: 'note', input: { words: 'hi' } }, () => done)));
      const { complete } = await attempt(taskOf(), placeOf({ tools: [note], permit }));
      expect([complete.result, noted]).toEqual([DONE, ['hi']]);
      expect(asked.some((tool) => tool.endsWith('note'))).toBe(true);
    });

    test(['bad-arguments'], 'a use that does not fit is told, and is no end', async () => {
      const wrong = [toolCall('no_such_tool', {}), toolCall(calls.read('a', '.').name, { nonsense: 1 })];
      const results: string[] = [];
      const { attempt } = await open(
        played(
          inTurns(...wrong, (request, context) => {
            results.push(...request.messages.flatMap(({ toolResults }) => toolResults.map((each) => each.text)));
            return done(request, context);
          }),
        ),
      );
      const { complete } = await attempt();
      expect(complete.result).toEqual(DONE);
      expect(results).toHaveLength(2);
    });
  });
}

const noteTool = (note: (words: string) => void) =>
  defineTool({
    name: 'note',
    title: 'Note',
    description: 'Notes words.',
    input: z.object({ words: z.string() }),
    output: z.object({}),
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [],
    errors: {},
    run: async ({ words }) => {
      note(words);
      return { ok: true, output: {}, text: 'noted' };
    },
  });
