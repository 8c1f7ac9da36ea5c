import { type ChatTurn, textOfTurn } from '#contracts/chat-turn.ts';

/** A message, and the turn that answers it where there is one. */
export interface ImportedExchange {
  readonly text: string;
  readonly at: number;
  readonly answer: ChatTurn | null;
}

/** Pure. Turns as messages with their answers. Text of an agent before any message is not part of an exchange. */
export function exchangesOf(turns: readonly ChatTurn[]): ImportedExchange[] {
  const exchanges: ImportedExchange[] = [];
  for (const turn of turns) {
    const last = exchanges.at(-1);
    if (turn.by === 'person') exchanges.push({ text: textOfTurn(turn), at: turn.at, answer: null });
    else if (last?.answer === null) exchanges[exchanges.length - 1] = { ...last, answer: turn };
  }
  return exchanges;
}
