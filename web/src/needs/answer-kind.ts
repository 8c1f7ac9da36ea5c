import { z } from 'zod';
import type { Need } from '#contracts/http/needs.ts';
import type { Json } from '#contracts/json.ts';

/** How a question can be answered. */
export type AnswerKind =
  | { readonly type: 'choices'; readonly choices: readonly { readonly label: string; readonly value: Json }[] }
  | { readonly type: 'text' }
  | { readonly type: 'json'; readonly schema: Json };

const Enumerated = z.object({ enum: z.array(z.json()).min(1).max(9) });
const Typed = z.object({ type: z.string() });

/** From its choices, or from the schema of its answer; anything else is answered as JSON. */
export function answerKindOf({ choices, answer }: Pick<Need, 'choices' | 'answer'>): AnswerKind {
  if (choices) return { type: 'choices', choices: choices.map((label) => ({ label, value: label })) };
  const listed = Enumerated.safeParse(answer);
  if (listed.success) {
    return { type: 'choices', choices: listed.data.enum.map((value) => ({ label: labelOf(value), value })) };
  }
  const type = Typed.safeParse(answer).data?.type;
  if (type === 'boolean') {
    return {
      type: 'choices',
      choices: [
        { label: 'yes', value: true },
        { label: 'no', value: false },
      ],
    };
  }
  return type === 'string' ? { type: 'text' } : { type: 'json', schema: answer };
}

const labelOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The key that selects it: `y` and `n` where they have that meaning, else its number. */
export function keyOf(label: string, index: number): string {
  const word = label.toLowerCase();
  if (word === 'yes' || word === 'allow') return 'y';
  if (word === 'no' || word === 'deny') return 'n';
  return String(index + 1);
}
