import { posix } from 'node:path';
import { programText } from '#host/program-text.ts';
import type { Beacon, BeaconLanguage, BeaconPlace } from './beacon.ts';

/** `func TestX(t *testing.T) {`: a call is deferred before anything else, so it runs last. */
export const GO_BEACONS: BeaconLanguage = {
  file: /_test\.go$/,
  place: (texts, place) => {
    const edits = new Map<string, string>();
    const tests: Beacon[] = [];
    for (const [file, text] of texts) {
      const [, own] = /^package\s+(\w+)/m.exec(text) ?? [];
      if (own === undefined) continue;
      const made = text.replace(TEST, (head: string, name: string, t: string, at: number) => {
        const id = `g${tests.length}`;
        tests.push({ id, file, name, line: text.slice(0, at).split('\n').length, mustFail: false });
        return `${head} defer ${place.key}(${t === '_' ? 'nil' : t}, "${id}")();`;
      });
      if (made === text) continue;
      edits.set(file, made);
      edits.set(posix.join(posix.dirname(file), `${place.key.toLowerCase()}${own}_test.go`), helper(own, place));
    }
    return { edits, tests };
  },
};

const TEST = /^func (Test\w*)\(\s*(\w+)\s+\*\w+\.T\s*\) \{/gm;

const helper = (own: string, { key, nonce, pipe }: BeaconPlace): string =>
  programText(new URL('./programs/beacon.go', import.meta.url), {
    ...{ PACKAGE: own, KEY: key, NONCE: nonce, PIPE: JSON.stringify(pipe).slice(1, -1) },
  });
