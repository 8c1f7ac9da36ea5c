// Calls the project's functions. It runs in the realm of the code: arguments are created there, or a list would not be
// a list to it. A part of ask-plainly.mjs and of a test of the project's own runner.
// biome-ignore-all lint/correctness/noUnusedVariables: a part; what uses it stands behind it in the same function
const made = (value) => {
  if (Array.isArray(value)) return value.map(made);
  if (value === null || typeof value !== 'object') return value;
  if (!('$' in value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, made(each)]));
  const inner = value.v;
  switch (value.$) {
    case 'number':
      return inner === '-0' ? -0 : Number(inner);
    case 'bigint':
      return BigInt(inner);
    case 'date':
      return new Date(inner);
    case 'regexp':
      return new RegExp(inner[0], inner[1]);
    case 'map':
      return new Map(inner.map(([key, each]) => [made(key), made(each)]));
    case 'set':
      return new Set(inner.map(made));
    case 'function':
      // biome-ignore lint/security/noGlobalEval: the text of a function that the code under test was given
      // biome-ignore lint/complexity/noCommaOperator: by that it is made in the realm of the code, not in this function
      return (0, eval)(`(${inner})`);
    default:
      return undefined;
  }
};
const found = (module, name) => {
  if (name.includes(':')) return composed(module, name.split(':'));
  if (name !== 'default') return module[name] ?? module.default?.[name];
  const first = module.default ?? module;
  return typeof first === 'function' ? first : (first?.default ?? first);
};
/** Construct, then call: the arguments are for each step in turn. The last answer counts. */
const composed = (module, [how, first, many, ...steps]) => {
  const make = found(module, first);
  if (typeof make !== 'function') return undefined;
  return (...args) => {
    const take = (count) => args.splice(0, Number(count));
    const given = take(many);
    const it =
      how === 'state'
        ? Object.assign(Object.create(make.prototype), given[0])
        : how === 'new'
          ? new make(...given)
          : make(...given);
    let last = it;
    for (let at = 0; at < steps.length; at += 2) {
      const more = take(steps[at + 1]);
      try {
        last = steps[at] === '' ? it(...more) : it[steps[at]](...more);
      } catch (error) {
        if (at + 2 >= steps.length) throw error;
      }
    }
    return last;
  };
};
const soon = (promise, ms) => {
  let timer;
  return Promise.race([
    promise,
    new Promise((_, no) => {
      timer = setTimeout(() => no(new Error('not settled')), ms);
    }),
  ]).finally(() => clearTimeout(timer));
};
/** Lets time pass: runs what the code has scheduled, also long timers. */
const timePasses = async (timers) => {
  const turn = (ms) => new Promise((done) => (ms === 0 ? setImmediate(done) : setTimeout(done, ms)));
  await turn(0);
  await turn(40);
  for (const timer of timers.splice(0, 50))
    if (!timer._destroyed && typeof timer._onTimeout === 'function')
      try {
        timer._onTimeout(...(timer._timerArgs ?? []));
      } catch {}
  await turn(0);
};
const once = async (answers, fn, args, n) => {
  const before = answers.encode(args);
  const kept = [...args];
  let given;
  try {
    given = fn(...args);
  } catch (error) {
    return `throws ${answers.fault(error)}${answers.leaves(before, kept)}`;
  }
  const told = (value) => {
    const text = answers.show(value) + answers.leaves(before, kept);
    // Afterwards, since inspecting it may change it.
    if (n !== null) for (const each of [value, ...kept]) answers.watch(n, each);
    return text;
  };
  if (!answers.isPromise(given)) return told(given);
  try {
    return `resolves ${told(await soon(given, 2000))}`;
  } catch (error) {
    return `rejects ${answers.fault(error)}${answers.leaves(before, kept)}`;
  }
};
const asking = async (answers, load, { before, modules, calls, lasting }, timers = []) => {
  for (const path of before)
    try {
      await load(path);
    } catch (error) {
      answers.put({ k: 's', path, m: answers.fault(error) });
    }
  const all = {};
  for (const path of modules)
    try {
      all[path] = await load(path);
    } catch (error) {
      answers.put({ k: 'u', path, m: answers.fault(error) });
    }
  for (const { n, module, name, args } of calls) {
    const fn = all[module] && found(all[module], name);
    if (typeof fn !== 'function') continue;
    const asked = name.includes(':') ? { ...answers, encode: () => null } : answers;
    answers.put({ k: 'q', n, o: await once(asked, fn, made(JSON.parse(args)), lasting ? n : null) });
  }
  answers.put({ k: 'z' });
  if (!answers.isWatching()) return;
  await timePasses(timers);
  answers.lookAgain();
};
