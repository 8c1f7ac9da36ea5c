import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text } from '#sim/answers.ts';
import { MODEL, openChatRig } from './talk.ts';

describe('C1 assay ask, where something is wrong', () => {
  it('C1.16 continues a conversation even if the agent’s own record of it is gone', async () => {
    const rig = await openChatRig((request) => text(`re: ${request.lastUserText.split('\n').at(-1)}`));
    expect((await rig.assay(['ask', ...MODEL, 'remember the word heron'])).code).toBe(0);
    expect((await rig.assay(['ask', ...MODEL, '--run', 'last', 'still there?'])).code).toBe(0);
    expect(rig.sim.requests.at(-1)?.request.lastUserText).toBe('still there?');
    rmSync(join(rig.home, 'conversations'), { recursive: true });
    expect((await rig.assay(['ask', ...MODEL, '--run', 'last', 'which word?'])).code).toBe(0);
    const { messages = [] } = rig.sim.requests.at(-1)?.request ?? {};
    expect(messages).toHaveLength(1);
    expect(messages[0]?.text).toMatch(/heron[\s\S]*re: remember[\s\S]*still there\?[\s\S]*\n\nwhich word\?$/);
    // From now on its history is complete.
    await rig.assay(['ask', ...MODEL, '--run', 'last', 'and now?']);
    expect(rig.sim.requests.at(-1)?.request.messages).toHaveLength(3);
    expect(JSON.stringify(rig.sim.requests.at(-1)?.request.messages)).toContain('heron');
  });

  it('with a wrong key says so and ends with 2; the conversation can continue', async () => {
    let isRight = false;
    const rig = await openChatRig(() => (isRight ? text('welcome') : { fault: { kind: 'status', status: 401 } }));
    const env = {
      ...rig.env,
      ANTHROPIC_API_KEY: 'sk-ant-wrong-wrong-wrong',
      ANTHROPIC_BASE_URL: rig.sim.url,
    };
    Object.assign(rig.env, env);
    const { code, out, err } = await rig.assay(['ask', 'x']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/error MODEL_KEY_REFUSED: .*ANTHROPIC_API_KEY|MODEL_KEY_REFUSED/);
    expect(err).not.toContain('wrong-wrong');
    expect(err).toContain('found by ANTHROPIC_API_KEY');
    isRight = true;
    expect((await rig.assay(['ask', '--run', 'last', 'again'])).out.trim()).toBe('welcome');
  });

  it('says that a model is simulated', async () => {
    const rig = await openChatRig(() => text('never'));
    const { out, err, code } = await rig.assay(['ask', '--simulated', 'hello']);
    expect({ code, out: out.trim() }).toEqual({ code: 0, out: 'hello' });
    expect(err).toContain('model: simulated');
    expect((await rig.assay(['ask', '--simulated', '--json', 'x'])).out).toContain('"simulated":true');
  });

  it.each([
    [['--backend', 'bash'], 'there is no backend "bash"'],
    [['--model', 'gpt'], 'names no provider'],
    [['--model', 'openai:gpt-5'], 'OPENAI_API_KEY is not set'],
    [['--agent', 'nobody'], 'there is no agent nobody'],
    [['--mode', 'yolo'], 'yolo'],
  ])('refuses %s with exit code 2', async (options, expected) => {
    const rig = await openChatRig(() => text('never'));
    expect(await rig.assay(['ask', ...options, 'x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(expected),
    });
  });
});
