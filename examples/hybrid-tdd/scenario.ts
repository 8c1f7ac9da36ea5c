import type { Json } from '#contracts/json.ts';
import type { Latency, Scenario, SimAnswer, SimRequest } from '#sim/types.ts';
import type { Deed, Script } from './example.ts';

/** A script played by a simulated model: it writes its files with the tools it is given, then claims. */
export const scenarioOf = (name: string, script: Script): Scenario => ({
  name: `hybrid-tdd/${name}`,
  description: 'Agents that build a module from a spec, two of them blind to each other.',
  answer: async (request) => {
    const prompt = request.messages[0]?.text ?? '';
    const node = nodeOf(request.system, prompt);
    if (node === null) return says({ claim: null, blocker: 'I was not told who I am.' });
    return act(await script({ node, time: wasRefused(prompt) ? 2 : 1, prompt }), request);
  },
});

/** Who is asked, by what the system prompt says that it does. */
function nodeOf(system: string, prompt: string): string | null {
  const does = (words: string): boolean => system.includes(words);
  if (does('You design types')) return /^## (Holes|Your last)/m.test(prompt) ? 'typesFix' : 'types';
  if (does('You attack a type design')) return 'typeAdversary';
  if (does('You write the tests')) return /^## Mistakes/m.test(prompt) ? 'strengthen' : 'tests';
  if (does('You implement a module')) return 'impl';
  if (does('You fix an implementation')) return 'fix';
  if (does('You review a pull request')) return 'review';
  return does('You explain mistakes') ? 'explain' : null;
}

const wasRefused = (prompt: string): boolean => prompt.includes('## Your last attempt was refused');

/** One file a turn, and at last the claim. */
function act({ files = {}, claim, blocker }: Deed, { turn }: SimRequest): SimAnswer {
  const written = Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [{ path, text }]));
  const next = written[turn - 1];
  if (next) return { parts: [{ type: 'toolCall', name: 'write', input: next }], latency: WRITING };
  return says(blocker === undefined ? { claim, blocker: null } : { claim: null, blocker });
}

const WRITING: Partial<Latency> = { firstTokenMs: 1_500, chunkMs: 4 };

const says = (value: Json): SimAnswer => ({
  parts: [{ type: 'json', value }],
  latency: { firstTokenMs: 900, chunkMs: 4 },
});
