import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

  it('C8 in execute mode writes; in ask mode without anyone to ask it does not', async () => {
    const rig = await openChatRig((request) => {
      const result = lastResult(request);
      return result ? text(result.text) : toolCall('write', { path: `${request.lastUserText}.txt`, text: 'x' });
    });
    expect((await rig.assay(['ask', ...MODEL, '--mode', 'execute', 'yes'])).code).toBe(0);
    expect(readFileSync(join(rig.project, 'yes.txt'), 'utf8')).toBe('x');
    expect((await rig.assay(['ask', ...MODEL, '--mode', 'ask', 'no'])).out).toContain('no person can be asked here');
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

  it('continues an earlier conversation by --run', async () => {
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

  it('where nothing is configured names three ways out', async () => {
    const rig = await openChatRig(() => text('never'));
    rig.env.OPENAI_COMPATIBLE_BASE_URL = '';
    rig.env.PATH = '/usr/bin:/bin';
    const { code, err } = await rig.assay(['ask', 'x']);
    expect(code).toBe(2);
    expect(err).toContain('ANTHROPIC_API_KEY or OPENAI_API_KEY');
    expect(err).toContain('Ollama');
    expect(err).toMatch(/An agent you have: install one \(Claude Code|The agent you have/);
    expect(await rig.assay(['runs', 'list', '--all', '--json'])).toMatchObject({
      out: expect.stringContaining('"runs":[]'),
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
    // As in the other groups, `list` is the command and no folder.
    expect(await rig.assay(['agents', 'list'])).toMatchObject({ code, out });
  });
});
