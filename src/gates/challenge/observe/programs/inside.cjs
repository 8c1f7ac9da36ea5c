// Calls a changed function from inside, by a copy of its body with the same names in scope: however it is reached, and
// whatever of its arguments cannot be recreated. A part of the recorder's realm.
// biome-ignore-all lint/correctness/noUnusedVariables: a part; what uses it stands behind it in the same function
const ASKING = OPTIONS.asking ?? {};
/** Per function, in milliseconds, and per value drawn from a generator. */
const MOST_ASKING = 400,
  MOST_DRAWN = 20;
const askedInside = new Set();
let isAsking = false;
/** A value of the code's own realm; kept parts are as the call has them. */
const revive = (value, kept, global) => {
  if (isArray(value)) return global.Array.from(value, (each) => revive(each, kept, global));
  if (value === null || typeof value !== 'object') return value;
  if (!('$' in value)) {
    const made = new global.Object();
    for (const key of keys(value)) made[key] = revive(value[key], kept, global);
    return made;
  }
  const { v } = value;
  const pair = ([key, each]) => [revive(key, kept, global), revive(each, kept, global)];
  if (value.$ === 'kept') return kept;
  if (value.$ === 'number') return v === '-0' ? -0 : Number(v);
  if (value.$ === 'bigint') return BigInt(v);
  if (value.$ === 'date') return new global.Date(v);
  if (value.$ === 'regexp') return new global.RegExp(v[0], v[1]);
  if (value.$ === 'map') return new global.Map(v.map(pair));
  if (value.$ === 'set') return new global.Set(v.map((each) => revive(each, kept, global)));
  return undefined;
};
/** Calls on it are recorded, and made. */
const listening = (value, said, name, global) => {
  if (typeof value === 'function')
    return new global.Proxy(value, {
      apply(target, self, args) {
        if (said.length < 20) said.push(`${name}(${[...args].map(show).join(', ')})`);
        return global.Reflect.apply(target, self, args);
      },
    });
  if (value === null || typeof value !== 'object' || !isPlain(value)) return value;
  const made = new global.Object();
  for (const key of keys(value)) {
    const found = getOwnPropertyDescriptor(value, key);
    made[key] = typeof found?.value === 'function' ? listening(found.value, said, key, global) : found?.value;
  }
  return made;
};
/** The object with other values in place of those that can be serialised. */
const withFields = (self, fields, global) => {
  if (fields === undefined || self === null || typeof self !== 'object') return self;
  const made = Object.create(getPrototypeOf(self), Object.getOwnPropertyDescriptors(self));
  for (const key of keys(fields)) made[key] = revive(fields[key], undefined, global);
  return made;
};
/** The object, with calls on it recorded; where that is impossible (it has private members), the object itself. */
const listeningTo = (self, said, global) =>
  new global.Proxy(self, {
    get(target, key, own) {
      const value = global.Reflect.get(target, key, own);
      return typeof value === 'function' && typeof key === 'string' ? listening(value, said, key, global) : value;
    },
  });
const drawn = (it) => {
  const all = [];
  for (let n = 0; n < MOST_DRAWN; n += 1) {
    const { done, value } = it.next();
    if (done) break;
    all.push(show(value));
  }
  return `yields [${all.join(', ')}]`;
};
const askInside = (id, again, self, args, global) => {
  const questions = ASKING[id];
  if (questions === undefined || askedInside.has(id) || isAsking || again === undefined) return;
  askedInside.add(id);
  isAsking = true;
  const since = Date.now();
  for (const { n, args: given, fields } of questions) {
    if (Date.now() - since > MOST_ASKING) break;
    const said = [];
    const tell = (o) =>
      put({ k: 'f', f: id, n, o: o + (said.length === 0 ? '' : `, and calls ${short(said.join('; '), 600)}`) });
    const mine = () =>
      given.map((each, at) =>
        each !== null && typeof each === 'object' && each.$ === 'kept'
          ? listening(args[at], said, `the ${at + 1}. argument`, global)
          : revive(each, undefined, global),
      );
    try {
      const own = withFields(self, fields, global);
      const first = mine();
      const before = encode(first);
      const held = own !== null && typeof own === 'object' ? stateOf(own) : undefined;
      const got = again.apply(own, first);
      if (settles(got))
        got.then(
          (value) => tell(`resolves ${show(value)}`),
          (error) => tell(`rejects ${fault(error)}`),
        );
      else if (got !== null && typeof got === 'object' && types.isGeneratorObject(got)) tell(drawn(got));
      else {
        const left = leaves(before, first);
        // Its changes of its own object are the answer, if nothing is returned.
        const holds = got === undefined && held !== undefined ? stateOf(own) : held;
        if (left === '' && said.length === 0 && holds !== held && holds !== undefined) {
          tell(`holds ${holds}`);
          continue;
        }
        // Nothing was returned or printed: what does it call on its own object?
        if (got === undefined && said.length === 0 && left === '' && own !== null && typeof own === 'object')
          try {
            again.apply(listeningTo(own, said, global), mine());
          } catch {}
        tell(show(got) + left);
      }
    } catch (error) {
      tell(`throws ${faultOf(error)}`);
    }
  }
  isAsking = false;
};
/** With its fields besides its text. */
const faultOf = (error) => {
  const more =
    error !== null && typeof error === 'object' && keys(error).length > 0 ? ` ${short(show({ ...error }), 300)}` : '';
  return fault(error) + more;
};
