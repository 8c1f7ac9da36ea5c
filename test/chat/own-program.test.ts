import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text } from '#sim/answers.ts';
import { openDesk } from './talk.ts';

/** A small agent that speaks the Agent Client Protocol, and says what its model answered and what it can see. */
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

describe('C1 an agent with a program of its own', () => {
  it('works in the sandbox as npm installed it, with its key added outside', async () => {
    const desk = await openDesk((request) => text(`re: ${request.lastUserText}`));
    const prefix = join(desk.home, '..', 'prefix');
    const packages = join(prefix, 'lib', 'node_modules');
    const secret = join(desk.home, '..', 'secret.txt');
    for (const name of ['tiny-agent', 'beside']) mkdirSync(join(packages, name), { recursive: true });
    mkdirSync(join(prefix, 'bin'));
    writeFileSync(secret, 'x');
    writeFileSync(join(packages, 'tiny-agent', 'package.json'), '{"type":"module"}');
    writeFileSync(join(packages, 'tiny-agent', 'agent.js'), AGENT);
    writeFileSync(join(packages, 'beside', 'package.json'), '{"type":"module","exports":"./index.js"}');
    writeFileSync(join(packages, 'beside', 'index.js'), `export const outside = ${JSON.stringify(secret)};`);
    chmodSync(join(packages, 'tiny-agent', 'agent.js'), 0o755);
    symlinkSync('../lib/node_modules/tiny-agent/agent.js', join(prefix, 'bin', 'tiny-agent'));
    desk.env.PATH = `${join(prefix, 'bin')}:${desk.env.PATH}`;

    const without = await desk.assay(['ask', '--backend', 'acp:tiny-agent', 'hello']);
    expect(without).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no key to work with in a sandbox[\s\S]*--unsandboxed/),
    });

    desk.env.ANTHROPIC_API_KEY = 'sk-ant-the-real-key-0123456789';
    desk.env.ANTHROPIC_BASE_URL = desk.sim.url;
    const { code, out, err } = await desk.assay(['ask', '--backend', 'acp:tiny-agent', 'hello']);
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(JSON.parse(out)).toEqual({
      said: expect.stringMatching(/^re: .*hello$/s),
      key: 'added-outside',
      seen: false,
    });
    expect(err).toMatch(/acp:tiny-agent \(asked for\)/);
    expect(err).toContain('price unknown');
  });
});
