import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, toolCall } from '#sim/answers.ts';
import { MODEL, openChatRig } from '../chat/talk.ts';
import { foundSecrets, pagesOf } from './hunt.ts';

const PLANTED = {
  provider: 'planted-provider-key-8d1f0c',
  passphrase: 'planted-passphrase-77aa31',
  source: 'planted-source-secret-c4e902',
};

/** A server that gives its secret back wherever it can: in a description, in an answer, in an error, on stderr. */
const TELLTALE = `
import { createInterface } from 'node:readline';
const secret = process.env.TOKEN;
console.error('my secret is ' + secret);
const send = (value) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...value }) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'telltale', version: '1' } } });
  if (method === 'tools/list') send({ id, result: { tools: ['tell', 'fail'].map((name) => ({ name, description: 'With ' + secret, inputSchema: { type: 'object' } })) } });
  if (method === 'tools/call') send({ id, result: { isError: params.name === 'fail', content: [{ type: 'text', text: 'It is ' + secret }] } });
});
`;

// Fourteen starts of the program, on a machine that may be busy.
const PATIENCE_MS = 240_000;

it('C7.2 no secret is found in any file, log, event, prompt or page outside the store', {
  timeout: PATIENCE_MS,
}, async () => {
  const rig = await openChatRig((request) => {
    const results = request.messages.flatMap(({ toolResults }) => toolResults);
    if (results.length === 0) return toolCall('telltale__tell', {});
    if (results.length === 1) return toolCall('telltale__fail', {});
    // It also keeps its input.
    if (results.length === 2) return toolCall('session_state', { do: 'set', key: 'told', text: `${results[0]?.text}` });
    return text(`They said: ${results.map((each) => each.text).join(' / ')}`);
  });
  rig.env.OPENAI_COMPATIBLE_API_KEY = PLANTED.provider;
  rig.env.ASSAY_PASSPHRASE = PLANTED.passphrase;
  writeFileSync(join(rig.home, '..', 'telltale.mjs'), TELLTALE);
  const server = ['--', process.execPath, join(rig.home, '..', 'telltale.mjs')];
  const said: string[] = [];
  const run = async (args: readonly string[], stdin?: string) => {
    const ended = await rig.assay(args, stdin);
    said.push(ended.out, ended.err);
    return ended;
  };
  await run(['sources', 'add', 'telltale', '--read-only', '--env', 'TOKEN=KEY', ...server]);
  await run(['sources', 'auth', 'telltale', '--secret', 'KEY'], PLANTED.source);
  expect(await run(['sources', 'test', 'telltale', '--accept'])).toMatchObject({ code: 0 });
  const asked = await run(['ask', ...MODEL, '--mode', 'execute', 'tell me']);
  expect(asked.out).toContain('It is [secret]');
  await run(['runs', 'show', 'last', '--events']);
  await run(['runs', 'export', 'last']);
  await run(['sources', 'list', '--json']);
  await run(['sessions', 'export', 'last', join(rig.project, 'talk.html')]);
  await run(['sessions', 'export', 'last', join(rig.project, 'talk.jsonl')]);
  const pages = await pagesOf(rig);
  expect(pages.get('/api/agents')).toContain('telltale');

  // What is hunted must be there to be found: the server had it, and the store has it sealed.
  expect(asked.out.match(/\[secret\]/g)?.length).toBeGreaterThan(1);
  expect(foundSecrets(rig, { said, pages }, PLANTED)).toEqual([]);
});
