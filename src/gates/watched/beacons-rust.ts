import type { Beacon, BeaconLanguage, BeaconPlace } from './beacon.ts';

/** `#[test] fn x() {`, wherever it stands: a value whose end is the end of the test. */
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
/** Attributes on both sides of the one that makes it a test, comments apart. */
const TEST = new RegExp(
  String.raw`^[ \t]*(?:${ATTRIBUTE})*#\[(?:\w+::)*test\b[^\]]*\]\s*(?:${ATTRIBUTE})*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s+(\w+)\s*\([^)]*\)[^{;]*\{`,
  'gm',
);

/** In one line, so that lines stay as they are. */
const guard = (id: string, { key, nonce, pipe }: BeaconPlace): string => {
  const type = `${key}G`;
  const counter = `${key.toUpperCase()}N`;
  return [
    ` #[allow(warnings)] struct ${type}(String);`,
    `#[allow(warnings)] static ${counter}: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);`,
    `#[allow(warnings)] fn ${key}p(w: &str, n: u8, more: &str) { use std::io::Write as _;`,
    `if let Ok(mut out) = std::fs::OpenOptions::new().append(true).open(${JSON.stringify(pipe)}) {`,
    `let _ = out.write_all(format!("${nonce} {} {} . {{{},\\"x\\":\\"${id}\\"}}\\n", w, n, more).as_bytes()); } }`,
    `#[allow(warnings)] impl Drop for ${type} { fn drop(&mut self) {`,
    `${key}p(&self.0, 1, if std::thread::panicking() { "\\"k\\":\\"t\\",\\"m\\":\\"panic\\"" } else { "\\"k\\":\\"p\\"" }); } }`,
    `let ${key}w = format!("${id}.{}.{}", std::process::id(), ${counter}.fetch_add(1, std::sync::atomic::Ordering::SeqCst));`,
    `${key}p(&${key}w, 0, &format!("\\"k\\":\\"b\\",\\"w\\":\\"{}\\",\\"pid\\":{},\\"parent\\":0", ${key}w, std::process::id()));`,
    `let _${key} = ${type}(${key}w);`,
  ].join(' ');
};
