import type { AttemptEnv } from '#contracts/agent.ts';
import type { BlobHash } from '#contracts/ids.ts';

/** The maximum that a model is shown of one call; the full output is stored. */
export const MOST_CHARS = 40_000;
const HEAD = 24_000;
const TAIL = 12_000;

export interface ToolText {
  readonly text: string;
  readonly blob?: BlobHash;
}

/** The beginning and the end of a long output, with a note in between that says where the rest is. */
export async function fitting(text: string, keep: AttemptEnv['keep']): Promise<ToolText> {
  if (text.length <= MOST_CHARS) return { text };
  const blob = await keep?.(Buffer.from(text)).catch(() => undefined);
  const left = text.length - HEAD - TAIL;
  const where = blob === undefined ? '' : `; all of it is kept as ${blob.slice(0, 12)}`;
  const note = `\n[… ${left} characters are left out${where}. Ask for less, or for a part. …]\n`;
  return {
    text: `${whole(text.slice(0, HEAD))}${note}${whole(text.slice(-TAIL))}`,
    ...(blob === undefined ? {} : { blob }),
  };
}

/** Half a surrogate pair at either end cannot be sent. */
const whole = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
