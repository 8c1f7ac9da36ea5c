// Inspects answers more than once: at once, a moment later, and when timers have fired. Follows values.cjs.
// biome-ignore-all lint/correctness/noUnusedVariables: a part; what uses it stands behind it in the same function
const MOST_PLACES = 200,
  MOST_WATCHED = 400,
  /** An answer that is right at first may have changed at the second inspection. */
  LOOKS = 8;
const isBuiltIn = (fn) => /\[native code\]\s*\}$/.test(textOf.call(fn));
/** What can be read of a value, place by place, including computed properties. */
const placesOf = (value) => {
  const found = new Map();
  const into = (each, at, depth, seen, read) => {
    if (found.size >= MOST_PLACES) return;
    if (each === null || typeof each !== 'object') return void found.set(at, { text: show(each), read });
    if (seen.includes(each) || depth > 4 || types.isProxy(each)) return;
    const deeper = [...seen, each];
    if (types.isMap(each) || types.isSet(each) || types.isDate(each) || types.isTypedArray(each))
      return void found.set(at, { text: show(each), read });
    // Internals of an answer (a timer, a socket) change by themselves.
    if (depth > 0 && !isArray(each) && !isPlain(each)) return;
    for (let of = each, n = 0; of !== null && n < 4; of = getPrototypeOf(of), n += 1)
      for (const key of Object.getOwnPropertyNames(of)) {
        const one = getOwnPropertyDescriptor(of, key);
        const place = at === '' ? key : `${at}.${key}`;
        if (key === '__proto__' || found.has(place)) continue;
        if ('value' in one) {
          if (of === each && typeof one.value !== 'function') into(one.value, place, depth + 1, deeper, read);
        } else if (one.get !== undefined && !isBuiltIn(one.get)) {
          let got;
          try {
            got = one.get.call(each);
          } catch (error) {
            found.set(place, { text: `throws ${fault(error)}`, read: true });
            continue;
          }
          into(got, place, depth + 1, deeper, true);
        }
      }
  };
  try {
    into(value, '', 0, [], false);
  } catch {}
  return found;
};
/** Where two inspections of the same value differ. */
const changedPlaces = (first, now, isMeant) =>
  [...first]
    .filter(([at, one]) => now.get(at)?.text !== one.text && isMeant(one))
    .slice(0, 5)
    .map(([at, { text }]) => ({ at, first: text, now: now.get(at)?.text ?? 'nothing' }));
/** An object that reports its own changes (an emitter, a stream) is meant to change. */
const isLive = (value) => {
  for (let of = value, n = 0; of !== null && n < 6; of = getPrototypeOf(of), n += 1)
    if (has(of, 'on') || has(of, 'addEventListener') || has(of, 'subscribe')) return true;
  return false;
};
const watched = [];
/** Keeps an answer and inspects it; a difference at the next inspection is reported at once. */
const watch = (put, n, value) => {
  if (value === null || typeof value !== 'object' || watched.length >= MOST_WATCHED) return;
  const one = { n, value, first: placesOf(value), told: false };
  watched.push(one);
  // A cache filled by reading (a computed value, a counter) does not change what is read.
  for (let look = 1; look < LOOKS; look += 1) lookAt(put, one, 'again', ({ read }) => read);
};
const lookAt = (put, one, when, isMeant) => {
  if (one.told) return;
  const now = placesOf(one.value);
  const places = changedPlaces(one.first, now, isMeant);
  one.told = places.length > 0;
  if (one.told) put({ k: 'w', n: one.n, when, places });
  // Changes caused by an inspection itself do not count later either.
  else one.first = new Map([...one.first].filter(([at, { text }]) => now.get(at)?.text === text));
};
const lookAgain = (put) => {
  for (const one of watched) if (!isLive(one.value)) lookAt(put, one, 'later', () => true);
};
