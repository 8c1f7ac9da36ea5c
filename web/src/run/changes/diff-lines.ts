import type { Hunk } from '#contracts/commits.ts';

export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same' | 'heading';
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly text: string;
}

/** The lines of a file's hunks, with the numbers they have before and after. */
export function diffLinesOf(hunks: readonly Hunk[]): DiffLine[] {
  return hunks.flatMap(({ oldStart, newStart, heading, lines }) => {
    let [before, after] = [oldStart, newStart];
    const shown: DiffLine[] = [{ kind: 'heading', oldLine: null, newLine: null, text: heading }];
    for (const line of lines) {
      const text = line.slice(1);
      if (line.startsWith('+')) shown.push({ kind: 'added', oldLine: null, newLine: after++, text });
      else if (line.startsWith('-')) shown.push({ kind: 'removed', oldLine: before++, newLine: null, text });
      else if (line.startsWith(' ')) shown.push({ kind: 'same', oldLine: before++, newLine: after++, text });
    }
    return shown;
  });
}
