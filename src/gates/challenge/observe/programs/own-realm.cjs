'use strict';
// Loaded by the project's own Node, before any code of the project. Its content works in a realm of its own.
const vm = require('node:vm');
const { openSync, writeSync } = require('node:fs');
const { types } = require('node:util');
const { randomBytes } = require('node:crypto');
const { threadId } = require('node:worker_threads');
const fd = openSync('__PIPE__', 'a');
const write = (text) => {
  writeSync(fd, text);
};
const make = vm.runInContext('__REALM__', vm.createContext({}));
module.exports = make(
  types,
  write,
  randomBytes(6).toString('hex'),
  [process.cwd()],
  '__OPTIONS__',
  process.pid,
  process.ppid,
  threadId,
);
