import { describe, expect, it } from 'vitest';
import { CLAIM, tempFolder } from '../test/attempting.ts';
import { noteTool } from '../test/note-tool.ts';
import { denying } from '../test/permits.ts';
import { play, textOf } from './test/play.ts';

describe('C1 an ACP agent', () => {
  it('streams its words and thoughts, and ends with its text', async () => {
    const { events, complete, of } = await play(['think Hm.', 'say It is blue, and it stays blue.']);
    expect(complete.result).toEqual({ type: 'text', text: 'It is blue, and it stays blue.' });
    expect(of('text_delta').length).toBeGreaterThan(1);
    expect(of('thinking_delta')).toMatchObject([{ text: 'Hm.' }]);
    expect(events.filter(({ type }) => type === 'complete')).toHaveLength(1);
    expect(of('text_complete')).toMatchObject([{ final: true, text: 'It is blue, and it stays blue.' }]);
  });

  it('claims, is told which fields do not fit, and may correct them once', async () => {
    const right = '{"claim":{"done":true},"blocker":null}';
    const wrong = '{"claim":{"done":"very"},"blocker":null}';
    const task = { claim: CLAIM };
    const first = await play([`claim ${right}`], { task });
    expect(first.complete.result).toEqual({ type: 'claim', claim: { done: true } });
    const mended = await play([`mend ${right}`, `claim ${wrong}`], { task });
    expect(mended.complete.result).toEqual({ type: 'claim', claim: { done: true } });
    expect(mended.of('error')).toMatchObject([{ error: { code: 'CLAIM_INVALID' } }]);
    const never = await play([`mend ${wrong}`, `claim ${wrong}`], { task });
    expect(never.complete.result).toMatchObject({ type: 'failed', retry: true, error: { code: 'CLAIM_INVALID' } });
    const blocked = await play(['claim {"claim":null,"blocker":"no database"}'], { task });
    expect(blocked.complete.result).toEqual({ type: 'blocker', blocker: 'no database' });
  });

  it('reports its cost, or that it is unknown', async () => {
    const usage = '{"inputTokens":10,"outputTokens":4,"cachedReadTokens":3,"cachedWriteTokens":2,"totalTokens":19}';
    const told = await play([`usage ${usage}`, 'cost 0.25', 'say hi']);
    expect(told.complete.usage).toEqual({ input: 10, output: 4, cacheRead: 3, cacheWrite: 2, usd: 0.25, turns: 1 });
    const unknown = await play([`usage ${usage}`, 'cost 0', 'say hi']);
    expect(unknown.complete.usage).toMatchObject({ input: 10, usd: null });
    const silent = await play(['say hi']);
    expect(silent.complete.usage).toMatchObject({ input: 0, usd: null });
    const options = { priceOf: ({ input }: { input: number }) => input / 100 };
    const priced = await play([`usage ${usage}`, 'say hi'], { options });
    expect(priced.complete.usage.usd).toBe(0.1);
    for (const line of ['say hi', 'usage {"inputTokens":0,"outputTokens":0}', 'fail no more', 'crash']) {
      const uncounted = await play([line], { options });
      expect([line, uncounted.complete.usage.usd]).toEqual([line, null]);
    }
  });

  it('counts an attempt as one of unknown cost where a part of it is not told', async () => {
    const usage = '{"inputTokens":10,"outputTokens":4}';
    const wrong = '{"claim":{"done":7},"blocker":null}';
    const options = { priceOf: ({ input }: { input: number }) => input / 100 };
    const { complete } = await play([`usage ${usage}`, `mend ${wrong}`, `claim ${wrong}`], {
      options,
      task: { claim: CLAIM },
    });
    expect(complete.usage).toMatchObject({ input: 10, output: 4, usd: null });
  });

  it('refuses a budget in money that no one can count', async () => {
    const task = { limits: { usd: 1 } };
    const priceOf = (_: unknown, model: string | undefined) => (model === 'openai:gpt-5' ? 0 : null);
    for (const options of [{}, { priceOf }]) {
      const { complete, of } = await play(['say hi'], { task, options });
      expect(complete.result).toMatchObject({ type: 'failed', error: { code: 'PRICE_UNKNOWN' } });
      expect([of('status'), complete.usage.usd]).toEqual([[], 0]);
    }
    const known = await play(['say hi'], {
      task: { ...task, model: 'openai:gpt-5' },
      options: { priceOf, profile: { title: 'It', environment: ({ env, home }) => ({ ...env, HOME: home ?? '' }) } },
    });
    expect(known.complete.result).toEqual({ type: 'text', text: 'hi' });
  });

  it('stops if it has a budget in money and its first answer reports no usage', async () => {
    const wrong = '{"claim":{"done":7},"blocker":null}';
    const task = { limits: { usd: 1 }, claim: CLAIM };
    const { complete, of } = await play([`mend ${wrong}`, `claim ${wrong}`], { task, options: { priceOf: () => 0 } });
    expect(complete.result).toMatchObject({ type: 'failed', retry: false, error: { code: 'PRICE_UNKNOWN' } });
    expect(of('text_complete')).toHaveLength(1);
  });

  it('continues a session and counts the difference in cost; starts over, and says so, if there is none', async () => {
    const home = tempFolder();
    const first = await play(['say remember heron', 'cost 0.25'], { home });
    const { resume } = first.complete;
    const history = 'say stork';
    const again = await play(['recall', 'cost 0.75'], { home, task: { resume, history } });
    expect(textOf(again.complete)).toContain('remember heron');
    expect(textOf(again.complete)).not.toContain('stork');
    expect(again.complete.usage.usd).toBe(0.5);
    // What was said before is not told again.
    expect(again.of('text_complete')).toHaveLength(1);
    for (const token of [
      'no-such-token',
      resume?.replace(/s-\d+-\d+/, 's-0-0'),
      resume?.replace('acp:', 'acp:other '),
    ]) {
      const anew = await play(['say hello', 'recall'], { home, task: { resume: token, history } });
      expect(textOf(anew.complete)).toBe('storkhellostork | hello');
      expect(anew.of('status')).toContainEqual(
        expect.objectContaining({ message: expect.stringMatching(/starts over/) }),
      );
    }
  });

  it('offers the tools that are passed in, and asks for each use', async () => {
    const noted: string[] = [];
    const note = noteTool((words) => noted.push(words));
    const used = await play(['tool note {"words":"hi"}', 'tool note {"words":7}'], { place: { tools: [note] } });
    expect(noted).toEqual(['hi']);
    expect(used.of('tool_start')).toMatchObject([{ tool: 'note', input: { words: 'hi' } }, { tool: 'note' }]);
    expect(used.of('tool_result')).toMatchObject([{ ok: true }, { ok: false }]);
    expect(used.of('permission_request')).toMatchObject([{ request: { tool: 'note', action: { type: 'tool' } } }]);
    const denied = await play(['tool note {"words":"no"}'], { place: { tools: [note], permit: denying('tool') } });
    expect(noted).toEqual(['hi']);
    expect(textOf(denied.complete)).toContain('the vault is closed');
  });

  it('says that an agent without HTTP cannot be given tools', async () => {
    const note = noteTool(() => undefined);
    const { complete } = await play(['say hi'], { place: { tools: [note] }, extra: { NO_HTTP: '1' } });
    expect(complete.result).toMatchObject({ type: 'failed', error: { code: 'CONFIG_INVALID' } });
  });
});
