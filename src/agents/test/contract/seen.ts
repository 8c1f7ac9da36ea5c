import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { text, toolCall } from '#sim/answers.ts';
import { placeOf, taskOf, tempFolder } from '../attempting.ts';
import { heldUntil } from '../held-clock.ts';
import { noteTool } from '../note-tool.ts';
import { denying } from '../permits.ts';
import { afterCall, claims, inTurns, played, words } from '../scripts.ts';
import type { ContractKit } from './kit.ts';

const done = claims({ done: true });
const DONE = { type: 'claim', claim: { done: true } };

/** What is visible of an attempt while it runs. */
export function seenContract({ subject, test, open }: ContractKit): void {
  const { calls } = subject;
  describe(`C1 ${subject.name}: its events`, () => {
    test(['streaming'], 'text is passed on while the model still speaks', async () => {
      const long = words(80);
      const latency = { chunkMs: 1, chunkChars: 10 };
      const shown = Promise.withResolvers<void>();
      // The model pauses in the middle until something of it was seen.
      const clock = heldUntil(shown.promise, 20);
      const bench = await open(
        played(() => ({ ...text(long), latency })),
        clock,
      );
      let pending: string | undefined;
      const see = ({ type }: { type: string }): void => {
        if (type !== 'text_delta') return;
        pending ??= bench.sim.requests.at(-1)?.outcome;
        shown.resolve();
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

    test(['passed-tools'], 'tools that are passed in can be used, each use asked for', async () => {
      const noted: string[] = [];
      const note = noteTool((each) => noted.push(each));
      const script = played(afterCall({ name: 'note', input: { words: 'hi' } }, () => done));
      const { attempt } = await open(script);
      const allowed = await attempt(taskOf(), placeOf({ tools: [note] }));
      expect([allowed.complete.result, noted]).toEqual([DONE, ['hi']]);
      expect(allowed.of('permission_request').some(({ request }) => request.tool.endsWith('note'))).toBe(true);
      // Not every agent tells its client the name of the tool.
      expect(allowed.of('tool_start').length).toBeGreaterThan(0);
      const denied = await attempt(taskOf(), placeOf({ tools: [note], permit: denying('tool', 'note') }));
      expect([denied.complete.result, noted]).toEqual([DONE, ['hi']]);
      expect(denied.of('permission_answer').some(({ answer }) => answer.type === 'deny')).toBe(true);
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
