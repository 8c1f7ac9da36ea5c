import { describe, expect, it } from 'vitest';
import type { Json } from '#contracts/json.ts';
import { memoryBlobs } from '#host/blob-store.ts';
import { parts, toolCall } from '#sim/answers.ts';
import type { Answering } from '#sim/types.ts';
import { benchFor, placeOf, taskOf } from '../test/attempting.ts';
import { namedTool } from '../test/named-tool.ts';
import { afterCall, claims, inTurns, played } from '../test/scripts.ts';
import { batches } from './run-calls.ts';
import { nativeSubject, WIRES } from './test/native-subject.ts';
import { MOST_CHARS } from './tool-text.ts';

const subject = nativeSubject(WIRES.anthropic);
const done = claims({ done: true });
const DONE = { type: 'claim', claim: { done: true } };
const open = (answer: Answering) => benchFor(subject, played(answer));
const call = (name: string, input: Json) => ({ type: 'toolCall' as const, name, input });

describe('C1 native: tools of one turn', () => {
  it('that only read run side by side', async () => {
    const both = Promise.withResolvers<string>();
    let begun = 0;
    const meet = (): Promise<string> => {
      begun += 1;
      if (begun === 2) both.resolve('met');
      return both.promise; // alone it would wait for ever
    };
    const tools = [namedTool('one', true, meet), namedTool('two', true, meet)];
    const { attempt } = await open(inTurns(parts(call('one', {}), call('two', {})), done));
    expect((await attempt(taskOf(), placeOf({ tools }))).complete.result).toEqual(DONE);
  });

  it('that write run one by one, in the order the model has them', async () => {
    const seen: string[] = [];
    const slow = (name: string) => async () => {
      seen.push(`${name}+`);
      await new Promise((resolve) => setTimeout(resolve, name === 'a' ? 20 : 0));
      seen.push(`${name}-`);
      return name;
    };
    const tools = [namedTool('a', false, slow('a')), namedTool('b', false, slow('b'))];
    const { attempt } = await open(inTurns(parts(call('a', {}), call('b', {})), done));
    await attempt(taskOf(), placeOf({ tools }));
    expect(seen).toEqual(['a+', 'a-', 'b+', 'b-']);
    expect(batches([1, 2, -3, 4, -5, -6, 7], (n) => n > 0)).toEqual([[1, 2], [-3], [4], [-5], [-6], [7]]);
  });

  it('that say 50 MB are cut, and kept whole', async () => {
    const blobs = memoryBlobs();
    const huge = `begin ${'0123456789'.repeat(5_000_000)} end`;
    const bench = await open(afterCall({ name: 'loud', input: {} }, () => done));
    const place = placeOf({ tools: [namedTool('loud', true, async () => huge)], keep: (bytes) => blobs.put(bytes) });
    const { complete, of } = await bench.attempt(taskOf(), place);
    expect(complete.result).toEqual(DONE);
    const [result] = of('tool_result');
    expect(result?.text.length).toBeLessThan(MOST_CHARS);
    expect(result?.text).toMatch(/^begin [\s\S]*characters are left out[\s\S]* end$/);
    if (result?.blob === undefined) throw new Error('nothing was kept');
    expect(Buffer.from(await blobs.get(result.blob)).toString()).toBe(huge);
    const told = bench.sim.requests.at(-1)?.request.messages.at(-1)?.toolResults[0]?.text ?? '';
    expect(told.length).toBeLessThan(MOST_CHARS);
  });

  it('that throw are reported to the model', async () => {
    const angry = namedTool('angry', true, () => Promise.reject(new Error('no luck')));
    let told = '';
    const { attempt } = await open(
      afterCall({ name: 'angry', input: {} }, (result) => {
        told = result;
        return done;
      }),
    );
    expect((await attempt(taskOf(), placeOf({ tools: [angry] }))).complete.result).toEqual(DONE);
    expect(told).toContain('no luck');
  });

  it('with the name of one of the loop’s own are not offered twice', async () => {
    const { attempt, sim } = await open(done);
    const { of } = await attempt(taskOf(), placeOf({ tools: [namedTool('read', true, async () => 'mine')] }));
    expect(of('status').some(({ message }) => message === 'uses its own read')).toBe(true);
    const names = sim.requests[0]?.request.tools.map(({ name }) => name) ?? [];
    expect(names.filter((name) => name === 'read')).toHaveLength(1);
  });

  it('are explained when a name or an argument is wrong', async () => {
    const told: string[] = [];
    const { attempt } = await open(
      inTurns(toolCall('raed', { path: 'x' }), toolCall('read', { path: 3 }), (request, context) => {
        told.push(...request.messages.flatMap(({ toolResults }) => toolResults.map((each) => each.text)));
        return done(request, context);
      }),
    );
    await attempt();
    expect(told[0]).toMatch(/no tool raed[\s\S]*Did you mean read\? The tools are read, list/);
    expect(told[1]).toMatch(/do not fit[\s\S]*path/);
  });
});
