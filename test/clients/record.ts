// Records what the real Claude Code and Codex say against the simulator, for the unit tests that run without them:
// node test/clients/record.ts FOLDER-WITH-THE-CLIENTS. Paths and ids of this machine are taken out.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claudeBackend } from '#agents/claude/claude-backend.ts';
import { type ClaudeSdk, loadClaudeSdk } from '#agents/claude/sdk.ts';
import { codexBackend } from '#agents/codex/codex-backend.ts';
import type { OpenProgramSandbox } from '#agents/program/program-sandbox.ts';
import { afterCall, claims, inTurns, played } from '#agents/test/scripts.ts';
import type { AgentTask, Backend } from '#contracts/agent.ts';
import { text, toolCall } from '#sim/answers.ts';
import { withFaults } from '#sim/compose.ts';
import { cutStream } from '#sim/faults.ts';
import { startSim } from '#sim/server.ts';
import type { Scenario } from '#sim/types.ts';
import { createWorld } from './world.ts';

const [, , installed = ''] = process.argv;
const CLAIM = { type: 'object', properties: { done: { type: 'boolean' } }, required: ['done'] };
const done = claims({ done: true });
const answerTwice = (claim: boolean) =>
  played((request) => {
    const before = request.messages.filter(({ role }) => role === 'assistant').length;
    const value = before === 0 ? 'very' : claim ? true : 'much';
    return { parts: [{ type: 'json', value: { claim: { done: value }, blocker: null } }] };
  });

const claudeScripts: Record<string, Scenario> = {
  'tool-and-claim': played(
    inTurns(
      {
        parts: [
          { type: 'text', text: 'I will write it down now.' },
          { type: 'toolCall', name: 'Write', input: { file_path: 'made.txt', content: 'made' } },
        ],
      },
      done,
    ),
  ),
  'cut-stream': withFaults(
    played(() => ({ ...text('word '.repeat(12)), latency: { chunkChars: 10 } })),
    [cutStream(6)],
  ),
  mended: answerTwice(true),
  'never-mended': answerTwice(false),
  'key-refused': played(() => ({ fault: { kind: 'status', status: 401 } })),
  'sub-agent': played((request, context) =>
    request.messages[0]?.text.includes('inner-task') === true
      ? afterCall({ name: 'Bash', input: { command: 'echo inner' } }, () => () => text('The inner work is done.'))(
          request,
          context,
        )
      : afterCall(
          {
            name: 'Agent',
            input: { description: 'Inner', prompt: 'inner-task contract-task', subagent_type: 'general-purpose' },
          },
          () => done,
        )(request, context),
  ),
};
const codexScripts: Record<string, Scenario> = {
  'tool-and-claim': played(
    inTurns(
      {
        parts: [
          { type: 'text', text: 'I will write it down now.' },
          { type: 'toolCall', name: 'exec_command', input: { cmd: 'echo made > made.txt; cat made.txt' } },
        ],
      },
      toolCall('exec_command', { cmd: 'exit 3' }),
      done,
    ),
  ),
  'key-refused': played(() => ({ fault: { kind: 'status', status: 401 } })),
  'server-gone': played(() => ({ fault: { kind: 'status', status: 500 } })),
};

const world = await createWorld();
const real = await loadClaudeSdk([join(installed, 'claude')]);
for (const [name, scenario] of Object.entries(claudeScripts)) {
  const lines: string[] = [];
  const sdk: ClaudeSdk = {
    async *query(input) {
      for await (const message of real.query(input)) {
        lines.push(JSON.stringify(message));
        yield message;
      }
    },
  };
  await record('claude', name, scenario, lines, (openProgramSandbox) =>
    claudeBackend({ from: [], sdk, openProgramSandbox }),
  );
}
for (const [name, scenario] of Object.entries(codexScripts)) {
  const lines: string[] = [];
  await record('codex', name, scenario, lines, (openProgramSandbox) =>
    codexBackend({
      from: [join(installed, 'codex')],
      env: {},
      openProgramSandbox: listening(openProgramSandbox, lines),
    }),
  );
}
await world.close();

async function record(
  client: 'claude' | 'codex',
  name: string,
  scenario: Scenario,
  lines: string[],
  make: (openProgramSandbox: OpenProgramSandbox) => Backend,
): Promise<void> {
  const sim = await startSim({ scenario });
  const folder = await world.folder();
  const home = await world.folder();
  const backend = make(world.programSandbox(sim.url, home, join(installed, client)));
  const wantsText = name === 'cut-stream';
  const task: AgentTask = {
    id: 'recorded',
    agent: 'a',
    system: '',
    prompt: 'contract-task',
    claim: wantsText ? null : CLAIM,
    limits: {},
    model: client === 'claude' ? 'anthropic:claude-sonnet-4-5' : 'openai:gpt-5.1-codex',
  };
  const permit = async () => ({ type: 'allow' as const, by: 'mode' as const });
  for await (const event of backend.attempt(task, { folder, tools: [], permit }, new AbortController().signal)) {
    if (event.type === 'complete') console.log(client, name, JSON.stringify(event.result));
  }
  const fixtures = join(import.meta.dirname, '../../src/agents', client, 'fixtures');
  await mkdir(fixtures, { recursive: true });
  const clean = lines.map((line) =>
    line
      .replaceAll(folder, '/checkout')
      .replaceAll(home, '/home')
      .replaceAll(/\/tmp\/[^"\\\s]*/g, '/tmp/own'),
  );
  await writeFile(join(fixtures, `${name}.jsonl`), `${clean.map(shorten).join('\n')}\n`);
  await sim.close();
}

/** The greeting lists all there is in the program; no test asks for it. */
function shorten(line: string): string {
  const message: unknown = JSON.parse(line);
  if (Reflect.get(Object(message), 'subtype') !== 'init') return line;
  const { type, subtype, session_id, model } = Object(message);
  return JSON.stringify({ type, subtype, session_id, model });
}

/** The lines a program writes, on their way. */
function listening(openProgramSandbox: OpenProgramSandbox, lines: string[]): OpenProgramSandbox {
  return async (task, place, calls) => {
    const programSandbox = await openProgramSandbox(task, place, calls);
    return {
      ...programSandbox,
      async start(command, signal) {
        const running = await programSandbox.start(command, signal);
        const [mine, theirs] = running.stdout.tee();
        void new Response(mine).text().then((all) => lines.push(...all.split('\n').filter(Boolean)));
        return { ...running, stdout: theirs };
      },
    };
  };
}
