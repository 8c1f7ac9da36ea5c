import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withRuns } from '#app/open-runs.ts';
import { TOOLBELT } from '#tools/registry.ts';
import { makeRun } from '../server/made-run.ts';
import { BIN, tempHome } from './assay.ts';
import { allCommands, helpOf } from './help-pages.ts';

describe('help', () => {
  it('is an overview with groups and examples; without a word, a screenful to begin with', async () => {
    const home = tempHome();
    const [bare, asked, named] = await Promise.all([home.assay(), home.assay('--help'), home.assay('help')]);
    expect([bare.code, asked.code, named.out]).toEqual([0, 0, asked.out]);
    for (const part of ['Start here', 'Runs', 'Tools', 'Examples', 'assay runs fork RUN', 'Exit codes']) {
      expect(asked.out).toContain(part);
    }
    for (const part of ['assay init', 'assay run [PLAN]', 'assay help']) expect(bare.out).toContain(part);
    expect(bare.out.split('\n').length).toBeLessThan(24);
  });

  it('X8.15 of every command shows an example, and is what its command tree tells', async () => {
    const home = tempHome();
    const { out } = await home.assay('--help');
    const listed = [...out.matchAll(/^ {2}assay ([a-z]+(?: [a-z-]+)?)(?= {2}| [A-Z[])/gm)].map(([, name = '']) => name);
    // All that the first page lists, and among them the tools there are.
    expect(new Set(listed).size).toBeGreaterThanOrEqual(35 + TOOLBELT.length);
    const all = (await allCommands()).map((words) => words.join(' '));
    expect(listed.filter((command) => !all.includes(command))).toEqual([]);
    for (const command of new Set(listed))
      expect(await helpOf(command.split(' ')), command).toMatch(/Examples\n {2}\S/);
    for (const command of ['run', 'runs show', 'search'])
      expect(await home.assay(...command.split(' '), '--help')).toMatchObject({
        code: 0,
        out: await helpOf(command.split(' ')),
        err: '',
      });
  });

  it.each([
    [['rns'], 'Did you mean runs?'],
    [['rnu'], 'Did you mean run?'],
    [['foo'], '`assay --help` lists'],
    [['plan'], '`assay plan` alone does nothing\n  next: Its commands: `assay plan check`.'],
    [['sources', 'add'], '`assay sources add --help` shows how it is used.'],
    [['--frobnicate'], '`assay --help` shows how it is used.'],
    [['help', 'rnu'], 'Did you mean run?'],
    [['help', 'nothing-like-it'], '`assay help` lists every command.'],
    [['runs', 'shwo', 'last'], 'Did you mean `assay runs show last`?'],
    [['runs', 'last'], 'Did you mean `assay runs show last`?'],
    [['runs', 'list', '--limt', '3'], 'Did you mean --limit?'],
    [['sim', '--port', 'many'], 'It must be a whole number.'],
    [['serve', '--port', '99999'], 'Ports go up to 65535.'],
    [['run', '--usd', 'five'], 'It must be a number above 0'],
    [['run', '--usd', '0'], 'It must be a number above 0'],
    [['run', '--tokens', '0'], 'It must be at least 1.'],
  ])('names what was nearest to %j', async (args, hint) => {
    const { code, out, err } = await tempHome().assay(...args);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(hint)]);
  });
});

it('X8.15 research without a model begins no run, and says how to get one', async () => {
  const home = tempHome();
  const { code, err } = await home.assay('research', 'what is this?');
  expect([code, err]).toEqual([2, expect.stringMatching(/MODEL_KEY_MISSING[\s\S]*next: One of these is enough/)]);
  expect((await home.assay('runs')).out).toContain('No runs yet');
});

describe('completion', () => {
  it('scripts are ones the shell takes', () => {
    const script = `source <("${BIN}" completion bash) && complete -p assay`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toContain('assay');
  });

  it.each(['bash', 'zsh', 'fish'])('there is one for %s', async (shell) => {
    const { code, out } = await tempHome().assay('completion', shell);
    expect([code, out]).toEqual([0, expect.stringContaining('assay complete --')]);
  });

  it('offers commands, options, scenarios and runs', async () => {
    const home = tempHome();
    const offered = async (...words: string[]) => (await home.assay('complete', '--', ...words)).out;
    expect(await offered('')).toMatch(/^demo\t/m);
    expect(await offered('runs', '')).toMatch(/^fork\t/m);
    expect(await offered('runs', 'list', '--')).toMatch(/^--status/m);
    expect(await offered('sim', 'fl')).toMatch(/^flaky\t/m);
    const run = await withRuns({ ASSAY_HOME: home.root }, (runs) => makeRun(runs, { id: 'made' }));
    expect(await offered('runs', 'show', '')).toContain(run);
    expect(await offered('runs', 'resume', 'la')).toMatch(/^last/m);
  });

  it('knows no other shell', async () => {
    expect((await tempHome().assay('completion', 'tcsh')).code).toBe(2);
  });
});

describe('assay sim', () => {
  it('tells its address as JSON, and ends on Ctrl-C', async () => {
    const sim = tempHome().start('sim', 'echo', '--latency', '0', '--json');
    await sim.says('listening');
    sim.kill('SIGINT');
    const { code, out } = await sim.ended;
    expect([code, JSON.parse(out)]).toEqual([0, { type: 'listening', scenario: 'echo', url: expect.any(String) }]);
  });

  it('answers a client', async () => {
    const sim = tempHome().start('sim', 'echo', '--latency', '0');
    await sim.says('One line per request');
    const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(sim.said()) ?? [];
    const body = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'hello there' }] };
    const url = `${address}/v1/messages`;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(JSON.stringify(await answer.json())).toContain('hello there');
    await sim.says('anthropic m turn 1');
    sim.kill('SIGINT');
    const { code, out, err } = await sim.ended;
    expect([code, err]).toEqual([0, expect.stringContaining('stopped after 1 requests')]);
    expect(out).toContain('export ANTHROPIC_BASE_URL=http://127.0.0.1:');
  });

  it('reports that the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { code, err } = await tempHome().assay('sim', '--port', String(port));
    server.close();
    expect([code, err]).toEqual([2, expect.stringContaining('error PORT_IN_USE')]);
  });
});

describe('what people type first', () => {
  it('X8.13 `assay help` and `assay help COMMAND` are the help, which fits the screen', async () => {
    const home = tempHome();
    const [all, one] = [await home.assay('help'), await home.assay('help', 'run')];
    expect([all.code, all.out]).toEqual([0, (await home.assay('--help')).out]);
    const entries = all.out.split('\n').filter((line) => line.startsWith('  assay '));
    expect(entries.filter((line) => line.length > 100)).toEqual([]);
    expect([one.code, one.out]).toEqual([0, expect.stringContaining('Usage: assay run')]);
  });

  it('X8.13 bash completes without the bash-completion package', async () => {
    const { out } = await tempHome().assay('completion', 'bash');
    const asks = `COMP_WORDS=(assay ru); COMP_CWORD=1; _get_comp_words_by_ref -n "=:" cur prev words cword; echo "$cur $prev $cword"`;
    const said = execFileSync('bash', ['--norc', '--noprofile', '-c', `${out}\n${asks}`], { encoding: 'utf8' });
    expect(said.trim()).toBe('ru assay 1');
  });
});

describe('a home that cannot be used', () => {
  it('is named, with what to do', async () => {
    const { root } = tempHome();
    const blocked = join(root, 'file', 'home');
    mkdirSync(dirname(dirname(blocked)), { recursive: true });
    writeFileSync(dirname(blocked), 'in the way');
    const home = tempHome({ ASSAY_HOME: blocked });
    const { code, err } = await home.assay('runs');
    expect([code, err]).toEqual([2, expect.stringContaining('error HOME_UNWRITABLE')]);
    expect(err).toContain('set ASSAY_HOME to another one');
    expect((await home.assay('doctor')).code).toBe(2);
  });
});
