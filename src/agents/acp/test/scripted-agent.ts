// A real agent of the protocol, over its standard streams, that does what the prompt tells it line by line. The lines:
//   say TEXT | think TEXT | read PATH | write PATH TEXT | run LINE | ask KIND JSON | tool NAME JSON | usage JSON
//   cost USD | sleep MS | crash | hang | claim JSON | refuse | fail TEXT
// A repair prompt (`Your last message does not fit`) is answered with what the last `mend JSON` line says; so is one that
// reports refusals (`Refused:`), and without such a line with the received text. `again LINE` runs the line, and runs it
// once more whenever a message reports refusals.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AgentContext,
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const HOME = process.env.HOME ?? '';
const { update, requestPermission } = methods.client.session;

interface Session {
  readonly id: string;
  readonly servers: readonly { readonly url?: string }[];
  readonly past: string[];
  mend?: string;
  again?: string | undefined;
  cancelled: boolean;
}
const sessions = new Map<string, Session>();
const fileOf = (id: string): string => join(HOME, `${id}.json`);

function open(id: string, servers: readonly object[], past: string[]): Session {
  const session: Session = { id, servers, past, cancelled: false };
  sessions.set(id, session);
  return session;
}

agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentCapabilities: { loadSession: true, mcpCapabilities: { http: process.env.NO_HTTP === undefined } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    const { id } = open(`s-${process.pid}-${sessions.size}`, params.mcpServers, []);
    return { sessionId: id };
  })
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    if (!existsSync(fileOf(params.sessionId))) throw RequestError.invalidParams(undefined, 'no such session');
    const past: string[] = JSON.parse(readFileSync(fileOf(params.sessionId), 'utf8'));
    open(params.sessionId, params.mcpServers, past);
    for (const line of past) await chunk(client, params.sessionId, line);
    return {};
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    const session = sessions.get(params.sessionId);
    if (session !== undefined) session.cancelled = true;
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const session = sessions.get(params.sessionId);
    if (session === undefined) throw RequestError.invalidParams(undefined, 'no such session');
    const text = params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    const stop = await play(session, text, client);
    writeFileSync(fileOf(session.id), JSON.stringify(session.past));
    return stop;
  })
  .connect(
    ndJsonStream(
      new WritableStream({ write: (bytes) => void process.stdout.write(bytes) }),
      new ReadableStream({
        start(controller) {
          process.stdin.on('data', (bytes: Buffer) => controller.enqueue(new Uint8Array(bytes)));
          process.stdin.on('end', () => controller.close());
        },
      }),
    ),
  );

let calls = 0;

async function play(session: Session, text: string, client: AgentContext) {
  const say = async (words: string): Promise<void> => {
    session.past.push(words);
    for (const part of words.match(/.{1,12}/gs) ?? []) await chunk(client, session.id, part);
  };
  let usage: unknown;
  if (/^Your last message does not fit/.test(text)) {
    await say(session.mend ?? 'I will not mend it.');
    return { stopReason: 'end_turn' as const };
  }
  if (/^Refused:/.test(text) && session.again === undefined) {
    await say(session.mend ?? `I heard: ${text.split('\n')[1]}`);
    return { stopReason: 'end_turn' as const };
  }
  session.again ??= /^again (.*)$/m.exec(text)?.[1];
  for (const line of session.again === undefined ? text.split('\n') : [session.again]) {
    const [, word = '', rest = ''] = /^(\w+) ?(.*)$/s.exec(line) ?? [];
    if (word === 'say') await say(rest);
    if (word === 'recall') await say(session.past.join(' | '));
    if (word === 'think')
      await send(client, session.id, { sessionUpdate: 'agent_thought_chunk', content: textBlock(rest) });
    if (word === 'read')
      await say(
        await heard(() => client.request(methods.client.fs.readTextFile, { sessionId: session.id, path: rest })),
      );
    if (word === 'write') {
      const [path = '', ...content] = rest.split(' ');
      const request = { sessionId: session.id, path, content: content.join(' ') };
      await say(await heard(() => client.request(methods.client.fs.writeTextFile, request)));
    }
    if (word === 'run') await say(await heard(() => run(session, rest, client)));
    if (word === 'ask') await say(await heard(() => ask(session, rest, client)));
    if (word === 'tool') await say(await heard(() => useTool(session, rest, client)));
    if (word === 'usage') usage = JSON.parse(rest);
    if (word === 'cost')
      await send(client, session.id, {
        sessionUpdate: 'usage_update',
        used: 1,
        size: 2,
        cost: { amount: Number(rest), currency: 'USD' },
      });
    if (word === 'sleep') await sleep(Number(rest));
    if (word === 'mend') session.mend = rest;
    if (word === 'claim') await say(rest);
    if (word === 'refuse') return { stopReason: 'refusal' as const };
    if (word === 'fail') throw RequestError.internalError(undefined, rest);
    if (word === 'noise') process.stderr.write(`${rest}\n`);
    if (word === 'crash') process.exit(7);
    while (word === 'hang' && !session.cancelled) await sleep(20);
    if (session.cancelled) {
      writeFileSync(join(HOME, 'cancelled'), 'yes');
      return { stopReason: 'cancelled' as const };
    }
  }
  return { stopReason: 'end_turn' as const, ...(usage === undefined ? {} : { usage }) };
}

const textBlock = (text: string) => ({ type: 'text' as const, text });
type Update = Parameters<typeof sendUpdate>[2];
const sendUpdate = (
  client: AgentContext,
  sessionId: string,
  one: { sessionUpdate: string } & Record<string, unknown>,
) => client.notify<unknown>(update as string, { sessionId, update: one });
const send = (client: AgentContext, sessionId: string, one: Update): Promise<void> =>
  sendUpdate(client, sessionId, one);
const chunk = (client: AgentContext, sessionId: string, text: string): Promise<void> =>
  send(client, sessionId, { sessionUpdate: 'agent_message_chunk', content: textBlock(text) });

async function heard(act: () => Promise<unknown>): Promise<string> {
  try {
    return `got ${JSON.stringify(await act())}`;
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function run(session: Session, line: string, client: AgentContext): Promise<unknown> {
  const terminal = await client.createTerminal({ sessionId: session.id, command: line });
  const exit = await terminal.waitForExit();
  const { output } = await terminal.currentOutput();
  await terminal.release();
  return { ...exit, output };
}

/** Reports a tool call of its own, asks for permission, and reports the result. */
async function ask(session: Session, rest: string, client: AgentContext): Promise<unknown> {
  const [kind = 'other', ...words] = rest.split(' ');
  const toolCallId = `call-${++calls}`;
  const call = { toolCallId, title: `A ${kind}`, kind, rawInput: JSON.parse(words.join(' ')) };
  await send(client, session.id, { sessionUpdate: 'tool_call', ...call, status: 'pending' });
  const answer = await client.request<{ outcome: { outcome: string; optionId?: string } }>(
    requestPermission as string,
    {
      sessionId: session.id,
      toolCall: call,
      options: [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    },
  );
  const ok = answer.outcome.optionId === 'yes';
  const content = [{ type: 'content', content: textBlock(ok ? 'did it' : 'was not let') }];
  await send(client, session.id, {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: ok ? 'completed' : 'failed',
    content,
  });
  return answer.outcome;
}

async function useTool(session: Session, rest: string, client: AgentContext): Promise<unknown> {
  const [name = '', ...words] = rest.split(' ');
  const toolCallId = `call-${++calls}`;
  const input: Record<string, unknown> = JSON.parse(words.join(' '));
  await send(client, session.id, { sessionUpdate: 'tool_call', toolCallId, title: name, name, rawInput: input });
  const mcp = new Client({ name: 'scripted', version: '1' });
  await mcp.connect(
    new StreamableHTTPClientTransport(new URL(session.servers[0]?.url ?? '')) as Parameters<typeof mcp.connect>[0],
  );
  const result = await mcp.callTool({ name, arguments: input });
  await mcp.close();
  const status = result.isError === true ? 'failed' : 'completed';
  await send(client, session.id, { sessionUpdate: 'tool_call_update', toolCallId, status, rawOutput: result.content });
  return result.content;
}
