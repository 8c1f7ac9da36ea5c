'use strict';
// Called by rewritten files. It works in a realm of its own and captures what it needs before any code of the project
// is loaded: changes that this code makes to built-ins do not reach it.
// biome-ignore lint/correctness/noUnusedFunctionParameters: the values that are put in use ROOTS
(types, write, who, ROOTS, OPTIONS, PID, PARENT, THREAD) => {
  const { nonce: NONCE, altered: ALTERED } = OPTIONS;
  // __VALUES__
  // __ALTER__
  const put = writer(write, NONCE, who);
  const at = { w: who, pid: PID, parent: PARENT, thread: THREAD };
  const MOST_CALLS = 60,
    MOST_PARTLY = 8,
    MOST_ASKED = 40;
  const made = new Map(),
    asked = new Map(),
    held = new Map();
  let test = null,
    depth = 0,
    told = false;
  const settles = (value) => types.isPromise(value);
  // __CALLS__
  // __INSIDE__
  // __HIDING__
  const keep = (as, id, value) => {
    if ((asked.get(id) ?? 0) >= MOST_ASKED) return;
    held.set(as, data(value));
    // Awaited values are known before the assertion is passed.
    if (settles(value))
      value.then(
        (got) => {
          if (held.has(as)) held.set(as, data(got));
        },
        () => {},
      );
  };
  const same = (value) => value;
  const SILENT = { call: null, o: same, t: same, y: same, r: same, f: () => {} };
  const forRealm = (process, global) => {
    const mask = masks(process, global);
    return {
      /** A value that may be a function without a body in the source: each call is recorded. */
      m(id, value) {
        if (typeof value !== 'function') return value;
        const apply = (target, self, args) => {
          const call = this.i(id, args, self, 'plain');
          try {
            return call.o(Reflect.apply(target, self, args));
          } catch (error) {
            throw call.t(error);
          } finally {
            call.f();
          }
        };
        return new Proxy(value, { apply });
      },
      /** A changed function is entered; the returned object is told of its end. */
      i(id, args, self, kind, around, again) {
        if (isAsking) return SILENT;
        if (count(made, id) === 1) put({ k: 'e', f: id });
        const top = depth === 0;
        let full = null,
          given = null;
        const late = (known.get(id) ?? 0) >= MOST_CALLS;
        if (made.get(id) <= 5000 * (late ? 4 : 1) && (!late || !isFull(id))) {
          const a = encode(args);
          const of = ofObject(self, kind, top, global);
          const p = a === null && !late ? encodeKept(args) : null;
          const key = `${id}#${of === null ? '' : `${of.h}.${of.s}#`}${a ?? p}`;
          if (a === null ? !late && !known.has(key) && count(held, id) <= MOST_PARTLY : !known.has(key)) {
            if (!late) {
              known.set(key, 1);
              count(known, id);
            }
            // A copy: a function may change its own parameters.
            given = [...args];
            full = {
              k: 'c',
              f: id,
              a,
              t: kind === 'new' || self === undefined || self === null || self === global ? 0 : 1,
              top,
              x: test,
              o: null,
              ...(p === null ? {} : { p }),
              ...of,
            };
          }
        }
        depth += 1;
        mask.on();
        const call = ALTERED ? callOf(id, args, self === global ? undefined : self, around) : null;
        const other = (value) =>
          call !== null && top && kind !== 'new' && kind !== 'generator' ? alter(value, id, call, args, test) : value;
        let ended = false,
          later = false,
          away = false,
          said = null;
        const end = (outcome) => {
          if (ended) return;
          ended = true;
          if (full) {
            full.o = outcome;
            const left = leaves(full.a, given);
            if (left !== '') full.l = left;
            if (late) lately.push(full);
            else put(full);
            if (lately.length > 4) lately.shift();
          }
        };
        return {
          call,
          o(value) {
            if (ALTERED) return settles(value) ? value.then(other) : other(value);
            if (settles(value)) {
              later = true;
              value
                .then(
                  (got) => end(`resolves ${show(got)}`),
                  (error) => end(`rejects ${fault(error)}`),
                )
                .finally(mask.off);
            } else if (kind === 'async') said = `resolves ${show(value)}`;
            else if (kind !== 'generator') said = show(value);
            return value;
          },
          t(error) {
            said = (kind === 'async' ? 'rejects ' : 'throws ') + fault(error);
            return error;
          },
          // While a generator waits, its caller's code runs, from which nothing is hidden.
          y(value) {
            if (!away) {
              away = true;
              depth -= 1;
              mask.off();
            }
            return value;
          },
          r(value) {
            if (away) {
              away = false;
              depth += 1;
              mask.on();
            }
            return value;
          },
          f() {
            if (!away) depth -= 1;
            // After the call itself, so that it finds everything as its test has left it.
            if (again !== undefined && top) askInside(id, again, self, given ?? [...args], global);
            if (later) return;
            if (!away) mask.off();
            // Here, behind its own `finally`: all changes of its arguments are done.
            end(said ?? (kind === 'generator' ? 'generator' : kind === 'async' ? 'resolves undefined' : 'undefined'));
          },
        };
      },
      /** The body of a test. */
      b(id) {
        if (!told) {
          told = true;
          put({
            k: 'v',
            env: Object.fromEntries(Object.entries(process.env).filter(([, value]) => value.length < 200)),
          });
        }
        put({ k: 'b', x: id, ...at });
        asked.clear();
        flushedHere.clear();
        const outer = test;
        test = id;
        let ended = false,
          later = false;
        const end = (record) => {
          if (!ended) {
            ended = true;
            put({ ...record, x: id });
          }
        };
        return {
          o(value) {
            if (settles(value)) {
              later = true;
              value.then(
                () => end({ k: 'p' }),
                (error) => end({ k: 't', m: fault(error) }),
              );
            }
            return value;
          },
          t(error) {
            end({ k: 't', m: fault(error) });
            return error;
          },
          f() {
            if (!later) end({ k: 'p' });
            test = outer;
          },
        };
      },
      /** The actual and expected values of an assertion, and that it was passed. */
      g(id, value) {
        keep(`g${id}`, id, value);
        return value;
      },
      w(id, value) {
        keep(`w${id}`, id, value);
        return value;
      },
      d(id, result) {
        if (count(asked, id) <= MOST_ASKED) {
          flush();
          const g = held.get(`g${id}`),
            w = held.get(`w${id}`),
            x = test;
          held.delete(`g${id}`);
          held.delete(`w${id}`);
          const tell = () =>
            put({ k: 'a', i: id, x, ...(g === undefined ? {} : { g }), w: w === undefined ? [] : [w] });
          if (settles(result)) result.then(tell, () => {});
          else tell();
        }
        lately = [];
        return result;
      },
      /** The same for an assertion that may fail: the failure is recorded, and the run continues. */
      s(id, ask) {
        const x = test;
        during = [];
        const altered = during;
        const tell = (k) => {
          const g = held.get(`g${id}`),
            w = held.get(`w${id}`);
          held.delete(`g${id}`);
          held.delete(`w${id}`);
          if (count(asked, id) <= MOST_ASKED)
            put({
              k,
              i: id,
              x,
              ...(g === undefined ? {} : { g }),
              w: w === undefined ? [] : [w],
              ...(k === 'n' ? { y: altered } : {}),
            });
        };
        let result;
        try {
          result = ask();
        } catch {
          tell('n');
          return undefined;
        }
        if (settles(result))
          return result.then(
            (value) => {
              tell('a');
              return value;
            },
            () => tell('n'),
          );
        tell('a');
        return result;
      },
      /** The body of a module. */
      l(on, path) {
        if (on) {
          put({ k: 'm', path, ...at });
          mask.on();
        } else mask.off();
      },
    };
  };
  const realms = new Map();
  return (process, global) => {
    if (!realms.has(global)) realms.set(global, forRealm(process, global));
    return realms.get(global);
  };
};
