import type { AttemptEnv } from '#contracts/agent.ts';
import type { BlobHash } from '#contracts/ids.ts';

/** Characters of a tool's answer that go into the event. */
export const SHOWN = 16_000;

export interface ShownText {
  readonly text: string;
  readonly blob?: BlobHash;
}

/** An output for the log: truncated where it is long, stored in full where possible. */
export async function shownText(text: string, place: Pick<AttemptEnv, 'keep'>): Promise<ShownText> {
  if (text.length <= SHOWN) return { text };
  const half = SHOWN / 2;
  const cut = `${text.slice(0, half)}\n[… ${text.length - SHOWN} characters left out …]\n${text.slice(-half)}`;
  const blob = await place.keep?.(new TextEncoder().encode(text)).catch(() => undefined);
  return { text: cut, ...(blob === undefined ? {} : { blob }) };
}
