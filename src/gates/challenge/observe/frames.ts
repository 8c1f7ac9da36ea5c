import { parseJson } from '#contracts/json.ts';

/** The data received over one of our pipes in one run. */
export interface Frames {
  /** Complete records, in the order of each writer. */
  readonly records: readonly unknown[];
  /** Records are missing: something read from the pipe, or a writer was interrupted. */
  readonly lost: boolean;
  /** Lines that are not ours: something else wrote to the pipe. */
  readonly foreign: number;
}

/**
 * A line is `NONCE WRITER NUMBER . TEXT`, or `+` in place of the dot where the text continues in the next. Lines are
 * short enough for the system to write each atomically; numbers count up for each writer, so a gap shows. Pure.
 */
export function readFrames(text: string, nonce: string): Frames {
  const writers = new Map<string, { next: number; open: string }>();
  const records: unknown[] = [];
  let lost = false;
  let foreign = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, mark, who, number, end, part] = /^(\S+) (\S+) (\d+) ([.+]) (.*)$/.exec(line) ?? [];
    if (mark !== nonce || who === undefined || part === undefined) {
      foreign += 1;
      continue;
    }
    const writer = writers.get(who) ?? { next: 0, open: '' };
    writers.set(who, writer);
    if (Number(number) !== writer.next) lost = true;
    writer.next = Number(number) + 1;
    writer.open += part;
    if (end === '+') continue;
    const record = parseJson(writer.open);
    if (record === undefined) lost = true;
    else records.push(record);
    writer.open = '';
  }
  return { records, lost, foreign };
}
