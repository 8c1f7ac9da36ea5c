import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parts, text, toolCall } from '#sim/answers.ts';
import type { SimRequest } from '#sim/types.ts';
import { jsonLines, MODEL, openChatRig } from './talk.ts';

const lastResult = (request: SimRequest) => request.messages.at(-1)?.toolResults.at(-1);

describe('C1 assay ask', () => {
  it('answers from the project and ends with 0: the answer on stdout, the rest on stderr', async () => {
    const rig = await openChatRig(
      (request) =>
        lastResult(request) ? text(`It says: ${lastResult(request)?.text}`) : toolCall('read', { path: 'a.txt' }),
      { 'a.txt': 'seven' },
    );
    const { code, out, err } = await rig.assay(['ask', ...MODEL, 'what', 'is in a.txt?']);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(out).toContain('seven');
    expect(out).not.toContain('tokens');
    expect(err).toMatch(/compatible:test \(asked for\) · explore mode/);
    expect(err).toContain('· read a.txt');
    expect(err).toMatch(/r\w+ · [\d,]+ tokens · \$0\.00/);
    expect(rig.sim.requests[0]?.request.lastUserText).toContain('what is in a.txt?');
  });

  it('adds what is piped in, and takes a question from there alone', async () => {
    const rig = await openChatRig((request) => text(request.lastUserText));
    const both = await rig.assay(['ask', ...MODEL, 'what could break?'], 'a diff\n');
    expect(both.out.trim()).toBe('what could break?\n\n<input>\na diff\n</input>');
    expect((await rig.assay(['ask', ...MODEL], 'just this')).out.trim()).toBe('just this');
    expect(await rig.assay(['ask', ...MODEL])).toMatchObject({
      code: 2,
      err: expect.stringContaining('nothing was asked'),
    });
  });

  it('C8 in explore mode writes nothing, and the agent is told why', async () => {
    const rig = await openChatRig((request) =>
      lastResult(request)
        ? text(`Refused: ${lastResult(request)?.text}`)
        : toolCall('write', { path: 'b.txt', text: 'x' }),
    );
    const { code, out, err } = await rig.assay(['ask', ...MODEL, 'write b.txt']);
    expect(code).toBe(0);
    expect(existsSync(join(rig.project, 'b.txt'))).toBe(false);
    expect(out).toContain('explore mode writes nothing');
    expect(out).toContain('Say what you would change');
    expect(err).toContain('! ');
    expect(rig.sim.requests[0]?.request.system).toContain('You are in explore mode');
  });

  it('C8 in execute mode writes; in ask mode without anybody to ask it does not', async () => {
    const rig = await openChatRig((request) => {
      const result = lastResult(request);
      return result ? text(result.text) : toolCall('write', { path: `${request.lastUserText}.txt`, text: 'x' });
    });
    expect((await rig.assay(['ask', ...MODEL, '--mode', 'execute', 'yes'])).code).toBe(0);
    expect(readFileSync(join(rig.project, 'yes.txt'), 'utf8')).toBe('x');
    expect((await rig.assay(['ask', ...MODEL, '--mode', 'ask', 'no'])).out).toContain('nobody is there to be asked');
    expect(existsSync(join(rig.project, 'no.txt'))).toBe(false);
  });

  it('C8 runs commands in a sandbox that cannot write in explore mode, and sees only the project', async () => {
    const rig = await openChatRig((request) => {
      const result = lastResult(request);
      return result ? text(result.text) : toolCall('shell', { command: request.lastUserText });
    });
    writeFileSync(join(rig.home, '..', 'outside.txt'), 'the secret');
    expect((await rig.assay(['ask', ...MODEL, 'ls -a'])).out).toContain('.git');
    expect((await rig.assay(['ask', ...MODEL, 'touch x.txt'])).out).toContain('COMMAND_REFUSED');
    const out = (await rig.assay(['ask', ...MODEL, '--mode', 'execute', 'touch x.txt; ls ..'])).out;
    expect(out).not.toContain('outside.txt');
    expect(existsSync(join(rig.project, 'x.txt'))).toBe(true);
  });

  it('gives JSON lines of events, then the result, and nothing else on stdout', async () => {
    const rig = await openChatRig((request) => (lastResult(request) ? text('done') : toolCall('list', {})));
    const lines = jsonLines((await rig.assay(['ask', ...MODEL, '--json', 'x'])).out);
    expect(new Set(lines.map(({ type }) => type))).toEqual(
      new Set([
        'status',
        'usage',
        'permission_request',
        'permission_answer',
        'tool_start',
        'tool_result',
        'text_delta',
        'text_complete',
        'complete',
        'result',
      ]),
    );
    expect(lines.at(-2)).toMatchObject({ type: 'complete', result: { type: 'text', text: 'done' } });
    expect(lines.at(-1)).toMatchObject({
      type: 'result',
      run: expect.stringMatching(/^r/),
      status: 'done',
      text: 'done',
      error: null,
      usage: { turns: 2, usd: 0 },
      backend: 'native',
      model: 'compatible:test',
      simulated: false,
    });
  });

  it('goes on with an earlier conversation by --run', async () => {
    const rig = await openChatRig((request) =>
      text(request.messages.map(({ role, text: said }) => `${role}: ${said}`).join(' | ')),
    );
    await rig.assay(['ask', ...MODEL, 'my name is Ada']);
    const { out, err } = await rig.assay(['ask', '--run', 'last', 'who am I?']);
    expect(out).toContain('user: my name is Ada');
    expect(out).toContain('user: who am I?');
    expect(err).toContain('compatible:test');
    expect(await rig.assay(['ask', '--run', 'nope', 'x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('RUN_UNKNOWN'),
    });
  });

  it('C1.16 goes on with what was said where the agent’s own record of it is gone', async () => {
    const rig = await openChatRig((request) => text(`re: ${request.lastUserText.split('\n').at(-1)}`));
    expect((await rig.assay(['ask', ...MODEL, 'remember the word heron'])).code).toBe(0);
    expect((await rig.assay(['ask', ...MODEL, '--run', 'last', 'still there?'])).code).toBe(0);
    expect(rig.sim.requests.at(-1)?.request.lastUserText).toBe('still there?');
    rmSync(join(rig.home, 'conversations'), { recursive: true });
    expect((await rig.assay(['ask', ...MODEL, '--run', 'last', 'which word?'])).code).toBe(0);
    const { messages = [] } = rig.sim.requests.at(-1)?.request ?? {};
    expect(messages).toHaveLength(1);
    expect(messages[0]?.text).toMatch(/heron[\s\S]*re: remember[\s\S]*still there\?[\s\S]*\n\nwhich word\?$/);
    // What it goes on with from now on has it all.
    await rig.assay(['ask', ...MODEL, '--run', 'last', 'and now?']);
    expect(rig.sim.requests.at(-1)?.request.messages).toHaveLength(3);
    expect(JSON.stringify(rig.sim.requests.at(-1)?.request.messages)).toContain('heron');
  });

  it('with a wrong key says so and ends with 2; the conversation can go on', async () => {
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

  it('where nothing is configured names three ways out', async () => {
    const rig = await openChatRig(() => text('never'));
    rig.env.OPENAI_COMPATIBLE_BASE_URL = '';
    rig.env.PATH = '/usr/bin:/bin';
    const { code, err } = await rig.assay(['ask', 'x']);
    expect(code).toBe(2);
    expect(err).toContain('ANTHROPIC_API_KEY or OPENAI_API_KEY');
    expect(err).toContain('Ollama');
    expect(err).toMatch(/install Claude Code|The agent you have/);
    expect(await rig.assay(['runs', 'list', '--all', '--json'])).toMatchObject({
      out: expect.stringContaining('"runs":[]'),
    });
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

  it('keeps the transcript of every attempt, without secrets', async () => {
    const rig = await openChatRig(() => text('the password is hunter2-hunter2'));
    rig.env.MY_SECRET = 'hunter2-hunter2';
    await rig.assay(['ask', ...MODEL, 'x']);
    const [run = ''] = readdirSync(join(rig.home, 'transcripts'));
    const [file = ''] = readdirSync(join(rig.home, 'transcripts', run));
    expect(file).toBe('turn#1-1.jsonl');
    const kept = readFileSync(join(rig.home, 'transcripts', run, file), 'utf8');
    expect(kept).toContain('[redacted:MY_SECRET]');
    expect(kept).not.toContain('hunter2');
  });

  it('S5 is answered by an agent of the project, with its skills, instructions, tools and limits', async () => {
    const rig = await openChatRig(
      (request) => {
        const result = lastResult(request);
        if (result?.name === 'skill') return toolCall('write', { path: 'x', text: 'x' });
        return result ? text(result.text) : parts({ type: 'toolCall', name: 'skill', input: { name: 'forms' } });
      },
      {
        'AGENTS.md': 'Always be kind.',
        '.agents/skills/forms/SKILL.md': '---\nname: forms\ndescription: Fills forms.\n---\nUse blue ink.',
        '.claude/agents/clerk.md':
          '---\nname: clerk\ndescription: Files things.\ntools: skill, read\n---\nYou are a clerk.',
      },
    );
    const { out, code } = await rig.assay(['ask', ...MODEL, '--mode', 'execute', '--agent', 'clerk', 'x']);
    expect(code).toBe(0);
    const [first, second] = rig.sim.requests;
    expect(first?.request.system).toMatch(/You are a clerk\.[\s\S]*Always be kind\.[\s\S]*- forms: Fills forms\./);
    expect(first?.request.system).not.toContain('blue ink');
    expect(second?.request.messages.at(-1)?.toolResults[0]?.text).toContain('Use blue ink.');
    expect(out).toContain('there is no tool write');
    expect(existsSync(join(rig.project, 'x'))).toBe(false);
  });

  it('S5 assay agents lists what there is and what is wrong with it', async () => {
    const rig = await openChatRig(() => text('never'), {
      '.agents/skills/good/SKILL.md': '---\nname: good\ndescription: Fine.\n---\nx',
      '.agents/skills/bad/SKILL.md': '---\nname: bad\ndescription: Never closed.\nx',
    });
    const { code, out } = await rig.assay(['agents']);
    expect(code).toBe(1);
    expect(out).toMatch(/good {2}Fine\./);
    expect(out).toMatch(/bad\/SKILL\.md:\d+: error: /);
    expect(JSON.parse((await rig.assay(['agents', '--json'])).out)).toMatchObject({
      skills: [{ name: 'good' }],
      problems: [{ severity: 'error' }],
    });
  });
});
