import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Json } from '#contracts/json.ts';
import type { AskPerson } from '#contracts/permission.ts';
import type { Tool } from '#contracts/tool.ts';
import { askSecretTool } from './ask-secret.ts';
import { diagramProblems } from './check-diagram.ts';
import { keepStateTool } from './keep-state.ts';
import { validateTool } from './validate.ts';

const use = (tool: Tool, input: Json) =>
  tool.run(tool.input.parse(input), {
    ...{ signal: new AbortController().signal, cwd: '/', progress: () => undefined },
  });

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-state-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'run/state.json');
}

describe('C11.3 the state that an agent keeps in a conversation', () => {
  it('survives for the next process, by key, and is removed when it is emptied', async () => {
    const file = stateFile();
    const open = () => keepStateTool(file, (text) => text);
    expect(await use(open(), { do: 'get', key: 'goal' })).toMatchObject({ output: { keys: [], text: null } });
    await use(open(), { do: 'set', key: 'goal', text: 'mend totals' });
    await use(open(), { do: 'set', key: 'step', text: '2 of 5' });
    expect(await use(open(), { do: 'get', key: 'goal' })).toMatchObject({ output: { text: 'mend totals' } });
    await use(open(), { do: 'set', key: 'goal' });
    expect(await use(open(), { do: 'list' })).toMatchObject({ output: { keys: ['step'] } });
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('contains no known secret', async () => {
    const file = stateFile();
    const tool = keepStateTool(file, (text) => text.replaceAll('hunter2', '[secret]'));
    await use(tool, { do: 'set', key: 'login', text: 'it is hunter2' });
    expect(readFileSync(file, 'utf8')).not.toContain('hunter2');
  });

  it('has an end', async () => {
    const tool = keepStateTool(stateFile(), (text) => text);
    for (let no = 0; no < 100; no += 1) await use(tool, { do: 'set', key: `k${no}`, text: 'x' });
    expect(await use(tool, { do: 'set', key: 'one-more', text: 'x' })).toMatchObject({ ok: false });
    expect(await use(tool, { do: 'set', key: 'k1', text: 'y' })).toMatchObject({ ok: true });
  });
});

describe('C11.4 files are validated', () => {
  it.each([
    ['agent', '---\nname: reviewer\ndescription: Reads.\n---\nYou review.', null],
    ['agent', '---\nname: reviewer\nlimits: { turns: -1 }\n---\nYou review.', /turns/],
    ['skill', '---\nname: forms\ndescription: Fills forms.\n---\nDo it.', null],
    ['skill', '---\nname: forms\nlicence: MIT\ndescription: x\n---\nDo it.', /licence/],
    ['config', '{ "backend": "native" }', null],
    ['config', '{ "backand": "native" }', /backand/],
    ['diagram', '```mermaid\nflowchart LR\n  a["one [1]"] --> b(two)\n```', null],
    ['diagram', 'flowchart LR\n  a[one --> b', /line 2: "]" is missing/],
  ])('%s: %s', async (kind, text, problem) => {
    const answer = await use(validateTool(), { kind, text });
    if (problem === null) expect(answer).toMatchObject({ output: { valid: true, problems: [] } });
    else expect(answer).toMatchObject({ output: { valid: false }, text: expect.stringMatching(problem) });
  });

  it.each([
    ['sequenceDiagram\n  A->>B: hello\n  loop daily\n    B->>A: hi\n  end', []],
    ['sequenceDiagram\n  loop daily\n    B->>A: hi', ['1 × "end" is missing']],
    ['flowchart SIDEWAYS\n  a --> b', ['line 1: after flowchart comes TB, TD, BT, RL or LR, and nothing else']],
    ['graph TD\n  a -->', ['line 2: the arrow leads nowhere']],
    ['boxes\n  a --> b', ['line 1: "boxes" is not a known kind of diagram']],
    ['%% a note\n', ['it is empty']],
  ])('a diagram: %s', (text, problems) => {
    expect(diagramProblems(text)).toEqual(problems);
  });
});

describe('C11.2 an agent asks for a secret', () => {
  const input = { source: 'tracker', name: 'TOKEN', why: 'to list issues' };
  const saying = (answer: 'allow' | 'deny', asked: string[], then = (): void => undefined): AskPerson =>
    (async ({ why }: { why: string }) => {
      asked.push(why);
      then();
      return { answer };
    }) as unknown as AskPerson;

  it('only says that it is stored', async () => {
    const stored = new Set<string>();
    const asked: string[] = [];
    const store = { has: async (source: string, name: string) => stored.has(`${source}/${name}`) };
    const tool = askSecretTool(
      store,
      saying('allow', asked, () => stored.add('tracker/TOKEN')),
    );
    expect(await use(tool, input)).toEqual({ ok: true, output: { stored: true }, text: 'it is stored' });
    expect(asked[0]).toMatch(/assay sources auth tracker --secret TOKEN/);
    await use(tool, input);
    expect(asked).toHaveLength(1);
  });

  it('continues without where the person says no, or stored nothing', async () => {
    const store = { has: async () => false };
    expect(await use(askSecretTool(store, saying('deny', [])), input)).toMatchObject({
      error: { code: 'PERMISSION_DENIED' },
    });
    expect(await use(askSecretTool(store, saying('allow', [])), input)).toMatchObject({
      error: { code: 'SOURCE_SIGN_IN' },
    });
  });
});
