export type Reply = { readonly type: 'choice'; readonly choice: string } | { readonly type: 'other' };

const LEAVING =
  /\b(leave|quit|exit|stop|cancel|abort|abandon|never mind|forget it|break out|get out|drop (?:it|this))\b/i;
const STAYING =
  /\b(search|go(?: on| ahead)?|continue|proceed|yes|yep|ok(?:ay)?|sure|start|begin|do it|resume|looks? good|stay|keep going)\b/i;
const DENIED =
  /\b(?:do not|don't|dont|never|no need to|not|without|please don't|rather not|before you|instead of)\s+(?:\w+\s+){0,2}$/i;

/**
 * What a person means by a reply to numbered choices: the number first, then a whole word that nothing before it denies. What is
 * neither is something else they said, and never a reason to throw work away.
 */
export function readReply(text: string, choices: readonly ['search', 'leave'] | readonly ['leave', 'stay']): Reply {
  const said = text.trim();
  const number = /^\(?([1-9])[).:]?$/.exec(said)?.[1];
  if (number !== undefined) {
    const choice = choices[Number(number) - 1];
    return choice === undefined ? { type: 'other' } : { type: 'choice', choice };
  }
  const exact = choices.find((choice) => choice === said.toLowerCase());
  if (exact) return { type: 'choice', choice: exact };
  // A long reply is a reply of its own, even if it has such a word in it.
  if (said.split(/\s+/).length > 6 || said.includes('?')) return { type: 'other' };
  const leaves = means(said, LEAVING);
  const stays = means(said, STAYING);
  const stay = choices.find((choice) => choice !== 'leave') ?? 'search';
  if (leaves === 'denied') return { type: 'choice', choice: stay };
  if (leaves === 'said' && stays !== 'said') return { type: 'choice', choice: 'leave' };
  if (stays === 'said' && leaves === 'absent') return { type: 'choice', choice: stay };
  return { type: 'other' };
}

function means(text: string, word: RegExp): 'said' | 'denied' | 'absent' {
  const found = word.exec(text);
  if (!found) return 'absent';
  return DENIED.test(text.slice(0, found.index)) ? 'denied' : 'said';
}
