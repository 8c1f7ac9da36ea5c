import { toJson } from '#contracts/json.ts';
import { json } from '#sim/answers.ts';
import { scenario } from '#sim/compose.ts';
import type { Scenario } from '#sim/types.ts';
import type { RealQuestion } from './questions.ts';

interface Read {
  readonly id: string;
  readonly text: string;
}

type Truth = 'true' | 'fabricated' | 'false';

/** How a writer uses what it read: the passage that answers, and another one. */
export const HONESTY: Readonly<
  Record<string, { readonly truth: Truth; readonly claim: (asked: RealQuestion, here: Read, other: Read) => Made }>
> = {
  honest: { truth: 'true', claim: ({ says }, here) => made(says, here.id, says) },
  paraphrasing: { truth: 'true', claim: ({ says, way }, here) => made(way, here.id, says) },
  'inventing quotes': { truth: 'fabricated', claim: ({ wrong }, here) => made(wrong, here.id, wrong) },
  'inventing sources': { truth: 'fabricated', claim: ({ says }) => made(says, 'S99', says) },
  misplacing: { truth: 'fabricated', claim: ({ says }, _, other) => made(says, other.id, firstLine(other.text)) },
  twisting: { truth: 'false', claim: ({ says, wrong }, here) => made(wrong, here.id, says) },
};

type Made = ReturnType<typeof made>;
const made = (text: string, passage: string, quote: string) => ({ text, citations: [{ passage, quote }] });

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim().length > 20) ?? text;

/** Answers as the planner and the writer of a research, and reports whether the expected place was in its input. */
export function writer(asked: RealQuestion, honesty: string, found: (isThere: boolean) => void): Scenario {
  return scenario('research', `A writer that is ${honesty}.`, (request) => {
    const prompt = request.messages.map(({ text }) => text).join('\n');
    if (!prompt.includes('<passages>')) return json({ understanding: asked.question, queries: [asked.question] });
    const passages = [...prompt.matchAll(/<passage id="(S\d+)" from="[^"]*">\n([\s\S]*?)\n<\/passage>/g)].map(
      ([, id = '', text = '']) => ({ id, text }),
    );
    const here = passages.find(({ text }) => flat(text).includes(flat(asked.says)));
    found(here !== undefined);
    const other = passages.find((each) => each !== here && !flat(each.text).includes(flat(asked.says)));
    const claim = HONESTY[honesty]?.claim(asked, here ?? NOWHERE, other ?? NOWHERE);
    return json(toJson({ claims: [claim], unanswered: [], followUps: [] }, 'claims'));
  });
}

const NOWHERE: Read = { id: 'S98', text: 'nothing was read that answers it' };

/** Line breaks and the marks of links do not change what is quoted. */
export const flat = (text: string): string =>
  text
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/[`*_]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
