import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readImage } from '#code/image.ts';
import type { ModelMessage } from '#contracts/model.ts';
import { text, toolCall } from '#sim/answers.ts';
import { type Sim, startSim } from '#sim/server.ts';
import { attemptOf, placeOf, taskOf, tempFolder } from '../test/attempting.ts';
import { claims, inTurns, played } from '../test/scripts.ts';
import { nativeBackend } from './backend.ts';
import { boundImages, imagesOf } from './context/images.ts';
import { modelAt, WIRES, type Wire } from './test/native-subject.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const bytes = Buffer.from(PNG, 'base64');
const read = readImage(bytes);
if (read.type !== 'image') throw new Error('the picture of this test is none');
const { image } = read;

/** What really goes over the wire to a provider, and the simulator's answers to it. */
async function listened(sim: Sim) {
  const bodies: string[] = [];
  const server = createServer((asked, answered) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push(body.toString('utf8'));
      const { host: _, ...headers } = asked.headers;
      const on = httpRequest(`${sim.url}${asked.url}`, { method: asked.method ?? 'POST', headers }, (from) => {
        answered.writeHead(from.statusCode ?? 500, from.headers);
        from.pipe(answered);
      });
      on.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function shownTo(wire: Wire) {
  const script = played(inTurns(toolCall('read', { path: 'shot.png' }), claims({ done: true })));
  const sim = await startSim({ scenario: script });
  onTestFinished(() => sim.close());
  const { bodies, url } = await listened(sim);
  const backend = nativeBackend({ model: (ref) => modelAt(wire, url, ref), simulated: true });
  const place = placeOf({ folder: tempFolder() });
  writeFileSync(join(place.folder, 'shot.png'), bytes);
  const attempted = await attemptOf(backend, taskOf({ images: [image] }), place, {});
  expect(attempted.complete.result).toEqual({ type: 'claim', claim: { done: true } });
  const [first = '', second = ''] = bodies;
  return { first: JSON.parse(first), second: JSON.parse(second), attempted };
}

const DATA_URL = `data:image/png;base64,${PNG}`;
const ANTHROPIC = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };

describe('C1.12 images reach the model in each provider’s own shape', () => {
  it('Anthropic: with the prompt, and in the result of the tool', async () => {
    const { first, second, attempted } = await shownTo(WIRES.anthropic);
    expect(first.messages[0].content).toContainEqual(expect.objectContaining(ANTHROPIC));
    const result = second.messages.at(-1).content[0];
    expect(result.type).toBe('tool_result');
    expect(result.content).toContainEqual(ANTHROPIC);
    // Watchers see what it was, but do not get the bytes.
    expect(attempted.of('tool_result')[0]?.text).toContain('image/png, 1 × 1 pixels');
    expect(JSON.stringify(attempted.events)).not.toContain(PNG);
  });

  it('OpenAI Responses: as input_image in both places', async () => {
    const { first, second } = await shownTo(WIRES.responses);
    const shown = expect.objectContaining({ type: 'input_image', image_url: DATA_URL });
    expect(first.input.find(({ role }: { role?: string }) => role === 'user').content).toContainEqual(shown);
    const result = second.input.find(({ type }: { type?: string }) => type === 'function_call_output');
    expect(result.output).toContainEqual(shown);
  });

  it('Chat Completions: a tool can answer with text alone, so the picture follows as the user’s', async () => {
    const { first, second } = await shownTo(WIRES.chat);
    const shown = expect.objectContaining({ type: 'image_url', image_url: expect.objectContaining({ url: DATA_URL }) });
    expect(first.messages.at(-1).content).toContainEqual(shown);
    const [result, after] = second.messages.slice(-2);
    expect([result.role, after.role]).toEqual(['tool', 'user']);
    expect(JSON.stringify(result)).not.toContain(PNG);
    expect(after.content).toContainEqual(shown);
  });

  it('a server that may not read images gets none, and its model is told so', async () => {
    const { first, second } = await shownTo(WIRES.compatible);
    expect(JSON.stringify([first, second])).not.toContain(PNG);
    expect(JSON.stringify(first)).toContain('is not known to read images');
    expect(JSON.stringify(second.messages.at(-1))).toContain('is not known to read images');
  });

  it('a configured server gets them', async () => {
    const wire: Wire = {
      ...WIRES.compatible,
      model: 'mine:local-model',
      settings: {},
      env: () => ({}),
    };
    const script = played(inTurns(toolCall('read', { path: 'shot.png' }), text('A dot.')));
    const sim = await startSim({ scenario: script });
    onTestFinished(() => sim.close());
    const { bodies, url } = await listened(sim);
    const endpoints = { mine: { baseUrl: `${url}/v1`, structuredOutput: false, namesModel: true, images: true } };
    const backend = nativeBackend({
      model: (ref) => modelAt({ ...wire, settings: { endpoints } }, url, ref),
      simulated: true,
    });
    const place = placeOf({ folder: tempFolder() });
    writeFileSync(join(place.folder, 'shot.png'), bytes);
    await attemptOf(backend, taskOf({ claim: null }), place, {});
    expect(bodies[1]).toContain(DATA_URL);
  });

  it('the oldest leave a conversation that has many, and a word says so', () => {
    const messages: ModelMessage[] = Array.from({ length: 20 }, (_, n) => ({
      role: 'user',
      text: `${n}`,
      images: [image],
    }));
    const bounded = boundImages(messages);
    expect(bounded.map((message) => imagesOf(message).length)).toEqual([...Array(8).fill(0), ...Array(12).fill(1)]);
    expect(bounded[0]).toMatchObject({ text: expect.stringContaining('put away') });
    const heavy = { ...image, base64: 'a'.repeat(6 * 1024 * 1024) };
    const three: ModelMessage[] = [1, 2, 3].map((n) => ({ role: 'user', text: `${n}`, images: [heavy] }));
    expect(boundImages(three).map((message) => imagesOf(message).length)).toEqual([0, 1, 1]);
  });
});
