import { expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { GATE_PROMPTS } from '../gated-pr/offers/prompts.ts';
import { listedPrompt, listedResource, type McpResource, promptMessages, readResource } from './offers.ts';

const resource = (read: () => Promise<string>): McpResource => ({
  ...{ uri: 'assay://plan', name: 'plan', title: 'The plan', description: 'what is to be made' },
  mimeType: 'text/markdown',
  read,
});

it('X8.11 a resource is listed without what makes it, and read by its address', async () => {
  const plan = resource(async () => '# Plan');
  expect(Object.keys(listedResource(plan))).toEqual(['uri', 'name', 'title', 'description', 'mimeType']);
  expect(await readResource([plan], 'assay://plan')).toEqual({
    contents: [{ uri: 'assay://plan', mimeType: 'text/markdown', text: '# Plan' }],
  });
  await expect(readResource([plan], 'assay://nothing')).rejects.toThrow(/Unknown resource.*assay:\/\/plan/);
});

it('what cannot be read says why and what to do, and does not break the client', async () => {
  const missing = resource(() => Promise.reject(new AssayError('CONFIG_INVALID', 'not set up', { next: 'Run it.' })));
  const { contents } = await readResource([missing], 'assay://plan');
  expect(contents[0]?.text).toBe('CONFIG_INVALID: not set up\nNext: Run it.');
});

it('X8.11 a prompt has the words that the gate’s tools want, and refuses to be empty', () => {
  expect(GATE_PROMPTS.map((prompt) => listedPrompt(prompt).name)).toEqual(['work', 'status', 'plan']);
  const [{ content } = { content: { text: '' } }] = promptMessages(GATE_PROMPTS, 'work', undefined).messages;
  expect(content.text).toContain('Call get_task and follow it');
  expect(() => promptMessages(GATE_PROMPTS, 'plan', { want: ' ' })).toThrow(/plan needs "want"/);
  expect(() => promptMessages(GATE_PROMPTS, 'nothing', {})).toThrow(/Unknown prompt.*work, status, plan/);
});
