/**
 * Whether a test of this text ends when something calls its `done`: `it('…', (done) => { on(() => done()) })`. If the
 * code never does, the runner's time limit is how such a test fails. Pure.
 */
export function waitsForCallback(text: string): boolean {
  const head = HEAD.exec(text);
  const done = head?.[1] ?? head?.[2] ?? head?.[3];
  if (!head || done === undefined) return false;
  const body = text.slice(head.index + head[0].length);
  const called = body.search(new RegExp(`\\b${done}\\b`));
  // Counts if `done` is called from another function or passed on. A test that calls it itself waits for nothing.
  return (
    called !== -1 && (/=>|\bfunction\b/.test(body.slice(0, called)) || new RegExp(`[,(]\\s*${done}\\s*[,)]`).test(body))
  );
}

const HEAD = /\bfunction\s*\w*\s*\(\s*(\w+)\s*\)|,\s*\(\s*(\w+)\s*\)\s*=>|,\s*(\w+)\s*=>/;
