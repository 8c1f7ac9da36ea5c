'use strict';
// Runs in the project's own runner, where nothing of Assay can be imported: see ../mark-javascript.ts.
const { openSync, writeSync } = require('node:fs');
const { resolve, relative, sep } = require('node:path');
const { fileURLToPath } = require('node:url');
const NONCE = '__NONCE__';
const fd = openSync('__PIPE__', 'a');
const who = require('node:crypto').randomBytes(6).toString('hex');
const top = resolve(process.cwd(), ...Array(Number('__UPS__')).fill('..'));
const realms = new Map();
const said = new Set();
let number = 0;
let at = null;
const put = (record) => {
  const text = JSON.stringify(record).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (text.length > 3500 || said.has(text)) return;
  said.add(text);
  writeSync(fd, `${NONCE} ${who} ${number++} . ${text}\n`);
};
const inside = (given) => {
  try {
    const path =
      given instanceof URL || /^file:/.test(String(given))
        ? fileURLToPath(given)
        : typeof given === 'string'
          ? given
          : null;
    if (path === null) return null;
    const own = relative(top, resolve(path)).split(sep);
    return own[0] === '..' || own.includes('node_modules') ? null : own.join('/');
  } catch {
    return null;
  }
};
const WAS = Symbol.for(NONCE);
const wrap = (object, names, told) => {
  for (const name of names) {
    // Runners that give each test file a module registry load this again: only the newest one reports.
    const original = object?.[name]?.[WAS] ?? object?.[name];
    if (typeof original !== 'function') continue;
    const made = {
      [name](...args) {
        if (at !== null) told(args[0]);
        return Reflect.apply(original, this, args);
      },
    }[name];
    try {
      Object.defineProperties(made, Object.getOwnPropertyDescriptors(original));
      Object.defineProperty(made, WAS, { value: original });
      object[name] = made;
    } catch {}
  }
};
const reads = (path) => {
  const own = inside(path);
  if (own !== null) put({ k: 'r', c: at, f: own });
};
const lists = (path) => {
  const own = inside(path);
  if (own !== null) put({ k: 'd', c: at });
};
const fs = require('node:fs');
wrap(
  fs,
  ['readFileSync', 'readFile', 'openSync', 'open', 'createReadStream', 'copyFileSync', 'copyFile', 'cpSync', 'cp'],
  reads,
);
wrap(fs.promises, ['readFile', 'open', 'copyFile', 'cp'], reads);
wrap(fs, ['readdirSync', 'readdir', 'opendirSync', 'opendir', 'globSync', 'glob'], (path) => lists(path ?? '.'));
wrap(fs.promises, ['readdir', 'opendir', 'glob'], (path) => lists(path ?? '.'));
wrap(
  require('node:child_process'),
  ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'],
  () => put({ k: 'd', c: at }),
);
require('node:module').syncBuiltinESMExports();
module.exports = (realm, path) => {
  if (!realms.has(realm)) realms.set(realm, `${who}.${realms.size}`);
  at = realms.get(realm);
  put({ k: 'l', c: at, f: path });
};
