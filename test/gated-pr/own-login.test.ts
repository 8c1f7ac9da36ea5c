import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assay, makeRig, toAllDone, toFirstStep } from './rig.ts';

/** Reviews over the Agent Client Protocol, if it is logged in: its one finding says as whom, and where it works. */
const REVIEWER = `#!/usr/bin/env node
const { readFileSync, readdirSync } = require('node:fs');
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [] }),
  'session/new': () => ({ sessionId: 's1' }),
  'session/prompt': () => {
    const who = readFileSync(process.env.HOME + '/login', 'utf8');
    const message = 'read by ' + who + ', who finds ' + readdirSync('.').length + ' files';
    const findings = [{ file: 'src/cart.js', line: null, severity: 'major', message, code: null }];
    const text = JSON.stringify({ claim: { findings, remaining: [], judged: [] }, blocker: null });
    const content = { type: 'text', text };
    send({ method: 'session/update', params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content } } });
    return { stopReason: 'end_turn' };
  },
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) send({ id, result: answers[method](params) });
});
`;

describe('X8.19 a person with a login and no key', { timeout: 240_000 }, () => {
  it('has a change reviewed in connected mode by the agent they have', async () => {
    const agents = { reviewer: { backend: 'acp:tiny-reviewer' } };
    const rig = makeRig({ config: { reviewer: undefined, agents } });
    const bin = join(rig.home, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'tiny-reviewer'), REVIEWER, { mode: 0o755 });
    writeFileSync(join(rig.home, 'login'), 'Ada');
    rig.env.PATH = `${bin}:${rig.env.PATH}`;

    const { out } = await assay(rig, ['init', '--yes', '--force', '--no-try']);
    expect(out).toContain('acp:tiny-reviewer with your own login, outside of the sandbox');
    rig.git('checkout', '--', '.assay');

    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    await toAllDone(rig, tools);
    await tools.task();
    expect((await tools.task()).output).toContain('read by Ada, who finds 0 files');
  });

  it('learns from init and from the state what is missing if there is no agent either', async () => {
    const rig = makeRig({ config: { reviewer: undefined } });
    const { out } = await assay(rig, ['init', '--yes', '--force', '--no-try']);
    expect(out).toContain('no key and no agent is here for it yet');
    rig.git('checkout', '--', '.assay');
    const tools = await rig.connect();
    await toFirstStep(rig, tools);
    await toAllDone(rig, tools);
    await tools.task();
    expect(await tools.task()).toMatchObject({ refused: true, reasons: [{ code: 'MODEL_KEY_MISSING' }] });
    const state = await assay(rig, ['state', 'show']);
    expect(state.out).toMatch(
      /MODEL_KEY_MISSING: no model[\s\S]*--reviewer-command[\s\S]*`assay task` tries it once more/,
    );
    expect(state.out).not.toContain('being measured');
  });
});
