import { programText } from '#host/program-text.ts';
import type { Beacon, BeaconLanguage, BeaconPlace } from './beacon.ts';

/** `#[test] fn x() {`, anywhere: a value that is dropped when the test ends. */
export const RUST_BEACONS: BeaconLanguage = {
  file: /\.rs$/,
  place: (texts, place) => {
    const edits = new Map<string, string>();
    const tests: Beacon[] = [];
    for (const [file, text] of texts) {
      const made = text.replace(TEST, (head: string, name: string, at: number) => {
        const id = `r${tests.length}`;
        const line = text.slice(0, at + head.length).split('\n').length;
        tests.push({ id, file, name, line, mustFail: /#\[should_panic\b/.test(head) });
        return `${head}${guard(id, place)}`;
      });
      if (made !== text) edits.set(file, made);
    }
    return { edits, tests };
  },
};

const ATTRIBUTE = String.raw`#\[(?:[^\[\]]|\[[^\]]*\])*\]\s*`;
/** Attributes before and after the one that makes it a test, without comments. */
const TEST = new RegExp(
  String.raw`^[ \t]*(?:${ATTRIBUTE})*#\[(?:\w+::)*test\b[^\]]*\]\s*(?:${ATTRIBUTE})*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s+(\w+)\s*\([^)]*\)[^{;]*\{`,
  'gm',
);

/** On one line, so that line numbers stay the same. */
const guard = (id: string, { key, nonce, pipe }: BeaconPlace): string => {
  const text = programText(new URL('./programs/beacon.rs', import.meta.url), {
    ...{ ID: id, KEY: key, COUNTER: `${key.toUpperCase()}N`, NONCE: nonce, PIPE: JSON.stringify(pipe).slice(1, -1) },
  });
  return ` ${text.trimEnd().replaceAll('\n', ' ')}`;
};
