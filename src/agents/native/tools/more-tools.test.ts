import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { AttemptEnv, Helper } from '#contracts/agent.ts';
import type { Json } from '#contracts/json.ts';
import { defineTool, type Tool } from '#contracts/tool.ts';
import { text, toolCall } from '#sim/answers.ts';
import type { SimRequest } from '#sim/types.ts';
import { benchFor, placeOf, taskOf, tempFolder } from '../../test/attempting.ts';
import { claims, inTurns, MARK, played } from '../../test/scripts.ts';
import { pathLocks } from '../files/path-locks.ts';
import { nativeSubject, WIRES } from '../test/native-subject.ts';
import { useTool } from '../test/use-tool.ts';
import { toolbox } from './native-tools.ts';

function workshop(files: Record<string, string> = {}, more: Partial<AttemptEnv> = {}) {
  const place = placeOf({ folder: tempFolder(), ...more });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(place.folder, path, '..'), { recursive: true });
    writeFileSync(join(place.folder, path), content);
  }
  const { tools } = toolbox(place, pathLocks(), async () => ({ ok: true, output: { answer: '' } }));
  const use = (name: string, input: Json) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return useTool(tool, input);
  };
  return { folder: place.folder, tools, use };
}

describe('C1.10 tools that a demanding user expects', () => {
  it('find gives files by a part of their name or a glob, without what git ignores', async () => {
    const { use } = workshop({
      'src/a.test.ts': '',
      'src/deep/b.test.ts': '',
      'node_modules/x.test.ts': '',
      '.gitignore': 'node_modules',
    });
    expect((await use('find', { name: '*.test.ts' })).text).toBe('src/a.test.ts\nsrc/deep/b.test.ts');
    expect((await use('find', { name: 'B.Test' })).text).toBe('src/deep/b.test.ts');
    expect((await use('find', { name: 'src/*/b*' })).text).toBe('src/deep/b.test.ts');
    expect((await use('find', { name: 'zzz' })).text).toBe('No file has such a name.');
  });

  it('search shows the lines around a match', async () => {
    const { use } = workshop({ 'a.txt': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight two\nnine\n' });
    expect((await use('search', { pattern: 'two', context: 1 })).text.split('\n')).toEqual([
      'a.txt-1-one',
      'a.txt:2:two',
      'a.txt-3-three',
      '--',
      'a.txt-7-seven',
      'a.txt:8:eight two',
      'a.txt-9-nine',
    ]);
  });

  it('shell takes several lines and here-documents, and runs in the background', async () => {
    const { use } = workshop();
    const many = await use('shell', { command: 'a=1\nfor n in 1 2; do\n  echo "$a-$n"\ndone\ncat <<END\nhere\nEND' });
    expect(many.text).toContain('1-1\n1-2\nhere');
    const started = await use('shell', { command: 'sleep 0.2; echo later', background: true });
    expect(started.text).toBe('started as job1');
    expect((await use('job', { id: 'job1', seconds: 60 })).text).toMatch(/exit code 0\nlater/);
    await use('shell', { command: 'sleep 600', background: true });
    expect((await use('job', { id: 'job2', seconds: 0 })).text).toMatch(/still running: sleep 600/);
    expect((await use('job', { id: 'job2', stop: true })).text).toMatch(/stopped|ended/);
    expect((await use('job', { id: 'job9' })).code).toBe('TOOL_INPUT_INVALID');
  });

  it('edit and write say at once where a file does not parse', async () => {
    const { use } = workshop({ 'a.ts': 'export const a = (b: number) => b;\n' });
    const broken = await use('edit', { path: 'a.ts', old: '=> b', new: '=> { b' });
    expect(broken.text).toMatch(/does not parse as typescript here:\na\.ts:1/);
    expect((await use('write', { path: 'b.py', text: 'def f(:\n  pass\n' })).text).toMatch(/b\.py:1/);
    expect((await use('write', { path: 'c.py', text: 'def f():\n  pass\n' })).text).toBe('created c.py (2 lines)');
    expect((await use('write', { path: 'd.txt', text: '((((' })).text).toBe('created d.txt (1 line)');
  });

  it('plan keeps a list that people see', async () => {
    const { use } = workshop();
    const { text: shown } = await use('plan', {
      steps: [
        { text: 'look', state: 'done' },
        { text: 'mend', state: 'doing' },
      ],
    });
    expect(shown).toBe('[x] look\n[>] mend');
  });

  it('C1.13 fetch exists only with network access, does not follow redirects by itself, and shows text', async () => {
    expect(workshop().tools.has('fetch')).toBe(false);
    const server = createServer((request, answer) => {
      if (request.url === '/moved') return answer.writeHead(302, { location: '/page' }).end();
      answer.setHeader('content-type', 'text/html').end('<html><script>x()</script><p>Hello &amp; good day</p></html>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { use, tools } = workshop({}, { reach: fetch });
    expect((await use('fetch', { url: `${base}/page` })).text).toBe('status 200\nHello & good day');
    expect((await use('fetch', { url: `${base}/moved` })).text).toContain(`${base}/page now`);
    const prepared = await tools.get('fetch')?.prepare({ url: `${base}/page` });
    expect(prepared).toMatchObject({ ok: true, action: { type: 'fetch', url: `${base}/page` } });
    expect((await use('fetch', { url: 'file:///etc/passwd' })).code).toBe('TOOL_INPUT_INVALID');
  });

  it('offers no tool that its definition leaves out', () => {
    const mayUse = (tool: string) => ['read', 'search'].includes(tool);
    expect([...workshop({}, { mayUse }).tools.keys()]).toEqual(['read', 'search']);
  });

  it('T8.9 gives a tool that opens files by their path copies of files of the folder, and no others', async () => {
    const shape = { input: z.object({ file: z.string() }), output: z.object({ text: z.string() }) };
    const tool = defineTool({
      ...{ name: 'peek', title: '', description: '', examples: [], errors: {}, readsFiles: ['file'], ...shape },
      annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      run: async ({ file }, { cwd }) => {
        const { readFileSync } = await import('node:fs');
        const said = readFileSync(join(cwd, file), 'utf8');
        return { ok: true, output: { text: said }, text: said };
      },
    }) as unknown as Tool;
    const { use, folder, tools } = workshop({ 'sub/a.txt': 'inside' }, { tools: [tool] });
    expect((await use('peek', { file: 'sub/a.txt' })).text).toBe('inside');
    expect(await tools.get('peek')?.prepare({ file: 'sub/a.txt' })).toMatchObject({
      action: { type: 'read', paths: ['sub/a.txt'] },
    });
    symlinkSync('/etc/passwd', join(folder, 'out'));
    expect((await use('peek', { file: 'out' })).ok).toBe(false);
    expect((await use('peek', { file: '../../etc/passwd' })).ok).toBe(false);
  });

  it('knows where it works, thinks with the requested effort, and asks helpers with their own text and model', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'only-file.txt'), '');
    const helper: Helper = {
      ...{ description: 'Reads closely.', system: 'You read closely.', mayUse: (tool: string) => tool === 'read' },
      ...{ model: 'anthropic:claude-haiku-other', thinking: { effort: 'none' } },
    };
    const isHelper = ({ system }: SimRequest): boolean => system.includes('You read closely');
    const bench = await benchFor(
      nativeSubject(WIRES.anthropic),
      played((request, context) =>
        isHelper(request)
          ? text('It is fine.')
          : inTurns(
              toolCall('task', { prompt: `${MARK}: look`, agent: 'close-reader' }),
              toolCall('task', { prompt: `${MARK}: look`, agent: 'nobody' }),
              claims({ done: true }),
            )(request, context),
      ),
    );
    const place = placeOf({ folder, helpers: new Map([['close-reader', helper]]) });
    const { complete, of } = await bench.attempt(taskOf({ thinking: { effort: 'low' } }), place);
    expect(complete.result).toEqual({ type: 'claim', claim: { done: true } });
    const asked = bench.sim.requests.map(({ request }) => request);
    const own = asked.find((request) => !isHelper(request));
    expect(own?.system).toMatch(/Where you are[\s\S]*only-file\.txt/);
    expect(own?.tools.find(({ name }) => name === 'task')?.description).toContain('close-reader (Reads closely.)');
    const theirs = asked.filter(isHelper);
    expect([own?.thinking, ...theirs.map(({ thinking }) => thinking)]).toEqual([true, false]);
    expect(theirs.map(({ tools }) => tools.map(({ name }) => name))).toEqual([['read']]);
    expect(of('tool_result').map(({ text: said }) => said)).toEqual([
      'It is fine.',
      expect.stringContaining('there is no helper nobody'),
    ]);
  });
});
