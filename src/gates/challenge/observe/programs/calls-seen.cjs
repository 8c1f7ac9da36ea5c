// Which calls are reported, and the objects that methods are called on, by number. A part of the recorder's realm.
// biome-ignore-all lint/correctness/noUnusedVariables: a part; what uses it stands behind it in the same function
const MOST_LATE = 140,
  MOST_LATE_OF_TEST = 20,
  MOST_LATE_OF_ALL = 600;
const known = new Map(),
  flushed = new Map(),
  flushedHere = new Map(),
  objects = new WeakMap();
const count = (map, key) => {
  const n = (map.get(key) ?? 0) + 1;
  map.set(key, n);
  return n;
};
/** For functions that are called often: the last calls, which are reported if an assertion follows. */
let lately = [];
const flush = () => {
  for (const full of lately) {
    const key = `${full.f}#${full.h === undefined ? '' : `${full.h}.${full.s}#`}${full.a}`;
    if (known.has(key)) continue;
    known.set(key, 1);
    count(flushed, full.f);
    count(flushedHere, full.f);
    put(full);
  }
  lately = [];
};
/** Tests that use one helper share its assertions: earlier tests must not use up the share of later ones. */
const isFull = (id) => {
  const all = flushed.get(id) ?? 0;
  return all >= MOST_LATE && (all >= MOST_LATE_OF_ALL || (flushedHere.get(id) ?? 0) >= MOST_LATE_OF_TEST);
};
let objectCount = 0;
/** Which object a method is called on, as the number of its call; and the visible part of its state. */
const ofObject = (self, kind, top, global) => {
  if (self === undefined || self === null || self === global || typeof self !== 'object') return null;
  if (kind === 'new') {
    objectCount += 1;
    const h = `${who}.${objectCount}`;
    objects.set(self, { h, n: 0 });
    return { h, s: -1 };
  }
  if (!top) return null;
  let known = objects.get(self);
  if (!known) {
    objectCount += 1;
    known = { h: `${who}.${objectCount}`, n: 0 };
    objects.set(self, known);
  }
  return { h: known.h, s: known.n++, st: stateOf(self) };
};
