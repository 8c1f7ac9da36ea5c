import { nodesAt, parseProgram } from '../challenge/observe/syntax-javascript.ts';

/**
 * The text of a file that tells, as it is loaded, that it is: said behind what must stand first (`#!`, `'use strict'`),
 * in the line that is there. Null where it does not parse.
 */
export function markJavascript(path: string, text: string, recorder: string): string | null {
  const program = parseProgram(path, text);
  if (!program) return null;
  const body = nodesAt(program, 'body');
  const first = body.find((node) => typeof node.directive !== 'string');
  const typed = /\.[cm]?tsx?$/.test(path);
  const file = JSON.stringify(recorder);
  const all = typed ? '(globalThis as any)' : 'globalThis';
  const said = `${all}.process?.getBuiltinModule?.('module').createRequire(${file})(${file})(globalThis, ${JSON.stringify(path)}); `;
  const at = first?.start ?? text.length;
  return `${text.slice(0, at)}${said}${text.slice(at)}`;
}

export interface MarkRecorder {
  readonly nonce: string;
  readonly pipe: string;
  /** How many folders the project's top lies above the runner's. */
  readonly ups: number;
}

/**
 * What marked files call. A place is a process or a thread, and in it a realm: runners that load each test file into a
 * fresh one are told apart by that. What a place reads as data counts as reached; where it lists folders or starts
 * programs, nobody can say what it reaches.
 */
export const markRecorder = ({ nonce, pipe, ups }: MarkRecorder): string => `'use strict';
const { openSync, writeSync } = require('node:fs');
const { resolve, relative, sep } = require('node:path');
const { fileURLToPath } = require('node:url');
const fd = openSync(${JSON.stringify(pipe)}, 'a');
const who = require('node:crypto').randomBytes(6).toString('hex');
const root = process.cwd(), top = resolve(root, ...Array(${ups}).fill('..'));
const realms = new Map(), said = new Set();
let number = 0, at = null;
const put = (record) => {
  const text = JSON.stringify(record).replace(/[\\u007f-\\uffff]/g, (char) => '\\\\u' + char.charCodeAt(0).toString(16).padStart(4, '0'));
  if (text.length > 3500 || said.has(text)) return;
  said.add(text);
  writeSync(fd, ${JSON.stringify(nonce)} + ' ' + who + ' ' + number++ + ' . ' + text + '\\n');
};
const inside = (given) => {
  try {
    const path = given instanceof URL || /^file:/.test(String(given)) ? fileURLToPath(given) : typeof given === 'string' ? given : null;
    if (path === null) return null;
    const own = relative(top, resolve(path)).split(sep);
    return own[0] === '..' || own.includes('node_modules') ? null : own.join('/');
  } catch { return null; }
};
const WAS = Symbol.for(${JSON.stringify(nonce)});
const wrap = (object, names, told) => {
  for (const name of names) {
    // Runners that give each test file a module registry load this again: what is told goes to the newest alone.
    const original = object?.[name]?.[WAS] ?? object?.[name];
    if (typeof original !== 'function') continue;
    const made = { [name](...args) { if (at !== null) told(args[0]); return Reflect.apply(original, this, args); } }[name];
    try { Object.defineProperties(made, Object.getOwnPropertyDescriptors(original)); Object.defineProperty(made, WAS, { value: original }); object[name] = made; } catch {}
  }
};
const reads = (path) => { const own = inside(path); if (own !== null) put({ k: 'r', c: at, f: own }); };
const lists = (path) => { const own = inside(path); if (own !== null) put({ k: 'd', c: at }); };
const fs = require('node:fs');
wrap(fs, ['readFileSync', 'readFile', 'openSync', 'open', 'createReadStream', 'copyFileSync', 'copyFile', 'cpSync', 'cp'], reads);
wrap(fs.promises, ['readFile', 'open', 'copyFile', 'cp'], reads);
wrap(fs, ['readdirSync', 'readdir', 'opendirSync', 'opendir', 'globSync', 'glob'], (path) => lists(path ?? '.'));
wrap(fs.promises, ['readdir', 'opendir', 'glob'], (path) => lists(path ?? '.'));
wrap(require('node:child_process'), ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'], () => put({ k: 'd', c: at }));
require('node:module').syncBuiltinESMExports();
module.exports = (realm, path) => {
  if (!realms.has(realm)) realms.set(realm, who + '.' + realms.size);
  at = realms.get(realm);
  put({ k: 'l', c: at, f: path });
};
`;
