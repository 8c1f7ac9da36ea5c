import { posix } from 'node:path';
import type { Beacon, BeaconLanguage, BeaconPlace } from './beacon.ts';

/** `func TestX(t *testing.T) {`: a call is deferred before anything else, so it is the last to come. */
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

const helper = (own: string, { key, nonce, pipe }: BeaconPlace): string => `package ${own}

import (
	"fmt"
	"os"
	"sync/atomic"
)

var ${key}n int64

func ${key}(t interface{ Failed() bool }, id string) func() {
	who := fmt.Sprintf("%s.%d.%d", id, os.Getpid(), atomic.AddInt64(&${key}n, 1))
	put := func(n int, more string) {
		out, err := os.OpenFile(${JSON.stringify(pipe)}, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return
		}
		defer out.Close()
		fmt.Fprintf(out, "${nonce} %s %d . {%s,\\"x\\":\\"%s\\"}\\n", who, n, more, id)
	}
	put(0, fmt.Sprintf("\\"k\\":\\"b\\",\\"w\\":\\"%s\\",\\"pid\\":%d,\\"parent\\":%d", who, os.Getpid(), os.Getppid()))
	return func() {
		if r := recover(); r != nil {
			put(1, "\\"k\\":\\"t\\",\\"m\\":\\"panic\\"")
			panic(r)
		}
		if t != nil && t.Failed() {
			put(1, "\\"k\\":\\"t\\",\\"m\\":\\"failed\\"")
			return
		}
		put(1, "\\"k\\":\\"p\\"")
	}
}
`;
