// Hides what tells a program that it is being tested, while changed functions run. A part of the recorder's realm.
// biome-ignore-all lint/correctness/noUnusedVariables: a part; what uses it stands behind it in the same function
const MASKED = OPTIONS.masked;
const MARKS = /^(__MARKS__|NODE_ENV$|TEST$|CI$|npm_)/;
const NAMES = '__NAMES__';
const masks = (process, global) => {
  let on = 0,
    kept = null;
  const hide = () => {
    kept = { env: [], names: [], argv: process.argv, limit: global.Error.stackTraceLimit, argv1: process.argv[1] };
    for (const name of keys(process.env))
      if (MARKS.test(name)) {
        kept.env.push([name, process.env[name]]);
        delete process.env[name];
      }
    for (const name of NAMES) {
      const found = getOwnPropertyDescriptor(global, name);
      if (found?.configurable) {
        kept.names.push([name, found]);
        delete global[name];
      }
    }
    process.argv = [process.argv[0], 'main.js'];
    global.Error.stackTraceLimit = 1;
  };
  const back = () => {
    for (const [name, value] of kept.env) if (!(name in process.env)) process.env[name] = value;
    for (const [name, found] of kept.names) if (!has(global, name)) Object.defineProperty(global, name, found);
    process.argv = kept.argv;
    global.Error.stackTraceLimit = kept.limit;
  };
  return MASKED
    ? {
        on: () => {
          if (on++ === 0) hide();
        },
        off: () => {
          if (--on === 0) back();
        },
      }
    : { on: () => {}, off: () => {} };
};
