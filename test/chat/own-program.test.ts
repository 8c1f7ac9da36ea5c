import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forkRun } from '#engine/drive/runs.ts';
import { text } from '#sim/answers.ts';
import { type ChatRig, openChatRig } from './talk.ts';

/** A small agent with the Agent Client Protocol that reports its model's answer and everything it can see. */
const AGENT = `#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { existsSync } from 'node:fs';
import { outside } from 'beside';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const answers = {
  initialize: async () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [] }),
  'session/new': async () => ({ sessionId: 's1' }),
  async 'session/prompt'({ prompt }) {
    const asked = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': process.env.ANTHROPIC_API_KEY },
      body: JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: prompt.at(-1).text }] }),
    });
    const answer = await asked.json();
    const said = JSON.stringify({ said: answer.content?.[0]?.text, key: process.env.ANTHROPIC_API_KEY, seen: existsSync(outside) });
    send({ method: 'session/update', params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: said } } } });
    return { stopReason: 'end_turn' };
  },
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  try {
    if (answers[method]) send({ id, result: await answers[method](params) });
    else send({ id, error: { code: -32601, message: 'no ' + method } });
  } catch (error) {
    send({ id, error: { code: -32000, message: String(error) } });
  }
});
`;

/** One that keeps its sessions in its home, continues them, and reports its messages and its sessions. */
const KEEPER = `#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
const folder = join(process.env.HOME, 'sessions');
mkdirSync(folder, { recursive: true });
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const say = (sessionId, text) =>
  send({ method: 'session/update', params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } });
const heard = (id) => readFileSync(join(folder, id), 'utf8').trim().split('\\n');
const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true }, authMethods: [] }),
  'session/new': () => ({ sessionId: 's' + process.pid + Date.now() }),
  'session/load'({ sessionId }) {
    for (const word of heard(sessionId)) say(sessionId, word);
    return {};
  },
  'session/prompt'({ sessionId, prompt }) {
    appendFileSync(join(folder, sessionId), prompt.at(-1).text.trim().split('\\n').at(-1) + '\\n');
    say(sessionId, JSON.stringify({ heard: heard(sessionId), sessions: readdirSync(folder).length }));
    return { stopReason: 'end_turn' };
  },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  try {
    send({ id, result: answers[method](params) });
  } catch (error) {
    send({ id, error: { code: -32000, message: String(error) } });
  }
});
`;

/** As `npm install --global` does it; the folder of packages. */
function install(rig: ChatRig, source: string): string {
  const prefix = join(rig.home, '..', 'prefix');
  const packages = join(prefix, 'lib', 'node_modules');
  mkdirSync(join(packages, 'tiny-agent'), { recursive: true });
  mkdirSync(join(prefix, 'bin'));
  writeFileSync(join(packages, 'tiny-agent', 'package.json'), '{"type":"module"}');
  writeFileSync(join(packages, 'tiny-agent', 'agent.js'), source);
  chmodSync(join(packages, 'tiny-agent', 'agent.js'), 0o755);
  symlinkSync('../lib/node_modules/tiny-agent/agent.js', join(prefix, 'bin', 'tiny-agent'));
  rig.env.PATH = `${join(prefix, 'bin')}:${rig.env.PATH}`;
  return packages;
}

describe('C1 an agent with a program of its own', () => {
  it('works in the sandbox as npm installed it, with its key added outside', async () => {
    const rig = await openChatRig((request) => text(`re: ${request.lastUserText}`), {
      '.agents/agents/thrifty.md': '---\nname: thrifty\ndescription: Saves.\nlimits: { usd: 1.5 }\n---\nSave.\n',
    });
    const packages = install(rig, AGENT);
    const secret = join(rig.home, '..', 'secret.txt');
    mkdirSync(join(packages, 'beside'), { recursive: true });
    writeFileSync(secret, 'x');
    writeFileSync(join(packages, 'beside', 'package.json'), '{"type":"module","exports":"./index.js"}');
    writeFileSync(join(packages, 'beside', 'index.js'), `export const outside = ${JSON.stringify(secret)};`);

    const without = await rig.assay(['ask', '--backend', 'acp:tiny-agent', 'hello']);
    expect(without).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no key to work with in a sandbox[\s\S]*--unsandboxed/),
    });

    rig.env.ANTHROPIC_API_KEY = 'sk-ant-the-real-key-0123456789';
    rig.env.ANTHROPIC_BASE_URL = rig.sim.url;
    const { code, out, err } = await rig.assay(['ask', '--backend', 'acp:tiny-agent', 'hello']);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(JSON.parse(out)).toEqual({
      said: expect.stringMatching(/^re: .*hello$/s),
      key: 'added-outside',
      seen: false,
    });
    expect(err).toMatch(/acp:tiny-agent \(asked for\)/);
    expect(err).toContain('cost unknown');
    // It reported nothing itself: the proxy counted its tokens. Their cost is unknown, not zero.
    const { total } = JSON.parse((await rig.assay(['cost', '--json'])).out);
    expect(total).toMatchObject({ attempts: 1, unpriced: { attempts: 1 } });
    expect(total.tokens).toBeGreaterThan(0);
    expect((await rig.assay(['cost'])).out).toMatch(/^total +1 .* unknown/m);
    const asked = rig.sim.requests.length;
    expect(await rig.assay(['ask', '--backend', 'acp:tiny-agent', '--agent', 'thrifty', 'hello'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/a budget in USD cannot be kept/),
    });
    expect(rig.sim.requests).toHaveLength(asked);
  });

  it('continues its own session in a later turn and in a later process, and finds those of no other', async () => {
    const rig = await openChatRig(() => text('nobody asks the model'));
    install(rig, KEEPER);
    rig.env.ANTHROPIC_API_KEY = 'sk-ant-the-real-key-0123456789';
    const talk = ['chat', '--backend', 'acp:tiny-agent'];
    const said = ({ out }: { out: string }) => out.match(/\{"heard.*\}/g)?.map((line) => JSON.parse(line));

    expect(said(await rig.assay(talk, 'one\ntwo\n'))).toEqual([
      { heard: ['one'], sessions: 1 },
      { heard: ['one', 'two'], sessions: 1 },
    ]);
    expect(said(await rig.assay(['chat', '--resume', 'last'], 'three\n'))).toEqual([
      { heard: ['one', 'two', 'three'], sessions: 1 },
    ]);
    const runs = await rig.runs();
    const [talked] = await runs.store.list({ limit: 1 });
    if (talked === undefined) throw new Error('nobody talked');
    const fork = await forkRun(runs, talked.run, talked.head);
    expect(said(await rig.assay(['chat', '--resume', fork], 'four\n'))).toEqual([
      { heard: ['one', 'two', 'three', 'four'], sessions: 1 },
    ]);
    expect(said(await rig.assay(talk, 'who?\n'))).toEqual([{ heard: ['who?'], sessions: 1 }]);
  });
});
