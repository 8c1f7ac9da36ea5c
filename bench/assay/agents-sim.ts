import { parentPort } from 'node:worker_threads';
import { json, text, toolCall } from '../../sim/answers.ts';
import { startSim } from '../../sim/server.ts';
import type { Scenario } from '../../sim/types.ts';

/** Milliseconds that all threads of the machine agree on. */
const now = (): number => performance.timeOrigin + performance.now();

/** Looks around, edits, claims; or says when it spoke. */
const scenario: Scenario = {
  name: 'bench',
  description: 'Two uses of tools, then a claim; asked for the time, tells it.',
  answer: ({ turn, messages }) => {
    const [first] = messages;
    if (first?.text.startsWith('time')) return text(`${now()} ${'word '.repeat(20)}`);
    const latency = first?.text.startsWith('slow') ? { firstTokenMs: 300, chunkMs: 5 } : {};
    if (turn === 1 && first?.text.startsWith('shell')) return toolCall('shell', { command: 'true' });
    if (turn === 1) return { ...toolCall('read', { path: 'a.txt' }), latency };
    if (turn === 2) return { ...toolCall('write', { path: `${first?.text.length}.txt`, text: 'b' }), latency };
    return { ...json({ claim: { done: true }, blocker: null }), latency };
  },
};

const sim = await startSim({ scenario });
parentPort?.postMessage(sim.url);
