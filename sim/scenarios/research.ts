import { json, text } from '../answers.ts';
import { scenario } from '../compose.ts';

const MOST_QUERIES = 3;
const MOST_CLAIMS = 4;

/** An honest but simple writer: it searches for the question's own words, and repeats what the passages say. */
export const research = scenario(
  'research',
  'Plans and writes a research: queries from the words of the question, sentences of the passages with their quotes.',
  (request) => {
    const prompt = request.messages.map((message) => message.text).join('\n');
    const question = between(prompt, 'question');
    const replies = [...prompt.matchAll(/<reply id="(R\d)">\n([\s\S]*?)\n<\/reply>/g)];
    if (replies.length > 0)
      return json({ replies: replies.map(([, id = '', said = '']) => ({ id, means: meaningOf(said) })) });
    // Some services get a schema, others only words: the input shows what is asked.
    if (question === null) return text(request.lastUserText);
    if (!prompt.includes('<passages>'))
      return json({ understanding: question, queries: longWords(question).slice(0, MOST_QUERIES) });
    const passages = passagesIn(prompt);
    return between(prompt, 'understanding') === null
      ? json({ text: `${passages.length} passages were read.` })
      : json(written(question, passages));
  },
);

/** By a few English words, as a reader without wit has it. */
const meaningOf = (said: string): string => {
  if (/\b(?:finish|stay|keep)\b/i.test(said)) return 'stay';
  if (/\b(?:end|leave|drop|stop)\b/i.test(said)) return 'leave';
  return /\bgo on\b/i.test(said) ? 'search' : 'other';
};

interface Passage {
  readonly id: string;
  readonly text: string;
}

function written(question: string, passages: readonly Passage[]) {
  const words = longWords(question).map((word) => word.toLowerCase().slice(0, 6));
  const about = (sentence: string): number => words.filter((word) => sentence.toLowerCase().includes(word)).length;
  const said = passages
    .flatMap(({ id, text: passage }) =>
      sentencesIn(passage).map((sentence) => ({ id, sentence, score: about(sentence) })),
    )
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const once = [...new Map(said.map((each) => [each.sentence, each])).values()].slice(0, MOST_CLAIMS);
  const [first] = passages;
  const any = first === undefined ? [] : [{ id: first.id, sentence: first.text.trim().slice(0, 200) }];
  return {
    claims: (once.length > 0 ? once : any).map(({ id, sentence }) => ({
      text: sentence,
      citations: [{ passage: id, quote: sentence }],
    })),
    unanswered: once.length > 0 ? [] : [question],
    followUps: [],
  };
}

const passagesIn = (prompt: string): Passage[] =>
  [...prompt.matchAll(/<passage id="(S\d+)" from="[^"]*">\n([\s\S]*?)\n<\/passage>/g)].map(
    ([, id = '', passage = '']) => ({
      ...{ id, text: passage },
    }),
  );

const between = (prompt: string, tag: string): string | null =>
  new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(prompt)?.[1]?.trim() ?? null;

const sentencesIn = (passage: string): string[] =>
  passage
    .split(/\n\s*\n|(?<=[.!?])\s+(?=[A-Z`])/)
    .map((sentence) => sentence.replace(/^#+\s+/, '').trim())
    .filter((sentence) => sentence.length > 20 && sentence.length < 400 && !sentence.includes('\n'));

const longWords = (question: string): string[] => {
  const words = [...new Set(question.match(/[\p{L}\p{N}_]{4,}/gu) ?? [])];
  return words.length > 0 ? words : [question];
};
