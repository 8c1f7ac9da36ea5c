import { readFileSync } from 'node:fs';

/** A labelled command of the corpus. */
export interface CorpusCommand {
  readonly text: string;
  readonly posix: boolean;
  /** The constructs that are to be found, sorted. */
  readonly constructs: readonly string[];
  /** Its rewrite can be executed and compared. */
  readonly run: boolean;
}

/** Reads `corpus/*.txt`: an entry is a line `#> label …` and the lines up to the next. */
export function readCorpus(): CorpusCommand[] {
  return ['posix.txt', 'bash.txt'].flatMap((name) => {
    const text = readFileSync(new URL(`corpus/${name}`, import.meta.url), 'utf8');
    return text.split(/^#> /m).slice(1).map(readEntry);
  });
}

function readEntry(block: string): CorpusCommand {
  const lineEnd = block.indexOf('\n');
  const [label, ...words] = block.slice(0, lineEnd).trim().split(/\s+/);
  const constructs = words.filter((word) => !word.startsWith('!')).toSorted();
  return {
    text: block.slice(lineEnd + 1).trimEnd(),
    posix: label === 'posix',
    constructs,
    run: !words.includes('!run'),
  };
}
