import type { Format, FormatFault } from '../format.ts';
import { isSpace } from './bytes.ts';
import { JsonScanner } from './scanner.ts';
import type { JsonVisitor } from './visitor.ts';

export interface JsonProbe {
  readonly format?: 'json' | 'jsonl';
  readonly fault?: FormatFault;
}

/** What the beginning of a file says about JSON. A broken document is still one when it got somewhere. */
export function probeJson(head: Buffer, isWhole: boolean, named: Format | undefined): JsonProbe {
  const start = head.findIndex((byte) => !isSpace(byte));
  const first = head[start];
  if (first !== OBJECT && first !== ARRAY) return {};
  const scanner = new JsonScanner(SILENT, { sequence: true });
  scanner.feed(head);
  if (isWhole) scanner.end();
  const { fault, roots } = scanner;
  if (!fault) return { format: roots > 1 || named === 'jsonl' ? 'jsonl' : 'json' };
  if (named === 'json' || named === 'jsonl') return { fault };
  if (roots === 1 && fault.byte - start >= CONVINCING) return { format: 'json', fault };
  if (roots > 1 && startsLikeRecord(head, start)) return { format: 'jsonl', fault };
  return { fault };
}

/** Prose can begin with a bracket, but does not continue like JSON for long. */
const CONVINCING = 24;
const OBJECT = 0x7b;
const ARRAY = 0x5b;

function startsLikeRecord(head: Buffer, start: number): boolean {
  return head[start] === OBJECT && head.subarray(start + 1, start + 3).includes(0x22);
}

const SILENT: JsonVisitor = {
  open: () => 'quiet',
  next: () => 'walk',
  key: () => {},
  scalar: () => {},
  close: () => {},
};
